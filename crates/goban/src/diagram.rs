//! Boards as text: what tests are written in, what `showboard` prints, and what a position can be loaded from.
//!
//! A diagram is a square of points, `X` for Black, `O` for White and `.` (or `+` on a star point) for none, with or
//! without spaces between them. Coordinates, a frame and the sentences that programs print beside their boards are
//! understood and left aside. A stone in parentheses is the last move, a lower-case letter or `*` is a mark on an empty
//! point, and the lines `O to play` and `ko at C3` say the rest of the position.
//!
//! ```
//! use goban::diagram::Diagram;
//!
//! let problem: Diagram = "
//!     . X O a .
//!     X O . O .
//!     . X(O). .
//!     . . X . .
//!     . . . . ."
//!     .parse()?;
//! assert_eq!(problem.mark('a').unwrap().to_gtp(5), "D5");
//! assert_eq!(problem.board.to_play(), goban::Color::Black);
//! # Ok::<(), goban::diagram::DiagramError>(())
//! ```

use std::fmt::{self, Write as _};
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, PositionError};
use crate::color::{Cell, Color};
use crate::game::fixed_handicap;
use crate::point::{CoordinateError, MAX_SIZE, MIN_SIZE, Move, Point, column_letter};

/// A position and the marks that were written on it. Shown by `{}` as the text that reads back as the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position; its last move is known if the diagram shows one.
    pub board: Board,
    /// Lower-case letters and asterisks on empty points, row by row.
    pub marks: Vec<(char, Point)>,
}

/// Why a text is not a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DiagramError {
    /// The file cannot be read.
    #[error("{file} cannot be read: {reason}")]
    Unreadable {
        /// The name of the file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// No row of points.
    #[error("there is no board: expected rows of '.', 'X' and 'O'")]
    NoRows,
    /// Something in a row that is not a point.
    #[error("line {line}: {found:?} is not a point; expected '.', 'X', 'O' or a lower-case mark")]
    NotAPoint {
        /// The line, from 1.
        line: usize,
        /// What was found.
        found: char,
    },
    /// A parenthesis that does not enclose a stone.
    #[error("line {line}: parentheses mark a stone as the last move, such as (X)")]
    Parenthesis {
        /// The line, from 1.
        line: usize,
    },
    /// Rows and columns differ in number.
    #[error("line {line}: the row has {found} points, but the board has {rows} rows")]
    NotSquare {
        /// The line, from 1.
        line: usize,
        /// The number of points in that row.
        found: usize,
        /// The number of rows.
        rows: usize,
    },
    /// More rows or points in a row than any board has.
    #[error("line {line}: the largest board has {MAX_SIZE} rows of {MAX_SIZE} points")]
    TooLarge {
        /// The line, from 1.
        line: usize,
    },
    /// A second last move.
    #[error("line {line}: only one stone can be the last move")]
    TwoLastMoves {
        /// The line, from 1.
        line: usize,
    },
    /// The ko is not at a point.
    #[error("line {line}: {reason}")]
    BadKo {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: CoordinateError,
    },
    /// There can't be a ko at that point.
    #[error("there can be no ko at {0}: no single stone beside it can just have captured one there")]
    NoKo(String),
    /// The stones make no position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The board of a diagram, for tests and examples.
///
/// # Panics
/// If it is not a diagram, with the reason.
pub fn board(text: &str) -> Board {
    match Diagram::parse(text) {
        Ok(diagram) => diagram.board,
        Err(error) => panic!("{error} in the diagram\n{text}"),
    }
}

impl Diagram {
    /// Reads a diagram.
    ///
    /// # Errors
    /// If there is no board in the text, or something in it can't be understood, with the line.
    pub fn parse(text: &str) -> Result<Diagram, DiagramError> {
        let mut reader = Reader::default();
        for (number, line) in text.lines().enumerate() {
            reader.read(number + 1, line.trim())?;
        }
        reader.finish()
    }

    /// Reads a diagram from a file.
    ///
    /// # Errors
    /// If the file can't be read, or is not a diagram.
    pub fn load(path: &Path) -> Result<Diagram, DiagramError> {
        let text = std::fs::read_to_string(path).map_err(|error| DiagramError::Unreadable {
            file: path.display().to_string(),
            reason: error.to_string(),
        })?;
        Diagram::parse(&text)
    }

    /// The first point with this mark.
    pub fn mark(&self, mark: char) -> Option<Point> {
        self.marked(mark).next()
    }

    /// Every point with this mark.
    pub fn marked(&self, mark: char) -> impl Iterator<Item = Point> + '_ {
        self.marks.iter().filter(move |(found, _)| *found == mark).map(|&(_, point)| point)
    }
}

