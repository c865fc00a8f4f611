//! The board for window matching: with a wide border, from the perspective of the player to move.

use goban::{Board, Cell, MAX_SIZE, Point, tactics};

use super::view::{MAX_LIBERTIES, MAX_RADIUS, View};

/// The content of a point.
pub(super) type Content = u8;

/// An empty point.
pub(super) const EMPTY: Content = 0;
/// A point outside the board.
pub(super) const EDGE: Content = 1;
/// A ko point that may not be retaken.
pub(super) const KO: Content = 2;
/// The first code of stones: own stones by liberties, then the opponent's.
const STONE: Content = 3;
/// The number of codes.
pub(super) const THINGS: usize = STONE as usize + 2 * (MAX_LIBERTIES as usize + 1);

/// Whether a code is a stone.
#[inline(always)]
pub(super) fn is_stone(seen: Content) -> bool {
    seen >= STONE
}

/// The length of a row including the border.
pub(super) const WIDTH: usize = MAX_SIZE + 2 * MAX_RADIUS as usize;

/// A board with a border.
#[derive(Clone)]
pub(super) struct PaddedBoard {
    cells: Box<[Content]>,
    size: usize,
}

impl PaddedBoard {
    pub(super) fn new() -> PaddedBoard {
        PaddedBoard { cells: vec![EDGE; WIDTH * WIDTH].into(), size: 0 }
    }

    /// Encodes a board.
    pub(super) fn encode(&mut self, board: &Board, view: &View) {
        if self.size != board.size() {
            self.cells.fill(EDGE);
            self.size = board.size();
        }
        let us = board.to_play();
        for point in board.points() {
            self.cells[place(point)] = match board.cell(point).color() {
                None => EMPTY,
                Some(color) => {
                    let side = if color == us { 0 } else { view.liberties + 1 };
                    STONE + side + liberties(board, point, view.liberties)
                }
            };
        }
        if let Some(ko) = board.ko().filter(|_| view.ko) {
            self.cells[place(ko)] = KO;
        }
    }

    /// Sets the content of a point.
    pub(super) fn put(&mut self, place: usize, seen: Content) {
        self.cells[place] = seen;
    }

    /// The content of a point.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Content {
        self.cells[place]
    }
}

/// The index of a point.
#[inline(always)]
pub(super) fn place(point: Point) -> usize {
    (point.row() + MAX_RADIUS as usize) * WIDTH + point.col() + MAX_RADIUS as usize
}

/// The liberties of a chain beyond the first, up to the limit.
fn liberties(board: &Board, stone: Point, limit: u8) -> u8 {
    debug_assert_ne!(board.cell(stone), Cell::Empty);
    match limit {
        0 => 0,
        1 => u8::from(board.in_atari(stone).is_none()),
        _ => (tactics::liberty_count(board, stone) - 1).min(usize::from(limit)) as u8,
    }
}
