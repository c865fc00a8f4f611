//! Reads ladders: can a chain be caught by one atari after the other?
//!
//! The attacker plays on one of the chain's two liberties, the defender extends or captures a stone beside the chain,
//! and so on until the chain is caught or has three liberties. Only one branch of the tree is usually alive at a time:
//! an atari is not tried where the extension would plainly get three liberties, and an extension not where it stays in
//! atari. So the board is copied only where both sides of a choice are open, and a ladder across the whole board takes
//! about sixty nodes. Nothing is allocated.

use crate::board::Board;
use crate::color::Color;
use crate::list::PointList;
use crate::point::Point;
use crate::tactics;

/// A good number of nodes for any ladder of the 19x19 board.
pub const NODE_LIMIT: u32 = 500;

/// How many copies of the board may be on the stack at a time.
const MOST_COPIES: u32 = 32;

/// What becomes of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is caught, for any defence.
    Captured,
    /// It gets three liberties, or was never in danger of a ladder.
    Escapes,
    /// The node limit did not allow an answer.
    Unknown,
}

/// The result of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What becomes of the chain.
    pub fate: Fate,
    /// The move that works for the player who is to move: the atari that catches the chain, the move that saves it.
    pub point: Option<Point>,
    /// How many moves were tried.
    pub nodes: u32,
}

/// Reads whether the chain here can be caught, its opponent to move. A chain with more than two liberties can't.
pub fn attack(board: &Board, stone: Point, node_limit: u32) -> Reading {
    read(board, stone, node_limit, |reader, board, owner| {
        board.set_to_play(owner.other());
        reader.attacker_to_move(board, 0)
    })
}

/// Reads whether the chain here can be saved from atari, its owner to move. A chain that is not in atari needs no move.
pub fn defend(board: &Board, stone: Point, node_limit: u32) -> Reading {
    read(board, stone, node_limit, |reader, board, owner| {
        board.set_to_play(owner);
        if board.in_atari(stone).is_none() { (Fate::Escapes, None) } else { reader.defender_to_move(board, 0) }
    })
}

type Answer = (Fate, Option<Point>);

fn read(
    board: &Board,
    stone: Point,
    node_limit: u32,
    start: impl FnOnce(&mut Reader, &mut Board, Color) -> Answer,
) -> Reading {
    let Some(owner) = board.cell(stone).color() else {
        return Reading { fate: Fate::Escapes, point: None, nodes: 0 };
    };
    let mut reader = Reader { stone, owner, nodes: 0, node_limit };
    let (fate, point) = start(&mut reader, &mut board.clone(), owner);
    Reading { fate, point, nodes: reader.nodes }
}

struct Reader {
    stone: Point,
    owner: Color,
    nodes: u32,
    node_limit: u32,
}

impl Reader {
    /// Leaves the board in any state.
    fn attacker_to_move(&mut self, board: &mut Board, copies: u32) -> Answer {
        let liberties = tactics::liberties::<3>(board, self.stone);
        let attacker = self.owner.other();
        match *liberties {
            [last] if board.check(last, attacker).is_ok() => (Fate::Captured, Some(last)),
            [a, b] => {
                let mut ataris = PointList::<2>::new();
                let [after_a, after_b] = [self.liberties_gained(board, a, b), self.liberties_gained(board, b, a)];
                let in_order =
                    if after_a <= after_b { [(a, after_a), (b, after_b)] } else { [(b, after_b), (a, after_a)] };
                for (atari, gained) in in_order {
                    if gained < 3 && board.check(atari, attacker).is_ok() {
                        ataris.push(atari);
                    }
                }
                self.try_each(board, &ataris, copies, Fate::Captured, Reader::defender_to_move)
            }
            _ => (Fate::Escapes, None),
        }
    }

    /// How many liberties, up to three, the chain gets by extending to one of its liberties after the attacker has
    /// played on the other; at most that many, if it captures something there.
    fn liberties_gained(&self, board: &Board, atari: Point, extension: Point) -> usize {
        if tactics::captured_by(board, atari, self.owner.other()) > 0 {
            return 0;
        }
        let after = tactics::liberties_after::<4>(board, extension, self.owner);
        after.iter().filter(|&&liberty| liberty != atari).count()
    }