impl From<Board> for Diagram {
    fn from(board: Board) -> Diagram {
        Diagram { board, marks: Vec::new() }
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        Diagram::parse(text)
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |point| self.marks.iter().find(|&&(_, at)| at == point).map(|&(mark, _)| mark);
        for row in 0..self.board.size() {
            writeln!(f, "{}", row_text(&self.board, row, |point| mark(point).unwrap_or('.')).trim_end())?;
        }
        f.write_str(&rest_of_position(&self.board))
    }
}

/// The board as GTP's `showboard` prints it: coordinates, star points, the last move, prisoners, and whose turn it is.
pub fn showboard(board: &Board) -> String {
    let stars = star_points(board.size());
    let letters: String = (0..board.size()).flat_map(|col| [' ', column_letter(col)]).collect();
    let mut text = format!("  {letters}\n");
    for row in 0..board.size() {
        let number = board.size() - row;
        let points = row_text(board, row, |point| if stars.contains(&point) { '+' } else { '.' });
        let _ = writeln!(text, "{number:2}{points}{number}");
    }
    let _ = writeln!(text, "  {letters}");
    for (color, stone) in [(Color::Black, 'X'), (Color::White, 'O')] {
        let name = if color == Color::Black { "Black" } else { "White" };
        let _ = writeln!(text, "{name} ({stone}) has captured {}", board.captured(color.other()));
    }
    text + &rest_of_position(board)
}

/// The star points that are drawn on a board of that size: those of five handicap stones on a small one, of nine on a
/// large one.
pub fn star_points(size: usize) -> Vec<Point> {
    let wanted = if size < 15 { 5 } else { 9 };
    fixed_handicap(size, wanted).or_else(|_| fixed_handicap(size, 4)).unwrap_or_default()
}

/// A row with a space on either side of each point, where the parentheses of a last move go.
fn row_text(board: &Board, row: usize, empty: impl Fn(Point) -> char) -> String {
    let last = board.last_move().and_then(Move::point).filter(|&point| board.cell(point) != Cell::Empty);
    let mut text = String::from(" ");
    for col in 0..board.size() {
        let point = Point::new(row, col);
        let shown = match board.cell(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::Edge => empty(point),
        };
        if last == Some(point) {
            text.pop();
            let _ = write!(text, "({shown})");
        } else {
            let _ = write!(text, "{shown} ");
        }
    }
    text
}

fn rest_of_position(board: &Board) -> String {
    let player = if board.to_play() == Color::Black { 'X' } else { 'O' };
    let ko = board.ko().map(|point| format!("ko at {}\n", point.to_gtp(board.size())));
    format!("{}{player} to play\n", ko.unwrap_or_default())
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    rows: Vec<(usize, Vec<Cell>)>,
    marks: Vec<(char, Point)>,
    last: Option<Point>,
    to_play: Option<Color>,
    ko: Option<(usize, String)>,
}

impl Reader {
    fn read(&mut self, number: usize, line: &str) -> Result<(), DiagramError> {
        if let Some(color) = player_to_move(line) {
            self.to_play = Some(color);
        } else if let Some(point) = line.strip_prefix("ko at ") {
            self.ko = Some((number, point.trim().to_string()));
        } else if !line.is_empty() && !is_frame(line) && !is_column_letters(line) && !is_sentence(line) {
            self.read_row(number, line)?;
        }
        Ok(())
    }

