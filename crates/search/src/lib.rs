//! The machine room: playouts, and the tree above them.

pub mod playout;
pub mod tree;
