//! Playouts: games played to the end by chance and a little knowledge, from which everything of Monte Carlo is counted.
//!
//! A policy is a tuple of [`Rule`]s. Each may propose a point; the first that does decides, and where none does a
//! uniformly random point is taken. The tuple is one type, so that nothing is looked up or allocated on the way.

mod mogo;
mod pattern;
mod policy;
mod reply;
mod rule;
mod trace;
mod uniform;

use goban::{Board, Color, Point, eye, tactics};
use player::Rng;

pub use mogo::{Chances, Mogo};
pub use pattern::{PatternError, Patterns, Sign};
pub use policy::Policy;
pub use reply::{
    Count, Counter, LastGood, LifetimeCount, Lookup, Memory, Neighborhood, Rates, Replies, ReplyCounts, ReplyKind,
    ReplyTables, TableCounts, Tally, Uncounted, UnknownReply,
};
pub use rule::{Chance, Rule};
pub use trace::Trace;
pub use uniform::{margin, uniform};

/// How a playout came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The moves it took, the passes at the end included.
    pub moves: u32,
    /// Black's area less White's, without komi.
    pub margin: i32,
}

/// When a playout is over before both players have nothing left to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// So many moves for each point of the board end it, as some games never end under simple ko.
    pub moves_per_point: u32,
    /// A colour that has so many stones more than it needs ends it: a share of the points of the board.
    pub mercy: f32,
    /// What Black must have more than: komi and the like.
    pub needed: f32,
    /// A random point is not taken if it would leave a chain of at least so many own stones in atari.
    pub self_atari: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { moves_per_point: 3, mercy: 0.3, needed: 0.0, self_atari: 3 }
    }
}

/// Plays a game to the end by these rules, and writes down the moves behind those that are in `trace` already.
#[inline]
pub fn run<R: Rule>(board: &mut Board, rules: &mut R, limits: &Limits, rng: &mut Rng, trace: &mut Trace) -> Finish {
    let points = (board.size() * board.size()) as u32;
    let longest = limits.moves_per_point * points;
    let mercy = limits.mercy * points as f32;
    let (white_wins, black_wins) = ((limits.needed - mercy).floor() as i32, (limits.needed + mercy).ceil() as i32);
    let (mut moves, mut passes) = (0, 0);
    rules.begin(board, trace);
    while passes < 2 && moves < longest {
        let point = rules.propose(board, rng).or_else(|| random(board, limits, rng));
        match point {
            Some(point) => {
                board.play_unchecked(point);
                rules.played(board, point);
                passes = 0;
            }
            None => {
                board.pass();
                rules.passed();
                passes += 1;
            }
        }
        trace.push(point);
        moves += 1;
        let lead = board.stones_on_board(Color::Black) as i32 - board.stones_on_board(Color::White) as i32;
        if lead < white_wins || lead > black_wins {
            return Finish { moves, margin: lead };
        }
    }
    Finish { moves, margin: margin(board) }
}

#[inline]
fn random(board: &mut Board, limits: &Limits, rng: &mut Rng) -> Option<Point> {
    let us = board.to_play();
    board.random_point_if(
        |n| rng.below(n),
        |board, point| limits.self_atari == usize::MAX || !is_blunder(board, point, us, limits.self_atari),
    )
}

/// Whether a stone there would leave a chain of at least so many own stones in atari. A shape that kills an eye space
/// from within is no blunder.
#[inline]
fn is_blunder(board: &Board, point: Point, player: Color, from: usize) -> bool {
    tactics::self_atari(board, point, player)
        .is_some_and(|stones| stones >= from && !(stones > 2 && eye::kills_from_within(board, point, player)))
}
