//! `ponnuki match` and `ponnuki tournament`: players meet, and everything is kept.

pub mod matches;
mod progress;
mod screen;
pub mod tournament;
