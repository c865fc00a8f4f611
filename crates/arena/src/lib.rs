//! Where players meet: matches, tournaments, and what their results mean.
//!
//! [`stats`] is what the results mean, as pure functions: win rates, Elo, ratings, the sequential test.

pub mod stats;
