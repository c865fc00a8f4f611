//! The liberties of all chains of one colour at once.
//!
//! [`tactics`](crate::tactics) walks along a chain for each question. A player that values every point of a position
//! asks about the same chains again and again: here each liberty is found once, and a question is a union of sets.

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::list::PointList;
use crate::point::{Point, PointMap, PointSet};

/// The liberties of the chains of one colour on one board.
pub struct ChainLiberties<'a> {
    board: &'a Board,
    color: Color,
    /// The place of a chain's liberties in `sets`, by the chain's head.
    place: PointMap<u16>,
    /// The liberties of each chain, and their number.
    sets: Vec<(PointSet, usize)>,
}

/// A head whose chain has no set yet.
const NONE: u16 = u16::MAX;

impl ChainLiberties<'_> {
    /// Finds the liberties of every chain of this colour.
    pub fn new(board: &Board, color: Color) -> ChainLiberties<'_> {
        let (mut place, mut sets) = (PointMap::new(NONE), Vec::<(PointSet, usize)>::new());
        for &point in board.empties() {
            for friend in point.neighbors().into_iter().filter(|&n| board.cell(n).is(color)) {
                let head = board.head(friend);
                if place[head] == NONE {
                    place[head] = sets.len() as u16;
                    sets.push((PointSet::new(), 0));
                }
                let (set, count) = &mut sets[usize::from(place[head])];
                *count += usize::from(set.insert(point));
            }
        }
        ChainLiberties { board, color, place, sets }
    }

    /// How many liberties the chain of a stone of this colour has.
    pub fn count(&self, stone: Point) -> usize {
        self.sets[self.place_of(stone)].1
    }

    /// How many liberties the chain of a stone of this colour put on an empty point would have if it captured nothing.
    pub fn count_after(&self, point: Point) -> usize {
        let mut chains = PointList::<4>::new();
        let mut empty = PointList::<4>::new();
        for n in point.neighbors() {
            match self.board.cell(n) {
                Cell::Empty => {
                    empty.push(n);
                }
                cell if cell.is(self.color) => {
                    chains.insert(self.board.head(n));
                }
                _ => {}
            }
        }
        match *chains {
            [] => empty.len(),
            // The point itself is a liberty no more.
            [chain] => {
                let (set, count) = &self.sets[self.place_of(chain)];
                count - 1 + empty.iter().filter(|&&n| !set.contains(n)).count()
            }
            _ => {
                let mut all: PointSet = empty.iter().copied().collect();
                chains.iter().for_each(|&chain| all.extend(&self.sets[self.place_of(chain)].0));
                all.count() - 1
            }
        }
    }

    /// Every chain on a board has a liberty, and so a set.
    fn place_of(&self, stone: Point) -> usize {
        usize::from(self.place[self.board.head(stone)])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tactics;

    proptest! {
        #[test]
        fn they_are_those_that_tactics_finds(
            size in 2..10_usize,
            draws in prop::collection::vec(any::<u32>(), 1..150),
        ) {
            let mut board = Board::new(size);
            for draw in draws {
                let next = board.random_point(|below| draw % below);
                for color in Color::BOTH {
                    let liberties = ChainLiberties::new(&board, color);
                    for point in board.points() {
                        match board.cell(point) {
                            Cell::Empty if tactics::captured_by(&board, point, color) == 0 => {
                                let expected = tactics::liberty_count_after(&board, point, color);
                                prop_assert_eq!(liberties.count_after(point), expected);
                            }
                            cell if cell.is(color) => {
                                prop_assert_eq!(liberties.count(point), tactics::liberty_count(&board, point));
                            }
                            _ => {}
                        }
                    }
                }
                match next {
                    Some(point) => board.play_unchecked(point),
                    None => break,
                }
            }
        }
    }
}
