//! Networks that say how likely a player is to win, by what the board looks like to them (Mayer, "Board Representations for
//! Neural Go Players Learning by Temporal Difference", 2007).
//!
//! A [`Representation`] makes numbers of a board, always from one player's view: own stones count 1, the opponent's -1. A
//! [`Network`] makes one number of these, about 1 where that player wins and about 0 where not. A player values each move by
//! the position after it, in the view of who moves; a pass leaves the position as it is.
//!
//! All representations are sums over stones, and there is no bias. So the first layer can be folded onto the points of the
//! board: each stone adds the same row of numbers wherever it is met, with the sign of its colour. A [`Sight`] holds these
//! rows; for a move it adds the row of the new stone and of those that are captured, whatever the representation.

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
