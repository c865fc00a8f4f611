//! Published numbers: how many legal positions there are on tiny boards (Tromp and Farnebäck, "Combinatorics of Go",
//! 2006), and the values of the game there.

mod slow;

use std::collections::{HashMap, HashSet};

use goban::{Board, Cell, Color, Point, PointSet, score, tactics};
use slow::SlowBoard;

/// How many ways there are to fill the points from this one on, when those before are decided and leave every chain a
/// liberty. A chain that has none while later points are still empty never gets one, so a stone that captures, its own
/// chain included, leads to no legal position.
fn fillings(board: &Board, points: &[Point]) -> u64 {
    let Some((&point, rest)) = points.split_first() else { return 1 };
    let mut count = fillings(board, rest);
    for color in Color::BOTH {
        if board.is_suicide(point, color) || tactics::captured_by(board, point, color) > 0 {
            continue;
        }
        if rest.is_empty() {
            count += 1;
            continue;
        }
        let mut filled = *board;
        filled.set_to_play(color);
        filled.play_unchecked(point);
        count += fillings(&filled, rest);
    }
    count
}

fn legal_positions(size: usize) -> u64 {
    fillings(&Board::new(size), &Point::all(size).collect::<Vec<_>>())
}

#[test]
fn there_are_57_positions_on_2x2_and_12675_on_3x3() {
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
}

#[test]
fn there_are_24318165_positions_on_4x4() {
    assert_eq!(legal_positions(4), 24_318_165);
}

#[test]
fn a_position_is_made_of_stones_just_when_every_chain_has_a_liberty() {
    // 1x1 is too small for a board, but not for the slow one.
    for (size, count) in [(1, 1), (2, 57), (3, 12_675)] {
        let mut legal = 0;
        for code in 0..3_u32.pow((size * size) as u32) {
            let stones = stones(size, code);
            let mut slow = SlowBoard::new(size);
            stones.iter().for_each(|&(point, color)| slow.set(slow::place(point), Some(color)));
            let is_legal = slow.places().all(|at| slow.stone(at).is_none() || slow.has_liberty(at));
            assert!(size == 1 || Board::with_stones(size, stones).is_ok() == is_legal, "{slow:?}");
            legal += u32::from(is_legal);
        }
        assert_eq!(legal, count);
    }
}

/// The stones that the digits of a number to the base of three stand for.
fn stones(size: usize, code: u32) -> Vec<(Point, Color)> {
    let points = Point::all(size).enumerate();
    let stones = points.filter_map(|(i, point)| match code / 3_u32.pow(i as u32) % 3 {
        1 => Some((point, Color::Black)),
        2 => Some((point, Color::White)),
        _ => None,
    });
    stones.collect()
}

#[test]
fn black_wins_by_1_on_2x2() {
    assert_eq!(Solver::black_gets(2, 1, 40), Some(true));
    assert_eq!(Solver::black_gets(2, 2, 40), Some(false));
}

#[test]
fn black_wins_by_9_on_3x3() {
    assert_eq!(Solver::black_gets(3, 9, 40), Some(true), "more is not on the board");
}

/// Alpha-beta with a window of one point, deeper and deeper, under area scoring and positional superko; suicide is
/// allowed, and two passes end the game.
struct Solver {
    /// The lead that Black is to reach.
    points: i32,
    /// The positions on the way here.
    history: HashSet<u32>,
    /// A good move for the player to move, from an earlier search. It is only tried first, because the value of a
    /// position depends on how it was reached.
    good: HashMap<(u32, Color), Point>,
    /// Whom lines belong to that are too long to be read to the end.
    unread: Color,
}

impl Solver {
    /// Whether Black, who begins, can lead by at least that many points at the end; `None` if no such number of plies
    /// is enough to prove either.
    fn black_gets(size: usize, points: i32, most_plies: u32) -> Option<bool> {
        let board = Board::new(size);
        let mut solvers = [Color::White, Color::Black].map(|unread| Solver {
            points,
            history: HashSet::from([code(&board)]),
            good: HashMap::new(),
            unread,
        });
        (1..=most_plies).find_map(|plies| {
            let [sure, hoped] = solvers.each_mut().map(|solver| solver.winner(&board, false, plies) == Color::Black);
            if sure { Some(true) } else { (!hoped).then_some(false) }
        })
    }

    /// Black, if they reach the points from here.
    fn winner(&mut self, board: &Board, passed: bool, plies: u32) -> Color {
        let us = board.to_play();
        let reached = score::area(board, &PointSet::new()).margin() >= self.points;
        let leader = if reached { Color::Black } else { Color::White };
        // The pass that ends the game is tried first.
        if passed && leader == us {
            return us;
        }
        if plies == 0 {
            return self.unread;
        }
        for point in self.moves(board) {
            let mut next = *board;
            next.play_unchecked(point);
            let position = code(&next);
            if self.history.insert(position) {
                let winner = self.winner(&next, false, plies - 1);
                self.history.remove(&position);
                if winner == us {
                    self.good.insert((code(board), us), point);
                    return us;
                }
            }
        }
        if passed {
            return leader;
        }
        let mut next = *board;
        next.pass();
        self.winner(&next, true, plies - 1)
    }

    /// The empty points: what was good before, then captures, then what has more neighbours.
    fn moves(&self, board: &Board) -> Vec<Point> {
        let us = board.to_play();
        let good = self.good.get(&(code(board), us));
        let mut moves = board.empties().to_vec();
        moves.sort_by_key(|&point| {
            let edge = board.surround(point).neighbors(Cell::Edge);
            (good != Some(&point), !tactics::captures_at(board, point, us), edge, point)
        });
        moves
    }
}

/// A number for the stones of a tiny board.
fn code(board: &Board) -> u32 {
    board.points().fold(0, |code, point| 3 * code + board.cell(point) as u32)
}
