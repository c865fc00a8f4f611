//! Budgets and time controls as people write them.
//!
//! ```text
//! time    = number ( "h" | "m" | "s" | "ms" ) { number ( "h" | "m" | "s" | "ms" ) }      1m30s, 0.5s, 200ms
//! budget  = playouts | time | playouts "," time                                          800, 2s, 10000,2s
//! control = time                     sudden death                                        10m
//!         | time "+" time            Fischer: what each move adds                        5m+3s
//!         | time "+" n "x" time      byo-yomi: n periods                                 10m+5x30s
//!         | time "+" n "/" time      Canadian: n stones in a period                      10m+25/5m
//! ```
//! What is displayed is read back.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::{Budget, TimeControl};

/// A text that is not a budget or no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// Not a budget.
    #[error(
        "'{0}' is not a budget: expected playouts per move such as 800, a time such as 2s or 500ms, or both as in \
         800,2s"
    )]
    Budget(String),
    /// Not a time control.
    #[error(
        "'{0}' is not a clock: expected 10m (sudden death), 5m+3s (Fischer), 10m+5x30s (byo-yomi) or 10m+25/5m \
         (Canadian)"
    )]
    Control(String),
}

/// `800`, `2s`, `800,2s`; nothing where there is no limit. The clock is not part of the notation.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.playouts, self.time) {
            (Some(playouts), Some(time)) => write!(f, "{playouts},{}", Written(time)),
            (Some(playouts), None) => playouts.fmt(f),
            (None, Some(time)) => Written(time).fmt(f),
            (None, None) => Ok(()),
        }
    }
}

impl FromStr for Budget {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Budget, NotationError> {
        let mut budget = Budget::default();
        for part in text.split(',').map(str::trim) {
            match (part.parse::<u64>(), duration(part)) {
                (Ok(playouts @ 1..), _) if budget.playouts.is_none() => budget.playouts = Some(playouts),
                (Err(_), Some(time)) if budget.time.is_none() && !time.is_zero() => budget.time = Some(time),
                _ => return Err(NotationError::Budget(text.to_string())),
            }
        }
        Ok(budget)
    }
}

/// `10m`, `5m+3s`, `10m+5x30s`, `10m+25/5m`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::SuddenDeath { main } => Written(main).fmt(f),
            TimeControl::Fischer { main, increment } => write!(f, "{}+{}", Written(main), Written(increment)),
            TimeControl::ByoYomi { main, period, periods } => {
                write!(f, "{}+{periods}x{}", Written(main), Written(period))
            }
            TimeControl::Canadian { main, period, stones } => {
                write!(f, "{}+{stones}/{}", Written(main), Written(period))
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<TimeControl, NotationError> {
        control(text.trim()).ok_or_else(|| NotationError::Control(text.to_string()))
    }
}

fn control(text: &str) -> Option<TimeControl> {
    let Some((main, overtime)) = text.split_once('+') else {
        let main = duration(text).filter(|main| !main.is_zero())?;
        return Some(TimeControl::SuddenDeath { main });
    };
    let main = duration(main.trim())?;
    let overtime = overtime.trim();
    if let Some((periods, period)) = overtime.split_once('x') {
        let (periods, period) = some_of(periods, period)?;
        Some(TimeControl::ByoYomi { main, period, periods })
    } else if let Some((stones, period)) = overtime.split_once('/') {
        let (stones, period) = some_of(stones, period)?;
        Some(TimeControl::Canadian { main, period, stones })
    } else {
        let increment = duration(overtime)?;
        (!main.is_zero() || !increment.is_zero()).then_some(TimeControl::Fischer { main, increment })
    }
}

/// A number of periods or stones, at least one, and a time above zero.
fn some_of(number: &str, time: &str) -> Option<(u32, Duration)> {
    let number = number.trim().parse().ok().filter(|&number| number > 0)?;
    Some((number, duration(time.trim()).filter(|time| !time.is_zero())?))
}

const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("h", 3600.0), ("m", 60.0), ("s", 1.0)];

