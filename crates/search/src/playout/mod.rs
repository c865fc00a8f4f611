//! Playouts: games played to the end at random and by a little knowledge, the samples of Monte Carlo.
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

use goban::{Board, Color, Ending, Point, eye, tactics};
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
    /// The number of moves per point of the board that ends it, as some games never end under simple ko.
    pub moves_per_point: u32,
    /// The lead in stones, beyond the one needed, that ends it, as a share of the points of the board.
    pub mercy: f32,
    /// The margin that Black must exceed: komi and compensation.
    pub needed: f32,
    /// A random point is not taken if it would leave a chain of at least this many own stones in atari.
    pub self_atari: usize,
    /// How a game ends. Without passing, a player who has nothing else fills an own eye.
    pub ending: Ending,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { moves_per_point: 3, mercy: 0.3, needed: 0.0, self_atari: 3, ending: Ending::TwoPasses }
    }
}

impl Limits {
    /// Black's lead in stones below which White has won on a board of that number of points, and above which Black has.
    /// Komi is not on the board: the side with fewer stones is never decisively ahead.
    fn decisive_leads(&self, points: u32) -> (i32, i32) {
        let mercy = self.mercy * points as f32;
        ((self.needed.min(0.0) - mercy).floor() as i32, (self.needed.max(0.0) + mercy).ceil() as i32)
    }
}

/// Plays a game to the end by these rules, and appends the moves to `trace`.
#[inline]
pub fn run<R: Rule>(board: &mut Board, rules: &mut R, limits: &Limits, rng: &mut Rng, trace: &mut Trace) -> Finish {
    let points = (board.size() * board.size()) as u32;
    let longest = limits.moves_per_point * points;
    let (white_wins, black_wins) = limits.decisive_leads(points);
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
            None if limits.ending == Ending::NoMoveLeft => {
                let Some(eye) = any_legal_point(board, rng) else { break };
                board.play_unchecked(eye);
                rules.played(board, eye);
                trace.push(Some(eye));
                moves += 1;
                continue;
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

/// Any legal point, each equally likely.
#[cold]
fn any_legal_point(board: &Board, rng: &mut Rng) -> Option<Point> {
    let legal: Vec<Point> = board.points().filter(|&point| board.is_legal(point)).collect();
    (!legal.is_empty()).then(|| legal[rng.below(legal.len() as u32) as usize])
}

/// Whether a stone there would leave a chain of at least `from` own stones in atari. A shape that kills an eye space
/// from within is not a blunder.
#[inline]
fn is_blunder(board: &Board, point: Point, player: Color, from: usize) -> bool {
    tactics::self_atari(board, point, player)
        .is_some_and(|stones| stones >= from && !(stones > 2 && eye::kills_from_within(board, point, player)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of a thousand playouts of the board after C3 that Black wins with a komi of 7.5.
    fn black_wins(mercy: f32) -> usize {
        let board = goban::diagram::board(
            "
            . . . . .
            . . . . .
            . . X . .
            . . . . .
            . . . . .
            O to play",
        );
        let limits = Limits { needed: 7.5, mercy, ..Limits::default() };
        let mut rng = Rng::new(1);
        let mut margin = || run(&mut { board }, &mut (), &limits, &mut rng, &mut Trace::default()).margin;
        (0..1000).filter(|_| margin() as f32 > limits.needed).count()
    }

    /// Both have two eyes and nothing else: by passing the game is over at once, and without passing Black, whose turn
    /// it is, has to fill an eye of five stones and more.
    #[test]
    fn who_may_not_pass_fills_an_eye_and_pays_for_it() {
        let board = goban::diagram::board(
            "
            . X O .
            X X O O
            X X O O
            . X O .
            X to play",
        );
        let play = |ending: Ending| {
            let limits = Limits { mercy: f32::INFINITY, ending, ..Limits::default() };
            let (mut board, mut trace) = (board, Trace::default());
            let finish = run(&mut board, &mut (), &limits, &mut Rng::new(1), &mut trace);
            (finish, trace.moves().iter().filter(|mv| mv.is_none()).count())
        };
        let (by_passing, passes) = play(Ending::TwoPasses);
        assert_eq!((by_passing.moves, passes), (2, 2));
        let (forced, passes) = play(Ending::NoMoveLeft);
        assert!(forced.moves > 4 && passes == 0, "{forced:?}");
    }

    #[test]
    fn mercy_seldom_changes_who_wins_on_a_small_board() {
        let [with, without] = [Limits::default().mercy, f32::INFINITY].map(black_wins);
        assert!(with.abs_diff(without) < 50, "Black wins {with}, and {without} of games played to their end");
    }

    #[test]
    fn a_lead_that_ends_a_playout_is_one_in_stones() {
        let leads = |needed: f32, size: u32| Limits { needed, ..Limits::default() }.decisive_leads(size * size);
        assert_eq!(leads(7.5, 5), (-8, 15), "not 0 for White, who would have won with one stone more than Black");
        assert_eq!(leads(-7.5, 5), (-15, 8));
        assert_eq!(leads(0.0, 9), (-25, 25));
    }
}
