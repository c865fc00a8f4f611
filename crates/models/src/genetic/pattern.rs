//! A window of 5x5 points, some of which are specified.

use std::fmt;

/// The distance from the centre to the edge of the window.
pub const REACH: usize = 2;
/// The lines of a window.
const LINES: usize = 2 * REACH + 1;
/// The points of a window.
pub const PLACES: usize = LINES * LINES;

/// The content of a point in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Kind {
    /// Anything.
    #[default]
    Any = 0,
    /// A stone of the player who has just moved.
    Own = 1,
    /// A stone of the opponent.
    Other = 2,
    /// An empty point.
    Empty = 3,
    /// A point off the board.
    Edge = 4,
}

impl Kind {
    /// All contents but [`Kind::Any`].
    pub const TOLD: [Kind; 4] = [Kind::Own, Kind::Other, Kind::Empty, Kind::Edge];

    /// The same with colours exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Kind {
        match self {
            Kind::Own => Kind::Other,
            Kind::Other => Kind::Own,
            kind => kind,
        }
    }

    /// The kind with this number, if there is one.
    pub(super) fn from_number(number: u8) -> Option<Kind> {
        [Kind::Any, Kind::Own, Kind::Other, Kind::Empty, Kind::Edge].get(usize::from(number)).copied()
    }
}

/// A window in row-major order. The centre is a point of the board.
///
/// ```
/// use models::genetic::Pattern;
///
/// // An own stone beside an empty point, and the edge behind it.
/// let pattern = Pattern::parse("
///     ? ? ? ? ?
///     ? ? ? ? ?
///     ? . X ? ?
///     ? ? # ? ?
///     ? ? ? ? ?").unwrap();
/// assert_eq!(pattern.specified().count(), 3);
/// assert_eq!(pattern.images().len(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pattern(pub [Kind; PLACES]);

impl Pattern {
    /// Parses a window: `X` own stone, `O` opponent's, `.` empty, `#` edge, `?` anything. `None` if it is not a window.
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

    /// The specified points, and their contents.
    pub fn specified(&self) -> impl Iterator<Item = (usize, Kind)> + '_ {
        self.0.iter().copied().enumerate().filter(|(_, kind)| *kind != Kind::Any)
    }

    /// The same with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Pattern {
        Pattern(self.0.map(Kind::exchanged))
    }

    /// The distinct images under the eight symmetries, in order.
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

    /// The first image, which is the same for all images.
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
