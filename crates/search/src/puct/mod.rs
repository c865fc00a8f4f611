//! Search by a network: PUCT (Rosin 2011; Silver et al. 2017).
//!
//! A network says of a new position how likely each move is and who wins; the tree grows where moves are likely and
//! turn out well. A simulation goes down from the root by [`Formula`], asks the network about the position at the end,
//! and goes back up with its answer. If a part is left to playouts, one is played from there too. Threads share one
//! tree behind a lock, since it is held for microseconds and the network thinks for a thousand times as long; who is on
//! the way counts as a loss meanwhile, so that others go elsewhere.

mod cache;
mod evaluator;
mod search;
mod tree;
mod worker;

pub use evaluator::{Evaluator, NetworkEvaluator};
pub use search::{SearchSettings, Searcher};
pub use tree::Formula;
