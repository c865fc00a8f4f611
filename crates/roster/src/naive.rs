//! `naive`: a beginner who has played some games.
//!
//! The "Naive" player of Mayer's "Board Representations for Neural Go Players Learning by Temporal Difference" (2007,
//! section III): it saves and captures stones, connects weak ones, and recognises lost stones. Where nothing is in
//! danger it plays anywhere that is of use. `danger` defines both.

use goban::{Game, Point, PointMap};
use player::Entry;

use crate::danger;
use crate::seed::SeedParams;
use crate::simple::{MoveEvaluator, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "naive",
    summary: "saves, captures and connects stones, or else plays anywhere useful",
    params: SeedParams::PARAMS,
    build: |settings, _| Ok(Box::new(Simple::new(Naive { clean_up: false }, SeedParams::read(settings)))),
};

struct Naive {
    clean_up: bool,
}

impl MoveEvaluator for Naive {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        danger::evaluate(game, points, self.clean_up, 1.0, |_| 1.0, values);
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }
}
