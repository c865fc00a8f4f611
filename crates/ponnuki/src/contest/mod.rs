//! `ponnuki match` and `ponnuki tournament`: contests whose games are stored in a ledger.

pub mod matches;
mod options;
mod progress;
mod screen;
pub mod tournament;
