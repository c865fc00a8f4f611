//! Replies: what playouts learn from one another about what answers what (Baier and Drake 2010, sections III and IV).
//!
//! There are two families. [`LastGood`] keeps one reply for each context, the last that won; [`Rates`] keeps the win
//! rate of every reply and draws from them. Which one is used is a [`ReplyKind`], chosen by a word. [`Replies`] is the
//! rule that asks the tables in a playout and teaches them after it; all threads of a search share the same
//! [`ReplyTables`], which live as long as the game.
//!
//! In both families moves made inside the tree teach and are answered like any others, and the last real moves are
//! context for the first simulated ones. A pass neither teaches nor is taught. A draw teaches nothing, as neither
//! side's replies were good or bad.

mod count;
mod last_good;
mod rates;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use goban::{Board, Color, Move, Point};
use player::Rng;
use thiserror::Error;

pub use count::{Count, Counter, LifetimeCount, Lookup, ReplyCounts, TableCounts, Uncounted};
pub use last_good::{LastGood, Memory};
pub use rates::{Neighborhood, Rates, Tally};

use self::last_good::Context;
use super::rule::Rule;
use super::trace::Trace;

/// A reply policy.
///
/// ```
/// use search::playout::{Memory, ReplyKind};
///
/// let kind: ReplyKind = "lgrf2".parse()?;
/// assert_eq!(kind, ReplyKind::LastGood(Memory { context: 2, forgetting: true, no_duplicates: false }));
/// assert_eq!(kind.to_string(), "lgrf2");
/// # Ok::<(), search::playout::UnknownReply>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplyKind {
    /// None.
    Off,
    /// The last good reply.
    LastGood(Memory),
    /// Replies by their win rates.
    Rates(Neighborhood),
}

/// Every policy that has a word.
const KINDS: [(&str, ReplyKind); 13] = [
    ("off", ReplyKind::Off),
    ("lgr1", last_good(1, false, false)),
    ("lgr2", last_good(2, false, false)),
    ("lgr3", last_good(3, false, false)),
    ("lgrf1", last_good(1, true, false)),
    ("lgrf2", last_good(2, true, false)),
    ("lgrf3", last_good(3, true, false)),
    ("lgrf1-nd", last_good(1, true, true)),
    ("softmax1", ReplyKind::Rates(Neighborhood::SameLast)),
    ("softmax2", ReplyKind::Rates(Neighborhood::SameLastTwo)),
    ("amaf", ReplyKind::Rates(Neighborhood::All)),
    ("cmc", ReplyKind::Rates(Neighborhood::SameOwn)),
    ("past", ReplyKind::Rates(Neighborhood::SameStone)),
];

const fn last_good(context: u8, forgetting: bool, no_duplicates: bool) -> ReplyKind {
    ReplyKind::LastGood(Memory { context, forgetting, no_duplicates })
}

impl ReplyKind {
    /// The words that stand for policies.
    pub const WORDS: [&'static str; KINDS.len()] = {
        let mut words = [""; KINDS.len()];
        let mut i = 0;
        while i < KINDS.len() {
            words[i] = KINDS[i].0;
            i += 1;
        }
        words
    };
}

/// A word that stands for no reply policy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no reply policy '{0}'; there are {list}", list = ReplyKind::WORDS.join(", "))]
pub struct UnknownReply(String);

impl FromStr for ReplyKind {
    type Err = UnknownReply;

    fn from_str(word: &str) -> Result<ReplyKind, UnknownReply> {
        let known = KINDS.into_iter().find(|(name, _)| *name == word);
        known.map(|(_, kind)| kind).ok_or_else(|| UnknownReply(word.to_string()))
    }
}

/// The word, or a description where there is none.
impl fmt::Display for ReplyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match KINDS.into_iter().find(|(_, kind)| kind == self) {
            Some((word, _)) => f.write_str(word),
            None => write!(f, "{self:?}"),
        }
    }
}

/// A handle on the tables of one game: clones share them.
#[derive(Clone)]
pub enum ReplyTables {
    /// No tables.
    Off,
    /// Last good replies.
    LastGood(Arc<LastGood>),
    /// Win rates.
    Rates(Arc<Rates>),
}

