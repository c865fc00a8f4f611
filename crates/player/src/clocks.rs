//! The clocks of both players of a game.

use std::time::Duration;

use goban::Color;

use crate::{Clock, TimeControl, TimeLoss};

/// Both clocks, under one time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks([Clock; 2]);

impl Clocks {
    /// Clocks at the beginning of the game.
    pub fn new(control: TimeControl) -> Clocks {
        Clocks([Clock::new(control); 2])
    }

    /// Clocks as they were left, Black's first.
    pub fn set(clocks: [Clock; 2]) -> Clocks {
        Clocks(clocks)
    }

    /// What is left to a player.
    pub fn of(&self, color: Color) -> Clock {
        self.0[color.index()]
    }

    /// Takes the time of a move off a player's clock.
    ///
    /// # Errors
    /// As [`Clock::spend`].
    pub fn spend(&mut self, color: Color, elapsed: Duration) -> Result<(), TimeLoss> {
        self.0[color.index()].spend(elapsed)
    }

    /// Takes time off a player's clock without a move. The clock stops at one millisecond: only a move, or its absence,
    /// loses on time.
    pub fn charge(&mut self, color: Color, elapsed: Duration) {
        let clock = &mut self.0[color.index()];
        let least = Duration::from_millis(1).min(clock.left());
        *clock = Clock::set(clock.control(), clock.left().saturating_sub(elapsed).max(least), clock.overtime());
    }
}
