//! `greedy-random`: as `greedy`, with a random choice between equal moves.
//!
//! The "Greedy Randomized AI" of Ying's "Artificial Intelligence for Go" (2009, section 5), whose moves were also the
//! playouts of her Heavy Monte-Carlo AI.

use player::{Entry, parameters};

use crate::greedy::{Greedy, GreedyParams};
use crate::seed::SeedParams;
use crate::simple::Simple;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "greedy-random",
    summary: "like greedy, with a random choice between equal moves",
    params: Params::PARAMS,
    build: |settings, _| {
        let Params { greedy, seed } = Params::read(settings);
        Ok(Box::new(Simple::new(Greedy(greedy), seed)))
    },
};

parameters! {
    /// What it plays for, and its seed.
    pub struct Params {
        ..greedy: GreedyParams;
        ..seed: SeedParams;
    }
}
