//! 3x3 patterns: read from a text that people can read, looked up in a table of bits.

use goban::{Cell, Color, Surround};
use thiserror::Error;

/// A set of 3x3 patterns.
pub struct Patterns {
    /// A bit for each of the 65,536 surroundings, as Black sees them. One table does for both players, so that more of
    /// it stays near at hand: for White, the colours are exchanged.
    fits: Box<[u64]>,
}

/// What is wrong with a text of patterns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PatternError {
    /// A block that is not a name and three rows.
    #[error("line {0}: a pattern is a name and three rows of three signs")]
    Shape(usize),
    /// A sign that means nothing.
    #[error("line {0}: '{1}' is not a sign of a pattern: X O x o . # ? and * in the centre")]
    Sign(usize, char),
}

impl Patterns {
    /// The patterns of MoGo.
    pub fn mogo() -> Patterns {
        const TEXT: &str = include_str!("../../data/patterns.txt");
        Patterns::parse(TEXT).expect("the embedded patterns are read by a test")
    }

    /// Reads patterns; see the head of `data/patterns.txt` for the form.
    ///
    /// # Errors
    /// If the text is not of that form.
    pub fn parse(text: &str) -> Result<Patterns, PatternError> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.starts_with("//")).collect();
        let mut patterns = Patterns { fits: vec![0; 1024].into() };
        for block in lines.split(|(_, line)| line.is_empty()).filter(|block| !block.is_empty()) {
            let [(number, name), rows @ ..] = block else { continue };
            let rows: &[(usize, &str); 3] = rows.try_into().map_err(|_| PatternError::Shape(*number))?;
            let grid = grid(rows)?;
            patterns.add(&grid);
            if !name.ends_with("for X") {
                patterns.add(&grid.map(|row| row.map(Sign::swapped)));
            }
        }
        Ok(patterns)
    }

    /// Whether a pattern fits here for that player.
    #[inline(always)]
    pub fn fits(&self, around: Surround, player: Color) -> bool {
        let around = if player == Color::Black { around } else { around.swapped() };
        let code = usize::from(around.0);
        self.fits[code >> 6 & 1023] >> (code & 63) & 1 != 0
    }

    fn add(&mut self, grid: &[[Sign; 3]; 3]) {
        // The places of a surrounding: up, right, down, left, then up right, down right, down left, up left.
        const PLACES: [(usize, usize); 8] = [(0, 1), (1, 2), (2, 1), (1, 0), (0, 2), (2, 2), (2, 0), (0, 0)];
        for symmetry in 0..8 {
            let signs = PLACES.map(|(row, col)| {
                let (row, col) = if symmetry & 4 != 0 { (col, row) } else { (row, col) };
                grid[if symmetry & 2 != 0 { 2 - row } else { row }][if symmetry & 1 != 0 { 2 - col } else { col }]
            });
            let mut codes = vec![0];
            for (place, sign) in signs.into_iter().enumerate() {
                let allowed = CELLS.into_iter().filter(|&cell| sign.allows(cell));
                let shifted: Vec<u16> = allowed.map(|cell| (cell as u16) << (2 * place)).collect();
                codes = codes.iter().flat_map(|code| shifted.iter().map(move |cell| code | cell)).collect();
            }
            for code in codes {
                self.fits[usize::from(code) >> 6] |= 1 << (code & 63);
            }
        }
    }
}

const CELLS: [Cell; 4] = [Cell::Empty, Cell::Black, Cell::White, Cell::Edge];

/// What a pattern demands of one point, as Black, who is to play, sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Just this: `X` for a black stone, `O` for a white one, `.` for none, `#` for a point off the board.
    Is(Cell),
    /// Anything but a stone of that colour: `x` if it is Black's, `o` if it is White's.
    Not(Color),
    /// Nothing: `?`.
    Any,
}

impl Sign {
    /// Reads a sign.
    pub fn read(sign: char) -> Option<Sign> {
        Some(match sign {
            'X' => Sign::Is(Cell::Black),
            'O' => Sign::Is(Cell::White),
            '.' => Sign::Is(Cell::Empty),
            '#' => Sign::Is(Cell::Edge),
            'x' => Sign::Not(Color::Black),
            'o' => Sign::Not(Color::White),
            '?' => Sign::Any,
            _ => return None,
        })
    }

    /// Whether the point may hold this.
    pub fn allows(self, cell: Cell) -> bool {
        match self {
            Sign::Is(this) => cell == this,
            Sign::Not(color) => !cell.is(color),
            Sign::Any => true,
        }
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> Sign {
        match self {
            Sign::Is(cell) => Sign::Is(cell.color().map_or(cell, |color| color.other().into())),
            Sign::Not(color) => Sign::Not(color.other()),
            Sign::Any => Sign::Any,
        }
    }
}

fn grid(rows: &[(usize, &str); 3]) -> Result<[[Sign; 3]; 3], PatternError> {
    let mut grid = [[Sign::Any; 3]; 3];
    for (row, &(number, text)) in rows.iter().enumerate() {
        let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let signs: [char; 3] = signs.try_into().map_err(|_| PatternError::Shape(number))?;
        for (col, sign) in signs.into_iter().enumerate() {
            grid[row][col] = match Sign::read(sign) {
                Some(sign) => sign,
                None if sign == '*' && (row, col) == (1, 1) => Sign::Any,
                None => return Err(PatternError::Sign(number, sign)),
            };
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::diagram::Diagram;

    fn fits(text: &str, player: Color) -> bool {
        let diagram = Diagram::parse(text).unwrap();
        Patterns::mogo().fits(diagram.board.surround(diagram.mark('a').unwrap()), player)
    }

    #[test]
    fn a_hane_at_the_head_of_a_stone_fits_for_both() {
        let head = "
            . . . . .
            . X O . .
            . . a . .
            . . . . .
            . . . . .";
        assert!(fits(head, Color::Black) && fits(head, Color::White));
    }

    #[test]
    fn an_empty_corner_of_the_board_fits_nothing() {
        let nothing = "
            . . . . .
            . . . . .
            . . a . .
            . . . . .
            . . . . .";
        assert!(!fits(nothing, Color::Black));
    }

    #[test]
    fn a_cut_on_the_side_is_for_the_player_who_cuts() {
        let side = "
            . . . . .
            . . . . .
            . . . . .
            . . O X .
            . X a O .";
        assert!(fits(side, Color::Black));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        assert_eq!(Patterns::parse("a\nX O\n. * .\n? ? ?").err(), Some(PatternError::Shape(2)));
        assert_eq!(Patterns::parse("\na\nX O Z\n. * .\n? ? ?").err(), Some(PatternError::Sign(3, 'Z')));
        assert_eq!(Patterns::parse("a\nX O X\n. * .").err(), Some(PatternError::Shape(1)));
    }
}
