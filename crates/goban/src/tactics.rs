//! Liberties before and after a move, and the moves that follow from them: capture, rescue, atari.
//!
//! Playouts, priors, simple players and hints all ask here, so nothing allocates and nothing is played: what a move
//! would do is read off the chains around it. A function that counts takes from the caller how far to count, because
//! most questions end at two or three. Where legality matters it is that of [`Board::check`].

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::list::PointList;
use crate::point::{Point, PointSet};

/// The liberties of the chain here: all of them, or the first `N`. For a small `N`; see also [`liberty_count`].
pub fn liberties<const N: usize>(board: &Board, stone: Point) -> PointList<N> {
    let mut found = PointList::new();
    for at in board.chain(stone) {
        for n in at.neighbors() {
            if board.cell(n) == Cell::Empty && found.insert(n) && found.is_full() {
                return found;
            }
        }
    }
    found
}

/// How many liberties the chain here has, however many they are.
pub fn liberty_count(board: &Board, stone: Point) -> usize {
    let mut seen = PointSet::new();
    let around = board.chain(stone).flat_map(Point::neighbors);
    around.filter(|&n| board.cell(n) == Cell::Empty).for_each(|n| {
        seen.insert(n);
    });
    seen.count()
}

/// How many liberties the chain of a stone of that colour put on this empty point would have, however many they are:
/// the number of [`liberties_after`].
pub fn liberty_count_after(board: &Board, point: Point, color: Color) -> usize {
    let mut seen = PointSet::new();
    let taken = captured_chains(board, point, color);
    let mut see = |n: Point| {
        let free = match board.cell(n) {
            Cell::Empty => n != point,
            cell => cell.is(color.other()) && taken.contains(&board.head(n)),
        };
        if free {
            seen.insert(n);
        }
    };
    point.neighbors().into_iter().for_each(&mut see);
    for &friend in &neighbor_chains(board, point, color) {
        board.chain(friend).flat_map(Point::neighbors).for_each(&mut see);
    }
    seen.count()
}

/// The liberties, all or the first `N`, that the chain of a stone of that colour put on this empty point would have
/// once it has captured what it captures. None of them means suicide.
pub fn liberties_after<const N: usize>(board: &Board, point: Point, color: Color) -> PointList<N> {
    let mut found = PointList::new();
    let taken = captured_chains(board, point, color);
    let mut see = |n: Point| {
        let free = match board.cell(n) {
            Cell::Empty => n != point,
            cell => cell.is(color.other()) && taken.contains(&board.head(n)),
        };
        free && found.insert(n) && found.is_full()
    };
    if point.neighbors().into_iter().any(&mut see) {
        return found;
    }
    for friend in &neighbor_chains(board, point, color) {
        if board.chain(*friend).flat_map(Point::neighbors).any(&mut see) {
            break;
        }
    }
    found
}

/// How many stones the chain of a stone of that colour put on this empty point would have.
pub fn chain_size_after(board: &Board, point: Point, color: Color) -> usize {
    1 + neighbor_chains(board, point, color).iter().map(|&friend| board.chain_size(friend)).sum::<usize>()
}

/// How many stones a stone of that colour on this empty point would capture.
pub fn captured_by(board: &Board, point: Point, color: Color) -> usize {
    captured_chains(board, point, color).iter().map(|&chain| board.chain_size(chain)).sum()
}

/// If a stone of that colour on this empty point would leave its chain with one liberty or none, after captures: how
/// many stones that chain would have.
///
/// One stone is often a good throw-in; the caller says from how many on it is a blunder.
#[inline]
pub fn self_atari(board: &Board, point: Point, color: Color) -> Option<usize> {
    leaves_atari(board, point, color).then(|| chain_size_after(board, point, color))
}

