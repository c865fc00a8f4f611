//! Networks that estimate a player's chance of winning (Mayer, "Board Representations for Neural Go Players Learning by
//! Temporal Difference", 2007).
//!
//! A [`Representation`] turns a board into inputs, from one player's perspective: own stones count 1, the opponent's
//! -1. A [`Network`] maps these to one number, near 1 where that player wins and near 0 where he loses. A player values
//! each move by the position after it, from the mover's perspective; a pass leaves the position as it is.
//!
//! All representations are sums over stones, and there is no bias. So the first layer can be folded onto the points of
//! the board: each stone adds the row of its point, with the sign of its colour. A [`Sight`] holds these rows. For a
//! move it adds the rows of the new stone and of the captured ones, for any representation.

mod embedded;
mod lanes;
mod network;
mod representation;
mod select;
mod sight;
mod store;
mod transfer;

pub use embedded::EMBEDDED;
pub use lanes::sigmoid;
pub use network::{Gradient, Network, Trace};
pub use representation::{Representation, RepresentationError};
pub use select::pick;
pub use sight::Sight;
pub use store::About;

#[cfg(test)]
mod tests;
