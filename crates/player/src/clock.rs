//! Time controls, and what is left of one: shared by the referee, the protocol and the players, so that all of them
//! mean the same by a lost game.

use std::time::Duration;

use thiserror::Error;

/// The terms agreed before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// So much for the whole game.
    SuddenDeath {
        /// The time for all moves.
        main: Duration,
    },
    /// After the main time, a number of stones has to be played within each period (Canadian overtime).
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The stones to be played within it.
        stones: u32,
    },
    /// After the main time, each move may take one period, and a period that is overstepped is gone (Japanese
    /// byo-yomi).
    ByoYomi {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// Their number; using up the last one loses the game.
        periods: u32,
    },
    /// Each move adds to the time left (Fischer).
    Fischer {
        /// The time at the beginning.
        main: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

impl TimeControl {
    /// The time before any overtime.
    pub fn main(&self) -> Duration {
        match *self {
            TimeControl::SuddenDeath { main }
            | TimeControl::Canadian { main, .. }
            | TimeControl::ByoYomi { main, .. }
            | TimeControl::Fischer { main, .. } => main,
        }
    }

    /// The length of a period, and the stones or periods there are at its beginning.
    fn overtime(&self) -> Option<(Duration, u32)> {
        match *self {
            TimeControl::Canadian { period, stones: n, .. } | TimeControl::ByoYomi { period, periods: n, .. }
                if n > 0 =>
            {
                Some((period, n))
            }
            _ => None,
        }
    }
}

/// What one player has left.
///
/// ```
/// use std::time::Duration;
/// use player::{Clock, TimeControl};
///
/// let seconds = Duration::from_secs;
/// let mut clock = Clock::new(TimeControl::ByoYomi { main: seconds(60), period: seconds(30), periods: 3 });
/// clock.spend(seconds(100)).unwrap();       // the main time, one period, and ten seconds of the second
/// assert_eq!((clock.left(), clock.overtime()), (seconds(30), 2));
/// assert!(clock.spend(seconds(61)).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    overtime: u32,
}

impl Clock {
    /// A clock at the beginning of the game.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.main(), overtime: 0 }
    }

    /// A clock set by another one, as GTP's `time_left` does: the time, and the stones (Canadian)
    /// or periods (byo-yomi) that remain, 0 in the main time.
    pub fn set(control: TimeControl, left: Duration, overtime: u32) -> Clock {
        Clock { control, left, overtime }
    }

    /// The terms.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Whether time that a move does not use is left for later moves.
    pub fn keeps_time(&self) -> bool {
        let in_main_time = self.overtime == 0 && !self.left.is_zero();
        match self.control {
            TimeControl::SuddenDeath { .. } | TimeControl::Fischer { .. } => true,
            TimeControl::ByoYomi { .. } => in_main_time,
            TimeControl::Canadian { stones, .. } => {
                in_main_time || if self.overtime == 0 { stones > 1 } else { self.overtime > 1 }
            }
        }
    }

    /// The time left: of the main time, or of the present period.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The stones to be played in this period (Canadian), or the periods left with this one (byo-yomi); 0 in the main
    /// time.
    pub fn overtime(&self) -> u32 {
        self.overtime
    }

    /// The longest that one move can take without losing the game.
    pub fn most(&self) -> Duration {
        let (period, further) = match (self.control, self.control.overtime()) {
            (TimeControl::Canadian { .. }, Some((period, _))) if self.overtime == 0 => (period, 1),
            (TimeControl::ByoYomi { .. }, Some((period, periods))) if self.overtime == 0 => (period, periods),
            (TimeControl::ByoYomi { period, .. }, _) => (period, self.overtime.saturating_sub(1)),
            _ => (Duration::ZERO, 0),
        };
        self.left.saturating_add(period.saturating_mul(further))
    }

    /// Takes the time that a move took off the clock.
    ///
    /// # Errors
    /// If it was more than there was: the game is lost, and the clock stands at zero.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), TimeLoss> {
        if let Some(over) = elapsed.checked_sub(self.most()).filter(|over| !over.is_zero()) {
            self.left = Duration::ZERO;
            return Err(TimeLoss { over });
        }
        let mut elapsed = elapsed;
        if let Some((period, n)) = self.control.overtime()
            && self.overtime == 0
            && (elapsed > self.left || self.left.is_zero())
        {
            elapsed -= self.left;
            (self.left, self.overtime) = (period, n);
        }
        match self.control {
            TimeControl::ByoYomi { period, .. } if self.overtime > 0 => {
                while elapsed > self.left {
                    elapsed -= self.left;
                    self.left = period;
                    self.overtime -= 1;
                }
                self.left = period;
            }
            TimeControl::Canadian { period, stones, .. } if self.overtime > 0 => {
                self.left -= elapsed;
                self.overtime -= 1;
                if self.overtime == 0 {
                    (self.left, self.overtime) = (period, stones);
                }
            }
            TimeControl::Fischer { increment, .. } => self.left = (self.left - elapsed).saturating_add(increment),
            _ => self.left -= elapsed,
        }
        Ok(())
    }
}

