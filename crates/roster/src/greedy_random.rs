//! `greedy-random`: as `greedy`, with lots drawn between equal moves.
//!
//! The "Greedy Randomized AI" of Ying's "Artificial Intelligence for Go" (2009, section 5), whose moves were also the
//! playouts of her Heavy Monte-Carlo AI.

use player::Entry;

use crate::greedy::{Greedy, OTHERWISE};
use crate::simple::{SEED, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "greedy-random",
    summary: "like greedy, with lots drawn between equal moves",
    params: &[OTHERWISE, SEED],
    build: |settings, _| Ok(Box::new(Simple::new(Greedy::new(settings), settings.int("seed")))),
};
