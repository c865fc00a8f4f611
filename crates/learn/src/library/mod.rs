//! Collects boards with their win rates into a library (Ying 2009, section 5 and weeks 10, 11 and 15 of the work log).
//!
//! Boards come from game records or from games that players play against themselves, and are worth at first what became
//! of these games: the same board, turned or with the colours exchanged, out of several games is one board with several
//! results. [`Collector`] does that. Or they are played out by a quick player, so many times each, and the share of
//! wins is their worth: that is [`simulate`].

mod collect;
mod play;

pub use collect::{Collector, Settings};
pub use play::{Terms, self_play, simulate};

#[cfg(test)]
mod tests;