    /// For a chain in atari; leaves the board in any state.
    fn defender_to_move(&mut self, board: &mut Board, copies: u32) -> Answer {
        let mut rescues = PointList::<8>::new();
        tactics::rescues(board, self.stone, &mut rescues);
        let liberty = board.in_atari(self.stone);
        if let Some(extension) = liberty.filter(|liberty| rescues.contains(liberty))
            && tactics::liberties_after::<3>(board, extension, self.owner).is_full()
        {
            self.nodes += 1;
            return (Fate::Escapes, Some(extension));
        }
        self.try_each(board, &rescues, copies, Fate::Escapes, Reader::attacker_to_move)
    }

    /// Tries each move until one leads to the fate that the player to move wants.
    fn try_each(
        &mut self,
        board: &mut Board,
        moves: &[Point],
        copies: u32,
        wanted: Fate,
        opponent: fn(&mut Reader, &mut Board, u32) -> Answer,
    ) -> Answer {
        let mut fate = if wanted == Fate::Captured { Fate::Escapes } else { Fate::Captured };
        for (i, &point) in moves.iter().enumerate() {
            if self.nodes >= self.node_limit {
                return (Fate::Unknown, None);
            }
            self.nodes += 1;
            let result = if i + 1 == moves.len() {
                board.play_unchecked(point);
                opponent(self, board, copies).0
            } else if copies < MOST_COPIES {
                self.try_on_copy(board, point, copies + 1, opponent)
            } else {
                Fate::Unknown
            };
            if result == wanted {
                return (wanted, Some(point));
            }
            if result == Fate::Unknown {
                fate = Fate::Unknown;
            }
        }
        (fate, None)
    }

