//! Shapes of any size around a point, read from a text that people can read.

use goban::{Board, Cell, Color, Point};
use search::playout::Sign;
use thiserror::Error;

/// A collection of shapes, each in all its symmetries.
pub(super) struct Shapes {
    shapes: Vec<Shape>,
}

struct Shape {
    name: String,
    value: f32,
    turns: Vec<Turn>,
}

/// A shape seen from one side: the points around the one to be played that are not left open, down and to the right of
/// it. Stones and the side come first, as they are seldom where they have to be.
type Turn = Vec<((i8, i8), Sign)>;

/// What is wrong with a text of shapes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum ShapeError {
    /// A first line that is not a name and a value.
    #[error("line {0}: a shape begins with its name, a comma and its value, such as 'hane, 7'")]
    Head(usize),
    /// Rows of different lengths, or none.
    #[error("line {0}: the rows of a shape are equally long, at most {LARGEST} signs")]
    Rows(usize),
    /// Not one point to be played.
    #[error("line {0}: a shape has one point to be played, marked *")]
    Point(usize),
    /// A sign that means nothing.
    #[error("line {0}: '{1}' is not a sign of a shape: X O x o . # ? and * for the point to be played")]
    Sign(usize, char),
}

/// The longest row or column.
const LARGEST: usize = 19;

impl Shapes {
    /// The shapes of `data/shapes.txt`.
    pub fn classic() -> Shapes {
        const TEXT: &str = include_str!("../../data/shapes.txt");
        Shapes::parse(TEXT).expect("the embedded shapes are read by a test")
    }

    /// Reads shapes; see the head of `data/shapes.txt` for the form.
    pub fn parse(text: &str) -> Result<Shapes, ShapeError> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.starts_with("//")).collect();
        let blocks = lines.split(|(_, line)| line.is_empty());
        let shapes = blocks.filter_map(|block| block.split_first()).map(|(head, rows)| Shape::read(*head, rows));
        Ok(Shapes { shapes: shapes.collect::<Result<_, _>>()? })
    }

    /// The value of the best shape at a point, plus that of the worst if it is a bad one.
    pub fn value(&self, board: &Board, point: Point, us: Color) -> f32 {
        let scores = self.fitting(board, point, us).map(|shape| shape.value);
        let (best, worst) = scores.fold((0.0_f32, 0.0_f32), |(best, worst), value| (best.max(value), worst.min(value)));
        best + worst
    }

    /// The name of the best shape that fits, if one does that is good.
    pub fn name(&self, board: &Board, point: Point, us: Color) -> Option<&str> {
        let good = self.fitting(board, point, us).filter(|shape| shape.value > 0.0);
        good.max_by(|a, b| a.value.total_cmp(&b.value)).map(|shape| shape.name.as_str())
    }

    fn fitting(&self, board: &Board, point: Point, us: Color) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(move |shape| shape.fits(board, point, us))
    }
}

impl Shape {
    fn read((number, head): (usize, &str), rows: &[(usize, &str)]) -> Result<Shape, ShapeError> {
        let (name, value) = head.rsplit_once(',').ok_or(ShapeError::Head(number))?;
        let value: f32 = value.trim().parse().map_err(|_| ShapeError::Head(number))?;
        if !value.is_finite() {
            return Err(ShapeError::Head(number));
        }
        let mut signs = Vec::new();
        let mut play = None;
        let mut width = None;
        for (row, &(number, text)) in rows.iter().enumerate() {
            let row_signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
            if row_signs.len() > LARGEST || row >= LARGEST || *width.get_or_insert(row_signs.len()) != row_signs.len() {
                return Err(ShapeError::Rows(number));
            }
            for (col, sign) in row_signs.into_iter().enumerate() {
                let at = (row as i8, col as i8);
                match Sign::read(sign) {
                    Some(sign) => signs.push((at, sign)),
                    None if sign == '*' && play.is_none() => play = Some(at),
                    None if sign == '*' => return Err(ShapeError::Point(number)),
                    None => return Err(ShapeError::Sign(number, sign)),
                }
            }
        }
        let (row, col) = play.ok_or(ShapeError::Point(number))?;
        signs.retain(|&(_, sign)| sign != Sign::Any);
        let around: Turn = signs.into_iter().map(|((r, c), sign)| ((r - row, c - col), sign)).collect();
        Ok(Shape { name: name.trim().to_string(), value, turns: turns(&around) })
    }

