//! Influence: how far stones reach, as one number for each point, above 0 where Black is stronger and below where
//! White is.
//!
//! Three ways to compute it, each a pure function of a board, for evaluations and for pictures of who holds what. Every
//! stone counts as alive, so callers remove dead ones first. The meaning of the numbers differs: after Bouzy's
//! erosions every point that is not 0 is owned, while Chen's and Zobrist's fade and have to be cut off
//! somewhere, see [`Influence::clear`] and [`balance`].

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::point::{Point, PointMap, PointSet};

/// A way to compute influence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Influence {
    /// Territory by [`bouzy`], with five dilations and twenty-one erosions.
    Bouzy,
    /// What [`chen`] computes.
    Chen,
    /// What [`zobrist`] computes.
    Zobrist,
}

impl Influence {
    /// All of them, with the names by which they are chosen.
    pub const ALL: [(&'static str, Influence); 3] =
        [("bouzy", Influence::Bouzy), ("chen", Influence::Chen), ("zobrist", Influence::Zobrist)];

    /// The influence on every point.
    pub fn map(self, board: &Board) -> PointMap<i32> {
        match self {
            Influence::Bouzy => bouzy(board, 5, 21),
            Influence::Chen => chen(board),
            Influence::Zobrist => zobrist(board),
        }
    }

    /// The influence from which an empty point is clearly owned: anything that Bouzy's erosions leave, Chen's influence
    /// of one stone two steps away, and more than Zobrist's of one stone on the point beside it.
    pub const fn clear(self) -> i32 {
        match self {
            Influence::Bouzy => 1,
            Influence::Chen => 16,
            Influence::Zobrist => 12,
        }
    }
}

/// On how many points more than White Black has at least this much influence. Points with stones are counted too.
///
/// ```
/// use goban::{diagram, influence};
///
/// let board = diagram::board("
///     . . X O .
///     . . X O .
///     . . X O .
///     . . X O .
///     . . X O .");
/// assert_eq!(influence::balance(&board, &influence::bouzy(&board, 5, 21), 1), 15 - 10);
/// ```
pub fn balance(board: &Board, influence: &PointMap<i32>, least: i32) -> i32 {
    let side = |point: Point| i32::from(influence[point] >= least) - i32::from(influence[point] <= -least);
    board.points().map(side).sum()
}

/// Dilations and erosions after Bruno Bouzy (thesis, 1995), as the manual of GNU Go describes them; five and twenty-one
/// of them find what strong players call territory.
///
/// Stones begin with 128 points. A dilation adds to each point that no enemy point touches the number of its friendly
/// neighbours, all at the same time; an erosion takes from each point the number of its neighbours that are not
/// friendly, but no more than it has. With n dilations, 1 + n(n - 1) erosions leave nothing of a stone alone in the
/// open but the stone. Beyond the side there is nothing to be eroded from, so that territory begins at the side.
pub fn bouzy(board: &Board, dilations: u32, erosions: u32) -> PointMap<i32> {
    let points: Vec<Point> = board.points().collect();
    let mut now = stones(board, 128);
    for _ in 0..dilations {
        let before = now;
        for &point in &points {
            let value = before[point];
            // Off the board the influence is 0.
            let friends = |sign: i32| point.neighbors().iter().filter(|&&n| before[n].signum() == sign).count() as i32;
            let (black, white) = (friends(1), friends(-1));
            if value >= 0 && white == 0 {
                now[point] += black;
            } else if value <= 0 && black == 0 {
                now[point] -= white;
            }
        }
    }
    for _ in 0..erosions {
        let before = now;
        for &point in &points {
            let sign = before[point].signum();
            let strange = |n: &&Point| board.cell(**n) != Cell::Edge && before[**n].signum() != sign;
            let lost = point.neighbors().iter().filter(strange).count() as i32;
            now[point] = sign * (before[point].abs() - lost).max(0);
        }
    }
    now
}

/// What every stone sends out over empty points, added up: 2^(6 - d) to a point that is d steps away, after Ken Chen's
/// Go Intellect.
///
/// The steps lead from empty point to empty point, so a wall has to be walked around; a stone's own point has 64, and
/// nothing is left beyond six steps. Other stones are not influenced.
pub fn chen(board: &Board) -> PointMap<i32> {
    const REACH: usize = 6;
    let mut sum = PointMap::new(0);
    let (mut seen, mut reached) = (PointSet::new(), Vec::new());
    for stone in board.points() {
        let Some(color) = board.cell(stone).color() else { continue };
        seen.clear();
        seen.insert(stone);
        reached.clear();
        reached.push(stone);
        let mut ring = 0;
        for distance in 0..=REACH {
            let end = reached.len();
            for place in ring..end {
                let point = reached[place];
                sum[point] += sign(color) << (REACH - distance);
                for n in point.neighbors() {
                    if board.cell(n) == Cell::Empty && seen.insert(n) {
                        reached.push(n);
                    }
                }
            }
            ring = end;
        }
    }
    sum
}

/// The influence of Albert Zobrist's program (1969), the first that played a whole game.
///
/// Stones begin with 50. Four times, and everywhere at the same time, each point gains one for each neighbour above
/// 0 and loses one for each below.
pub fn zobrist(board: &Board) -> PointMap<i32> {
    let mut now = stones(board, 50);
    for _ in 0..4 {
        let before = now;
        for point in board.points() {
            now[point] += point.neighbors().iter().map(|&n| before[n].signum()).sum::<i32>();
        }
    }
    now
}

fn sign(color: Color) -> i32 {
    if color == Color::Black { 1 } else { -1 }
}

/// This influence on black stones, its negative on white ones, and 0 elsewhere.
fn stones(board: &Board, strength: i32) -> PointMap<i32> {
    let mut map = PointMap::new(0);
    for point in board.points() {
        map[point] = board.cell(point).color().map_or(0, |color| sign(color) * strength);
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use proptest::prelude::*;

    /// The rows of a map, as numbers.
    fn rows(board: &Board, map: &PointMap<i32>) -> Vec<Vec<i32>> {
        let size = board.size();
        (0..size).map(|row| (0..size).map(|col| map[Point::new(row, col)]).collect()).collect()
    }

    /// The rows of a map as a picture: stones, and `+` and `-` where points are Black's and White's.
    fn picture(board: &Board, map: &PointMap<i32>) -> Vec<String> {
        let shown = |point: Point| match (board.cell(point), map[point].signum()) {
            (Cell::Black, _) => 'X',
            (Cell::White, _) => 'O',
            (_, 1) => '+',
            (_, -1) => '-',
            _ => '.',
        };
        let size = board.size();
        (0..size).map(|row| (0..size).map(|col| shown(Point::new(row, col))).collect()).collect()
    }

    /// The five rows around the one-point jump of the manual of GNU Go, without the zeros at their ends.
    fn jump(dilations: u32, erosions: u32) -> Vec<Vec<i32>> {
        let stones = [5, 7].map(|col| (Point::new(6, col), Color::Black));
        let board = Board::with_stones(13, stones).unwrap();
        let rows = rows(&board, &bouzy(&board, dilations, erosions));
        let from = |row: &Vec<i32>| row.iter().position(|&n| n != 0);
        let trim = |row: &Vec<i32>| from(row).map(|start| row[start..13 - start].to_vec());
        rows.iter().filter_map(trim).collect()
    }

    #[test]
    fn the_dilations_of_a_jump_are_those_of_the_gnu_go_manual() {
        assert_eq!(jump(1, 0), [vec![1, 0, 1], vec![1, 128, 2, 128, 1], vec![1, 0, 1]]);
        let [tip, flank, middle] = [vec![1, 0, 1], vec![2, 2, 3, 2, 2], vec![1, 2, 132, 4, 132, 2, 1]];
        assert_eq!(jump(2, 0), [tip.clone(), flank.clone(), middle, flank.clone(), tip.clone()]);
        let [inner, middle] = [vec![2, 4, 6, 6, 6, 4, 2], vec![1, 2, 6, 136, 8, 136, 6, 2, 1]];
        assert_eq!(jump(3, 0), [tip.clone(), flank.clone(), inner.clone(), middle, inner, flank, tip]);
    }

    #[test]
    fn the_erosions_of_a_jump_are_those_of_the_gnu_go_manual() {
        let [outer, inner] = [vec![2, 2, 2], vec![4, 6, 6, 6, 4]];
        let middle = vec![2, 6, 136, 8, 136, 6, 2];
        assert_eq!(jump(3, 1), [outer.clone(), inner.clone(), middle, inner, outer]);
        let [outer, inner, middle] = [vec![1], vec![2, 6, 6, 6, 2], vec![6, 136, 8, 136, 6]];
        assert_eq!(jump(3, 2), [outer.clone(), inner.clone(), middle, inner, outer]);
    }

    #[test]
    fn a_stone_alone_in_the_open_holds_no_territory() {
        let centre = Point::new(9, 9);
        let board = Board::with_stones(19, [(centre, Color::White)]).unwrap();
        for (dilations, erosions) in [(3, 7), (4, 13), (5, 21)] {
            let map = bouzy(&board, dilations, erosions);
            assert!(board.points().all(|point| (map[point] != 0) == (point == centre)), "{dilations}/{erosions}");
        }
        let map = bouzy(&board, 5, 10);
        assert!(board.points().filter(|&point| map[point] != 0).count() > 1, "half of the erosions leave something");
    }

    #[test]
    fn a_wall_on_the_third_line_holds_what_is_below_it() {
        // Drawn by a second program of a few lines; nothing was found in print.
        let board = diagram::board(
            "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . X X X X X X X X X . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
        );
        let found = picture(&board, &bouzy(&board, 5, 21));
        assert!(found[..8].iter().all(|row| row == "............."), "{found:?}");
        assert_eq!(
            found[8..],
            [
                ".....+++.....", //
                "..+++++++++..",
                ".+XXXXXXXXX+.",
                "+++++++++++++",
                "+++++++++++++"
            ]
        );
    }

    #[test]
    fn a_stone_on_the_three_three_point_holds_its_corner() {
        let board = diagram::board(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . O . .
            . . . . . . . . .
            . . . . . . . . .",
        );
        let found = picture(&board, &bouzy(&board, 5, 21));
        assert_eq!(found[..3], ["++.......", "+++......", ".+X......"]);
        assert_eq!(found[6..], ["......O-.", "......---", ".......--"]);
    }

    #[test]
    fn chens_influence_halves_with_every_step() {
        let board = Board::with_stones(19, [(Point::new(9, 9), Color::Black)]).unwrap();
        let map = chen(&board);
        let along: Vec<i32> = (9..18).map(|col| map[Point::new(9, col)]).collect();
        assert_eq!(along, [64, 32, 16, 8, 4, 2, 1, 0, 0]);
        assert_eq!(map[Point::new(7, 10)], 8, "a knight's move is three steps");
    }

    #[test]
    fn chens_influence_walks_around_a_wall_and_adds_up() {
        let board = diagram::board(
            "
            . . . . .
            . X O . .
            . . O . .
            . . . . .
            . . . . .",
        );
        let map = chen(&board);
        // D4 is beside the upper white stone, two steps from the lower by D3, and four from Black over the top.
        assert_eq!(map[Point::new(1, 3)], 4 - 32 - 16);
        assert_eq!(map[Point::new(2, 1)], 32 - 32 - 1, "B3 is six steps from the upper white stone, either way");
        assert_eq!(map[Point::new(1, 2)], -64, "on a stone only its own");
    }

    #[test]
    fn zobrists_influence_of_one_stone_after_four_rounds() {
        let board = Board::with_stones(9, [(Point::new(4, 4), Color::Black)]).unwrap();
        let map = rows(&board, &zobrist(&board));
        let quarter: Vec<&[i32]> = map[4..].iter().map(|row| &row[4..]).collect();
        assert_eq!(
            quarter,
            [
                [62, 10, 6, 2, 1], //
                [10, 8, 4, 2, 0],
                [6, 4, 2, 0, 0],
                [2, 2, 0, 0, 0],
                [1, 0, 0, 0, 0]
            ]
        );
    }

    proptest! {
        #[test]
        fn what_is_blacks_is_whites_with_the_colours_exchanged(
            size in 2..14_usize,
            draws in prop::collection::vec(any::<u32>(), 0..80),
        ) {
            let mut board = Board::new(size);
            for draw in draws {
                board.play_random(|below| draw % below);
            }
            let stones = board.points().filter_map(|point| Some((point, board.cell(point).color()?.other())));
            let swapped = Board::with_stones(size, stones).unwrap();
            for (name, influence) in Influence::ALL {
                let (map, other) = (influence.map(&board), influence.map(&swapped));
                prop_assert!(board.points().all(|point| map[point] == -other[point]), "{}", name);
                let least = influence.clear();
                prop_assert_eq!(balance(&board, &map, least), -balance(&swapped, &other, least));
            }
        }
    }
}
