//! Points, moves, and maps and sets of points.
//!
//! A point has the same number on every size of board: rows of a fixed stride, one column of edge on the left that
//! also serves as the right edge of the row above, one row of edge at the top and at the bottom. Neighbours are then
//! constant offsets, and a stone at the side sees edge instead of needing a test.
//!
//! Every point's number is below [`CAPACITY`], a power of two, because every constructor of a point masks it. So a map
//! of that many entries can be indexed by a point without a bounds check. Telling the compiler so is the one unsafe
//! line of the board; masking at every use instead costs uniform playouts 5%.

use std::fmt;
use std::ops::{Index, IndexMut};

use thiserror::Error;

/// The largest board.
pub const MAX_SIZE: usize = if cfg!(feature = "size25") { 25 } else { 19 };
/// The smallest board.
pub const MIN_SIZE: usize = 2;
/// The distance from a point to the one below it.
pub(crate) const STRIDE: usize = MAX_SIZE + 1;
/// The number of entries of a [`PointMap`]: the power of two that holds every point, edges included.
pub const CAPACITY: usize = ((MAX_SIZE + 2) * STRIDE + 1).next_power_of_two();

const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// An intersection. Row 0 is the top row, column 0 the leftmost column, as SGF counts them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in that row (from the top) and column (from the left).
    ///
    /// # Panics
    /// If either is not below [`MAX_SIZE`].
    #[inline]
    pub const fn new(row: usize, col: usize) -> Point {
        assert!(row < MAX_SIZE && col < MAX_SIZE, "row and column must be below MAX_SIZE");
        Point(((row + 1) * STRIDE + col + 1) as u16)
    }

    /// The row, from the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE - 1
    }

    /// The column, from the left.
    #[inline]
    pub const fn col(self) -> usize {
        self.0 as usize % STRIDE - 1
    }

    /// The number of this point, below [`CAPACITY`], the same on every size of board.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // SAFETY: `new` checks that the point is on the largest board, and all else goes through `from_index`, which
        // masks; the field is private to this module.
        unsafe { std::hint::assert_unchecked((self.0 as usize) < CAPACITY) };
        self.0 as usize
    }

    /// The place of the point in a list of all points of a board of that size, in rows from the top left.
    #[inline(always)]
    pub const fn row_major(self, size: usize) -> usize {
        self.row() * size + self.col()
    }

    /// The point at a place in such a list; the inverse of [`row_major`](Point::row_major).
    #[inline(always)]
    pub const fn from_row_major(place: usize, size: usize) -> Point {
        Point::new(place / size, place % size)
    }

    /// A point from its number, masked; the inverse of [`index`](Point::index).
    #[inline(always)]
    pub const fn from_index(index: usize) -> Point {
        Point((index & (CAPACITY - 1)) as u16)
    }

    /// The point above. May be edge, as may the other neighbours.
    #[inline(always)]
    pub const fn up(self) -> Point {
        Point::from_index((self.0 as usize).wrapping_sub(STRIDE))
    }

    /// The point below.
    #[inline(always)]
    pub const fn down(self) -> Point {
        Point::from_index(self.0 as usize + STRIDE)
    }

    /// The point to the left.
    #[inline(always)]
    pub const fn left(self) -> Point {
        Point::from_index((self.0 as usize).wrapping_sub(1))
    }

    /// The point to the right.
    #[inline(always)]
    pub const fn right(self) -> Point {
        Point::from_index(self.0 as usize + 1)
    }

    /// The four adjacent points: up, right, down, left.
    #[inline(always)]
    pub const fn neighbors(self) -> [Point; 4] {
        [self.up(), self.right(), self.down(), self.left()]
    }

    /// Calls a function on each neighbour, in the order of [`neighbors`](Point::neighbors), with the number of its
    /// field in a [`Surround`](crate::Surround): 0, 2, 4, 6. Spelt out, because an array of points goes through memory.
    #[inline(always)]
    pub(crate) fn each_neighbor(self, mut f: impl FnMut(u32, Point)) {
        f(0, self.up());
        f(2, self.right());
        f(4, self.down());
        f(6, self.left());
    }

    /// The neighbour whose field that is; for field 8, the point itself.
    #[inline(always)]
    pub(crate) const fn neighbor_of_field(self, field: u32) -> Point {
        const OFFSETS: [usize; 16] = {
            let (up, down) = (0usize.wrapping_sub(STRIDE), STRIDE);
            [up, 0, 1, 0, down, 0, usize::MAX, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        };
        Point::from_index((self.0 as usize).wrapping_add(OFFSETS[(field & 15) as usize]))
    }

    /// The neighbour or diagonal that is twice that place (0, 2, ... 14) in the order of [`around`](Point::around): the
    /// place of its field in a [`Surround`](crate::Surround).
    #[inline(always)]
    pub const fn at_field(self, field: u32) -> Point {
        const OFFSETS: [usize; 8] = {
            let (up, down, right, left) = (0usize.wrapping_sub(STRIDE), STRIDE, 1, usize::MAX);
            [
                up,
                right,
                down,
                left,
                up.wrapping_add(right),
                down.wrapping_add(right),
                down.wrapping_add(left),
                up.wrapping_add(left),
            ]
        };
        Point::from_index((self.0 as usize).wrapping_add(OFFSETS[((field / 2) & 7) as usize]))
    }

    /// The four diagonal points: up right, down right, down left, up left.
    #[inline(always)]
    pub const fn diagonals(self) -> [Point; 4] {
        [self.up().right(), self.down().right(), self.down().left(), self.up().left()]
    }

    /// The eight points around: the four neighbours, then the four diagonals.
    #[inline(always)]
    pub const fn around(self) -> [Point; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.neighbors(), self.diagonals());
        [a, b, c, d, e, f, g, h]
    }

    /// Whether this is a point of a board of that size, rather than edge.
    #[inline]
    pub const fn is_on(self, size: usize) -> bool {
        let (row, col) = (self.0 as usize / STRIDE, self.0 as usize % STRIDE);
        row >= 1 && row <= size && col >= 1 && col <= size
    }

    /// Every point of a board of that size, row by row from the top left.
    pub fn all(size: usize) -> impl DoubleEndedIterator<Item = Point> + Clone {
        assert!(size <= MAX_SIZE, "size must be at most MAX_SIZE");
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::new(row, col)))
    }

    /// The distance of the point from the nearest side, 1 for the first line.
    #[inline]
    pub const fn line(self, size: usize) -> usize {
        let (row, col) = (self.row(), self.col());
        let (up, left) = (if row < size - 1 - row { row } else { size - 1 - row }, {
            if col < size - 1 - col { col } else { size - 1 - col }
        });
        1 + if up < left { up } else { left }
    }

    /// The SGF pair, such as `dp`.
    pub fn to_sgf(self) -> String {
        [self.col(), self.row()].map(|n| char::from(b'a' + n as u8)).iter().collect()
    }

    /// Reads an SGF pair for a board of that size; `None` for anything else, a pass included.
    pub fn from_sgf(text: &[u8], size: usize) -> Option<Point> {
        let &[col, row] = text else { return None };
        let [row, col] = [row, col].map(|c| usize::from(c.wrapping_sub(b'a')));
        (row < size && col < size).then(|| Point::new(row, col))
    }

    /// The name that players use, such as `D4`: letters A to Z without I, numbers from the bottom.
    pub fn to_gtp(self, size: usize) -> String {
        format!("{}{}", column_letter(self.col()), size - self.row())
    }

    /// Reads a name such as `D4`, in either case.
    ///
    /// # Errors
    /// If the text is not such a name, or the point is not on a board of that size.
    pub fn from_gtp(text: &str, size: usize) -> Result<Point, CoordinateError> {
        let unreadable = || CoordinateError::Unreadable(text.to_string());
        let letter = text.bytes().next().ok_or_else(unreadable)?.to_ascii_uppercase();
        let col = LETTERS.iter().position(|&l| l == letter).ok_or_else(unreadable)?;
        let digits = &text[1..];
        if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|d| d.is_ascii_digit()) {
            return Err(unreadable());
        }
        let number: usize = digits.parse().map_err(|_| unreadable())?;
        if col >= size || number == 0 || number > size {
            return Err(CoordinateError::OffBoard { point: text.to_ascii_uppercase(), size });
        }
        Ok(Point::new(size - number, col))
    }
}

