//! An evaluation made of weighted patterns, after Per Rutquist's "Evolving an Evaluation Function to Play Go" (1997).
//!
//! A [`Pattern`] is a window of 5x5 points, some of which are specified: own stone, opponent's stone, empty, edge. Its
//! count on a board is the number of matches under all symmetries, minus the number of matches with colours exchanged.
//! An [`Evaluation`] is a vector of weighted patterns that estimates the win rate of the player who has just moved. In
//! Rutquist's scheme, weights are learnt and patterns evolve; `ponnuki learn genetic` does that.

mod embedded;
mod evaluation;
mod pattern;
mod planes;

pub use evaluation::{About, Evaluation, Generation, Population};
pub use pattern::{Kind, PLACES, Pattern, REACH};
pub use planes::{Matcher, Planes};

#[cfg(test)]
mod tests;
