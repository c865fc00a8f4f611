//! The convolutional network: what it sees of a position.
//!
//! [`sight`] makes one byte of each point. Teachers write these bytes into shards, and inference makes the network's planes of
//! them, so that both see the same.

pub mod sight;
