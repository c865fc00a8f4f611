//! `greedy-score`: the move after which the score of the board as it stands is best.
//!
//! The "Greedy Score AI" of Ying's "Artificial Intelligence for Go" (2009, section 5). Every stone counts as alive and
//! every empty region as theirs whose stones alone touch it, by the rules of the game.

use goban::{Board, Color, Game, Point, PointMap, PointSet, score};
use player::Entry;

use crate::seed::SeedParams;
use crate::simple::{MoveEvaluator, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "greedy-score",
    summary: "plays the move after which the score of the board as it stands is best",
    params: SeedParams::PARAMS,
    build: |settings, _| Ok(Box::new(Simple::new(GreedyScore, SeedParams::read(settings)))),
};

struct GreedyScore;

impl MoveEvaluator for GreedyScore {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        let nothing_dead = PointSet::new();
        let sign = if game.to_play() == Color::Black { 1 } else { -1 };
        let count = |board: &Board| sign * score::margin(board, game.rules().scoring, &nothing_dead);
        let now = count(game.board());
        for &point in points {
            let mut after = *game.board();
            after.play_unchecked(point);
            values[point] = (count(&after) - now) as f32;
        }
    }
}
