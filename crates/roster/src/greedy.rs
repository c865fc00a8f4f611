//! `greedy`: captures as much as it can, else gives its largest chain more liberties.
//!
//! The "Greedy AI" of Ying's "Artificial Intelligence for Go" (2009, section 5), partly after ideas of Holigor's. It
//! does not look ahead. What the report leaves open: where the largest chain can get no more liberties, it is the turn
//! of the next one; where no chain can, of a stone on its own, and at last of anything that is neither an own eye nor a
//! self-atari.
//!
//! The greedy opponent of Stoutamire's "Machine Learning, Game Play, and Go" (1991, section 4.2) captures when it can,
//! and where it cannot rates every move the same: `otherwise=anything`.

use goban::{Board, ChainLiberties, Color, Game, Point, PointMap, tactics};
use player::{Entry, choices, parameters};

use crate::simple::{MoveEvaluator, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "greedy",
    summary: "captures as many stones as it can, else gives its largest chain more liberties",
    params: GreedyParams::PARAMS,
    build: |settings, _| Ok(Box::new(Simple::deterministic(Greedy(GreedyParams::read(settings))))),
};

parameters! {
    /// What it plays for.
    pub struct GreedyParams {
        /// what it plays when it cannot capture: a move that gains liberties, or any move
        pub otherwise: Otherwise = "liberties";
    }
}

choices! {
    /// What it plays for where there is nothing to capture.
    pub enum Otherwise {
        /// Liberties of its largest chain.
        Liberties = "liberties",
        /// Nothing: all moves are equal.
        Anything = "anything",
    }
}

/// The value of moves, without a way to choose between equal ones.
pub(crate) struct Greedy(pub GreedyParams);

/// More than the value of any chain.
const CAPTURE: f32 = 1e6;
/// More than any gain of liberties.
const STONE: f32 = 1e3;

impl MoveEvaluator for Greedy {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        let (board, us) = (game.board(), game.to_play());
        let liberties = ChainLiberties::new(board, us);
        for &point in points {
            let captured = tactics::captured_by(board, point, us);
            values[point] = match self.0.otherwise {
                _ if captured > 0 => CAPTURE + captured as f32,
                Otherwise::Anything => 1.0,
                Otherwise::Liberties => gain(board, &liberties, point, us),
            };
        }
    }
}

/// The value of a move that captures nothing.
fn gain(board: &Board, all: &ChainLiberties<'_>, point: Point, us: Color) -> f32 {
    let liberties = all.count_after(point);
    if liberties < 2 {
        return -(tactics::chain_size_after(board, point, us) as f32);
    }
    let own = point.neighbors().into_iter().filter(|&n| board.cell(n).is(us));
    match own.max_by_key(|&chain| board.chain_size(chain)) {
        None => liberties as f32,
        Some(chain) => {
            let gain = liberties as f32 - all.count(chain) as f32;
            if gain > 0.0 { STONE * board.chain_size(chain) as f32 + gain } else { 1.0 / (2.0 - gain) }
        }
    }
}
