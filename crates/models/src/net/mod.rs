//! The convolutional network: what it sees of a position, and what it says.
//!
//! [`sight`] makes one byte of each point. Teachers write these bytes into shards, and inference makes the network's planes of
//! them, so that both see the same. A [`Network`] answers a [`Question`]; an [`Eye`] asks it about positions.

mod bits;
mod convolution;
mod embedded;
mod eye;
mod field;
mod kernel;
mod network;
mod races;
pub mod safetensors;
pub mod sight;
#[cfg(test)]
mod textbook;
mod transform;
mod vector;
mod winograd;

pub use bits::Bits;
pub use embedded::EMBEDDED;
pub use eye::{Eye, Scene, Sides};
pub use network::{Answer, FACTS, Network, PLANES, Question, RECENT, Room, Shape};