    fn fits(&self, board: &Board, point: Point, us: Color) -> bool {
        let (row, col) = (point.row() as isize, point.col() as isize);
        let on_board = 0..board.size() as isize;
        let seen = |(down, right): (i8, i8)| {
            let (row, col) = (row + isize::from(down), col + isize::from(right));
            if on_board.contains(&row) && on_board.contains(&col) {
                board.cell(Point::new(row as usize, col as usize))
            } else {
                Cell::Edge
            }
        };
        let allows = |sign: Sign, cell: Cell| match us {
            Color::Black => sign.allows(cell),
            Color::White => sign.swapped().allows(cell),
        };
        self.turns.iter().any(|turn| turn.iter().all(|&(at, sign)| allows(sign, seen(at))))
    }
}

/// The different ones of the eight ways to turn and mirror a shape.
fn turns(around: &Turn) -> Vec<Turn> {
    let mut all: Vec<Turn> = Vec::new();
    for symmetry in 0..8 {
        let turned = |&((down, right), sign): &((i8, i8), Sign)| {
            let down = if symmetry & 1 == 0 { down } else { -down };
            let right = if symmetry & 2 == 0 { right } else { -right };
            (if symmetry & 4 == 0 { (down, right) } else { (right, down) }, sign)
        };
        let mut turn: Turn = around.iter().map(turned).collect();
        let is_common = |sign: Sign| !matches!(sign, Sign::Is(Cell::Black | Cell::White | Cell::Edge));
        turn.sort_by_key(|&(at, sign)| (is_common(sign), at));
        if !all.contains(&turn) {
            all.push(turn);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::diagram::Diagram;

    /// The names of the shapes that fit at the mark `a`.
    fn found(text: &str, us: Color) -> Vec<String> {
        let diagram = Diagram::parse(text).unwrap();
        let point = diagram.mark('a').unwrap();
        Shapes::classic().fitting(&diagram.board, point, us).map(|shape| shape.name.clone()).collect()
    }

    #[test]
    fn there_are_thirty_two_shapes_of_different_names() {
        let mut names: Vec<String> = Shapes::classic().shapes.into_iter().map(|shape| shape.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 32);
    }

    #[test]
    fn hane_at_the_head_of_two_fits_for_either_player_from_any_side() {
        let two = "
            . . . . . . .
            . . . . . . .
            . . O O a . .
            . . X X . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(found(two, Color::Black).contains(&"hane at the head of two".to_string()));
        assert!(!found(two, Color::White).contains(&"hane at the head of two".to_string()), "their own head");
        let swapped = two.replace('X', "o").replace('O', "X").replace('o', "O");
        assert!(found(&swapped, Color::White).contains(&"hane at the head of two".to_string()));
    }

    #[test]
    fn a_cut_is_one_only_while_the_stones_are_apart() {
        let cut = "
            . . . . .
            . . X O .
            . . O a .
            . . . . .
            . . . . .";
        assert!(found(cut, Color::Black).contains(&"cut".to_string()));
        let connected = "
            . . . . .
            . . O O .
            . . O a .
            . . . . .
            . . . . .";
        assert!(!found(connected, Color::Black).contains(&"cut".to_string()));
    }

    #[test]
    fn what_is_drawn_at_the_side_fits_at_the_side_only() {
        let third_line = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . a . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert!(found(third_line, Color::Black).contains(&"extension by two".to_string()));
        let fourth_line = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . a . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert!(!found(fourth_line, Color::Black).contains(&"extension by two".to_string()));
    }

    #[test]
    fn a_symmetrical_shape_is_kept_once_for_each_way_it_looks() {
        let shapes =
            Shapes::parse("cross, 1\n? X ?\nX * X\n? X ?\n\nstraight, 1\nX * O\n\nbent, 1\n. X ?\n* ? O").unwrap();
        let numbers: Vec<usize> = shapes.shapes.iter().map(|shape| shape.turns.len()).collect();
        assert_eq!(numbers, [1, 4, 8]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| Shapes::parse(text).err();
        assert_eq!(error("hane 7\nX *"), Some(ShapeError::Head(1)));
        assert_eq!(error("hane, inf\nX *"), Some(ShapeError::Head(1)));
        assert_eq!(error("// shapes\nhane, 7\nX * .\nO ."), Some(ShapeError::Rows(4)));
        assert_eq!(error("hane, 7\nX * .\nO * ."), Some(ShapeError::Point(3)));
        assert_eq!(error("\nhane, 7\nX . ."), Some(ShapeError::Point(2)));
        assert_eq!(error("hane, 7\nX * Z"), Some(ShapeError::Sign(2, 'Z')));
    }
}