impl ReplyTables {
    /// Empty tables for this policy, for boards of that size. The temperature is that of the policies that go by win
    /// rates.
    pub fn new(kind: ReplyKind, temperature: f32, size: usize) -> ReplyTables {
        match kind {
            ReplyKind::Off => ReplyTables::Off,
            ReplyKind::LastGood(memory) => ReplyTables::LastGood(Arc::new(LastGood::new(memory, size))),
            ReplyKind::Rates(neighborhood) => ReplyTables::Rates(Arc::new(Rates::new(neighborhood, temperature))),
        }
    }

    /// Forgets everything, for a new game.
    pub fn clear(&self) {
        match self {
            ReplyTables::Off => {}
            ReplyTables::LastGood(tables) => tables.clear(),
            ReplyTables::Rates(tables) => tables.clear(),
        }
    }
}

/// The rule that plays replies: all policies in one type, so that which one it is may be chosen at run time for the
/// price of one branch that is always guessed right. What it counts is chosen by its type; as a rule, nothing.
pub struct Replies<C = Uncounted> {
    tables: ReplyTables,
    count: C,
    /// The last moves, for last good replies: kept up from move to move, as that is cheaper than asking the board.
    context: Context,
}

impl Replies {
    /// The rule with these tables.
    pub fn new(tables: ReplyTables) -> Replies {
        Replies::counting(tables, Uncounted)
    }
}

impl<C: Count> Replies<C> {
    /// The rule with these tables that keeps count.
    pub fn counting(tables: ReplyTables, count: C) -> Replies<C> {
        Replies { tables, count, context: Context::default() }
    }
}

impl<C: Count> Rule for Replies<C> {
    #[inline]
    fn begin(&mut self, board: &Board, trace: &Trace) {
        if let ReplyTables::LastGood(tables) = &self.tables {
            let moves = trace.with_context();
            let third_last = moves.len().checked_sub(3).and_then(|third| moves[third]);
            self.context = tables.context(&[point(board.last_move()), point(board.before_last_move()), third_last]);
        }
    }

    #[inline]
    fn propose(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
        match &self.tables {
            ReplyTables::Off => None,
            ReplyTables::LastGood(tables) => tables.propose(board, &self.context, &self.count),
            ReplyTables::Rates(tables) => tables.propose(board, rng),
        }
    }

    #[inline]
    fn played(&mut self, _: &Board, point: Point) {
        if let ReplyTables::LastGood(tables) = &self.tables {
            self.context.push(point, tables.number(point));
        }
    }

    /// There is no context behind a pass.
    #[inline]
    fn passed(&mut self) {
        self.context = Context::default();
    }

    #[inline]
    fn feedback(&mut self, trace: &Trace, winner: Option<Color>) {
        match &self.tables {
            ReplyTables::Off => {}
            ReplyTables::LastGood(tables) => tables.learn(trace, winner, &self.count),
            ReplyTables::Rates(tables) => tables.learn(trace, winner),
        }
    }
}

