//! Move ordering: the sooner a good move comes, the more of the others are cut off.

use goban::{Board, Cell, Color, Move, Point, PointMap, tactics};

/// The moves that cut off others before, by colour.
pub(super) struct Order {
    cuts: [PointMap<u32>; 2],
}

impl Order {
    pub fn new() -> Order {
        Order { cuts: [PointMap::new(0); 2] }
    }

    /// Remembers that a move caused a cutoff at this depth.
    pub fn praise(&mut self, us: Color, mv: Move, depth: u32) {
        if let Some(point) = mv.point() {
            let cuts = &mut self.cuts[us.index()][point];
            *cuts = cuts.saturating_add(depth * depth);
        }
    }

    /// Sorts moves: what was best before, captures, escapes from atari, what cut off others before, the open before the
    /// side; a pass, self-atari and own eyes last. Equal ones stay in their order.
    pub fn sort(&self, board: &Board, before: Option<Move>, moves: &mut [Move]) {
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse((before == Some(mv), self.promise(board, mv))));
    }

    fn promise(&self, board: &Board, mv: Move) -> (i32, u32) {
        let us = board.to_play();
        let Some(point) = mv.point() else { return (-1, 0) };
        let captured = tactics::captured_by(board, point, us);
        let kind = if captured > 0 {
            4 + captured as i32
        } else if board.is_eye_like(point, us) {
            -3
        } else if tactics::self_atari(board, point, us).is_some() {
            -2
        } else if escapes(board, point, us) {
            4
        } else {
            4 - board.surround(point).neighbors(Cell::Edge) as i32
        };
        (kind, self.cuts[us.index()][point])
    }
}

fn escapes(board: &Board, point: Point, us: Color) -> bool {
    point.neighbors().into_iter().any(|n| board.cell(n).is(us) && board.in_atari(n).is_some())
}
