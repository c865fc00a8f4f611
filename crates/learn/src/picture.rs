//! Boards as SVG: a position with labels on its points as a file, or many boards on a page like figures 6.1 to 6.18 of
//! the thesis. Those show the move that was played in grey, and the rank on every point that was ranked as high or
//! higher.
//!
//! What all boards of a page share is drawn once. The stones of one colour are one path of dots with round ends, which
//! keeps a page of two hundred boards small.

use std::fmt::Write;

use goban::diagram::star_points;
use goban::{Board, Color, Game, Point, column_letter};

use crate::review::{MoveReview, Ranked};

/// The distance between two lines.
const STEP: usize = 20;
/// The distance from the edge of the picture to the first line.
const MARGIN: usize = 34;

/// The style sheet of boards.
pub(crate) const STYLE: &str = include_str!("board.css");

/// A label on an empty point.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// The text, of at most four characters.
    pub text: String,
    /// The strength of the shade, from 0 to 1.
    pub shade: f32,
}

/// A position with marks, as the content of an SVG file.
pub fn position(board: &Board, marks: &[Mark]) -> String {
    let size = board.size();
    let mut svg = start(size, "A position");
    svg += &stones(board, marks.iter().map(|mark| mark.point));
    if let Some(last) = board.last_move().and_then(|mv| mv.point()) {
        let (x, y) = place(last);
        let class = if board.cell(last).is(Color::Black) { "on-black" } else { "on-white" };
        let _ = write!(svg, "<circle class=\"last {class}\" cx=\"{x}\" cy=\"{y}\" r=\"4.5\"/>");
    }
    for mark in marks {
        let (x, y) = place(mark.point);
        let opacity = 0.55 * mark.shade.clamp(0.0, 1.0);
        let _ = write!(svg, "<circle class=\"shade\" cx=\"{x}\" cy=\"{y}\" r=\"9.5\" fill-opacity=\"{opacity:.2}\"/>");
    }
    svg += "<g class=\"ranks\">";
    marks.iter().for_each(|mark| svg += &text(mark.point, &mark.text));
    svg + "</g></svg>\n"
}

/// A game as numbered stones, as books print it: each point has the first stone that was played there, captured or not,
/// with the number of the move. [`played_again`] has the moves that cannot be shown.
pub fn numbered(game: &Game) -> String {
    let size = game.size();
    let first = first_moves(game);
    let of = |color: Color| {
        let initial = game.initial().points().filter(move |&point| game.initial().cell(point).is(color));
        let played = first.iter().filter(move |(other, ..)| *other == color).map(|&(_, point, _)| point);
        dots(initial.chain(played))
    };
    let mut svg = start(size, &format!("A game of {} moves", game.moves().len()));
    svg += &stone_paths(Color::BOTH.map(of), String::new());
    svg += "<g class=\"ranks\">";
    for (color, point, number) in first {
        let (x, y) = place(point);
        let class = match (color, number > 99) {
            (Color::Black, true) => " class=\"s light\"",
            (Color::Black, false) => " class=\"light\"",
            (Color::White, true) => " class=\"s\"",
            (Color::White, false) => "",
        };
        let _ = write!(svg, "<text{class} x=\"{x}\" y=\"{y}\">{number}</text>");
    }
    svg + "</g></svg>\n"
}

/// The moves of a game on points where a stone was played before, each with the number of the first.
pub fn played_again(game: &Game) -> Vec<(usize, usize)> {
    let first = first_moves(game);
    let moves = game.moves().iter().zip(1..);
    let again = moves.filter_map(|(&(_, mv), number)| {
        let &(_, _, shown) = first.iter().find(|(_, point, _)| mv.point() == Some(*point))?;
        (shown != number).then_some((number, shown))
    });
    again.collect()
}