    fn read_row(&mut self, line: usize, text: &str) -> Result<(), DiagramError> {
        let points = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let mut symbols = points.strip_prefix('|').unwrap_or(points).chars().filter(|c| !c.is_whitespace()).peekable();
        let mut row = Vec::new();
        while let Some(symbol) = symbols.next() {
            // After the frame or the number on the right, programs print sentences.
            if symbol == '|' || symbol.is_ascii_digit() {
                break;
            }
            if self.rows.len() == MAX_SIZE || row.len() == MAX_SIZE {
                return Err(DiagramError::TooLarge { line });
            }
            let point = Point::new(self.rows.len(), row.len());
            let cell = if symbol == '(' {
                let stone = symbols.next().and_then(cell).filter(|&cell| cell != Cell::Empty);
                let stone = stone.filter(|_| symbols.next() == Some(')')).ok_or(DiagramError::Parenthesis { line })?;
                if self.last.replace(point).is_some() {
                    return Err(DiagramError::TwoLastMoves { line });
                }
                stone
            } else {
                cell(symbol).ok_or(match symbol {
                    ')' => DiagramError::Parenthesis { line },
                    found => DiagramError::NotAPoint { line, found },
                })?
            };
            if is_mark(symbol) {
                self.marks.push((symbol, point));
            }
            row.push(cell);
        }
        if !row.is_empty() {
            self.rows.push((line, row));
        }
        Ok(())
    }

    fn finish(self) -> Result<Diagram, DiagramError> {
        let size = self.rows.len();
        let first = self.rows.first().ok_or(DiagramError::NoRows)?;
        let odd_one = self.rows.iter().find(|(_, row)| row.len() != size);
        if let Some((line, row)) = odd_one.map(|row| if first.1.len() == row.1.len() { first } else { row }) {
            return Err(DiagramError::NotSquare { line: *line, found: row.len(), rows: size });
        }
        if size < MIN_SIZE {
            return Err(PositionError::Size(size).into());
        }
        let at = |point: Point| self.rows[point.row()].1[point.col()];
        let stones: Vec<(Point, Color)> =
            Point::all(size).filter_map(|point| Some((point, at(point).color()?))).collect();
        let last = self.last.and_then(|point| Some((point, at(point).color()?)));
        let mut board = match &self.ko {
            None => with_last_move(size, &stones, last)?,
            Some((line, name)) => {
                let ko = Point::from_gtp(name, size).map_err(|reason| DiagramError::BadKo { line: *line, reason })?;
                with_ko(size, &stones, last, ko)?
            }
        };
        board.set_to_play(self.to_play.unwrap_or(board.to_play()));
        Ok(Diagram { board, marks: self.marks })
    }
}

/// The board with these stones, of which the last may be known to have been played last.
fn with_last_move(
    size: usize,
    stones: &[(Point, Color)],
    last: Option<(Point, Color)>,
) -> Result<Board, PositionError> {
    let board = Board::with_stones(size, stones.iter().copied())?;
    let Some((point, color)) = last else { return Ok(board) };
    let mut before = Board::with_stones(size, stones.iter().copied().filter(|&(stone, _)| stone != point))?;
    before.set_to_play(color);
    before.play_unchecked(point);
    Ok(before)
}

/// The board on which the last move, known or not, has taken a ko at that point.
fn with_ko(
    size: usize,
    stones: &[(Point, Color)],
    last: Option<(Point, Color)>,
    ko: Point,
) -> Result<Board, DiagramError> {
    Board::with_stones(size, stones.iter().copied())?;
    let takes = |&(point, color): &(Point, Color)| {
        let before = stones.iter().copied().filter(|&(stone, _)| stone != point).chain([(ko, color.other())]);
        let mut board = Board::with_stones(size, before).ok()?;
        board.set_to_play(color);
        board.play(Move::Play(point)).ok()?;
        (board.ko() == Some(ko)).then_some(board)
    };
    let candidates = stones.iter().filter(|&&stone| last.is_none_or(|last| last == stone));
    let mut beside = candidates.filter(|(point, _)| ko.neighbors().contains(point));
    beside.find_map(takes).ok_or_else(|| DiagramError::NoKo(ko.to_gtp(size)))
}

