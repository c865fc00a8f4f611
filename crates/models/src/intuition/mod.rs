//! The probability that an expert plays each move: a softmax over features.
//!
//! Every legal move has [`Features`]: shapes of growing size, distances, tactics of the neighbouring chains. A
//! [`Dictionary`] has the features that are frequent among expert moves; an [`Intuition`] has a weight for each. The
//! score of a move is the sum of its weights, and the softmax of the scores gives probabilities (a generalised
//! Bradley-Terry model: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).

mod dictionary;
mod embedded;
mod features;
mod model;
mod shape;

pub use dictionary::Dictionary;
pub use features::Features;
pub use model::{About, Intuition, softmax};

#[cfg(test)]
mod tests;
