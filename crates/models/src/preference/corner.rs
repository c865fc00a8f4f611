//! Whole corners: a separate table for moves in corners (proposed in section 7.2 of the thesis, because joseki depend
//! on the whole corner, not on a window around the move).
//!
//! The value of a move is that of its window plus, in a corner, that of the corner with this move. An unknown corner
//! has value 0.

use goban::{Board, Point};

use super::manner::{NO_CLASS, Updates};
use super::values::Values;
use super::{Manner, Table};
use crate::mix;

/// The values of corners.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    /// The lines of a corner from either edge.
    lines: usize,
    pub(super) values: Values,
    pub(super) updates: Updates,
    /// The classes of the moves of the last position; [`NO_CLASS`] outside corners.
    pub(super) classes: Vec<u64>,
}

impl Corners {
    pub(super) fn new(lines: u8) -> Corners {
        Corners {
            lines: usize::from(lines),
            values: Values::new(Table::Map),
            updates: Updates::default(),
            classes: Vec::new(),
        }
    }

    /// Classifies the moves of a position, and adds the values of corners to their scores.
    pub(super) fn classify(&mut self, board: &Board, points: &[Point], scores: &mut [f32]) {
        let (size, us) = (board.size(), board.to_play());
        let mut stones = [[0u64; 2]; 4];
        for point in board.points() {
            if let (Some(color), Some((corner, places))) = (board.cell(point).color(), self.places(point, size)) {
                let thing = if color == us { 1 } else { 2 };
                stones[corner].iter_mut().zip(places).for_each(|(name, place)| *name ^= mix(mix(place) + thing));
            }
        }
        self.classes.clear();
        for (&point, value) in points.iter().zip(scores) {
            let class = self.places(point, size).map_or(NO_CLASS, |(corner, places)| {
                let name = |way: usize| mix(stones[corner][way] ^ mix(places[way]));
                name(0).min(name(1)).max(NO_CLASS + 1)
            });
            if class != NO_CLASS {
                *value += self.values.get(class);
            }
            self.classes.push(class);
        }
    }

    pub(super) fn learn(&mut self, manner: Manner, scores: &[f32], played: Option<usize>) {
        self.updates.compute(manner, &self.classes, scores, played);
        self.updates.apply_or_pool(manner, &mut self.values);
    }

    /// The corner of a point, and its index there, as it is and mirrored in the diagonal.
    fn places(&self, point: Point, size: usize) -> Option<(usize, [u64; 2])> {
        let [row, col] = [point.row(), point.col()];
        let [far_row, far_col] = [row, col].map(|line| line > size - 1 - line);
        let [row, col] = [row, col].map(|line| line.min(size - 1 - line));
        let corner = 2 * usize::from(far_row) + usize::from(far_col);
        let place = |a: usize, b: usize| (a * self.lines + b) as u64;
        (row < self.lines && col < self.lines).then(|| (corner, [place(row, col), place(col, row)]))
    }
}

#[cfg(test)]
mod tests {
    use goban::{Color, Move, Symmetry};

    use super::*;

    fn classes(board: &Board, points: &[Point]) -> Vec<u64> {
        let mut corners = Corners::new(7);
        corners.classify(board, points, &mut vec![0.0; points.len()]);
        corners.classes
    }

    fn joseki(symmetry: Symmetry) -> (Board, Vec<Point>) {
        let at = |name: &str| symmetry.apply(Point::from_gtp(name, 19).unwrap(), 19);
        let mut board = Board::new(19);
        ["Q16", "C3", "O17", "R14"].iter().for_each(|name| board.play(Move::Play(at(name))).unwrap());
        (board, ["R17", "Q18", "K10", "D4"].into_iter().map(at).collect())
    }

    /// A joseki is the same in every corner and in both orientations; its moves differ.
    #[test]
    fn a_corner_is_one_in_all_eight_places() {
        let (board, points) = joseki(Symmetry::IDENTITY);
        let here = classes(&board, &points);
        assert!(
            here[0] != here[1] && here[0] != here[3] && here[2] == NO_CLASS,
            "the middle of the board is not a corner"
        );
        for symmetry in Symmetry::ALL {
            let (board, points) = joseki(symmetry);
            assert_eq!(classes(&board, &points), here);
        }
    }

    #[test]
    fn a_stone_far_away_changes_nothing_and_one_in_the_corner_much() {
        let (board, points) = joseki(Symmetry::IDENTITY);
        let here = classes(&board, &points);
        let with = |name: &str| {
            let mut board = board;
            board.play(Move::from_gtp(name, 19).unwrap()).unwrap();
            board.set_to_play(Color::Black);
            classes(&board, &points)
        };
        assert_eq!(with("K4"), here);
        assert!(with("R13")[0] != here[0] && with("R13")[3] == here[3]);
    }
}
