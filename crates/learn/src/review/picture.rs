//! Boards like figures 6.1 to 6.18 of the thesis, as SVG: stones black and white, the move that was played grey, and on every
//! point that was ranked as high as it or higher the rank.
//!
//! What all boards of a page have in common is drawn once. Stones of one colour are one path of dots with round ends, which
//! keeps a page of two hundred boards small.

use std::fmt::Write;

use goban::{Color, Point, column_letter};

use super::{Ranked, Verdict};

/// From one line to the next.
const STEP: usize = 20;
/// From the side of the picture to the first line.
const MARGIN: usize = 34;

/// The lines and the names of the lines, to be drawn once on a page, out of sight.
pub(super) fn common(size: usize) -> String {
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
    let stars = dots(stars(size).into_iter());
    format!(
        "<svg width=\"0\" height=\"0\" class=\"common\" aria-hidden=\"true\"><defs><g id=\"board\">\
         <path class=\"lines\" d=\"{lines}\"/><path class=\"stars\" d=\"{stars}\"/><g class=\"names\">{names}</g></g></defs></svg>\n"
    )
}

/// One board. The position is the one before the move, with the move on it.
pub(super) fn board(verdict: &Verdict, size: usize) -> String {
    let side = 2 * MARGIN + STEP * (size - 1);
    let stones = |color: Color| dots(verdict.board.points().filter(|&point| verdict.board.cell(point).is(color)));
    let [black, white] = Color::BOTH.map(stones);
    let empty = verdict.ranked.iter().map(|ranked| ranked.point).filter(|&point| point != verdict.point);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"The board at move {}\">\
         <rect class=\"wood\" width=\"{side}\" height=\"{side}\"/><use href=\"#board\"/>",
        verdict.number
    );
    for (class, path) in [("hole", dots(empty)), ("black", black), ("edge", white.clone()), ("white", white)] {
        if !path.is_empty() {
            let _ = write!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    let played = dots([verdict.point].into_iter());
    let _ =
        write!(svg, "<path class=\"edge\" d=\"{played}\"/><path class=\"played\" d=\"{played}\"/><g class=\"ranks\">");
    verdict.ranked.iter().for_each(|ranked| svg += &number(ranked));
    svg + "</g></svg>\n"
}

/// A rank on its point. Three figures are written smaller than one or two.
fn number(ranked: &Ranked) -> String {
    let (x, y) = place(ranked.point);
    let class = if ranked.rank > 99 { " class=\"s\"" } else { "" };
    format!("<text{class} x=\"{x}\" y=\"{y}\">{}</text>", ranked.rank)
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

/// The points that are marked for orientation.
fn stars(size: usize) -> Vec<Point> {
    let line = match size {
        0..7 => return Vec::new(),
        7..13 => 2,
        _ => 3,
    };
    let mut lines = vec![line, size - 1 - line];
    if size % 2 == 1 && size > 7 {
        lines.push(size / 2);
    }
    let only_corners_and_centre = size < 15;
    let is_side = |row: usize, col: usize| (row == size / 2) != (col == size / 2);
    let all = lines.iter().flat_map(|&row| lines.iter().map(move |&col| (row, col)));
    let marked = all.filter(|&(row, col)| !(size % 2 == 1 && only_corners_and_centre && is_side(row, col)));
    marked.map(|(row, col)| Point::new(row, col)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_usual_stars() {
        assert_eq!([5, 7, 8, 9, 13, 14, 19].map(|size| stars(size).len()), [0, 4, 4, 5, 5, 4, 9]);
        assert!(stars(19).contains(&Point::from_gtp("Q10", 19).unwrap()));
        assert!(stars(9).contains(&Point::from_gtp("E5", 9).unwrap()));
        assert!(!stars(9).contains(&Point::from_gtp("C5", 9).unwrap()));
    }

    #[test]
    fn lines_are_named_without_the_letter_i() {
        let common = common(9);
        assert!(common.contains(">H</text>") && common.contains(">J</text>") && !common.contains(">I</text>"));
    }
}