fn cell(symbol: char) -> Option<Cell> {
    match symbol {
        'X' | '#' | '@' | '●' => Some(Cell::Black),
        'O' | '○' => Some(Cell::White),
        '.' | '+' | ',' | '·' => Some(Cell::Empty),
        _ if is_mark(symbol) => Some(Cell::Empty),
        _ => None,
    }
}

fn is_mark(symbol: char) -> bool {
    symbol.is_ascii_lowercase() || symbol == '*'
}

/// `X to play`, `O to move`, `White to play.`
fn player_to_move(line: &str) -> Option<Color> {
    let mut words = line.trim_end_matches('.').split_whitespace();
    let player = match words.next()? {
        "X" | "#" => Color::Black,
        "O" => Color::White,
        name => Color::parse(name)?,
    };
    let says_so = words.next() == Some("to") && matches!(words.next(), Some("play" | "move")) && words.next().is_none();
    says_so.then_some(player)
}

fn is_frame(line: &str) -> bool {
    line.contains(['-', '=']) && line.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | ' '))
}

/// `A B C D`, perhaps with more to its right.
fn is_column_letters(line: &str) -> bool {
    let letters = line.split_whitespace().enumerate();
    let in_order =
        letters.take_while(|&(col, word)| col < MAX_SIZE && word.len() == 1 && word.starts_with(column_letter(col)));
    in_order.count() > 0
        || (line.len() >= MIN_SIZE && (0..MAX_SIZE).map(column_letter).collect::<String>().starts_with(line))
}