/// The point of a move, unless it was a pass or there was none.
#[inline(always)]
fn point(mv: Option<Move>) -> Option<Point> {
    mv?.point()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::playout::{Limits, run};
    use goban::{Game, Rules};

    /// The point of that name on a board of 5x5.
    pub fn at(name: &str) -> Point {
        Point::from_gtp(name, 5).unwrap()
    }

    /// A game on 5x5 with these moves.
    pub fn game(moves: &str) -> Game {
        let mut game = Game::new(5, Rules::SIMPLE, 0.5);
        moves.split_whitespace().for_each(|name| game.play(Move::from_gtp(name, 5).unwrap()).unwrap());
        game
    }

    /// A playout with these moves behind the game.
    pub fn playout(game: &Game, moves: &str) -> Trace {
        let mut trace = Trace::default();
        trace.begin(game);
        for name in moves.split_whitespace() {
            trace.push(Move::from_gtp(name, 5).unwrap().point());
        }
        trace
    }

    #[test]
    fn every_word_is_read_and_written_alike() {
        for word in ReplyKind::WORDS {
            assert_eq!(word.parse::<ReplyKind>().unwrap().to_string(), word);
        }
        let message = "lgrf4".parse::<ReplyKind>().unwrap_err().to_string();
        assert!(message.starts_with("there is no reply policy 'lgrf4'; there are off, lgr1,"), "{message}");
    }

    #[test]
    fn the_first_move_of_a_playout_answers_the_tree_and_the_real_game() {
        // A1 is real, B1 and C1 are the tree's; D1 answered the three of them.
        for word in ["lgr1", "lgr2", "lgr3"] {
            let tables = ReplyTables::new(word.parse().unwrap(), 0.1, 5);
            let mut replies = Replies::new(tables);
            let game = game("A1");
            replies.feedback(&playout(&game, "B1 C1 D1"), Some(Color::White));
            let mut board = *game.board();
            ["B1", "C1"].map(at).into_iter().for_each(|point| board.play_unchecked(point));
            replies.begin(&board, &playout(&game, "B1 C1"));
            assert_eq!(replies.propose(&board, &mut Rng::new(1)), Some(at("D1")), "{word}");
        }
    }

    #[test]
    fn three_moves_of_context_are_told_from_two_all_along_a_playout() {
        // D1 answered A1 B1 C1, and later E1 answered A5 B1 C1.
        let tables = ReplyTables::new("lgr3".parse().unwrap(), 0.1, 5);
        let mut replies = Replies::new(tables);
        let empty = game("");
        replies.feedback(&playout(&empty, "A1 B1 C1 D1"), Some(Color::White));
        replies.feedback(&playout(&empty, "A5 B1 C1 E1"), Some(Color::White));
        let mut answer = |moves: &[&str]| {
            let (mut board, mut trace) = (Board::new(5), playout(&empty, ""));
            replies.begin(&board, &trace);
            for name in moves {
                let point = Move::from_gtp(name, 5).unwrap().point();
                trace.push(point);
                match point {
                    Some(point) => {
                        board.play_unchecked(point);
                        replies.played(&board, point);
                    }
                    None => {
                        board.pass();
                        replies.passed();
                    }
                }
            }
            replies.propose(&board, &mut Rng::new(1))
        };
        assert_eq!(answer(&["A1", "B1", "C1"]), Some(at("D1")));
        assert_eq!(answer(&["A5", "B1", "C1"]), Some(at("E1")));
        // Of another third move nothing is known: the last that answered the pair.
        assert_eq!(answer(&["C3", "B1", "C1"]), Some(at("E1")));
        assert_eq!(answer(&["E5", "D5", "A1", "B1", "C1"]), Some(at("D1")));
        // The third last move is a pass, not A1.
        assert_eq!(answer(&["E5", "A1", "pass", "B1", "C1"]), Some(at("E1")));
        assert_eq!(answer(&["A1", "D5", "pass", "B1", "C1"]), Some(at("E1")));
        assert_eq!(answer(&["C1", "pass"]), None);
    }

    #[test]
    fn every_policy_plays_legal_games_and_leaves_own_eyes_alone() {
        /// Checks what the rule proposes.
        struct Watched(Replies, u32);
        impl Rule for Watched {
            fn begin(&mut self, board: &Board, trace: &Trace) {
                self.0.begin(board, trace);
            }
            fn propose(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
                let point = self.0.propose(board, rng)?;
                assert!(board.is_legal(point) && !board.is_eye_like(point, board.to_play()), "{point:?} on {board:?}");
                self.1 += 1;
                Some(point)
            }
            fn played(&mut self, board: &Board, point: Point) {
                self.0.played(board, point);
            }
            fn feedback(&mut self, trace: &Trace, winner: Option<Color>) {
                self.0.feedback(trace, winner);
            }
        }
        let game = game("C3");
        for word in ReplyKind::WORDS {
            let tables = ReplyTables::new(word.parse().unwrap(), 0.1, 5);
            let mut rule = Watched(Replies::new(tables.clone()), 0);
            let (mut rng, mut trace) = (Rng::new(9), Trace::default());
            trace.begin(&game);
            let mut playouts = |rule: &mut Watched, number: u32| {
                rule.1 = 0;
                for _ in 0..number {
                    trace.again();
                    let mut board = *game.board();
                    let finish = run(&mut board, rule, &Limits::default(), &mut rng, &mut trace);
                    let winner = if finish.margin > 0 { Color::Black } else { Color::White };
                    rule.feedback(&trace, Some(winner));
                }
                rule.1
            };
            let proposed = playouts(&mut rule, 200);
            assert_eq!(proposed > 0, word != "off", "{word} proposed {proposed} moves");
            tables.clear();
            if word.starts_with("lgr") {
                assert_eq!(tables_of(&tables).stored(), 0, "{word}");
                assert!(playouts(&mut rule, 1) < proposed / 10, "{word} knows little in a new game");
            }
        }
    }

    fn tables_of(tables: &ReplyTables) -> &LastGood {
        match tables {
            ReplyTables::LastGood(tables) => tables,
            _ => panic!("no last good replies"),
        }
    }
}
