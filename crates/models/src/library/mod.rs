//! A library of boards with a win rate each, and how far boards are from each other.
//!
//! The idea is Kristen Ying's ("Artificial Intelligence for Go", University of Pennsylvania, 2009, weeks 10 and 11 of the
//! work log): boards whose chances are known are kept, a function says how different two boards are, and a board that is not
//! among them is worth what the `k` nearest of them are worth, interpolated.
//!
//! A board is seen by the player who has just moved: *own* stones and the *other*'s, whatever their colours. [`Features`] are
//! what can be counted on it; a [`Portrait`] is these and the stones in their eight symmetries, and [`Portrait::distance`] is
//! the distance; a [`Library`] finds the nearest boards by a [`Tree`] and [`interpolate`]s. [`Cells`] are the report's other
//! idea, bins of which only one is searched.

mod cells;
mod content;
mod embedded;
mod features;
mod portrait;
mod stones;
mod tree;

pub use cells::Cells;
pub use content::{About, Library, Nearest, Neighbour, Sample, interpolate};
pub use features::{Feature, Features};
pub use portrait::{FARTHEST, OVERLAP, Portrait};
pub use stones::Stones;
pub use tree::{Search, Tree};

#[cfg(test)]
mod tests;
