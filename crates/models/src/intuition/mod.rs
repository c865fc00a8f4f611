//! How likely an expert is to play each move: a softmax over what can be said about it.
//!
//! Every legal move has [`Features`]: shapes of growing size, distances, what it does to the chains beside it. A [`Dictionary`]
//! has those that experts' moves have often enough; an [`Intuition`] has a weight for each. The weights of a move's features
//! add up, and the moves share the probability by the exponentials of these sums (a generalised Bradley-Terry model: Coulom,
//! "Computing Elo ratings of move patterns in the game of Go", 2007).

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
