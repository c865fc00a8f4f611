//! Playouts: games played to the end by chance and a little knowledge, from which everything of Monte Carlo is counted.
//!
//! A policy is a tuple of [`Rule`]s. Each may propose a point; the first that does decides, and where none does a
//! uniformly random point is taken. The tuple is one type, so that nothing is looked up or allocated on the way.

mod mogo;
mod pattern;
mod reply;
mod rule;
mod trace;
mod uniform;

use goban::{Board, tactics};
use player::Rng;

pub use mogo::{Chances, Mogo};
pub use pattern::{PatternError, Patterns};
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
    /// One colour having so many stones more than the other ends it: a share of the points of the board.
    pub mercy: f32,
    /// A random point is not taken if it would leave a chain of at least so many own stones in atari.
    pub self_atari: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { moves_per_point: 3, mercy: 0.3, self_atari: 2 }
    }
}

/// Plays a game to the end by these rules, and writes down the moves behind those that are in `trace` already.
#[inline]
pub fn run<R: Rule>(board: &mut Board, rules: &mut R, limits: &Limits, rng: &mut Rng, trace: &mut Trace) -> Finish {
    let points = (board.size() * board.size()) as u32;
    let longest = limits.moves_per_point * points;
    let mercy = (limits.mercy * points as f32) as i32;
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
                passes += 1;
            }
        }
        trace.push(point);
        moves += 1;
        let lead =
            board.stones_on_board(goban::Color::Black) as i32 - board.stones_on_board(goban::Color::White) as i32;
        if lead.abs() > mercy {
            return Finish { moves, margin: lead };
        }
    }
    Finish { moves, margin: margin(board) }
}

#[inline]
fn random(board: &mut Board, limits: &Limits, rng: &mut Rng) -> Option<goban::Point> {
    let us = board.to_play();
    board.random_point_if(
        |n| rng.below(n),
        |board, point| {
            limits.self_atari == usize::MAX
                || tactics::self_atari(board, point, us).is_none_or(|stones| stones < limits.self_atari)
        },
    )
}
