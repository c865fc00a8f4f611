//! The machine room: playouts, the tree above them, and alpha-beta.

pub mod alphabeta;
pub mod opening;
pub mod playout;
pub mod tree;
