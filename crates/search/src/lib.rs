//! The machine room: playouts, the tree above them, and alpha-beta.

pub mod alphabeta;
pub mod opening;
pub mod playout;
pub mod puct;
pub mod tree;
mod verdict;

pub use verdict::{Candidate, Search, Until, Verdict};
