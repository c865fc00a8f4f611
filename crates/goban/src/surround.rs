//! The eight points around a point, as one number: the 3x3 neighbourhood code that the board keeps up to date.

use std::fmt;

use crate::color::{Cell, Color};
use crate::point::{CAPACITY, Point};

/// What is on the eight points around a point: two bits each, as numbered by [`Cell`]. The low byte holds the four
/// neighbours in the order of [`Point::neighbors`](crate::Point::neighbors), the high byte the diagonals in the order
/// of [`Point::diagonals`](crate::Point::diagonals).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Surround(pub u16);

/// The low bit of each two-bit field of a byte.
const FIELDS: u16 = 0b0101_0101;

impl Surround {
    /// The code of eight cells, in the order of [`Point::around`](crate::Point::around).
    pub fn of(cells: [Cell; 8]) -> Surround {
        Surround(cells.iter().enumerate().fold(0, |code, (i, &cell)| code | (cell as u16) << (2 * i)))
    }

    /// The same with the colours exchanged.
    #[inline(always)]
    #[must_use]
    pub const fn swapped(self) -> Surround {
        const LOW: u16 = 0b0101_0101_0101_0101;
        Surround((self.0 & LOW) << 1 | self.0 >> 1 & LOW)
    }

    /// The cell at a place from 0 to 7, in the order of [`Point::around`](crate::Point::around).
    pub const fn cell(self, place: usize) -> Cell {
        match self.0 >> (2 * place) & 0b11 {
            0 => Cell::Empty,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::Edge,
        }
    }

    /// Whether there is no stone on any of the eight points.
    #[inline]
    pub const fn has_no_stone(self) -> bool {
        // Of the two bits of a place, one and only one is set where there is a stone.
        (self.0 ^ self.0 >> 1) & 0b0101_0101_0101_0101 == 0
    }

    /// The number of neighbours (not diagonals) that hold this.
    #[inline]
    pub const fn neighbors(self, cell: Cell) -> u32 {
        fields(self.0 & 0xff, cell).count_ones()
    }

    /// The number of diagonals that hold this.
    #[inline]
    pub const fn diagonals(self, cell: Cell) -> u32 {
        fields(self.0 >> 8, cell).count_ones()
    }

    /// A bit (numbered 0, 2, 4 and 6) for each neighbour of that colour.
    #[inline(always)]
    pub(crate) const fn neighbor_bits(self, color: Color) -> u16 {
        let different = self.0 ^ (FIELDS * color as u16);
        !(different | different >> 1) & FIELDS
    }

    /// A bit (numbered 0, 2, ... 14) for each of the eight points that is empty.
    #[inline(always)]
    pub const fn empty_places(self) -> u16 {
        const ALL: u16 = 0x5555;
        !(self.0 | self.0 >> 1) & ALL
    }

    /// A bit (numbered 0, 2, 4 and 6) for each neighbour that holds this.
    #[inline(always)]
    pub(crate) const fn neighbor_cells(self, cell: Cell) -> u16 {
        fields(self.0 & 0xff, cell)
    }

    /// Whether every neighbour is a stone of that colour or edge.
    #[inline(always)]
    pub const fn is_enclosed_by(self, color: Color) -> bool {
        let mask = FIELDS * color as u16;
        self.0 & mask == mask
    }

    /// Whether an empty point here is eye-like for that colour: every neighbour is a stone of it or edge, and the
    /// opponent holds at most one of the diagonals, none at the side or in the corner.
    #[inline(always)]
    pub const fn is_eye_like(self, color: Color) -> bool {
        let diagonals = self.0 >> 8;
        let edge = diagonals & (diagonals >> 1) & FIELDS;
        let opponent = Surround(diagonals).neighbor_bits(color.other());
        let at_most_one = opponent & opponent.wrapping_sub(1) == 0;
        // No short circuits: in playouts these can't be guessed, and a wrong guess costs more than all of them.
        self.is_enclosed_by(color) & ((opponent == 0) | (edge == 0) & at_most_one)
    }
}

/// The low bits of the fields that hold this.
const fn fields(byte: u16, cell: Cell) -> u16 {
    let different = byte ^ (FIELDS * cell as u16);
    !(different | different >> 1) & FIELDS
}

