//! `ponnuki match` and `ponnuki tournament`: players meet, and everything is kept.

pub mod matches;
mod progress;
mod screen;
pub mod tournament;

use anyhow::{Result, bail};

/// Reads a seed.
fn seed(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(seed) => Ok(seed),
        Err(_) => bail!("a seed is a whole number from 0 to {}", u64::MAX),
    }
}
