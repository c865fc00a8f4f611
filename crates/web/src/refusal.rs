//! Why something that a page wants is not done. Each is a sentence that the page shows as it is.

use arena::tournament::EventError;
use arena::{ConditionsError, HallError, LedgerError, OpeningsError};
use goban::diagram::DiagramError;
use goban::{CoordinateError, HandicapError, UnknownRules};
use kifu::{HeaderError, ParseError, ReplayError};
use player::{Failure, Forfeit, NotationError, SpecError};
use thiserror::Error;

/// Why something that a page wants is not done.
#[derive(Clone, PartialEq, Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum Refusal {
    #[error("the message cannot be understood: {0}")]
    Message(String),
    #[error("messages come too fast: wait a moment")]
    Rate,
    #[error("too many questions wait for their answers: wait a moment")]
    Questions,
    #[error("there is no game {0}")]
    NoGame(String),
    #[error("the game has no node {0}")]
    NoNode(u32),
    #[error("too many games are open: leave some and try again")]
    Games,
    #[error("this page watches too many games: leave some and try again")]
    Watched,
    #[error("the record has more than {0} nodes, which is too many for the page")]
    Nodes(usize),
    #[error("the record holds no game")]
    NoRecord,
    #[error("it is the turn of {0}, not of a person")]
    Turn(String),
    #[error("dead stones are being marked: agree on the count, or play on")]
    Counting,
    #[error("no dead stones are being marked now")]
    NotCounting,
    #[error("the stones are still being looked at: try again in a moment")]
    NotCounted,
    #[error("there is no stone at {0}")]
    NoStone(String),
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error("the game is over")]
    Over,
    #[error("it is a person's turn")]
    PersonsTurn,
    #[error("nobody is thinking")]
    NobodyThinks,
    #[error("this is a record of the arena: it can be looked at, not played on")]
    Record,
    #[error("a number of moves is from 1 to 1000")]
    Visit,
    #[error("{what} is too much: at most {most}")]
    TooMuch { what: String, most: String },
    #[error("{player} may not have {param}={value} here: {reason}")]
    Setting { player: String, param: String, value: String, reason: String },
    #[error("there is no influence {0}: known are bouzy, chen and zobrist")]
    Influence(String),
    #[error("{0} does not rank moves")]
    DoesNotRank(String),
    #[error("{0} does not say whose the points will be")]
    NoOwnership(String),
    #[error("{0}")]
    Overlay(String),
    #[error("there is no problem {0}")]
    NoProblem(String),
    #[error("the record has no move that could be the answer to a problem")]
    NoAnswer,
    #[error("there is no contest {0}")]
    NoContest(String),
    #[error("'{0}' is no contest: expected round-robin, gauntlet, swiss, match or best-of")]
    System(String),
    #[error("a contest needs a name of at most 80 characters")]
    ContestName,
    #[error(
        "there is a contest {0} already, with other players or terms: choose another name, or give the same ones to go on with it"
    )]
    ContestTaken(String),
    #[error("a match is between two players, a tournament between at least two")]
    Entrants,
    #[error("{0} takes part twice")]
    Twice(String),
    #[error("as many run already as may run at once: stop one of them first")]
    Runs,
    #[error("there is no learner {0}")]
    NoLesson(String),
    #[error("{0}")]
    Lesson(String),
    #[error("there is no move to review")]
    NothingToReview,
    #[error("the game is being reviewed already")]
    Reviewing,
    #[error("{player} has no move: {reason}")]
    NoMove { player: String, reason: String },
    #[error("{0} broke down")]
    Broken(String),
    #[error("the report cannot be had: {0}")]
    Report(String),
    #[error("what the ledger has of the game cannot be read: {0}")]
    Kept(String),
    #[error("the server is closing")]
    Closing,
    #[error("the board size {0} cannot be played")]
    Size(u8),
    #[error(transparent)]
    Coordinate(#[from] CoordinateError),
    #[error(transparent)]
    Illegal(#[from] Forfeit),
    #[error(transparent)]
    Rules(#[from] UnknownRules),
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Failure(#[from] Failure),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error(transparent)]
    Parse(#[from] ParseError),
    #[error(transparent)]
    Header(#[from] HeaderError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Event(#[from] EventError),
    #[error(transparent)]
    Hall(#[from] HallError),
}
