//! Collects boards with their win rates into a library (Ying 2009, section 5 and weeks 10, 11 and 15 of the work log).
//!
//! Boards come from game records or from self-play, and their win rates from the results of these games
//! ([`Collector`]): a board in another symmetry or with exchanged colours is the same board, with several results. Or a
//! fast player plays several games from each board, and the share of wins is its win rate ([`simulate`]).

mod collect;
mod play;
mod teach;

pub use collect::{Collector, Sampling};
pub use play::{SelfPlay, self_play, simulate};
pub use teach::{Params, TEACHER};

#[cfg(test)]
mod tests;