/// A line that begins with a capitalised word, such as `Black (X) has captured 3`.
fn is_sentence(line: &str) -> bool {
    let mut start = line.chars();
    let capital = start.next().is_some_and(|c| c.is_ascii_uppercase() && c != 'X' && c != 'O');
    capital && start.next().is_some_and(|c| c.is_ascii_alphabetic() && c != 'X' && c != 'O')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point(name: &str, size: usize) -> Point {
        Point::from_gtp(name, size).unwrap()
    }

    #[test]
    fn rows_may_be_written_with_or_without_spaces() {
        let spaced = board(
            "
            . X O
            X . O
            . + .",
        );
        assert_eq!(spaced, board(".XO\nX.O\n..."));
        assert_eq!(spaced.cell(point("C3", 3)), Cell::White);
        assert_eq!(spaced.cell(point("A1", 3)), Cell::Empty);
    }

    #[test]
    fn a_board_as_gnu_go_shows_it_is_read() {
        let position = board(
            "
            =
               A B C D E
             5 . . . . . 5     Last move: White C3
             4 . X . . . 4
             3 . .(O). . 3
             2 . . . + . 2     WHITE (O) has captured 0 stones
             1 . . . . . 1     BLACK (X) has captured 3 stones
               A B C D E",
        );
        assert_eq!(position.size(), 5);
        assert_eq!(position.last_move(), Some(Move::Play(point("C3", 5))));
        assert_eq!(position.to_play(), Color::Black);
        assert_eq!((position.cell(point("B4", 5)), position.stones_on_board(Color::White)), (Cell::Black, 1));
    }

    #[test]
    fn a_frame_is_left_aside() {
        let framed = board(
            "
            +-----+
            | X . |
            | . O |
            +-----+
            O to play",
        );
        assert_eq!((framed.size(), framed.to_play()), (2, Color::White));
        assert_eq!(framed.cell(point("B1", 2)), Cell::White);
    }

    #[test]
    fn marks_name_points() {
        let diagram = Diagram::parse("a . b\n. X *\n* . a").unwrap();
        assert_eq!(diagram.mark('b'), Some(point("C3", 3)));
        assert_eq!(diagram.marked('a').collect::<Vec<_>>(), [point("A3", 3), point("C1", 3)]);
        assert_eq!(diagram.marked('*').count(), 2);
        assert_eq!(diagram.mark('c'), None);
        assert_eq!(Diagram::parse(&diagram.to_string()), Ok(diagram));
    }

    #[test]
    fn errors_name_the_line_and_what_is_wrong() {
        let message = |text| Diagram::parse(text).unwrap_err().to_string();
        assert_eq!(message("..X\n.Q.\n..."), "line 2: 'Q' is not a point; expected '.', 'X', 'O' or a lower-case mark");
        assert_eq!(message("...\n....\n..."), "line 2: the row has 4 points, but the board has 3 rows");
        assert_eq!(message("....\n...."), "line 1: the row has 4 points, but the board has 2 rows");
        assert_eq!(message("(X).\n.(O)"), "line 2: only one stone can be the last move");
        assert_eq!(message("(.).\n.."), "line 1: parentheses mark a stone as the last move, such as (X)");
        assert_eq!(message(".X.\nXOX\n.X."), "the chain at B2 has no liberty");
        assert_eq!(message("A B C"), "there is no board: expected rows of '.', 'X' and 'O'");
        assert_eq!(message("X"), PositionError::Size(1).to_string());
    }

    #[test]
    fn a_ko_is_part_of_the_position() {
        let text = "
            . X O . .
            X(O). O .
            . X O . .
            . . . . .
            . . . . .
            ko at C4";
        let ko = board(text);
        assert_eq!((ko.ko(), ko.to_play()), (Some(point("C4", 5)), Color::Black));
        assert!(!ko.is_legal(point("C4", 5)));
        let unmarked = board(&text.replace("(O)", " O "));
        assert_eq!((unmarked, unmarked.last_move()), (ko, ko.last_move()));
        let wrong = Diagram::parse(&text.replace("C4", "E1")).unwrap_err();
        assert!(matches!(wrong, DiagramError::NoKo(name) if name == "E1"));
    }

    #[test]
    fn showboard_shows_coordinates_stars_prisoners_and_the_last_move() {
        let mut position = Board::new(9);
        for name in ["A2", "A1", "B1", "J9"] {
            position.play(Move::from_gtp(name, 9).unwrap()).unwrap();
        }
        let expected = "
   A B C D E F G H J
 9 . . . . . . . .(O)9
 8 . . . . . . . . . 8
 7 . . + . . . + . . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . . + . . . + . . 3
 2 X . . . . . . . . 2
 1 . X . . . . . . . 1
   A B C D E F G H J
Black (X) has captured 1
White (O) has captured 0
X to play
";
        assert_eq!(showboard(&position), expected.trim_start_matches('\n'));
    }

    #[test]
    fn a_file_is_loaded_and_a_missing_one_is_named() {
        let path = std::env::temp_dir().join(format!("goban-diagram-{}.txt", std::process::id()));
        std::fs::write(&path, ". X\nO .\n").unwrap();
        assert_eq!(Diagram::load(&path).map(|diagram| diagram.board), Ok(board(".X\nO.")));
        std::fs::remove_file(&path).unwrap();
        assert!(Diagram::load(&path).unwrap_err().to_string().contains("goban-diagram-"));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_as_the_same(
            size in MIN_SIZE..=MAX_SIZE,
            draws in prop::collection::vec(any::<u32>(), 0..400),
        ) {
            let mut position = Board::new(size);
            for draw in draws {
                let next = position.random_point(|below| draw % below);
                position.play(next.map_or(Move::Pass, Move::Play)).unwrap();
                let stone = position.last_move().and_then(Move::point);
                for text in [Diagram::from(position).to_string(), showboard(&position)] {
                    let again = board(&text);
                    prop_assert_eq!(again, position, "{}", text);
                    prop_assert_eq!(again.last_move().and_then(Move::point), stone);
                }
            }
        }

        #[test]
        fn no_text_is_too_strange(text in "[ .XO+a-c()|0-9\n#*A-Ckot-]{0,200}") {
            if let Ok(diagram) = Diagram::parse(&text) {
                prop_assert_eq!(Diagram::parse(&diagram.to_string()), Ok(diagram));
            }
        }
    }
}
