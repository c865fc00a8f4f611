//! The policy of the engine: replies and tactics, and which of them is asked first.

use goban::{Board, Color, Point};
use player::Rng;

use super::mogo::Mogo;
use super::reply::{Count, Replies, Uncounted};
use super::rule::Rule;
use super::trace::Trace;
use crate::opening::Filter;

/// What the opening asks for, while it lasts; then replies before or behind the answers to ataris and captures;
/// patterns and other quiet moves come last.
pub struct Policy<C = Uncounted> {
    /// What experts play in the opening, if nothing else is to be played there.
    pub opening: Option<Filter>,
    /// The replies that were good before.
    pub replies: Replies<C>,
    /// What the last move asks for.
    pub tactics: Mogo,
    /// Whether ataris and captures are answered before replies are looked up. Baier and Drake (2010) look up replies
    /// first.
    pub urgent_first: bool,
}

impl<C: Count> Rule for Policy<C> {
    #[inline(always)]
    fn begin(&mut self, board: &Board, trace: &Trace) {
        if let Some(opening) = &mut self.opening {
            opening.begin(board);
        }
        self.replies.begin(board, trace);
        self.tactics.begin(board, trace);
    }

    #[inline(always)]
    fn propose(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
        if let Some(opening) = self.opening.as_mut().filter(|opening| opening.lasts())
            && let Some(point) = opening.propose(board, rng)
        {
            return Some(point);
        }
        if self.urgent_first {
            let urgent = self.tactics.urgent(board, rng);
            urgent.or_else(|| self.replies.propose(board, rng)).or_else(|| self.tactics.quiet(board, rng))
        } else {
            self.replies.propose(board, rng).or_else(|| self.tactics.propose(board, rng))
        }
    }

    #[inline(always)]
    fn played(&mut self, board: &Board, point: Point) {
        if let Some(opening) = self.opening.as_mut().filter(|opening| opening.lasts()) {
            opening.played(board, point);
        }
        self.replies.played(board, point);
        self.tactics.played(board, point);
    }

    #[inline(always)]
    fn passed(&mut self) {
        self.replies.passed();
        self.tactics.passed();
    }

    #[inline(always)]
    fn feedback(&mut self, trace: &Trace, winner: Option<Color>) {
        self.replies.feedback(trace, winner);
        self.tactics.feedback(trace, winner);
    }
}

#[cfg(test)]
mod tests {
    use super::super::reply::{ReplyKind, ReplyTables};
    use super::super::{Chances, Patterns};
    use super::*;
    use goban::{Game, Move, Rules};
    use std::sync::Arc;

    /// What White answers to C2, which takes the last liberty but one of B2, where D4 was the last good reply to it.
    fn answer(urgent_first: bool) -> Option<Point> {
        let at = |name: &str| Point::from_gtp(name, 5).unwrap();
        let mut game = Game::new(5, Rules::SIMPLE, 0.5);
        for name in ["B1", "B2", "A2", "E5", "C2"] {
            game.play(Move::Play(at(name))).unwrap();
        }
        let tables = ReplyTables::new("lgr1".parse::<ReplyKind>().unwrap(), 0.1, 5);
        let chances = Chances { rescue: 1.0, ..Chances::NONE };
        let tactics = Mogo::new(chances, Arc::new(Patterns::mogo()));
        let mut policy = Policy { opening: None, replies: Replies::new(tables), tactics, urgent_first };
        let mut trace = Trace::default();
        trace.begin(&game);
        trace.push(Some(at("D4")));
        policy.feedback(&trace, Some(Color::White));
        trace.again();
        policy.begin(game.board(), &trace);
        policy.propose(game.board(), &mut Rng::new(1))
    }

    #[test]
    fn an_atari_is_answered_before_or_after_a_reply_is_looked_up() {
        assert_eq!(answer(true), Point::from_gtp("B3", 5).ok(), "the chain in atari runs out");
        assert_eq!(answer(false), Point::from_gtp("D4", 5).ok(), "the reply comes first");
    }
}
