//! A window of five by five points, some of which are told.

use std::fmt;

/// How far a window reaches from its middle.
pub const REACH: usize = 2;
/// The lines of a window.
const LINES: usize = 2 * REACH + 1;
/// The points of a window.
pub const PLACES: usize = LINES * LINES;

/// What a pattern may tell of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Kind {
    /// Nothing.
    #[default]
    Any = 0,
    /// There is a stone of the player who has just moved.
    Own = 1,
    /// There is a stone of the other player.
    Other = 2,
    /// There is no stone.
    Empty = 3,
    /// It is beyond the side.
    Edge = 4,
}

impl Kind {
    /// What may be told.
    pub const TOLD: [Kind; 4] = [Kind::Own, Kind::Other, Kind::Empty, Kind::Edge];

    /// The same with the sides exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Kind {
        match self {
            Kind::Own => Kind::Other,
            Kind::Other => Kind::Own,
            kind => kind,
        }
    }

    /// The kind of that number, if there is one.
    pub(super) fn from_number(number: u8) -> Option<Kind> {
        [Kind::Any, Kind::Own, Kind::Other, Kind::Empty, Kind::Edge].get(usize::from(number)).copied()
    }
}

/// A window, in rows from the top left. The middle is a point of the board.
///
/// ```
/// use models::genetic::Pattern;
///
/// // An own stone beside an empty point, and the side behind it.
/// let pattern = Pattern::parse("
///     ? ? ? ? ?
///     ? ? ? ? ?
///     ? . X ? ?
///     ? ? # ? ?
///     ? ? ? ? ?").unwrap();
/// assert_eq!(pattern.told().count(), 3);
/// assert_eq!(pattern.images().len(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pattern(pub [Kind; PLACES]);

impl Pattern {
    /// Reads a window: `X` own, `O` the other's, `.` empty, `#` edge, `?` not told. `None` if it is none.
    pub fn parse(text: &str) -> Option<Pattern> {
        let mut kinds = [Kind::Any; PLACES];
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
        for kind in &mut kinds {
            *kind = match letters.next()? {
                'X' => Kind::Own,
                'O' => Kind::Other,
                '.' => Kind::Empty,
                '#' => Kind::Edge,
                '?' => Kind::Any,
                _ => return None,
            };
        }
        letters.next().is_none().then_some(Pattern(kinds))
    }

    /// The places of which something is told, and what.
    pub fn told(&self) -> impl Iterator<Item = (usize, Kind)> + '_ {
        self.0.iter().copied().enumerate().filter(|(_, kind)| *kind != Kind::Any)
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Pattern {
        Pattern(self.0.map(Kind::exchanged))
    }

    /// The different windows that it becomes when turned and mirrored, in order.
    pub fn images(&self) -> Vec<Pattern> {
        let turn = |number: usize| {
            let place = |to: usize| {
                let (mut row, mut col) = (to / LINES, to % LINES);
                if number & 4 != 0 {
                    (row, col) = (col, row);
                }
                if number & 2 != 0 {
                    row = LINES - 1 - row;
                }
                if number & 1 != 0 {
                    col = LINES - 1 - col;
                }
                LINES * row + col
            };
            Pattern(std::array::from_fn(|to| self.0[place(to)]))
        };
        let mut images: Vec<Pattern> = (0..8).map(turn).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The same for all images of a pattern.
    #[must_use]
    pub fn canonical(&self) -> Pattern {
        self.images()[0]
    }
}

/// The rows, one after the other.
impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, kind) in self.0.iter().enumerate() {
            let letter = ['?', 'X', 'O', '.', '#'][*kind as usize];
            write!(f, "{}{letter}", if place > 0 && place % LINES == 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}