impl fmt::Debug for Surround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, place) in [7, 0, 4, 3, 8, 1, 6, 2, 5].into_iter().enumerate() {
            let mark = if place == 8 { '*' } else { ['.', 'X', 'O', '#'][self.cell(place) as usize] };
            write!(f, "{}{mark}", if i > 0 && i % 3 == 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

/// The 3x3 code of every point, as bytes, so that three points of a row can be changed as one word of eight bytes (for
/// the last point of the array that word needs a little room).
#[derive(Clone, Copy)]
pub(crate) struct Surrounds([u8; 2 * CAPACITY + 8]);

impl Surrounds {
    /// Everything is edge.
    pub const ALL_EDGE: Surrounds = Surrounds([u8::MAX; 2 * CAPACITY + 8]);

    /// Copies the codes of the points below this number.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Surrounds, points: usize) {
        self.0[..2 * points].copy_from_slice(&other.0[..2 * points]);
    }

    /// The code of a point.
    #[inline(always)]
    pub fn at(&self, point: Point) -> Surround {
        let start = 2 * point.index();
        Surround(u16::from_le_bytes([self.0[start], self.0[start + 1]]))
    }

    /// Updates the eight points around a point that was empty and now has this cell, or the other way round.
    #[inline(always)]
    pub fn flip(&mut self, point: Point, cell: Cell) {
        // From left to right: the field of this point as those three see it.
        const ABOVE: u64 = 1 << 10 | 1 << (16 + 4) | 1 << (32 + 12);
        const BESIDE: u64 = 1 << 2 | 1 << (32 + 6);
        const BELOW: u64 = 1 << 8 | 1 << 16 | 1 << (32 + 14);
        self.flip_row(point.up().left(), ABOVE * cell as u64);
        self.flip_row(point.left(), BESIDE * cell as u64);
        self.flip_row(point.down().left(), BELOW * cell as u64);
    }

    #[inline(always)]
    fn flip_row(&mut self, first: Point, bits: u64) {
        let start = 2 * first.index();
        if let Some(row) = self.0[start..].first_chunk_mut() {
            *row = (u64::from_le_bytes(*row) ^ bits).to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three rows of three, the middle one being the point itself.
    fn surround(rows: [&str; 3]) -> Surround {
        let cell = |row: usize, col: usize| match rows[row].as_bytes()[col] {
            b'X' => Cell::Black,
            b'O' => Cell::White,
            b'#' => Cell::Edge,
            _ => Cell::Empty,
        };
        let at = [(0, 1), (1, 2), (2, 1), (1, 0), (0, 2), (2, 2), (2, 0), (0, 0)];
        Surround::of(at.map(|(row, col)| cell(row, col)))
    }

    #[test]
    fn one_bad_diagonal_leaves_an_eye_in_the_centre() {
        assert!(surround(["OXX", "X.X", "XX."]).is_eye_like(Color::Black));
        assert!(!surround(["OXX", "X.X", "XXO"]).is_eye_like(Color::Black), "two make it false");
        assert!(!surround(["XXX", "X.O", "XXX"]).is_eye_like(Color::Black));
    }

    #[test]
    fn one_bad_diagonal_spoils_an_eye_at_the_side() {
        assert!(!surround(["O.O", "O.O", "###"]).is_eye_like(Color::White), "open above");
        assert!(surround(["OO.", "O.O", "###"]).is_eye_like(Color::White));
        assert!(!surround(["OOX", "O.O", "###"]).is_eye_like(Color::White));
        assert!(surround(["#OO", "#.O", "###"]).is_eye_like(Color::White));
        assert!(!surround(["#OX", "#.O", "###"]).is_eye_like(Color::White));
    }

    #[test]
    fn neighbours_and_diagonals_are_counted_apart() {
        let point = surround(["XOX", "#.O", "##X"]);
        assert_eq!((point.neighbors(Cell::White), point.diagonals(Cell::White)), (2, 0));
        assert_eq!((point.neighbors(Cell::Edge), point.diagonals(Cell::Edge)), (2, 1));
        assert_eq!((point.neighbors(Cell::Black), point.diagonals(Cell::Black)), (0, 3));
        assert_eq!(point.neighbor_bits(Color::White), 0b101);
    }

    #[test]
    fn a_code_is_taken_apart_as_it_was_put_together() {
        for code in 0..=u16::MAX {
            let surround = Surround(code);
            assert_eq!(Surround::of([0, 1, 2, 3, 4, 5, 6, 7].map(|place| surround.cell(place))), surround);
        }
    }
}
