//! The seed of players that use random numbers.

use player::{Rng, parameters};

parameters! {
    /// The seed.
    pub struct SeedParams {
        /// the seed of every game; without one, each game has its own
        pub seed: Seed = "";
    }
}

impl SeedParams {
    /// The seed of a game that is given this one.
    pub fn of_game(&self, given: u64) -> u64 {
        self.seed.unwrap_or(given)
    }

    /// The generator before the first game.
    pub fn rng(&self) -> Rng {
        Rng::new(self.of_game(0))
    }
}
