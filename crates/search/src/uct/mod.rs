//! Tree search by playouts: UCT (Kocsis and Szepesvári 2006) with RAVE, transpositions and priors.
//!
//! A simulation goes down from the root by [`Formula`], makes a node where it leaves the tree often enough, plays a
//! playout to the end, and goes back up, telling every edge on the way how it ended and every edge beside the way which
//! moves came later. Threads share one tree ([`Pool`]) without a lock on the way down.

mod node;
mod prior;
mod search;
mod select;
mod worker;

pub use node::{Edge, NodeId, Pool, Start, Tally};
pub use prior::{Priors, Weights};
pub use search::{SearchSettings, Searcher};
pub use select::Formula;
