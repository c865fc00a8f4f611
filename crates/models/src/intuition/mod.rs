//! How likely an expert is to play each move: a softmax over what can be said about it.

mod dictionary;
mod features;
mod model;
mod shape;

pub use dictionary::Dictionary;
pub use features::Features;
pub use model::{About, Intuition, softmax};

#[cfg(test)]
mod tests;