/// Whether a stone of that colour on this empty point would leave its chain with one liberty or none, after captures.
#[inline]
fn leaves_atari(board: &Board, point: Point, color: Color) -> bool {
    board.is_short_of_liberties(point, color)
        && (captured_chains(board, point, color).is_empty() || liberties_after::<2>(board, point, color).len() < 2)
}

/// Whether a stone of that colour on this empty point would leave an enemy chain beside it with one liberty.
pub fn puts_in_atari(board: &Board, point: Point, color: Color) -> bool {
    let enemies = neighbor_chains(board, point, color.other());
    enemies.iter().any(|&enemy| liberties::<3>(board, enemy).len() == 2)
}

/// Adds every point where that colour may capture something.
pub fn captures<const N: usize>(board: &Board, color: Color, moves: &mut PointList<N>) {
    for &point in board.empties() {
        if captures_at(board, point, color) && !moves.push(point) {
            return;
        }
    }
}

/// Whether that colour may play here and would capture something.
#[inline]
pub fn captures_at(board: &Board, point: Point, color: Color) -> bool {
    let in_atari = |n: Point| board.cell(n).is(color.other()) && board.in_atari(n).is_some();
    point.neighbors().into_iter().any(in_atari) && board.check(point, color).is_ok()
}

/// Adds the moves that capture an enemy chain beside the chain here.
pub fn counter_captures<const N: usize>(board: &Board, stone: Point, moves: &mut PointList<N>) {
    let Some(us) = board.cell(stone).color() else { return };
    for at in board.chain(stone) {
        // Read off the 3x3 code, as the branch predictor cannot guess which neighbours are enemies.
        let mut enemies = board.surround(at).neighbor_bits(us.other());
        while enemies != 0 {
            let enemy = at.neighbor_of_field(enemies.trailing_zeros());
            enemies &= enemies - 1;
            if let Some(liberty) = board.in_atari(enemy)
                && !moves.contains(&liberty)
                && board.check(liberty, us).is_ok()
            {
                moves.push(liberty);
            }
        }
    }
}

/// Adds the moves after which the chain here, now in atari, has two liberties or more: the captures of a neighbour
/// first, then the extension. Whether that saves it for good,
/// [`ladder`](crate::ladder) reads.
pub fn rescues<const N: usize>(board: &Board, stone: Point, moves: &mut PointList<N>) {
    let (Some(us), Some(liberty)) = (board.cell(stone).color(), board.in_atari(stone)) else { return };
    // A capture elsewhere adds a liberty to the one there is; on the liberty itself it may only replace it.
    let extends = board.check(liberty, us).is_ok() && !leaves_atari(board, liberty, us);
    let mut captures = PointList::<N>::new();
    counter_captures(board, stone, &mut captures);
    captures.iter().filter(|&&capture| capture != liberty).for_each(|&capture| {
        moves.insert(capture);
    });
    if extends {
        moves.insert(liberty);
    }
}

/// Adds the moves that put the chain here, now with two liberties, in atari without being in atari themselves.
pub fn ataris<const N: usize>(board: &Board, stone: Point, moves: &mut PointList<N>) {
    let Some(them) = board.cell(stone).color().map(Color::other) else { return };
    let both = liberties::<3>(board, stone);
    if both.len() != 2 {
        return;
    }
    for &liberty in &both {
        if board.check(liberty, them).is_ok() && self_atari(board, liberty, them).is_none() {
            moves.insert(liberty);
        }
    }
}

/// One stone of each chain of that colour beside a point.
#[inline]
fn neighbor_chains(board: &Board, point: Point, color: Color) -> PointList<4> {
    let mut heads = PointList::new();
    for n in point.neighbors() {
        if board.cell(n).is(color) {
            heads.insert(board.head(n));
        }
    }
    heads
}

