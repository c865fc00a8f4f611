//! Capturing races that can be counted.
//!
//! Two chains of different colours touch, neither has an eye, and each can only be saved by capturing the other. If
//! every liberty is plain, that is, filled by one move and without value for its owner, reading is counting: the player
//! to move wins with at least as many liberties as the other, and a lead of one wins without moving. This is the
//! simplest class of races in M. Müller, "Race to Capture: Analyzing Semeai in Go" (Game Programming Workshop in Japan
//! 1999), with one common liberty at most, so that there is no seki.

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::list::PointList;
use crate::point::{Point, PointSet};
use crate::tactics;

/// A race between two chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// A stone of Black's chain, and how many liberties it has.
    pub black: (Point, usize),
    /// The same of White's.
    pub white: (Point, usize),
}

impl Race {
    /// Who wins it, if this player moves first and plays there if he must.
    pub fn winner(&self, first: Color) -> Color {
        let (own, other) = match first {
            Color::Black => (self.black.1, self.white.1),
            Color::White => (self.white.1, self.black.1),
        };
        if own >= other { first } else { first.other() }
    }

    /// A stone of a player's chain.
    pub fn chain(&self, color: Color) -> Point {
        match color {
            Color::Black => self.black.0,
            Color::White => self.white.0,
        }
    }
}

/// The most liberties per side of a race that is counted.
pub const MOST_LIBERTIES: usize = 32;

type Liberties = PointList<MOST_LIBERTIES>;

/// Finds the races on the board that can be counted. The chains around them must be safe: `is_safe` says it of a stone.
pub fn races(board: &Board, is_safe: impl Fn(Point) -> bool) -> Vec<Race> {
    let heads = board.points().filter(|&point| board.cell(point).is(Color::Black) && board.head(point) == point);
    heads.filter_map(|black| race(board, black, &is_safe)).collect()
}

/// The race of a chain of Black's.
fn race(board: &Board, black: Point, is_safe: &impl Fn(Point) -> bool) -> Option<Race> {
    let blacks = plain_liberties(board, black)?;
    let white = rival(board, black, is_safe)?;
    let whites = plain_liberties(board, white)?;
    let common = blacks.iter().filter(|liberty| whites.contains(liberty)).count();
    let is_race = rival(board, white, is_safe) == Some(black) && common <= 1;
    is_race.then_some(Race { black: (black, blacks.len()), white: (white, whites.len()) })
}

/// The liberties of a chain, if all are plain: no eye, no way to another chain or to open ground.
fn plain_liberties(board: &Board, stone: Point) -> Option<Liberties> {
    let own = board.cell(stone);
    let is_open =
        |n: Point| board.cell(n) == Cell::Empty && !n.neighbors().into_iter().any(|n| is_other(board.cell(n), own));
    // Nearly all chains on a real board have such a liberty.
    if board.chain(stone).flat_map(Point::neighbors).any(is_open) {
        return None;
    }
    let liberties = tactics::liberties::<MOST_LIBERTIES>(board, stone);
    let is_worth_nothing = |n: Point| match board.cell(n) {
        Cell::Empty => liberties.contains(&n),
        cell => cell != own || board.head(n) == board.head(stone),
    };
    let is_plain = |liberty: &Point| liberty.neighbors().into_iter().all(is_worth_nothing);
    (!liberties.is_full() && liberties.iter().all(is_plain)).then_some(liberties)
}

/// The one chain beside this one that is not safe.
fn rival(board: &Board, stone: Point, is_safe: &impl Fn(Point) -> bool) -> Option<Point> {
    let own = board.cell(stone);
    let around = board.chain(stone).flat_map(Point::neighbors).filter(|&n| is_other(board.cell(n), own));
    let mut rival = None;
    let mut seen = PointSet::new();
    for head in around.map(|n| board.head(n)) {
        if seen.insert(head)
            && (!is_safe(head) || plain_liberties(board, head).is_some())
            && rival.replace(head).is_some()
        {
            return None;
        }
    }
    rival
}

