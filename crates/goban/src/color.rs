//! The two colours, and what a point of the board can hold.

use std::fmt;
use std::ops::Not;

/// Black or White: a player, or the stones of that player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Color {
    /// Black, who moves first.
    Black = 1,
    /// White, who is given komi.
    White = 2,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White: an index into a pair.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// 1 for Black, -1 for White: turns Black's lead into that of a player, and back.
    #[inline(always)]
    pub const fn sign(self) -> f32 {
        match self {
            Color::Black => 1.0,
            Color::White => -1.0,
        }
    }

    /// The other colour.
    #[inline(always)]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// Reads `b`, `w`, `black` or `white` in any case, as GTP writes colours.
    pub fn parse(text: &str) -> Option<Color> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// What a point holds. The numbers are those of the two-bit fields of a [`Surround`](crate::Surround).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Cell {
    /// No stone.
    #[default]
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Not a point of the board: what stones at the side see beyond it.
    Edge = 3,
}

impl Cell {
    /// The colour of the stone here, if there is one.
    #[inline(always)]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Edge => None,
        }
    }

    /// Whether a stone of that colour is here.
    #[inline(always)]
    pub const fn is(self, color: Color) -> bool {
        self as u8 == color as u8
    }
}

impl From<Color> for Cell {
    #[inline(always)]
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

impl From<Option<Color>> for Cell {
    #[inline(always)]
    fn from(stone: Option<Color>) -> Cell {
        stone.map_or(Cell::Empty, Cell::from)
    }
}
