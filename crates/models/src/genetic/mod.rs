//! An evaluation made of weighted patterns, after Per Rutquist's "Evolving an Evaluation Function to Play Go" (1997).
//!
//! A [`Pattern`] is a window of five by five points of which some are told: an own stone, the other's, an empty point, edge.
//! It is counted wherever it is on a board, turned in all ways, less as often as it is there with the sides exchanged. An
//! [`Evaluation`] is a vector of patterns with a weight each, and says how likely the player is to win who has just moved.
//! Rutquist's scheme has the weights learnt and the patterns bred; who does that is the teacher of the same name.

mod embedded;
mod evaluation;
mod pattern;
mod planes;

pub use evaluation::{About, Evaluation, Generation, Population};
pub use pattern::{Kind, PLACES, Pattern, REACH};
pub use planes::{Matcher, Planes};

#[cfg(test)]
mod tests;