fn is_other(cell: Cell, own: Cell) -> bool {
    cell.color().is_some_and(|color| !own.is(color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{self, Diagram};
    use crate::life;

    const PROBLEMS: &str = include_str!("../../../problems/race.txt");

    /// All chains around are alive for certain.
    fn counted(board: &Board) -> Vec<Race> {
        let owner = life::settled(board);
        races(board, |stone| owner[stone] == board.cell(stone).color())
    }

    fn only(rows: &str) -> Option<Race> {
        let races = races(&diagram::board(rows), |_| true);
        assert!(races.len() <= 1, "{races:?}");
        races.first().copied()
    }

    /// The races of the problems were proved without this, and their titles say how many liberties there are.
    #[test]
    fn problems_have_the_liberties_that_their_titles_say() {
        let mut seen = 0;
        for problem in PROBLEMS.split("\n\n") {
            let title = problem.lines().find_map(|line| line.strip_prefix("title: ")).unwrap();
            let mut said: Vec<usize> =
                title.split(' ').filter_map(|word| word.trim_matches(',').parse().ok()).collect();
            said.truncate(2);
            let is_row = |line: &&str| !line.split(' ').next().is_some_and(|word| word.ends_with(':'));
            let rows: Vec<&str> = problem.lines().filter(is_row).collect();
            let board = rows.join("\n").parse::<Diagram>().unwrap().board;
            let [race] = counted(&board)[..] else { panic!("{title} is one race") };
            let mut found = [race.black.1, race.white.1];
            said.sort_unstable();
            found.sort_unstable();
            assert_eq!(said, found, "{title}");
            seen += 1;
        }
        assert_eq!(seen, 20);
    }

    const SEVEN_EACH: &str = "
        X . X . X . X X .
        X X X X X X X X X
        . . . . . . . X X
        O O O O O O O X X
        X X X X X X X O O
        . . . . . . . O O
        O O O O O O O O O
        O . O . O X X X X
        . O O . O X . . .";

    /// J5 is a liberty of both.
    const ONE_IN_COMMON: &str = "
        X . X . X . X X .
        X X X X X X X X X
        . . . . . . . X X
        O O O O O O O O O
        X X X X X X X X .
        . . . . . . . X X
        O O O O O O O O O
        O . O . O O O O O
        . O O . O O . O .";

    /// Who takes the other's stones, if each fills liberties as long as there are any.
    fn reader_says(board: &Board, race: &Race) -> Color {
        let us = board.to_play();
        let [own, other] = [us, us.other()].map(|color| race.chain(color));
        if board.in_atari(other).is_some() {
            return us;
        }
        let wins = |&point: &Point| {
            let mut next = *board;
            next.play_unchecked(point);
            reader_says(&next, race) == us
        };
        let fills = [own, other].map(|chain| tactics::liberties::<16>(board, chain));
        if fills.iter().flatten().filter(|&&point| board.is_legal(point)).any(wins) { us } else { us.other() }
    }

    #[test]
    fn counting_finds_what_reading_finds() {
        for rows in [SEVEN_EACH, ONE_IN_COMMON] {
            for (blacks, whites) in (1..=4).flat_map(|blacks| (1..=4).map(move |whites| (blacks, whites))) {
                let mut board = diagram::board(rows);
                let whole = races(&board, |_| true)[0];
                for (color, left) in [(Color::Black, blacks), (Color::White, whites)] {
                    let liberties = tactics::liberties::<16>(&board, whole.chain(color));
                    let own = liberties.iter().filter(|point| point.row() != 4);
                    for &point in own.take(liberties.len() - left) {
                        board.set_to_play(color.other());
                        board.play_unchecked(point);
                    }
                }
                let race = races(&board, |_| true)[0];
                assert_eq!((race.black.1, race.white.1), (blacks, whites));
                for first in Color::BOTH {
                    board.set_to_play(first);
                    assert_eq!(race.winner(first), reader_says(&board, &race), "{first:?} moves first: {board:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_more_than_liberties_is_no_race_to_count() {
        assert_eq!(only(SEVEN_EACH).map(|race| (race.black.1, race.white.1)), Some((7, 7)));
        let but = |below: &str| only(&SEVEN_EACH.replacen(". . . . . . . O O\n        O O O O O O O O O", below, 1));
        assert_eq!(but(". X . . . . . O O\nX X O O O O O O O"), None, "Black has an eye at A4");
        assert_eq!(but(". . . . . . . O O\n. O O O O O O O O"), None, "Black may go on from A4 to A3");
        let filled = but(". . . X . . . O O\nO O O O O O O O O");
        assert_eq!(filled.map(|race| race.black.1), Some(6), "a stone at D4 takes a liberty from its own");
        let around = |board: &Board| races(board, |stone| board.cell(stone) != Cell::White);
        assert_eq!(around(&diagram::board(SEVEN_EACH)), [], "who knows whether White's other stones live?");
    }
}
