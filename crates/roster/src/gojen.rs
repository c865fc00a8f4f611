//! `gojen`: saving, capturing, and thirty-two shapes: a beginner after some weeks of play.
//!
//! The best opponent of Mayer's "Board Representations for Neural Go Players Learning by Temporal Difference" (2007,
//! section III), a program written by others which searched the board for thirty-two well-known patterns in all
//! symmetries. Which those were is not said; the ones here, in `data/shapes.txt`, are any teacher's first. Stones in
//! danger come first (`danger`), then the best shape, and where there is none the third line and above.

mod shape;

use goban::{Board, Game, Point, PointMap};
use player::Entry;

use crate::danger;
use crate::seed::SeedParams;
use crate::simple::{MoveEvaluator, Simple};
use shape::Shapes;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "gojen",
    summary: "saves and captures stones, and plays thirty-two classic shapes",
    params: SeedParams::PARAMS,
    build: |settings, _| {
        let gojen = Gojen { shapes: Shapes::classic(), clean_up: false };
        Ok(Box::new(Simple::new(gojen, SeedParams::read(settings))))
    },
};

/// The weight of a stone in danger, compared to `naive`: even one comes before any shape.
const DANGER: f32 = 5.0;

struct Gojen {
    shapes: Shapes,
    clean_up: bool,
}

impl MoveEvaluator for Gojen {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        let (board, us) = (game.board(), game.to_play());
        let quiet = |point: Point| (height(board, point) + self.shapes.value(board, point, us)).max(0.05);
        danger::evaluate(game, points, self.clean_up, DANGER, quiet, values);
    }

    fn remark(&self, game: &Game, point: Point) -> Option<(&'static str, String)> {
        let name = self.shapes.name(game.board(), point, game.to_play())?;
        Some(("shape", name.to_string()))
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }
}

/// The value of a point without a shape: little on the first two lines.
fn height(board: &Board, point: Point) -> f32 {
    match point.line(board.size()) {
        1 => 0.1,
        2 => 0.5,
        _ => 1.0,
    }
}
