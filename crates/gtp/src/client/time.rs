//! Sends clocks to an engine by the best command that it supports.
//!
//! KataGo's `kata-time_settings` covers every time control, `kgs-time_settings` all but Fischer's, and plain
//! `time_settings` only sudden death and Canadian overtime. It expresses the last period of byo-yomi as one stone per
//! period, and the periods before it as main time; Fischer's increments arrive with the next `time_left`.

use std::time::Duration;

use goban::Color;
use player::{Budget, Clock, TimeControl};

/// The clock to send: the player's or, for a time limit per move, byo-yomi with that limit.
pub(super) fn clock(budget: Budget) -> Option<Clock> {
    let each = |period| Clock::set(TimeControl::ByoYomi { main: Duration::ZERO, period, periods: 1 }, period, 1);
    budget.clock.or(budget.time.map(each))
}

/// The command that sets the time control, or removes it.
pub(super) fn settings(supports: impl Fn(&str) -> bool, control: Option<TimeControl>) -> Option<String> {
    use TimeControl::*;
    let s = |time: Duration| time.as_secs_f64();
    if supports("kata-time_settings") {
        return Some(match control {
            None => "kata-time_settings none".to_string(),
            Some(SuddenDeath { main }) => format!("kata-time_settings absolute {}", s(main)),
            Some(Canadian { main, period, stones }) => {
                format!("kata-time_settings canadian {} {} {stones}", s(main), s(period))
            }
            Some(ByoYomi { main, period, periods }) => {
                format!("kata-time_settings byoyomi {} {} {periods}", s(main), s(period))
            }
            Some(Fischer { main, increment }) => format!("kata-time_settings fischer {} {}", s(main), s(increment)),
        });
    }
    let whole = |time: Duration| time.as_secs();
    // A period of 0 seconds has another meaning, or none.
    let at_least_one = |period: Duration| period.as_secs().max(1);
    if supports("kgs-time_settings") {
        return Some(match control {
            None => "kgs-time_settings none".to_string(),
            Some(SuddenDeath { main } | Fischer { main, .. }) => format!("kgs-time_settings absolute {}", whole(main)),
            Some(Canadian { main, period, stones }) => {
                format!("kgs-time_settings canadian {} {} {stones}", whole(main), at_least_one(period))
            }
            Some(ByoYomi { main, period, periods }) => {
                format!("kgs-time_settings byoyomi {} {} {periods}", whole(main), at_least_one(period))
            }
        });
    }
    supports("time_settings").then(|| match control {
        // The standard's notation for no limit: overtime without stones.
        None => "time_settings 0 1 0".to_string(),
        Some(SuddenDeath { main } | Fischer { main, .. }) => format!("time_settings {} 0 0", whole(main)),
        Some(Canadian { main, period, stones }) => {
            format!("time_settings {} {} {stones}", whole(main), at_least_one(period))
        }
        Some(ByoYomi { main, period, periods }) => {
            format!("time_settings {} {} 1", whole(as_main_time(main, period, periods)), at_least_one(period))
        }
    })
}

/// The command that sets the time left.
pub(super) fn left(supports: impl Fn(&str) -> bool, color: Color, clock: Clock) -> Option<String> {
    let (left, overtime) = (clock.left(), clock.overtime());
    if !supports("time_left") {
        return None;
    }
    if supports("kata-time_settings") {
        return Some(format!("time_left {color} {} {overtime}", left.as_secs_f64()));
    }
    let (left, stones) = match clock.control() {
        TimeControl::ByoYomi { period, periods, .. } if !supports("kgs-time_settings") => match overtime {
            0 => (as_main_time(left, period, periods), 0),
            1 => (left, 1),
            periods => (as_main_time(left, period, periods - 1), 0),
        },
        _ => (left, overtime),
    };
    Some(format!("time_left {color} {} {stones}", left.as_secs()))
}