/// The heads of the enemy chains that a stone of that colour here would capture.
#[inline]
pub fn captured_chains(board: &Board, point: Point, color: Color) -> PointList<4> {
    let mut heads = PointList::new();
    for n in point.neighbors() {
        if board.cell(n).is(color.other()) && board.in_atari(n).is_some() {
            heads.insert(board.head(n));
        }
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use crate::point::Move;
    use Color::{Black, White};
    use proptest::prelude::*;

    /// The diagram and the point marked `a` in it.
    fn problem(text: &str) -> (Board, Point) {
        let diagram = Diagram::parse(text).unwrap();
        (diagram.board, diagram.mark('a').unwrap())
    }

    /// The chain of the last move of a diagram, and the points marked `a`, sorted.
    fn chain_problem(text: &str) -> (Board, Point, Vec<Point>) {
        let diagram = Diagram::parse(text).unwrap();
        let stone = diagram.board.last_move().and_then(Move::point).unwrap();
        (diagram.board, stone, diagram.marked('a').collect())
    }

    fn sorted<const N: usize>(list: PointList<N>) -> Vec<Point> {
        let mut points = list.to_vec();
        points.sort();
        points
    }

    #[test]
    fn liberties_of_a_chain_are_counted_once_each() {
        let (board, stone, liberties_marked) = chain_problem(
            "
            . a a . .
            a X X a .
            . a(X)a .
            . . a . .
            . . . . .",
        );
        assert_eq!(sorted(liberties::<8>(&board, stone)), liberties_marked);
        assert_eq!(liberty_count(&board, stone), 7);
        assert_eq!(liberties::<3>(&board, stone).len(), 3, "no more than were asked for");
    }

    #[test]
    fn joining_two_chains_adds_their_liberties() {
        let (board, join) = problem(
            "
            . . . . .
            O X a X .
            . O O O .
            . . . . .
            . . . . .",
        );
        assert_eq!(liberties_after::<9>(&board, join, Black).len(), 4);
        assert_eq!(chain_size_after(&board, join, Black), 3);
        assert_eq!(self_atari(&board, join, Black), None);
    }

    #[test]
    fn a_capture_makes_liberties() {
        let (board, capture) = problem(
            "
            X X . . .
            O O X . .
            a X . . .
            X . . . .
            . . . . .",
        );
        assert_eq!(captured_by(&board, capture, Black), 2);
        assert_eq!(liberties_after::<9>(&board, capture, Black).len(), 5, "two of them where white stones were");
        assert!(captures_at(&board, capture, Black) && !captures_at(&board, capture, White));
    }

    #[test]
    fn connecting_into_an_atari_is_a_self_atari_of_the_whole_chain() {
        let (board, connect) = problem(
            "
            . O O O .
            O X X a O
            . O O X O
            . . O . O
            . . . O .",
        );
        assert_eq!(liberties_after::<9>(&board, connect, Black).len(), 1);
        assert_eq!(self_atari(&board, connect, Black), Some(4));
    }

    #[test]
    fn a_throw_in_is_a_self_atari_of_one_stone() {
        let (board, throw_in) = problem(
            "
            . X a . O
            . X O O O
            . X X X X
            . . . . .
            . . . . .",
        );
        assert_eq!(self_atari(&board, throw_in, Black), None, "it is connected");
        assert_eq!(self_atari(&board, throw_in.right(), Black), Some(1));
        assert!(puts_in_atari(&board, throw_in.right(), Black) && puts_in_atari(&board, throw_in, Black));
    }

    #[test]
    fn an_atari_is_saved_by_extending_or_by_capturing_beside_it() {
        let (board, stone, expected) = chain_problem(
            "
            . . O . .
            . X O . .
            a O(X)a .
            . X O . .
            . . . . .",
        );
        let mut moves = PointList::<4>::new();
        rescues(&board, stone, &mut moves);
        assert_eq!(sorted(moves), expected);
    }

    #[test]
    fn a_capture_that_stays_in_atari_rescues_nothing() {
        let (board, stone, _) = chain_problem(
            "
           (X)a O X .
            O O X . .
            . . . . .
            . . . . .
            . . . . .",
        );
        let mut moves = PointList::<4>::new();
        counter_captures(&board, stone, &mut moves);
        assert!(moves.is_empty(), "the stone at C5 is not beside it");
        rescues(&board, stone, &mut moves);
        assert!(moves.is_empty(), "{moves:?}");
    }

    #[test]
    fn a_chain_of_two_liberties_is_put_in_atari_from_either_side() {
        let (board, stone, expected) = chain_problem(
            "
            . . . . .
            . O O O .
            a(X)X X a
            . O O O .
            . . . . .",
        );
        let mut moves = PointList::<4>::new();
        ataris(&board, stone, &mut moves);
        assert_eq!(sorted(moves), expected);
    }

    #[test]
    fn an_atari_that_would_be_captured_is_none() {
        let (board, stone, expected) = chain_problem(
            "
            . X X . .
            X . a O .
            O(X)X O .
            . O O . .
            . . . . .",
        );
        let mut moves = PointList::<4>::new();
        ataris(&board, stone, &mut moves);
        assert_eq!(sorted(moves), expected);
    }

    #[test]
    fn every_capture_on_the_board_is_found() {
        let diagram = Diagram::parse(
            "
            O a . . .
            X X O . .
            X O a O .
            . X O . O
            . . . b X",
        )
        .unwrap();
        for (color, mark) in [(Black, 'a'), (White, 'b')] {
            let mut moves = PointList::<16>::new();
            captures(&diagram.board, color, &mut moves);
            assert_eq!(sorted(moves), diagram.marked(mark).collect::<Vec<_>>());
        }
    }

    proptest! {
        /// What is read off the chains is what happens when the move is played.
        #[test]
        fn readings_agree_with_playing_it_out(
            size in 3..10_usize,
            draws in prop::collection::vec(any::<u32>(), 1..150),
        ) {
            let mut board = Board::new(size);
            for draw in draws {
                let next = board.random_point(|below| draw % below);
                let us = board.to_play();
                for point in board.points().filter(|&point| board.is_legal(point)) {
                    let mut after = board;
                    after.play_unchecked(point);
                    let real = sorted(liberties::<64>(&after, point));
                    prop_assert_eq!(real.len(), liberty_count(&after, point));
                    prop_assert_eq!(chain_size_after(&board, point, us), after.chain_size(point));
                    let self_atari_real = (real.len() < 2).then_some(after.chain_size(point));
                    prop_assert_eq!(self_atari(&board, point, us), self_atari_real);
                    prop_assert_eq!(liberty_count_after(&board, point, us), real.len());
                    prop_assert_eq!(sorted(liberties_after::<64>(&board, point, us)), real);
                    prop_assert_eq!(captured_by(&board, point, us), after.last_taken().len());
                    prop_assert_eq!(captures_at(&board, point, us), !after.last_taken().is_empty());
                    let ataris = |board: &Board| {
                        let enemies = point.neighbors().into_iter().filter(|&n| board.cell(n).is(us.other()));
                        enemies.filter(|&n| board.in_atari(n).is_some()).count()
                    };
                    prop_assert_eq!(puts_in_atari(&board, point, us), ataris(&after) > 0, "{:?} {:?}", point, board);
                }
                for stone in board.points().filter(|&p| board.cell(p).is(us) && board.in_atari(p).is_some()) {
                    let mut moves = PointList::<64>::new();
                    rescues(&board, stone, &mut moves);
                    let saved = |&point: &Point| {
                        let mut after = board;
                        after.play(Move::Play(point)).is_ok() && liberty_count(&after, stone) >= 2
                    };
                    let empty = board.points().filter(|point| board.cell(*point) == Cell::Empty);
                    let expected: Vec<Point> = empty.filter(saved).collect();
                    prop_assert_eq!(sorted(moves), expected, "{:?} {:?}", stone, board);
                }
                board.play(next.map_or(Move::Pass, Move::Play)).unwrap();
            }
        }
    }
}
