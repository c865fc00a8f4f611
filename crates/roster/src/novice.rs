//! `novice`: as many liberties in all as it can get, at any price.
//!
//! The "Novice AI" of Ying's "Artificial Intelligence for Go" (2009, section 5): her example of a rule that sounds
//! useful and is ruinous, as the stones that get most liberties are far from each other. A liberty is an
//! empty point beside an own stone, counted once however many stones share it.

use goban::{Board, Color, Game, Point, PointMap};
use player::Entry;

use crate::seed::SeedParams;
use crate::simple::{MoveEvaluator, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "novice",
    summary: "maximises its total number of liberties, at any price",
    params: SeedParams::PARAMS,
    build: |settings, _| Ok(Box::new(Simple::new(Novice, SeedParams::read(settings)))),
};

struct Novice;

impl MoveEvaluator for Novice {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        let us = game.to_play();
        for &point in points {
            let mut after = *game.board();
            after.play_unchecked(point);
            // Every move is better than a pass.
            values[point] = 1.0 + liberties_in_all(&after, us) as f32;
        }
    }
}

fn liberties_in_all(board: &Board, us: Color) -> usize {
    board.empties().iter().filter(|&&point| board.surround(point).neighbors(us.into()) > 0).count()
}
