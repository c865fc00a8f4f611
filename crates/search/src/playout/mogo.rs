//! The tactical rules of playouts, after MoGo's (Gelly, Wang, Munos and Teytaud 2006, section 3.2): what the last move
//! asks for.
//!
//! In this order, each with its own probability: rescue what the last move has put in atari; capture beside the last
//! move; play the vital point of what the last move has captured from (nakade); play where a 3x3 pattern fits around
//! the last move; capture anything. They are one rule because they share one look: which of the chains around the last
//! stone are in atari is read off the board once a move, without a branch, and mostly the answer is none.

use std::sync::Arc;

use goban::{Ataris, Board, Cell, Point, PointList, eye, tactics};
use player::Rng;

use super::is_blunder;
use super::pattern::Patterns;
use super::rule::{Chance, Rule};
use super::trace::Trace;

/// How often each idea is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Rescuing a chain that the last move has put in atari.
    pub rescue: f32,
    /// Capturing the stones of the last move, or others beside it.
    pub capture_last: f32,
    /// The vital point of the space from which the last move has captured.
    pub nakade: f32,
    /// A 3x3 pattern around the last move.
    pub pattern: f32,
    /// Capturing anything.
    pub capture: f32,
    /// Patterns that would leave a chain of at least this number of own stones in atari are left out.
    pub self_atari: usize,
}

impl Chances {
    /// Nothing is asked.
    pub const NONE: Chances =
        Chances { rescue: 0.0, capture_last: 0.0, nakade: 0.0, pattern: 0.0, capture: 0.0, self_atari: usize::MAX };
}

/// The rule.
pub struct Mogo {
    rescue: Chance,
    capture_last: Chance,
    nakade: Chance,
    pattern: Chance,
    capture: Chance,
    self_atari: usize,
    patterns: Arc<Patterns>,
    /// Which chains around the last stone are in atari.
    ataris: Ataris,
    /// Stones of chains that were in atari when they were added, some of them twice.
    suspects: PointList<64>,
}

impl Mogo {
    /// The rule with these chances.
    pub fn new(chances: Chances, patterns: Arc<Patterns>) -> Mogo {
        Mogo {
            rescue: Chance::new(chances.rescue),
            capture_last: Chance::new(chances.capture_last),
            nakade: Chance::new(chances.nakade),
            pattern: Chance::new(chances.pattern),
            capture: Chance::new(chances.capture),
            self_atari: chances.self_atari,
            patterns,
            ataris: Ataris::default(),
            suspects: PointList::new(),
        }
    }

    /// A rescue, a capture or a vital point beside the last move.
    #[inline(always)]
    pub fn urgent(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
        if let Some(last) = last_point(board) {
            if self.ataris.enemies != 0
                && self.rescue.comes(rng)
                && let Some(point) = self.rescue(board, last, rng)
            {
                return Some(point);
            }
            if self.ataris.friends != 0
                && self.capture_last.comes(rng)
                && let Some(point) = self.capture_last(board, last, rng)
            {
                return Some(point);
            }
            let taken = board.last_taken();
            if taken.len() >= 3
                && taken.len() <= eye::LARGEST_NAKADE
                && self.nakade.comes(rng)
                && let Some(vital) = eye::vital_point(taken).filter(|&vital| board.is_legal(vital))
            {
                return Some(vital);
            }
        }
        None
    }

    /// A pattern beside the last move, or a capture anywhere.
    #[inline(always)]
    pub fn quiet(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
        if self.pattern.comes(rng)
            && let Some(last) = last_point(board)
            && let Some(point) = self.pattern(board, last, rng)
        {
            return Some(point);
        }
        if !self.suspects.is_empty() && self.capture.comes(rng) { self.capture(board, rng) } else { None }
    }

    /// Saves an own chain beside the last stone: by capturing a neighbour of it, or by an extension that has two
    /// liberties.
    #[cold]
    fn rescue(&self, board: &Board, last: Point, rng: &mut Rng) -> Option<Point> {
        let us = board.to_play();
        let mut moves = PointList::<16>::new();
        for n in last.neighbors().into_iter().filter(|&n| board.cell(n).is(us)) {
            if board.in_atari(n).is_some() {
                tactics::rescues(board, n, &mut moves);
            }
        }
        rng.pick(&moves).copied()
    }

    /// Captures the stones of the last move, or others beside it.
    #[cold]
    fn capture_last(&self, board: &Board, last: Point, rng: &mut Rng) -> Option<Point> {
        let them = board.to_play().other();
        let [up, right, down, left] = last.neighbors();
        let mut moves = PointList::<5>::new();
        for stone in [last, up, right, down, left] {
            if board.cell(stone).is(them)
                && let Some(liberty) = board.in_atari(stone)
                && board.is_legal(liberty)
            {
                moves.insert(liberty);
            }
        }
        rng.pick(&moves).copied()
    }

    #[inline]
    fn pattern(&self, board: &Board, last: Point, rng: &mut Rng) -> Option<Point> {
        let us = board.to_play();
        let mut moves = PointList::<8>::new();
        let mut empty = board.surround(last).empty_places();
        while empty != 0 {
            let point = last.at_field(empty.trailing_zeros());
            moves.push_if(point, self.patterns.fits(board.surround(point), us));
            empty &= empty - 1;
        }
        // The tests that cost most come last, and only for the sampled point.
        while !moves.is_empty() {
            let point = moves.swap_remove(rng.below(moves.len() as u32) as usize)?;
            if board.is_legal(point) && !is_blunder(board, point, us, self.self_atari) {
                return Some(point);
            }
        }
        None
    }

    /// Captures anything.
    fn capture(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
        let them = board.to_play().other();
        let mut moves = PointList::<16>::new();
        let mut place = 0;
        while let Some(&stone) = self.suspects.get(place) {
            match board.in_atari(stone) {
                Some(liberty) => {
                    if board.cell(stone).is(them) && board.is_legal(liberty) {
                        moves.insert(liberty);
                    }
                    place += 1;
                }
                None => {
                    self.suspects.swap_remove(place);
                }
            }
        }
        rng.pick(&moves).copied()
    }
}

impl Rule for Mogo {
    fn begin(&mut self, board: &Board, _: &Trace) {
        self.ataris = last_point(board).map_or(Ataris::default(), |last| board.ataris_around(last));
        self.suspects.clear();
        if !self.capture.is_never() {
            for point in board.points() {
                if board.head(point) == point && board.cell(point) != Cell::Empty && board.in_atari(point).is_some() {
                    self.suspects.push(point);
                }
            }
        }
    }

    #[inline(always)]
    fn propose(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
        self.urgent(board, rng).or_else(|| self.quiet(board, rng))
    }

    #[inline(always)]
    fn played(&mut self, board: &Board, point: Point) {
        self.ataris = board.ataris_around(point);
        let mut ataris = self.ataris.friends | self.ataris.enemies;
        while ataris != 0 && !self.capture.is_never() {
            let field = ataris.trailing_zeros();
            self.suspects.push(if field < 8 { point.at_field(field) } else { point });
            ataris &= ataris - 1;
        }
    }
}

/// The point of the last move, unless it was a pass or there was none.
#[inline(always)]
fn last_point(board: &Board) -> Option<Point> {
    board.last_move()?.point()
}
