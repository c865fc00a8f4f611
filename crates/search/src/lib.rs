//! The machine room: playouts, and in time the tree above them.

pub mod playout;
