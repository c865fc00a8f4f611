//! A library of boards with win rates, and a distance between boards.
//!
//! The idea is Kristen Ying's ("Artificial Intelligence for Go", University of Pennsylvania, 2009, weeks 10 and 11 of
//! the work log): the win rate of a board is interpolated from the `k` nearest boards of a library.
//!
//! A board is from the perspective of the player who has just moved: *own* stones and the *opponent*'s. [`Features`]
//! are counts on it; a [`Portrait`] has these and the stones under the eight symmetries, and [`Portrait::distance`] is
//! the distance. A [`Library`] finds the nearest boards by a [`Tree`] and [`interpolate`]s. [`Cells`] are the report's
//! other idea, bins of which only one is searched.

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