/// The time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the time was overstepped by {:.3} seconds", over.as_secs_f64())]
pub struct TimeLoss {
    /// By how much.
    pub over: Duration,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn left(clock: &Clock) -> (u64, u32) {
        (clock.left().as_secs(), clock.overtime())
    }

    #[test]
    fn sudden_death_ends_when_the_time_is_up() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { main: seconds(10) });
        assert_eq!(clock.spend(seconds(10)), Ok(()));
        assert_eq!(clock.spend(Duration::from_millis(1)), Err(TimeLoss { over: Duration::from_millis(1) }));
    }

    #[test]
    fn a_move_adds_the_increment() {
        let mut clock = Clock::new(TimeControl::Fischer { main: seconds(10), increment: seconds(5) });
        clock.spend(seconds(7)).unwrap();
        assert_eq!(left(&clock), (8, 0));
        assert!(clock.spend(seconds(9)).is_err());
    }

    #[test]
    fn canadian_stones_earn_a_new_period() {
        let mut clock = Clock::new(TimeControl::Canadian { main: seconds(10), period: seconds(20), stones: 3 });
        clock.spend(seconds(15)).unwrap();
        assert_eq!(left(&clock), (15, 2));
        clock.spend(seconds(5)).unwrap();
        clock.spend(seconds(10)).unwrap();
        assert_eq!(left(&clock), (20, 3));
        assert!(clock.spend(seconds(21)).is_err());
    }

    #[test]
    fn a_move_within_its_period_costs_nothing() {
        let mut clock = Clock::new(TimeControl::ByoYomi { main: seconds(0), period: seconds(30), periods: 5 });
        assert_eq!(clock.most(), seconds(150));
        for _ in 0..100 {
            clock.spend(seconds(30)).unwrap();
        }
        assert_eq!(left(&clock), (30, 5));
        clock.spend(seconds(61)).unwrap();
        assert_eq!(left(&clock), (30, 3));
    }

    #[test]
    fn overtime_without_stones_or_periods_is_sudden_death() {
        let mut clock = Clock::new(TimeControl::Canadian { main: seconds(10), period: seconds(20), stones: 0 });
        assert_eq!(clock.most(), seconds(10));
        assert!(clock.spend(seconds(11)).is_err());
    }

    #[test]
    fn a_period_for_one_move_keeps_no_time() {
        let second = Duration::from_secs(1);
        let byo_yomi = TimeControl::ByoYomi { main: second, period: second, periods: 5 };
        let canadian = |stones| TimeControl::Canadian { main: Duration::ZERO, period: second, stones };
        assert!(Clock::new(byo_yomi).keeps_time() && !Clock::set(byo_yomi, second, 5).keeps_time());
        assert!(!Clock::new(canadian(1)).keeps_time() && Clock::new(canadian(2)).keeps_time());
        assert!(Clock::set(canadian(2), second, 2).keeps_time() && !Clock::set(canadian(2), second, 1).keeps_time());
        assert!(Clock::new(TimeControl::Fischer { main: second, increment: second }).keeps_time());
    }

    fn control() -> impl Strategy<Value = TimeControl> {
        let time = || (0u64..100).prop_map(Duration::from_secs);
        prop_oneof![
            time().prop_map(|main| TimeControl::SuddenDeath { main }),
            (time(), time(), 0u32..5).prop_map(|(main, period, stones)| TimeControl::Canadian { main, period, stones }),
            (time(), time(), 0u32..5).prop_map(|(main, period, periods)| TimeControl::ByoYomi {
                main,
                period,
                periods
            }),
            (time(), time()).prop_map(|(main, increment)| TimeControl::Fischer { main, increment }),
        ]
    }

    proptest! {
        #[test]
        fn exactly_what_is_more_than_the_most_loses(
            control in control(),
            moves in prop::collection::vec(0u64..60, 0..20),
        ) {
            let mut clock = Clock::new(control);
            for time in moves {
                let most = clock.most();
                prop_assert_eq!(clock.spend(seconds(time)).is_err(), seconds(time) > most);
                if seconds(time) > most {
                    break;
                }
            }
        }

        #[test]
        fn no_setting_of_the_clock_breaks_it(
            left in any::<u32>(),
            overtime in any::<u32>(),
            control in control(),
            time in any::<u64>(),
        ) {
            let mut clock = Clock::set(control, Duration::from_secs(left.into()), overtime);
            let _ = clock.spend(Duration::from_millis(time));
        }
    }
}
