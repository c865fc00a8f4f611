//! Counting: who owns each point at the end, and by how much.
//!
//! Dead stones are taken off first; the empty points then fall into regions that touch one colour, both, or none.
//! Area scoring counts stones and regions that touch one colour. Territory scoring counts those regions and the
//! prisoners, but nothing in a seki and no eye that is false. [`Game`](crate::Game) chooses by its rules and adds komi;
//! [`dead_stones`] makes a proposal of what is dead.
//!
//! # Seki
//! Japanese rules take from a chain that is alive only because the opponent can't afford to attack it the points that
//! it surrounds. No reading decides that here, but the count of eyes:
//!
//! - Each region that touches only one colour counts as one eye or two, by its shape (see [`eye::eyes`]).
//! - A chain *has life of its own* if the regions that it touches count as two eyes. A region of a single point is
//!   no eye, and no territory, if one of the chains around it has not: that chain hangs on it, so when the neutral
//!   points are filled, the point must be filled too. Striking such points out may cost another chain its life of its
//!   own, and so on, as in Benson's method.
//! - Chains that touch a common region of their colour stand and fall together. If none of them has life of its own,
//!   and one of them touches a neutral point, they are alive in seki only, and their regions don't count.
//!
//! This is right for finished games in which dead stones were marked rightly; before that nothing can be.

mod dead;

pub use dead::{dead_stones, random_margin};

use crate::board::Board;
use crate::color::Color;
use crate::eye;
use crate::point::{Point, PointMap, PointSet};
use crate::region::{Region, regions};
use crate::rules::Scoring;

/// A count of the board.
#[derive(Clone, Debug)]
pub struct Count {
    /// Who owns each point: living stones, dead ones and surrounded points, where the way of counting allows it.
    pub owner: PointMap<Option<Color>>,
    /// Points for Black and for White.
    pub points: [i32; 2],
}

impl Count {
    /// Black's points less White's.
    pub fn margin(&self) -> i32 {
        self.points[0] - self.points[1]
    }
}

/// Stones on the board and the empty points they surround, when the stones at these points are dead.
pub fn area(board: &Board, dead: &PointSet) -> Count {
    let mut count = Count { owner: PointMap::new(None), points: [0; 2] };
    for point in board.points() {
        count.owner[point] = living(board, dead, point);
    }
    for region in empty_regions(board, dead) {
        let owner = region.owner(board);
        region.points.iter().for_each(|&point| count.owner[point] = owner);
    }
    for color in Color::BOTH {
        let owned = board.points().filter(|&point| count.owner[point] == Some(color)).count();
        count.points[color.index()] = owned as i32;
    }
    count
}

/// Surrounded empty points and prisoners, those taken during the game and the dead ones, when the stones at these
/// points are dead; nothing in seki. Living stones are shown as owned, but they don't count.
pub fn territory(board: &Board, dead: &PointSet) -> Count {
    let mut count = Count { owner: PointMap::new(None), points: [0; 2] };
    for color in Color::BOTH {
        count.points[color.other().index()] += board.captured(color) as i32;
    }
    for point in board.points() {
        count.owner[point] = living(board, dead, point);
        if let (Some(color), true) = (board.cell(point).color(), dead.contains(point)) {
            count.points[color.other().index()] += 1;
        }
    }
    for region in counted_regions(board, dead) {
        let Some(owner) = region.owner(board) else { continue };
        count.points[owner.index()] += region.points.len() as i32;
        region.points.iter().for_each(|&point| count.owner[point] = Some(owner));
    }
    count
}

/// Black's lead in points by one way of counting, komi aside, when the stones at these points are dead.
pub fn margin(board: &Board, scoring: Scoring, dead: &PointSet) -> i32 {
    match scoring {
        Scoring::Area => area(board, dead).margin(),
        Scoring::Territory => territory(board, dead).margin(),
        Scoring::CapturesAndArea => captures_and_area(board, dead),
    }
}

/// Black's lead by stones captured during the game, stones on the board and the points they surround: the score of a
/// deathmatch.
pub fn captures_and_area(board: &Board, dead: &PointSet) -> i32 {
    area(board, dead).margin() + board.captured(Color::White) as i32 - board.captured(Color::Black) as i32
}

fn living(board: &Board, dead: &PointSet, point: Point) -> Option<Color> {
    board.cell(point).color().filter(|_| !dead.contains(point))
}

/// The regions that are empty once the dead stones are gone.
fn empty_regions(board: &Board, dead: &PointSet) -> Vec<Region> {
    regions(board, |point| living(board, dead, point).is_none())
}

/// The regions that are territory: of one colour, no false eye, and not in seki.
fn counted_regions(board: &Board, dead: &PointSet) -> Vec<Region> {
    let (mut owned, neutral): (Vec<Region>, Vec<Region>) =
        empty_regions(board, dead).into_iter().partition(|region| region.owner(board).is_some());
    let groups = groups(&owned);
    strike_false_eyes(&mut owned);
    let in_seki: Vec<Point> = groups
        .into_iter()
        .filter(|group| !group.iter().any(|&chain| has_own_life(chain, &owned)))
        .filter(|group| group.iter().any(|&chain| neutral.iter().any(|region| region.touches(chain))))
        .flatten()
        .collect();
    owned.retain(|region| !in_seki.iter().any(|&chain| region.touches(chain)));
    owned
}

