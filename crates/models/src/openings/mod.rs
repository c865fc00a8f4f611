//! Expert openings: clusters of similar positions, and the exact book.
//!
//! [`Clusters`] are SmartStart's (Steinmetz and Gini, "Mining Expert Play to Guide Monte Carlo Search in the Opening
//! Moves of Go", 2015): for every number of moves played, clusters of similar positions, each with the moves that
//! experts made next.

mod book;
mod clusters;
mod embedded;

pub use book::{Book, position_key};
pub use clusters::{Cluster, Clusters, Near, Stage, features};