/// The letter of a column, counted from 0: A to Z without I.
pub fn column_letter(col: usize) -> char {
    char::from(LETTERS[col])
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_on(MAX_SIZE) { write!(f, "row {} column {}", self.row(), self.col()) } else { f.write_str("edge") }
    }
}

/// Why a text does not name a point.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CoordinateError {
    /// Not of the form of a coordinate.
    #[error("'{0}' is not a coordinate: expected a letter (A to Z without I) and a number, such as D4, or pass")]
    Unreadable(String),
    /// Of the right form, but not on this board.
    #[error("{point} is not on a board of size {size}")]
    OffBoard {
        /// The point as it was written.
        point: String,
        /// The size of the board.
        size: usize,
    },
}

/// What a player can do when it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Move {
    /// Put a stone on a point.
    Play(Point),
    /// Pass.
    Pass,
    /// Give up the game.
    Resign,
}

impl Move {
    /// The point played, unless it is a pass or a resignation.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass | Move::Resign => None,
        }
    }

    /// The move as GTP writes it: `D4`, `pass` or `resign`.
    pub fn to_gtp(self, size: usize) -> String {
        match self {
            Move::Play(point) => point.to_gtp(size),
            Move::Pass => "pass".to_string(),
            Move::Resign => "resign".to_string(),
        }
    }

    /// Reads `D4`, `pass` or `resign`, in any case.
    ///
    /// # Errors
    /// As [`Point::from_gtp`].
    pub fn from_gtp(text: &str, size: usize) -> Result<Move, CoordinateError> {
        match text.to_ascii_lowercase().as_str() {
            "pass" => Ok(Move::Pass),
            "resign" => Ok(Move::Resign),
            _ => Point::from_gtp(text, size).map(Move::Play),
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}

/// One value for every point, edges included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointMap<T>(pub(crate) [T; CAPACITY]);

impl<T: Copy> PointMap<T> {
    /// The same value everywhere.
    pub const fn new(value: T) -> PointMap<T> {
        PointMap([value; CAPACITY])
    }

    /// Puts the same value everywhere.
    pub fn fill(&mut self, value: T) {
        self.0 = [value; CAPACITY];
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

/// A set of points, a bit each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointSet([u64; CAPACITY / 64]);

impl PointSet {
    /// The empty set.
    pub const fn new() -> PointSet {
        PointSet([0; CAPACITY / 64])
    }

    /// Removes every point.
    #[inline]
    pub fn clear(&mut self) {
        *self = PointSet::new();
    }

    /// Whether the point is in the set.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Adds a point; says whether it was not yet there.
    #[inline(always)]
    pub fn insert(&mut self, point: Point) -> bool {
        let fresh = !self.contains(point);
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
        fresh
    }

    /// Removes a point; says whether it was there.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) -> bool {
        let there = self.contains(point);
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
        there
    }

    /// Adds every point of another set.
    #[inline]
    pub fn extend(&mut self, other: &PointSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }

    /// The number of points.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::new();
        points.into_iter().for_each(|point| {
            set.insert(point);
        });
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_i_is_left_out() {
        assert_eq!(Point::from_gtp("H1", 9), Ok(Point::new(8, 7)));
        assert_eq!(Point::from_gtp("j1", 9), Ok(Point::new(8, 8)));
        assert!(matches!(Point::from_gtp("I1", 9), Err(CoordinateError::Unreadable(_))));
        assert!(matches!(Point::from_gtp("K1", 9), Err(CoordinateError::OffBoard { .. })));
    }

    #[test]
    fn nonsense_names_no_point() {
        for text in ["", "A", "4", "A0", "A-1", "A+1", "A01000", "ä4", "A4 ", "pas"] {
            assert!(Move::from_gtp(text, 19).is_err(), "{text:?}");
        }
    }

    #[test]
    fn every_point_has_a_name_and_an_sgf_pair() {
        for size in MIN_SIZE..=MAX_SIZE {
            for point in Point::all(size) {
                assert_eq!(Point::from_gtp(&point.to_gtp(size), size), Ok(point));
                assert_eq!(Point::from_sgf(point.to_sgf().as_bytes(), size), Some(point));
            }
            assert_eq!(Point::all(size).count(), size * size);
        }
    }

    #[test]
    fn neighbours_of_a_corner_are_half_edge() {
        let corner = Point::new(0, 0);
        assert_eq!(corner.neighbors().iter().filter(|n| n.is_on(9)).count(), 2);
        assert_eq!(corner.diagonals().iter().filter(|n| n.is_on(9)).count(), 1);
        let corner = Point::new(8, 8);
        assert_eq!(corner.around().iter().filter(|n| n.is_on(9)).count(), 3);
    }

    #[test]
    fn lines_are_counted_from_the_side() {
        assert_eq!(Point::from_gtp("D4", 19).unwrap().line(19), 4);
        assert_eq!(Point::from_gtp("K10", 19).unwrap().line(19), 10);
        assert_eq!(Point::from_gtp("T10", 19).unwrap().line(19), 1);
    }

    #[test]
    fn a_cleared_set_is_empty() {
        let mut set: PointSet = Point::all(5).collect();
        assert!(set.contains(Point::new(2, 2)));
        assert_eq!(set.count(), 25);
        set.clear();
        assert!(Point::all(5).all(|point| !set.contains(point)));
        assert!(set.insert(Point::new(1, 1)) && !set.insert(Point::new(1, 1)));
        assert!(set.remove(Point::new(1, 1)) && !set.contains(Point::new(1, 1)));
    }
}
