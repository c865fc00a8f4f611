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
    #[error("there is no such address: docs/page.md lists those there are")]
    NoAddress,
    #[error("{path} cannot be asked with {method}: the answer's Allow header names the methods that it takes")]
    Method { path: String, method: String },
    #[error("the address cannot be understood: {0}")]
    Address(String),
    #[error("the query string cannot be understood: {0}")]
    Query(String),
    #[error("the request is larger than {0} bytes, which is the most")]
    Large(usize),
    #[error("the body of the request did not arrive within {0} seconds: send it again")]
    Late(f32),
    #[error("{0}: this address is for WebSockets")]
    NoWebSocket(String),
    #[error("there are too many connections: close some and try again")]
    Connections,
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
    #[error("the SGF is damaged: {0}")]
    Damaged(String),
    #[error("the SGF holds {0} games: send one of them")]
    Collection(usize),
    #[error("the komi {0} cannot be played: it is a number of points such as 6.5, from -1000 to 1000")]
    Komi(String),
    #[error("HA[{0}] is no number of handicap stones for this board")]
    HandicapOf(String),
    #[error("a text board has its stones already: set no handicap")]
    HandicapOnBoard,
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
    #[error("{seconds} seconds cannot be spent on a move: from 0.01 to {most} can")]
    Seconds { seconds: f32, most: u64 },
    #[error("a council needs at least one player")]
    Council,
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
    #[error("a contest needs at least one game")]
    NoGames,
    #[error("the games of a contest begin on an empty board: leave out the position to start from")]
    ContestStart,
    #[error("the contest {name} has stopped: {reason}")]
    ContestStopped { name: String, reason: String },
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