/// The chains around regions of one colour, those together that touch a common one.
fn groups(owned: &[Region]) -> Vec<Vec<Point>> {
    let mut groups: Vec<Vec<Point>> = Vec::new();
    for region in owned {
        let (mut joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|&chain| region.touches(chain)));
        groups = apart;
        joined.push(region.borders.clone());
        groups.push(joined.concat());
    }
    groups
}

fn has_own_life(chain: Point, owned: &[Region]) -> bool {
    let beside = owned.iter().filter(|region| region.touches(chain));
    beside.map(|region| eye::eyes(&region.points)).sum::<usize>() >= 2
}

fn strike_false_eyes(owned: &mut Vec<Region>) {
    loop {
        let hangs_on = |region: &Region| {
            region.points.len() == 1 && region.borders.iter().any(|&chain| !has_own_life(chain, owned))
        };
        let Some(place) = owned.iter().position(hangs_on) else { return };
        owned.swap_remove(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::point::Move;

    /// Points for Black and White by territory, nothing being dead.
    fn territory_of(text: &str) -> [i32; 2] {
        territory(&diagram::board(text), &PointSet::new()).points
    }

    #[test]
    fn area_is_stones_and_what_they_surround() {
        let board = diagram::board(
            "
            . X X O .
            X X . O O
            . X X O .
            . X O O .
            . X . O .",
        );
        let count = area(&board, &PointSet::new());
        assert_eq!(count.points, [12, 11]);
        assert_eq!(count.margin(), 1);
        assert_eq!(count.owner[Point::new(1, 2)], None, "a neutral point");
        assert_eq!(count.owner[Point::new(0, 0)], Some(Color::Black));
    }

    #[test]
    fn an_empty_board_has_no_owner() {
        assert_eq!(area(&Board::new(9), &PointSet::new()).points, [0, 0]);
        assert_eq!(territory(&Board::new(9), &PointSet::new()).points, [0, 0]);
    }

    #[test]
    fn a_dead_stone_is_a_prisoner_on_its_captors_point() {
        let board = diagram::board(
            "
            . X . . O
            . X O O O
            O X O . .
            X X O O O
            . X O . .",
        );
        let dead = PointSet::from_iter([Point::new(2, 0)]);
        assert_eq!(territory(&board, &dead).points, [5, 4]);
        assert_eq!(area(&board, &dead).points, [10, 13]);
        assert_eq!(area(&board, &dead).owner[Point::new(2, 0)], Some(Color::Black));
    }

    #[test]
    fn prisoners_count_under_territory_and_in_a_deathmatch() {
        let mut board = Board::new(5);
        for name in ["A2", "A1", "B1", "E5"] {
            board.play(Move::from_gtp(name, 5).unwrap()).unwrap();
        }
        assert_eq!(territory(&board, &PointSet::new()).points, [1, 0]);
        assert_eq!(area(&board, &PointSet::new()).points, [3, 1]);
        assert_eq!(captures_and_area(&board, &PointSet::new()), 3);
    }

    #[test]
    fn chains_without_eyes_that_share_two_liberties_are_in_seki() {
        // A stone of either colour at C7 or C6 is captured there.
        let seki = "
            O X . O X . .
            O X . O X . .
            O X O O X . .
            O O X X X . .
            . O O O X . .
            . . . O X . .
            . . . O X . .";
        assert_eq!(territory_of(seki), [14, 7]);
        assert_eq!(area(&diagram::board(seki), &PointSet::new()).points, [9 + 3 + 14, 10 + 4 + 7]);
    }

    #[test]
    fn the_eyes_of_chains_in_seki_count_as_area_only() {
        // Each side has an eye, C9 and G9, and neither can take the liberty between them.
        let seki = "
            O X . X . O . O X
            O X X X O O O O X
            O O O O X X X X X
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .";
        assert_eq!(territory_of(seki), [24, 18]);
        assert_eq!(area(&diagram::board(seki), &PointSet::new()).points, [18 + 1 + 24, 18 + 1 + 18]);
    }

    #[test]
    fn stones_inside_an_eye_that_are_not_dead_make_it_a_seki() {
        // Black can't approach the three stones, and if White adds a fourth, Black takes them and lives.
        let seki = "
            . O O O . X O
            X X X X X X O
            O O O O O O O
            . . . . . . .
            . X X X X X X
            X X . . . . .
            . X . . . . .";
        let board = diagram::board(seki);
        assert_eq!(territory(&board, &PointSet::new()).owner[Point::new(0, 0)], None);
        let dead = PointSet::from_iter([1, 2, 3].map(|col| Point::new(0, col)));
        assert_eq!(territory(&board, &dead).owner[Point::new(0, 0)], Some(Color::Black));
    }

    #[test]
    fn an_eye_on_which_a_chain_hangs_is_no_territory() {
        // When White fills F4, Black has to connect at D4.
        let points = territory_of(
            "
            . X . X O . .
            X X X X O . .
            . X X X O O .
            X X X . X . O
            O O O X X O .
            . . O O O O .
            . . . . . O .",
        );
        assert_eq!(points, [3, 15]);
    }

    #[test]
    fn neutral_points_beside_living_chains_make_no_seki() {
        let points = territory_of(
            "
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X X O . .
            . . X . O . .
            . . X O O . .
            . . X . O . .",
        );
        assert_eq!(points, [14, 14]);
    }
}
