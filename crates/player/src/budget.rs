//! How long a player may think, and the signal that it has thought long enough.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Clock;

/// What a player may spend on a move. Several limits may be given: the first one reached ends the thinking. None at all
/// leaves it to the player's own settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The maximum number of playouts, or of what the player counts as visits; `u64::MAX` asks for as many as there is
    /// time for, even when the best move is clear.
    pub playouts: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
    /// The player's clock as it stands before the move: to be managed, and not to be overstepped.
    pub clock: Option<Clock>,
}

impl Budget {
    /// A number of playouts per move.
    pub fn playouts(playouts: u64) -> Budget {
        Budget { playouts: Some(playouts), ..Budget::default() }
    }

    /// A time per move.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// By the clock.
    pub fn clock(clock: Clock) -> Budget {
        Budget { clock: Some(clock), ..Budget::default() }
    }

    /// The most time that may pass before the move is made: the time limit, or what is left on the clock.
    pub fn most(&self) -> Option<Duration> {
        match (self.time, self.clock.map(|clock| clock.most())) {
            (Some(time), Some(clock)) => Some(time.min(clock)),
            (time, clock) => time.or(clock),
        }
    }
}

/// A signal, shared by its clones, on which a thinking player answers at once.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A signal that has not been given.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Gives the signal.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the signal was given.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes the signal back, before the next move.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;

    #[test]
    fn a_signal_reaches_its_clones() {
        let stop = Stop::new();
        let thinker = stop.clone();
        assert!(!thinker.is_stopped());
        stop.stop();
        assert!(thinker.is_stopped());
        stop.reset();
        assert!(!thinker.is_stopped());
    }

    #[test]
    fn the_shorter_of_limit_and_clock_holds() {
        let clock = Clock::new(TimeControl::SuddenDeath { main: Duration::from_secs(10) });
        let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::clock(clock) };
        assert_eq!(budget.most(), Some(Duration::from_secs(10)));
        assert_eq!(Budget::playouts(1).most(), None);
    }
}
