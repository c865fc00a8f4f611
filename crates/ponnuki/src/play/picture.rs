//! The board as text.

use std::fmt::Write;

use goban::diagram::star_points;
use goban::{Board, Cell, Move, Point, PointSet, column_letter};

/// The characters to draw with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Letters: X is Black, O is White, small letters are dead stones.
    Ascii,
    /// Discs: filled is Black, hollow is White, small squares are dead stones.
    Unicode,
}

impl Style {
    fn symbol(self, cell: Cell, dead: bool, star: bool) -> char {
        match (self, cell, dead) {
            (Style::Ascii, Cell::Black, false) => 'X',
            (Style::Ascii, Cell::Black, true) => 'x',
            (Style::Ascii, Cell::White, false) => 'O',
            (Style::Ascii, Cell::White, true) => 'o',
            (Style::Unicode, Cell::Black, false) => '●',
            (Style::Unicode, Cell::Black, true) => '▪',
            (Style::Unicode, Cell::White, false) => '○',
            (Style::Unicode, Cell::White, true) => '▫',
            _ if star => '+',
            (Style::Ascii, ..) => '.',
            (Style::Unicode, ..) => '·',
        }
    }

    /// The meaning of the symbols, in one line.
    pub fn legend(self) -> &'static str {
        match self {
            Style::Ascii => "X is Black, O is White, the last move is in parentheses.",
            Style::Unicode => "● is Black, ○ is White, the last move is in parentheses.",
        }
    }
}

/// Draws a board with coordinates: the last move in parentheses, dead stones small, marks in place of their points.
pub fn draw(board: &Board, dead: &PointSet, marks: &[(Point, char)], style: Style) -> String {
    let size = board.size();
    let stars = star_points(size);
    let last = board.last_move().and_then(Move::point).filter(|&point| board.cell(point) != Cell::Empty);
    let letters: String = (0..size).flat_map(|col| [' ', column_letter(col)]).collect();
    let mut picture = format!("   {letters}\n");
    for row in 0..size {
        let number = size - row;
        let mut line = format!("{number:3}");
        let mut between = ' ';
        for point in (0..size).map(|col| Point::new(row, col)) {
            let is_last = last == Some(point);
            line.push(if is_last { '(' } else { between });
            let mark = marks.iter().find(|(marked, _)| *marked == point).map(|&(_, mark)| mark);
            let symbol = || style.symbol(board.cell(point), dead.contains(point), stars.contains(&point));
            line.push(mark.unwrap_or_else(symbol));
            between = if is_last { ')' } else { ' ' };
        }
        // Writing to a string does not fail.
        let _ = writeln!(picture, "{line}{between}{number}");
    }
    picture + "   " + &letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_coordinates_stars_and_its_last_move() {
        let mut board = Board::new(9);
        for name in ["E5", "C3", "A9", "J1"] {
            board.play(Move::from_gtp(name, 9).unwrap()).unwrap();
        }
        let dead = [Point::from_gtp("C3", 9).unwrap()].into_iter().collect();
        let picture = "    A B C D E F G H J
  9 X . . . . . . . . 9
  8 . . . . . . . . . 8
  7 . . + . . . + . . 7
  6 . . . . . . . . . 6
  5 . . . . X . . . . 5
  4 . . . . . . . . . 4
  3 . . o . . . + . . 3
  2 . . . . . . . . . 2
  1 . . . . . . . .(O)1
    A B C D E F G H J";
        assert_eq!(draw(&board, &dead, &[], Style::Ascii), picture);
        assert!(draw(&board, &dead, &[], Style::Unicode).contains("(○)1"));
    }

    #[test]
    fn numbers_of_two_digits_stay_in_line() {
        let picture = draw(&Board::new(10), &PointSet::new(), &[], Style::Ascii);
        assert!(picture.contains("\n 10 . .") && picture.contains("\n  9 . ."));
    }
}
