//! The positions that a game has been through, for superko.

use crate::board::Board;
use crate::color::Color;
use crate::point::{CAPACITY, Point};
use crate::zobrist;

/// Every position of a game so far, the present one last.
#[derive(Clone)]
pub(crate) struct History {
    /// Apart from the positions, because this is what is searched.
    hashes: Vec<u64>,
    positions: Vec<Position>,
}

/// The stones of a position, a bit each, and whose turn it was.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    stones: [[u64; CAPACITY / 64]; 2],
    to_play: Color,
}

impl History {
    /// A history that begins with this position.
    pub fn new(board: &Board) -> History {
        let mut position = Position { stones: [[0; CAPACITY / 64]; 2], to_play: board.to_play() };
        for point in board.points() {
            if let Some(color) = board.cell(point).color() {
                position.flip(point, color);
            }
        }
        History { hashes: vec![zobrist::stones(board)], positions: vec![position] }
    }

    /// Adds the position that the last move on the board has led to.
    pub fn push(&mut self, board: &Board) {
        let mut position = *self.present();
        let us = board.to_play().other();
        position.to_play = board.to_play();
        if let Some(point) = board.last_move().and_then(|mv| mv.point()) {
            position.flip(point, us);
            let taken = if board.cell(point).is(us) { us.other() } else { us };
            board.last_taken().iter().for_each(|&at| position.flip(at, taken));
        }
        self.hashes.push(self.hash() ^ zobrist::change(board));
        self.positions.push(position);
    }

    /// The hash of the stones now on the board.
    pub fn hash(&self) -> u64 {
        self.hashes.last().copied().unwrap_or_default()
    }

    /// The hashes of all positions.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    fn present(&self) -> &Position {
        self.positions.last().expect("a history begins with a position")
    }

    /// Whether a stone there would bring back an earlier position; if `situational`, with the same player to move.
    pub fn would_repeat(&self, board: &Board, point: Point, color: Color, situational: bool) -> bool {
        let mut hash = self.hash();
        self.changes(board, point, color, |at, stone| hash ^= zobrist::stone(at, stone));
        let alike = |i: &usize| self.hashes[*i] == hash;
        let Some(first) = (0..self.hashes.len()).find(alike) else { return false };
        let mut after = *self.present();
        after.to_play = color.other();
        self.changes(board, point, color, |at, stone| after.flip(at, stone));
        (first..self.hashes.len()).filter(alike).any(|i| {
            let earlier = &self.positions[i];
            earlier.stones == after.stones && (!situational || earlier.to_play == after.to_play)
        })
    }

    /// Tells every stone that a move would add or take away, without making it.
    fn changes(&self, board: &Board, point: Point, color: Color, mut change: impl FnMut(Point, Color)) {
        let suicide = board.is_suicide(point, color);
        let gone = if suicide { color } else { color.other() };
        if !suicide {
            change(point, color);
        }
        let neighbors = point.neighbors();
        for (i, &n) in neighbors.iter().enumerate() {
            let seen = neighbors[..i].iter().any(|&before| board.head(before) == board.head(n));
            if board.cell(n).is(gone) && board.in_atari(n).is_some() && !seen {
                board.chain(n).for_each(|at| change(at, gone));
            }
        }
    }
}

impl Position {
    fn flip(&mut self, point: Point, color: Color) {
        self.stones[color.index()][point.index() / 64] ^= 1 << (point.index() % 64);
    }
}