/// The first stone on each point, with its number.
fn first_moves(game: &Game) -> Vec<(Color, Point, usize)> {
    let mut first: Vec<(Color, Point, usize)> = Vec::new();
    for (&(color, mv), number) in game.moves().iter().zip(1..) {
        if let Some(point) = mv.point().filter(|point| first.iter().all(|(_, other, _)| other != point)) {
            first.push((color, point, number));
        }
    }
    first
}

/// A position with the move that was played and the points that a player ranked as high or higher, as the content of an
/// SVG file: a board as in figures 6.1 to 6.18 of the thesis.
pub fn ranking(board: &Board, played: Point, ranked: &[Ranked]) -> String {
    let svg = start(board.size(), &format!("The ranking of moves, {} points", ranked.len()));
    svg + &ranked_stones(board, Some(played), ranked) + "</svg>\n"
}

/// The start of a file, with the lines of the board.
fn start(size: usize, label: &str) -> String {
    let side = side(size);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" width=\"{0}\" height=\"{0}\" \
         viewBox=\"0 0 {side} {side}\" \
         role=\"img\" aria-label=\"{label}\"><style>{STYLE}</style>\
         <rect class=\"wood\" width=\"{side}\" height=\"{side}\"/>{1}",
        2 * side,
        grid(size)
    )
}

/// The hidden definition of lines and coordinates, which all boards of a page use.
pub(crate) fn common(size: usize) -> String {
    let grid = grid(size);
    format!(
        "<svg width=\"0\" height=\"0\" class=\"common\" aria-hidden=\"true\">\
         <defs><g id=\"board\">{grid}</g></defs></svg>\n"
    )
}

/// One board of a page: the position before a move, with the move on it.
pub(crate) fn board(review: &MoveReview, size: usize) -> String {
    let side = side(size);
    let svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"The board at move {}\">\
         <rect class=\"wood\" width=\"{side}\" height=\"{side}\"/><use href=\"#board\"/>",
        review.number
    );
    svg + &ranked_stones(&review.board, review.assessment.mv.point(), &review.assessment.ranked) + "</svg>\n"
}

/// The stones, the move that was played, and the ranks.
fn ranked_stones(board: &Board, played: Option<Point>, ranked: &[Ranked]) -> String {
    let empty = ranked.iter().map(|ranked| ranked.point).filter(|&point| Some(point) != played);
    let mut svg = stones(board, empty);
    if let Some(played) = played {
        let played = dots([played].into_iter());
        let _ = write!(svg, "<path class=\"edge\" d=\"{played}\"/><path class=\"played\" d=\"{played}\"/>");
    }
    svg += "<g class=\"ranks\">";
    ranked.iter().for_each(|Ranked { point, rank, .. }| svg += &text(*point, &rank.to_string()));
    svg + "</g>"
}

fn side(size: usize) -> usize {
    2 * MARGIN + STEP * (size - 1)
}

/// The lines, the star points and the coordinates.
fn grid(size: usize) -> String {
    let (first, last) = (MARGIN, MARGIN + STEP * (size - 1));
    let mut lines = String::new();
    let mut names = String::new();
    for line in 0..size {
        let at = MARGIN + STEP * line;
        lines += &format!("M{first} {at}H{last}M{at} {first}V{last}");
        let (letter, number) = (column_letter(line), size - line);
        for y in [first - 20, last + 20] {
            names += &format!("<text x=\"{at}\" y=\"{y}\">{letter}</text>");
        }
        for x in [first - 22, last + 22] {
            names += &format!("<text x=\"{x}\" y=\"{at}\">{number}</text>");
        }
    }
    let stars = dots(star_points(size).into_iter());
    format!("<path class=\"lines\" d=\"{lines}\"/><path class=\"stars\" d=\"{stars}\"/><g class=\"names\">{names}</g>")
}

/// The stones, and a plain background for labelled points.
fn stones(board: &Board, written: impl Iterator<Item = Point>) -> String {
    let of = |color: Color| dots(board.points().filter(|&point| board.cell(point).is(color)));
    stone_paths(Color::BOTH.map(of), dots(written))
}

