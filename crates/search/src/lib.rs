//! The machine room: playouts, the tree above them, and alpha-beta.

pub mod alphabeta;
pub mod playout;
pub mod tree;
