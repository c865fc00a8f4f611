//! The convolutional network: input features and inference.
//!
//! [`features`] encodes each point in one byte. `ponnuki data shards` writes these bytes for training, and inference
//! decodes them into input planes, so that both use the same features. A [`Network`] maps an [`Input`] to an
//! [`Evaluation`]. A [`NetEvaluator`] evaluates positions of games.

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
#[cfg(test)]
mod pytorch;
mod races;
#[cfg(test)]
mod reference;
pub mod safetensors;
mod shape;
mod transform;
mod vector;
mod winograd;

pub use bits::Bits;
pub use embedded::EMBEDDED;
pub use evaluator::{NetEvaluator, Position, Symmetries};
pub use network::{Evaluation, FACTS, Input, Network, PLANES, RECENT, Workspace};
pub use shape::Shape;