/// The paths of Black's and White's stones, and of a plain background for labelled points.
fn stone_paths([black, white]: [String; 2], written: String) -> String {
    let mut svg = String::new();
    for (class, path) in [("hole", written), ("black", black), ("edge", white.clone()), ("white", white)] {
        if !path.is_empty() {
            let _ = write!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    svg
}

/// A text on a point, smaller if it has more than two characters.
fn text(point: Point, text: &str) -> String {
    let (x, y) = place(point);
    let class = if text.len() > 2 { " class=\"s\"" } else { "" };
    format!("<text{class} x=\"{x}\" y=\"{y}\">{text}</text>")
}

/// A path of one dot for each point.
fn dots(points: impl Iterator<Item = Point>) -> String {
    let mut path = String::new();
    for (x, y) in points.map(place) {
        let _ = write!(path, "M{x} {y}h.01");
    }
    path
}

fn place(point: Point) -> (usize, usize) {
    (MARGIN + STEP * point.col(), MARGIN + STEP * point.row())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_usual_star_points() {
        assert_eq!([5, 7, 8, 9, 13, 14, 19].map(|size| star_points(size).len()), [0, 4, 4, 5, 5, 4, 9]);
        assert!(star_points(19).contains(&Point::from_gtp("Q10", 19).unwrap()));
        assert!(star_points(9).contains(&Point::from_gtp("E5", 9).unwrap()));
        assert!(!star_points(9).contains(&Point::from_gtp("C5", 9).unwrap()));
    }

    #[test]
    fn coordinates_leave_out_the_letter_i() {
        let common = common(9);
        assert!(common.contains(">H</text>") && common.contains(">J</text>") && !common.contains(">I</text>"));
    }

    /// White captures the first stone, and fills its point.
    #[test]
    fn a_game_shows_its_numbers_and_names_the_moves_that_are_hidden() {
        let mut game = Game::new(5, goban::Rules::JAPANESE, 0.0);
        for name in ["A1", "A2", "E5", "B1", "pass", "A1"] {
            game.play(goban::Move::from_gtp(name, 5).unwrap()).unwrap();
        }
        let svg = numbered(&game);
        let (x, y) = place(Point::from_gtp("A1", 5).unwrap());
        assert!(svg.contains(&format!("<text class=\"light\" x=\"{x}\" y=\"{y}\">1</text>")), "{svg}");
        // A board of 5x5 has no sixth row.
        assert!(!svg.contains(">6</text>"));
        assert_eq!(played_again(&game), [(6, 1)]);
    }

    #[test]
    fn a_ranking_shows_the_ranks_and_the_move_in_grey() {
        let board = Board::new(5);
        let [played, better] = ["C2", "B4"].map(|name| Point::from_gtp(name, 5).unwrap());
        let ranked = [Ranked { point: better, rank: 1 }, Ranked { point: played, rank: 2 }];
        let svg = ranking(&board, played, &ranked);
        assert!(svg.contains(&format!("class=\"played\" d=\"{}\"", dots([played].into_iter()))));
        assert!(svg.contains(">1</text>") && svg.contains(">2</text>") && svg.contains("xmlns"));
    }

    #[test]
    fn a_position_shows_its_stones_its_last_move_and_its_labels() {
        let game = goban::diagram::board(
            "
            . . . . .
            . X . . .
            . . .(O).
            . . . . .
            . . . . .",
        );
        let mark = Mark { point: Point::from_gtp("C2", 5).unwrap(), text: "71".into(), shade: 1.0 };
        let svg = position(&game, &[mark]);
        let (x, y) = place(Point::from_gtp("C2", 5).unwrap());
        assert!(svg.contains(&format!("x=\"{x}\" y=\"{y}\">71</text>")));
        assert!(svg.contains("class=\"last on-white\"") && !svg.contains("class=\"last on-black\""));
        assert!(
            svg.contains(&format!("class=\"black\" d=\"{}\"", dots([Point::from_gtp("B4", 5).unwrap()].into_iter())))
        );
    }
}