/// Numbers, each with its unit.
fn duration(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut sum = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let (unit, seconds) = UNITS.into_iter().find(|(unit, _)| rest.starts_with(unit))?;
        rest = &rest[unit.len()..];
        sum = sum.checked_add(Duration::try_from_secs_f64(number * seconds).ok()?)?;
    }
    (!text.is_empty()).then_some(sum)
}

/// A time in the largest units that fit; to the millisecond, or else in seconds.
struct Written(Duration);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(time) = *self;
        if time.is_zero() || time.subsec_nanos() % 1_000_000 != 0 {
            return write!(f, "{}s", time.as_secs_f64());
        }
        let seconds = time.as_secs();
        for (n, unit) in [
            (seconds / 3600, "h"),
            (seconds / 60 % 60, "m"),
            (seconds % 60, "s"),
            (u64::from(time.subsec_millis()), "ms"),
        ] {
            if n > 0 {
                write!(f, "{n}{unit}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(n: f64) -> Duration {
        Duration::from_secs_f64(n)
    }

    #[test]
    fn each_way_to_use_time_has_its_notation() {
        let main = seconds(600.0);
        for (text, control) in [
            ("10m", TimeControl::SuddenDeath { main }),
            ("10m+2.5s", TimeControl::Fischer { main, increment: seconds(2.5) }),
            ("10m+5x30s", TimeControl::ByoYomi { main, period: seconds(30.0), periods: 5 }),
            ("10m + 25/5m", TimeControl::Canadian { main, period: seconds(300.0), stones: 25 }),
            ("0s+1x5s", TimeControl::ByoYomi { main: Duration::ZERO, period: seconds(5.0), periods: 1 }),
        ] {
            assert_eq!(text.parse(), Ok(control), "{text}");
        }
    }

    #[test]
    fn a_budget_is_playouts_or_time_or_both() {
        assert_eq!("800".parse(), Ok(Budget::playouts(800)));
        assert_eq!("1m30s".parse(), Ok(Budget::time(seconds(90.0))));
        let both = Budget { time: Some(seconds(0.2)), ..Budget::playouts(800) };
        assert_eq!("800, 200ms".parse(), Ok(both));
        assert_eq!(both.to_string(), "800,200ms");
    }

    #[test]
    fn nonsense_gets_a_sentence_with_examples() {
        for text in [
            "",
            "0",
            "soon",
            "2",
            "10m+",
            "10m+x5s",
            "10m+5",
            "1y",
            "5.5.5s",
            "-3s",
            "1e9h",
            "10m+5x30s+1s",
            "0s",
            "0s+0s",
            "10m+0x30s",
            "10m+5x0s",
            "10m+0/5m",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains("is not a clock: expected 10m (sudden death)"), "{text}: {error}");
        }
        for text in ["", "0", "0s", "-1", "800,900", "2s,3s", "1.5", "fast"] {
            assert!(text.parse::<Budget>().unwrap_err().to_string().contains("such as 800"), "{text}");
        }
    }

    fn time() -> impl Strategy<Value = Duration> {
        (1u64..100_000_000).prop_map(Duration::from_millis)
    }

    proptest! {
        #[test]
        fn what_is_displayed_is_read_back(main in time(), other in time(), n in 1u32..1000, playouts in 1u64..) {
            for control in [
                TimeControl::SuddenDeath { main },
                TimeControl::Fischer { main, increment: other },
                TimeControl::ByoYomi { main, period: other, periods: n },
                TimeControl::Canadian { main, period: other, stones: n },
            ] {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
            }
            let time = Some(main).filter(|time| !time.is_zero());
            let budget = Budget { playouts: Some(playouts), time, clock: None };
            prop_assert_eq!(budget.to_string().parse(), Ok(budget));
        }

        #[test]
        fn nothing_trips_the_reader(text in "[0-9hmsx/+., é]{0,12}") {
            let _ = (text.parse::<TimeControl>(), text.parse::<Budget>());
        }
    }
}