    /// A separate function, so that only it has a board in its stack frame.
    #[inline(never)]
    fn try_on_copy(
        &mut self,
        board: &Board,
        point: Point,
        copies: u32,
        opponent: fn(&mut Reader, &mut Board, u32) -> Answer,
    ) -> Fate {
        let mut copy = *board;
        copy.play_unchecked(point);
        opponent(self, &mut copy, copies).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Cell;
    use crate::diagram::Diagram;
    use crate::point::Move;
    use crate::symmetry::Symmetry;
    use proptest::prelude::*;

    const ACROSS: &str = "
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . X X . . . . . . . . . . . . . .
        . . X(O). . . . . . . . . . . . . . .
        . . . a . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . b . . .
        . . . . . . . . . . . . . . . c . . .
        . . . . . . . . . . . . . . . . d . .
        . . . . . . . . . . . . . . . . . . .";

    /// The problem as drawn, and turned, mirrored and with colours exchanged in every way; the claim must hold for
    /// each, given the board, the chain of the last move and the point marked `a`.
    fn in_every_way(text: &str, claim: impl Fn(&Board, Point, Option<Point>)) {
        let diagram = Diagram::parse(text).unwrap();
        let size = diagram.board.size();
        let stone = diagram.board.last_move().and_then(Move::point).unwrap();
        for symmetry in Symmetry::ALL {
            for swap in [false, true] {
                let stones = diagram.board.points().filter_map(|point| {
                    let color = diagram.board.cell(point).color()?;
                    Some((symmetry.apply(point, size), if swap { color.other() } else { color }))
                });
                let board = Board::with_stones(size, stones).unwrap();
                let answer = diagram.mark('a').map(|point| symmetry.apply(point, size));
                claim(&board, symmetry.apply(stone, size), answer);
            }
        }
    }

    fn is_caught(text: &str) {
        in_every_way(text, |board, stone, answer| {
            let reading = attack(board, stone, NODE_LIMIT);
            assert_eq!(reading.fate, Fate::Captured, "{reading:?} {board:?}");
            assert!(answer.is_none() || reading.point == answer, "{reading:?} {board:?}");
        });
    }

    fn is_not_caught(text: &str) {
        in_every_way(text, |board, stone, _| {
            let reading = attack(board, stone, NODE_LIMIT);
            assert_eq!(reading.fate, Fate::Escapes, "{reading:?} {board:?}");
        });
    }

    #[test]
    fn a_ladder_runs_across_the_whole_board() {
        is_caught(ACROSS);
    }

    #[test]
    fn a_breaker_on_the_way_saves_the_stone() {
        for mark in ["b", "c", "d"] {
            is_not_caught(&ACROSS.replace(mark, "O"));
        }
    }

    #[test]
    fn an_attackers_stone_on_the_way_changes_nothing() {
        is_caught(&ACROSS.replace('c', "X"));
    }

    #[test]
    fn a_stone_beside_the_way_breaks_nothing() {
        let beside =
            ACROSS.replacen(". . . . . . . . . . . . . . . . . . .", ". . . . . . . . . . . . . . . . O O O", 1);
        is_caught(&beside);
    }

    #[test]
    fn the_defender_reads_the_same_ladder() {
        let running = ACROSS.replace('a', "X");
        in_every_way(&running, |board, stone, _| {
            assert_eq!(defend(board, stone, NODE_LIMIT).fate, Fate::Captured, "{board:?}");
        });
        in_every_way(&running.replace('b', "O"), |board, stone, _| {
            let reading = defend(board, stone, NODE_LIMIT);
            assert_eq!((reading.fate, reading.point), (Fate::Escapes, board.in_atari(stone)), "{board:?}");
        });
    }

    #[test]
    fn a_ladder_along_the_side_is_read() {
        is_caught(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . X X . . .
            . X(O). . . .
            . . . . . . .",
        );
    }

    #[test]
    fn capturing_a_stone_of_the_ladder_saves() {
        let ladder = "
            . . c c . . .
            . c X X c . .
            . X(O). . . .
            . . a . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        is_caught(ladder);
        is_not_caught(&ladder.replace('c', "O"));
    }

    #[test]
    fn a_chain_with_three_liberties_is_in_no_ladder() {
        is_not_caught(
            "
            . . . . .
            . . X . .
            . .(O). .
            . . . . .
            . . . . .",
        );
    }

    #[test]
    fn without_nodes_there_is_no_answer() {
        let board = Diagram::parse(ACROSS).unwrap().board;
        let reading = attack(&board, Point::new(3, 3), 20);
        assert_eq!((reading.fate, reading.point, reading.nodes), (Fate::Unknown, None, 20));
    }

    /// The same question, answered by trying everything: both ataris, and any answer on the board.
    fn caught_by_brute_force(board: &Board, stone: Point) -> bool {
        let liberties = tactics::liberties::<3>(board, stone);
        let mut ataris = liberties.iter().filter(|&&point| board.is_legal(point));
        match liberties.len() {
            1 => ataris.next().is_some(),
            2 => ataris.any(|&atari| {
                let mut attacked = *board;
                attacked.play_unchecked(atari);
                let mut answers = attacked.points().filter(|&point| attacked.is_legal(point));
                !answers.any(|answer| {
                    let mut defended = attacked;
                    defended.play_unchecked(answer);
                    !caught_by_brute_force(&defended, stone)
                })
            }),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn short_cuts_do_not_change_the_answer(
            size in 4..8_usize,
            draws in prop::collection::vec(any::<u32>(), 5..60),
        ) {
            let mut board = Board::new(size);
            for draw in draws {
                let next = board.random_point(|below| draw % below);
                board.play(next.map_or(Move::Pass, Move::Play)).unwrap();
            }
            let is_head = |&point: &Point| board.cell(point) != Cell::Empty && board.head(point) == point;
            for stone in board.points().filter(is_head) {
                let mut from = board;
                from.set_to_play(board.cell(stone).color().unwrap().other());
                let reading = attack(&board, stone, 100_000);
                let expected = if caught_by_brute_force(&from, stone) { Fate::Captured } else { Fate::Escapes };
                prop_assert_eq!(reading.fate, expected, "{:?} in {:?}", stone, board);
            }
        }
    }
}
