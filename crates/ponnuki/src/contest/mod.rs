//! `ponnuki match`, `ponnuki tournament` and `ponnuki tune`: contests whose games are stored in a ledger.

pub mod matches;
mod options;
mod progress;
mod screen;
pub mod tournament;
pub mod tune;
