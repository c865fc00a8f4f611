//! Eye spaces: small enclosed regions, their vital points, and the number of their eyes.
//!
//! A single eye-like point is found by [`Board::is_eye_like`], from its 3x3 code alone. Here are the spaces of several
//! points. If one has a vital point, the attacker who plays there first (nakade) leaves a single eye, and the defender
//! who does has two. There are few such shapes, and how many neighbours each point has inside the space tells them
//! apart: straight and bent three, pyramid four, bulky five, crossed five and rabbity six.

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::list::PointList;
use crate::point::Point;

/// The largest eye space with a vital point.
pub const LARGEST_NAKADE: usize = 6;

/// The points that a player encloses around a point, enemy stones among them, if they are at most
/// [`LARGEST_NAKADE`]; `None` also where the point is one of the player's own stones or edge.
pub fn eye_space(board: &Board, point: Point, owner: Color) -> Option<PointList<LARGEST_NAKADE>> {
    let inside = |point: Point| board.cell(point) != Cell::Edge && !board.cell(point).is(owner);
    let mut space = PointList::new();
    if inside(point) {
        space.push(point);
    }
    let mut next = 0;
    while let Some(&at) = space.get(next) {
        for n in at.neighbors() {
            if inside(n) && !space.contains(&n) && !space.push(n) {
                return None;
            }
        }
        next += 1;
    }
    (next > 0).then_some(space)
}

/// The point where an attacker takes away, or the defender makes, the second eye of this eye space around the point; if
/// it has one, and it is empty.
pub fn nakade(board: &Board, point: Point, owner: Color) -> Option<Point> {
    let space = eye_space(board, point, owner)?;
    vital_point(&space).filter(|&vital| board.cell(vital) == Cell::Empty)
}

/// The vital point of these points taken as an eye space, such as points that a capture has just emptied
/// ([`Board::last_taken`]).
pub fn vital_point(space: &[Point]) -> Option<Point> {
    if !(3..=LARGEST_NAKADE).contains(&space.len()) {
        return None;
    }
    let mut points_with = [0_u8; 5];
    let mut vital = None;
    let mut most = 0;
    for &point in space {
        let inside = point.neighbors().iter().filter(|n| space.contains(n)).count();
        points_with[inside] += 1;
        if inside > most {
            (most, vital) = (inside, Some(point));
        }
    }
    // How many points of the space have none, one, two, three and four neighbours inside it.
    let has_one = matches!(
        points_with,
        [0, 2, 1, 0, 0] // straight and bent three
            | [0, 3, 0, 1, 0] // pyramid four
            | [0, 1, 3, 1, 0] // bulky five
            | [0, 4, 0, 0, 1] // crossed five
            | [0, 2, 3, 0, 1] // rabbity six
    );
    vital.filter(|_| has_one)
}

/// The number of eyes that these points give the player who encloses them, at most two, if the opponent moves first:
/// one if they have a vital point, are one or two, or make a square of four.
pub fn eyes(space: &[Point]) -> usize {
    let square_four = || space.iter().all(|point| point.neighbors().iter().filter(|n| space.contains(n)).count() == 2);
    match space.len() {
        0 => 0,
        1 | 2 => 1,
        4 if square_four() => 1,
        _ if vital_point(space).is_some() => 1,
        _ => 2,
    }
}

