//! Unconditional life (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976).
//!
//! A chain is unconditionally alive, or pass-alive, if it can't be captured even though its owner always passes. For
//! one colour, call a *region* the points between its stones, empty or enemy, that hang together. A region is *vital*
//! to a chain if each of its empty points is a liberty of that chain: the opponent can't fill it without leaving the
//! last point, which is suicide as long as the chain has another such region. Benson's theorem: strike out, again and
//! again, chains with fewer than two vital regions and regions that touch a chain struck out; exactly the chains left
//! are unconditionally alive.

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::point::{Point, PointMap, PointSet};
use crate::region::{Region, regions};

/// The unconditionally alive stones and territory of one colour.
#[derive(Clone, Debug, Default)]
pub struct PassAlive {
    /// The stones of unconditionally alive chains.
    pub stones: PointSet,
    /// The regions, points as they hang together, that are vital to at least one of those chains and touch no other.
    pub vital_regions: Vec<Vec<Point>>,
    /// The points where the opponent has nothing to hope for, and enemy stones that can't live: regions that touch
    /// only those chains, and each of whose empty points is a liberty of one of them. A stone of the owner there is
    /// connected to a living chain at once, and the opponent can't enclose a point of their own.
    pub territory: PointSet,
}

/// Finds the unconditionally alive chains of a colour, and its unconditional territory.
pub fn pass_alive(board: &Board, color: Color) -> PassAlive {
    let enclosed = regions(board, |point| !board.cell(point).is(color)).into_iter();
    let mut enclosures: Vec<Enclosure> = enclosed.map(|region| Enclosure::new(board, region)).collect();
    let mut chains: Vec<Point> = board.points().filter(|&p| board.cell(p).is(color) && board.head(p) == p).collect();
    loop {
        let before = (chains.len(), enclosures.len());
        chains.retain(|chain| enclosures.iter().filter(|each| each.vital_to.contains(chain)).count() >= 2);
        enclosures.retain(|each| each.region.borders.iter().all(|chain| chains.contains(chain)));
        if before == (chains.len(), enclosures.len()) {
            break;
        }
    }
    // With no chain left, the board without a stone would be a region that touches no other.
    enclosures.retain(|each| !each.region.borders.is_empty());
    let stones = chains.iter().flat_map(|&chain| board.chain(chain)).collect();
    let without_inside = enclosures.iter().filter(|each| each.has_no_inside);
    let territory = without_inside.flat_map(|each| each.region.points.iter().copied()).collect();
    let vital = enclosures.into_iter().filter(|each| !each.vital_to.is_empty());
    PassAlive { stones, territory, vital_regions: vital.map(|each| each.region.points).collect() }
}

/// Who owns each point for certain: its pass-alive stone, or the colour in whose unconditional territory it lies.
pub fn settled(board: &Board) -> PointMap<Option<Color>> {
    let mut owner = PointMap::new(None);
    for color in Color::BOTH {
        let alive = pass_alive(board, color);
        for point in board.points().filter(|&point| alive.stones.contains(point) || alive.territory.contains(point)) {
            owner[point] = Some(color);
        }
    }
    owner
}

/// A maximal connected set of points without a stone of one colour.
struct Enclosure {
    region: Region,
    /// The heads of the chains around it of which each empty point is a liberty.
    vital_to: Vec<Point>,
    /// Whether each empty point is a liberty of some chain around it.
    has_no_inside: bool,
}

impl Enclosure {
    fn new(board: &Board, region: Region) -> Enclosure {
        let touches = |point: &Point, chain: Point| point.neighbors().iter().any(|&n| board.head(n) == chain);
        let mut empty = region.points.iter().filter(|&&point| board.cell(point) == Cell::Empty);
        let is_vital = |&chain: &Point| empty.clone().all(|point| touches(point, chain));
        let vital_to = region.borders.iter().copied().filter(is_vital).collect();
        let has_no_inside = empty.all(|point| region.borders.iter().any(|&chain| touches(point, chain)));
        Enclosure { region, vital_to, has_no_inside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    /// Black's pass-alive stones as `A`, unconditional territory as `t`, everything else as in the diagram.
    fn life(text: &str) -> Vec<String> {
        let board = diagram::board(text);
        let alive = pass_alive(&board, Color::Black);
        let rows = 0..board.size();
        let shown = |point: Point| match board.cell(point) {
            _ if alive.stones.contains(point) => 'A',
            _ if alive.territory.contains(point) => 't',
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::Edge => '.',
        };
        rows.clone().map(|row| rows.clone().map(|col| shown(Point::new(row, col))).collect()).collect()
    }

    #[test]
    fn two_eyes_in_one_chain_live() {
        let found = life(
            "
            . X . X .
            X X X X .
            . . . . .
            . . . . .
            . . . . .",
        );
        assert_eq!(found, ["tAtA.", "AAAA.", ".....", ".....", "....."]);
    }

    #[test]
    fn one_eye_does_not_live() {
        let found = life(
            "
            . X . . .
            X X . . .
            . . . . .
            . . . . .
            . . . . .",
        );
        assert_eq!(found, [".X...", "XX...", ".....", ".....", "....."]);
    }

    #[test]
    fn a_false_eye_does_not_live() {
        // The three stones on the right hang on D3 alone, so that Black will have to fill it.
        let found = life(
            "
            . X O O .
            X X X X O
            O O X . X
            . O O X X
            . . O O O",
        );
        assert_eq!(found, [".XOO.", "XXXXO", "OOX.X", ".OOXX", "..OOO"]);
    }

    #[test]
    fn two_chains_live_by_sharing_two_eyes() {
        let found = life(
            "
            . X X O .
            X . X O .
            X X O O .
            O O . . .
            . . . . .",
        );
        assert_eq!(found, ["tAAO.", "AtAO.", "AAOO.", "OO...", "....."]);
    }

    #[test]
    fn enemy_stones_in_a_big_eye_do_not_matter_while_every_empty_point_is_a_liberty() {
        let found = life(
            "
            . O O X .
            X X X X X
            . . . . .
            . . . . .
            . . . . .",
        );
        assert_eq!(found, ["tttAt", "AAAAA", ".....", ".....", "....."]);
    }

    #[test]
    fn a_big_eye_with_a_point_inside_is_not_vital() {
        let found = life(
            "
            . . . X .
            . . . X X
            X X X X .
            . . . . .
            . . . . .",
        );
        assert!(found.iter().all(|row| !row.contains('A')), "{found:?}");
    }

    #[test]
    fn a_living_chain_owns_every_region_without_an_inside() {
        let found = life(
            "
            . X . X . .
            X X X X . .
            . . O . X X
            X X X X X .
            . . . . X X
            . . . X . .",
        );
        assert_eq!(found, ["tAtA..", "AAAA..", "ttttAA", "AAAAAt", "....AA", "...X.."]);
    }

    #[test]
    fn a_whole_board_can_be_settled() {
        let board = diagram::board(
            "
            . X . X O
            X X X X O
            X X O O O
            X O O . O
            X X O O .",
        );
        let owner = settled(&board);
        let count = |color| board.points().filter(|&point| owner[point] == Some(color)).count();
        assert_eq!((count(Color::Black), count(Color::White)), (13, 12));
    }

    #[test]
    fn an_empty_board_and_a_lone_colour_are_not_alive() {
        assert_eq!(life("...\n...\n..."), ["...", "...", "..."]);
        assert_eq!(life("XXX\nXXX\nXX."), ["XXX", "XXX", "XX."]);
    }
}
