//! Shapes of growing size around a move, with and without the last move marked in them.
//!
//! Points are ordered by the distance of Stern, Herbrich and Graepel ("Bayesian pattern ranking for move prediction in
//! the game of Go", 2006): dx + dy + max(dx, dy), which grows a nearly round window. At some distances the shape so far
//! is hashed, the same under the eight symmetries and for either colour.

use goban::{Board, Cell, Color, MAX_SIZE, Point};

use crate::{Names, least, names};

/// The distances at which a shape is hashed.
pub(super) const SIZES: [u8; 8] = [3, 4, 5, 6, 7, 8, 10, 13];
/// The greatest distance.
const REACH: u8 = SIZES[SIZES.len() - 1];
/// The greatest offset in rows or columns.
const MARGIN: usize = REACH as usize / 2;
/// The length of a row including the border.
const WIDTH: usize = MAX_SIZE + 2 * MARGIN;

/// The contents of a point; an empty point has no key.
const EDGE: u8 = 1;
const OWN: u8 = 2;
const OTHER: u8 = 3;
/// The last move, in addition to the stone.
const LAST: u8 = 4;
const THINGS: usize = 5;
/// Distinguishes these keys from those of other windows.
const KEYS: u64 = 1 << 60;

/// The distance between two points.
pub(super) fn distance(rows: i32, cols: i32) -> u8 {
    let (rows, cols) = (rows.unsigned_abs(), cols.unsigned_abs());
    (rows + cols + rows.max(cols)).min(255) as u8
}

/// The keys of all points of the largest window.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// The points that each size adds, by their offset from the centre.
    rings: Vec<Vec<Spot>>,
}

#[derive(Clone, Debug)]
struct Spot {
    offset: isize,
    keys: [Names; THINGS],
}

impl Keys {
    pub(super) fn new() -> Keys {
        let reach = MARGIN as i32;
        let mut spots: Vec<(u8, i32, i32)> = (-reach..=reach)
            .flat_map(|row| (-reach..=reach).map(move |col| (distance(row, col), row, col)))
            .filter(|&(far, ..)| far > 0 && far <= REACH)
            .collect();
        spots.sort_unstable();
        let mut nearer = 0;
        let mut ring = |size: u8| {
            let part = spots.iter().filter(|&&(far, ..)| far > nearer && far <= size);
            let ring = part.map(|&(_, row, col)| Spot::new(row, col)).collect();
            nearer = size;
            ring
        };
        Keys { rings: SIZES.iter().map(|&size| ring(size)).collect() }
    }
}

impl Spot {
    fn new(row: i32, col: i32) -> Spot {
        let keys = |thing: usize| if thing == 0 { [0; 8] } else { names((row, col), thing as u64 | KEYS) };
        Spot { offset: row as isize * WIDTH as isize + col as isize, keys: std::array::from_fn(keys) }
    }
}

/// A board for shape matching.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    cells: Box<[u8]>,
    size: usize,
    last: Option<Point>,
}

impl Ground {
    pub(super) fn new() -> Ground {
        Ground { cells: vec![EDGE; WIDTH * WIDTH].into(), size: 0, last: None }
    }

    /// Sets the board.
    pub(super) fn set(&mut self, board: &Board) {
        if self.size != board.size() {
            self.cells.fill(EDGE);
            self.size = board.size();
        }
        let us = board.to_play();
        let [black, white] = if us == Color::Black { [OWN, OTHER] } else { [OTHER, OWN] };
        for point in board.points() {
            self.cells[place(point)] = match board.cell(point) {
                Cell::Black => black,
                Cell::White => white,
                _ => 0,
            };
        }
        self.last = board.last_move().and_then(|mv| mv.point());
    }

    /// Hashes the shapes around a point from the smallest to the largest. `see` gets the size, the hash, and whether
    /// the last move is marked, and returns whether to continue.
    #[inline]
    pub(super) fn shapes(&self, keys: &Keys, point: Point, mut see: impl FnMut(usize, u64, bool) -> bool) {
        let place = place(point);
        let last = self.last.map(|last| {
            let (row, col) = (last.row() as i32 - point.row() as i32, last.col() as i32 - point.col() as i32);
            (distance(row, col), row, col)
        });
        let marked = last
            .filter(|&(far, ..)| far <= REACH)
            .map(|(far, row, col)| (far, names((row, col), u64::from(LAST) | KEYS)));
        let (mut plain, mut with_last) = (true, true);
        let mut names = [0; 8];
        for (number, ring) in keys.rings.iter().enumerate() {
            for spot in ring {
                let thing = self.cells[place.wrapping_add_signed(spot.offset)];
                if thing != 0 {
                    names.iter_mut().zip(&spot.keys[usize::from(thing)]).for_each(|(name, key)| *name ^= key);
                }
            }
            if plain {
                plain = see(number, least(&names), false);
            }
            if let Some((_, last)) = marked.as_ref().filter(|(far, _)| with_last && *far <= SIZES[number]) {
                let both: Names = std::array::from_fn(|way| names[way] ^ last[way]);
                with_last = see(number, least(&both), true);
            }
            let still_to_come = marked.is_some() && with_last;
            if !plain && !still_to_come {
                return;
            }
        }
    }
}

#[inline(always)]
fn place(point: Point) -> usize {
    (point.row() + MARGIN) * WIDTH + point.col() + MARGIN
}