/// The main time together with all periods but the last.
fn as_main_time(main: Duration, period: Duration, periods: u32) -> Duration {
    main.saturating_add(period.saturating_mul(periods.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: &[&str] = &["time_settings", "time_left"];
    const KGS: &[&str] = &["time_settings", "time_left", "kgs-time_settings"];
    const KATA: &[&str] = &["time_settings", "time_left", "kgs-time_settings", "kata-time_settings"];

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn command(known: &[&str], control: Option<TimeControl>) -> String {
        settings(|command| known.contains(&command), control).unwrap_or_default()
    }

    fn left_command(known: &[&str], clock: Clock) -> String {
        left(|command| known.contains(&command), Color::White, clock).unwrap_or_default()
    }

    #[test]
    fn no_limit_is_sent_as_such() {
        assert_eq!(command(STANDARD, None), "time_settings 0 1 0");
        assert_eq!(command(KGS, None), "kgs-time_settings none");
        assert_eq!(command(KATA, None), "kata-time_settings none");
        assert_eq!(command(&[], None), "");
    }

    #[test]
    fn each_engine_gets_the_time_control_in_a_command_that_it_supports() {
        let canadian = Some(TimeControl::Canadian { main: seconds(300.0), period: seconds(60.0), stones: 10 });
        assert_eq!(command(STANDARD, canadian), "time_settings 300 60 10");
        assert_eq!(command(KGS, canadian), "kgs-time_settings canadian 300 60 10");
        let fischer = Some(TimeControl::Fischer { main: seconds(300.0), increment: seconds(2.5) });
        assert_eq!(command(STANDARD, fischer), "time_settings 300 0 0");
        assert_eq!(command(KGS, fischer), "kgs-time_settings absolute 300");
        assert_eq!(command(KATA, fischer), "kata-time_settings fischer 300 2.5");
        let byo_yomi = Some(TimeControl::ByoYomi { main: seconds(300.0), period: seconds(30.0), periods: 5 });
        assert_eq!(command(KGS, byo_yomi), "kgs-time_settings byoyomi 300 30 5");
        assert_eq!(command(STANDARD, byo_yomi), "time_settings 420 30 1", "the last of five periods is overtime");
    }

    /// `--time 1.5s` and `--time 200ms`.
    #[test]
    fn a_limit_for_each_move_is_sent_as_byo_yomi() {
        let clock = |limit| clock(Budget::time(seconds(limit))).unwrap();
        let terms = |known, limit| command(known, Some(clock(limit).control()));
        assert_eq!(terms(STANDARD, 1.5), "time_settings 0 1 1");
        assert_eq!(terms(STANDARD, 0.2), "time_settings 0 1 1", "shorter than the standard can express");
        assert_eq!(terms(KGS, 1.5), "kgs-time_settings byoyomi 0 1 1");
        assert_eq!(terms(KATA, 0.2), "kata-time_settings byoyomi 0 0.2 1");
        assert_eq!(left_command(STANDARD, clock(3.0)), "time_left white 3 1");
        assert_eq!(super::clock(Budget::playouts(8)), None);
    }

    #[test]
    fn the_time_left_agrees_with_the_time_control_that_was_sent() {
        let control = TimeControl::ByoYomi { main: seconds(300.0), period: seconds(30.0), periods: 5 };
        let left = |known, left, overtime| left_command(known, Clock::set(control, seconds(left), overtime));
        assert_eq!(left(STANDARD, 10.0, 0), "time_left white 130 0");
        assert_eq!(left(STANDARD, 30.0, 2), "time_left white 30 0");
        assert_eq!(left(STANDARD, 20.0, 1), "time_left white 20 1");
        assert_eq!(left(KGS, 20.0, 3), "time_left white 20 3");
        assert_eq!(left(KATA, 20.5, 3), "time_left white 20.5 3");
        assert_eq!(left(&[], 20.0, 3), "");
    }
}
