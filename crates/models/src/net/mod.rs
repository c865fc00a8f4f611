//! The convolutional network: what it sees of a position, and what it says.
//!
//! [`features`] makes one byte of each point. Teachers write these bytes into shards, and inference makes the network's planes of
//! them, so that both see the same. A [`Network`] answers a [`Input`]; an [`NetEvaluator`] asks it about positions.

mod activations;
mod bits;
mod convolution;
mod embedded;
mod evaluator;
pub mod features;
mod kernel;
mod network;
#[cfg(target_arch = "x86_64")]
mod processor;
mod races;
#[cfg(test)]
mod reference;
pub mod safetensors;
mod transform;
mod vector;
mod winograd;

pub use bits::Bits;
pub use embedded::EMBEDDED;
pub use evaluator::{NetEvaluator, Position, Symmetries};
pub use network::{Evaluation, FACTS, Input, Network, PLANES, RECENT, Shape, Workspace};