/// Whether a stone of that colour on this empty point, although it leaves its chain in atari, fills an eye space of the
/// enemy but for one point with a shape that can't be made into two eyes once it has been captured (nakade).
pub fn kills_from_within(board: &Board, point: Point, color: Color) -> bool {
    let mut stones = PointList::<LARGEST_NAKADE>::new();
    stones.push(point);
    let friends = point.neighbors().into_iter().filter(|&n| board.cell(n).is(color));
    for stone in friends.flat_map(|friend| board.chain(friend)) {
        if !stones.contains(&stone) && !stones.push(stone) {
            return false;
        }
    }
    let mut liberties = PointList::<2>::new();
    for n in stones.iter().flat_map(|stone| stone.neighbors()) {
        if board.cell(n) == Cell::Empty && n != point {
            liberties.insert(n);
        }
    }
    let [liberty] = *liberties else { return false };
    let is_closed = |n: &Point| stones.contains(n) || board.cell(*n) == Cell::Edge || board.cell(*n).is(color.other());
    stones.len() > 2 && liberty.neighbors().iter().all(is_closed) && eyes(&stones) == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;

    /// The vital point of the space around the first empty point, which must be where the diagram has its mark `a`;
    /// and the number of eyes.
    fn verdict(text: &str) -> (Option<Point>, Option<Point>, usize) {
        let diagram = Diagram::parse(text).unwrap();
        let first = diagram.board.points().find(|&point| diagram.board.cell(point) == Cell::Empty).unwrap();
        let space = eye_space(&diagram.board, first, Color::Black).unwrap();
        (nakade(&diagram.board, first, Color::Black), diagram.mark('a'), eyes(&space))
    }

    fn assert_vital(text: &str) {
        let (found, expected, eyes) = verdict(text);
        assert!(expected.is_some() && found == expected && eyes == 1, "{found:?} and {eyes} eyes in {text}");
    }

    fn assert_no_vital(text: &str, expected: usize) {
        let (found, _, eyes) = verdict(text);
        assert!(found.is_none() && eyes == expected, "{found:?} and {eyes} eyes in {text}");
    }

    #[test]
    fn three_in_a_row_or_bent_die_in_the_middle() {
        assert_vital(
            "
            . a . X
            X X X X
            O O O X
            . . O O",
        );
        assert_vital(
            "
            X . X .
            X a . X
            X X X X
            . . . .",
        );
    }

    #[test]
    fn a_pyramid_four_dies_at_the_foot() {
        assert_vital(
            "
            X . X X
            . a . X
            X X X X
            . . . .",
        );
    }

    #[test]
    fn other_fours_live_or_are_dead_already() {
        assert_no_vital(
            "
            . . . .
            X X X X
            . . . .
            . . . .",
            2,
        );
        assert_no_vital(
            "
            . . X .
            X . . X
            X X X X
            . . . .",
            2,
        );
        assert_no_vital(
            "
            . . X .
            . . X .
            X X X X
            . . . .",
            1,
        );
    }

    #[test]
    fn bulky_five_crossed_five_and_rabbity_six_die_in_the_middle() {
        assert_vital(
            "
            . . X X
            . a . X
            X X X X
            . . . .",
        );
        assert_vital(
            "
            X X . X X
            X . a . X
            X X . X X
            O X X X O
            . O O O .",
        );
        assert_vital(
            "
            X . . X X
            . a . X .
            X . X X .
            X X X . .
            . . . . .",
        );
    }

    #[test]
    fn other_fives_and_sixes_live() {
        assert_no_vital(
            "
            . . . . .
            X X X X X
            . . . . .
            . . . . .
            . . . . .",
            2,
        );
        assert_no_vital(
            "
            . . . X .
            . X X X .
            . X . . .
            X X . . .
            . . . . .",
            2,
        );
        assert_no_vital(
            "
            . . . X .
            . . . X .
            X X X X .
            . . . . .
            . . . . .",
            2,
        );
    }

    #[test]
    fn stones_inside_belong_to_the_space_and_may_hold_its_vital_point() {
        assert_vital(
            "
            . a O X
            X X X X
            . . . .
            . . . .",
        );
        assert_no_vital(
            "
            . O . X
            X X X X
            . . . .
            . . . .",
            1,
        );
    }

    #[test]
    fn open_ground_is_no_eye_space() {
        let diagram = Diagram::parse(
            "
            a . . .
            . . . .
            . X . .
            . . . .",
        )
        .unwrap();
        assert!(eye_space(&diagram.board, diagram.mark('a').unwrap(), Color::Black).is_none());
        assert!(eye_space(&diagram.board, Point::new(2, 1), Color::Black).is_none(), "a stone is not an eye");
    }

    #[test]
    fn the_points_of_captured_stones_have_a_vital_point() {
        let mut board = crate::diagram::board(
            "
            O O X X .
            O O . X .
            X O X X .
            X X . . .
            . . . . .",
        );
        board.play_unchecked(Point::new(1, 2));
        assert_eq!(vital_point(board.last_taken()), Some(Point::new(1, 1)), "a bulky five");
    }

    /// Whether White kills from within at `a`.
    fn kills(text: &str) -> bool {
        let diagram = Diagram::parse(text).unwrap();
        kills_from_within(&diagram.board, diagram.mark('a').unwrap(), Color::White)
    }

    #[test]
    fn a_third_stone_that_leaves_one_point_of_the_eye_space_kills() {
        assert!(kills(
            "
            O O . X .
            a X X X .
            X X . . .
            . . . . .
            . . . . .",
        ));
        // A square four is dead as it stands.
        assert!(kills(
            "
            O O . X .
            O a X X .
            X X X . .
            . . . . .
            . . . . .",
        ));
    }

    #[test]
    fn three_in_an_open_space_or_four_in_a_row_kill_nothing() {
        // The last liberty leads out.
        assert!(!kills(
            "
            O O . . .
            a X X X .
            X X . . .
            . . . . .
            . . . . .",
        ));
        assert!(!kills(
            "
            O O O a .
            X X X X X
            . . . . .
            . . . . .
            . . . . .",
        ));
        // Two stones make no eye space to kill.
        assert!(!kills(
            "
            O a . X .
            X X X X .
            . . . . .
            . . . . .
            . . . . .",
        ));
    }
}
