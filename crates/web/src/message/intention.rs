//! Requests of the page.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Side, number};

/// A message from the page. Every answer and every error that belongs to it carries its tag.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Chosen by the page; the answer carries the same.
    pub tag: u32,
    /// The request.
    pub intention: Intention,
}

/// A request of the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum Intention {
    /// Starts a game; answered by `Opened`, then a `Position`.
    New { terms: Terms },
    /// Watches a game; answered by `Opened` and a `Position`, then by every change. Games of contests can be watched
    /// during and after play, but not continued.
    Watch { game: String },
    /// Stops watching a game.
    Leave { game: String },
    /// Lists the games, the latest first; answered by `Games`.
    List { offset: u32, limit: u32 },
    /// Lists the games in which a program thinks or a move was made recently, including games of contests; answered
    /// by `Live`.
    ListLive,
    /// Plays a person's move at a node; `pass` and `resign` are moves. At the current node of a game in progress it
    /// continues the game. At any other node, and after the end, it follows the variation with this move or starts
    /// one.
    Play { game: String, node: u32, mv: String },
    /// Takes back one move, or two if a program has answered.
    Undo { game: String },
    /// Shows another node of the tree. Programs move only at the current node of the game.
    Go { game: String, node: u32 },
    /// Continues the game from this node; later moves become a variation.
    TakeUp { game: String, node: u32 },
    /// Changes who plays a colour, permanently or for a number of moves.
    Seat { game: String, color: Side, who: String, moves: Option<u32> },
    /// Resumes (`true`) or pauses (`false`) the programs.
    Run { game: String, on: bool },
    /// Makes a program play one move in a paused game.
    Step { game: String },
    /// Sets the pause before each move of a program, in milliseconds.
    Pace {
        game: String,
        #[serde(deserialize_with = "number::whole")]
        pause: u32,
    },
    /// Makes the thinking program play its best move at once.
    MoveNow { game: String },
    /// Stops the thinking program and pauses the game.
    Stop { game: String },
    /// Plays a move by this player for the side to move, regardless of the seat.
    Force { game: String, player: String },
    /// While counting: marks a chain as dead, or as alive again.
    Dead { game: String, point: String },
    /// While counting: accepts the count.
    Agree { game: String },
    /// While counting: resumes the game to settle which stones are dead.
    Resume { game: String },
    /// Starts a game on the same terms with colours exchanged; answered by `Opened`.
    Rematch { game: String },
    /// Computes an overlay for a node; answered by `Overlay`.
    Overlay { game: String, node: u32, what: OverlayKind },
    /// Asks several players for their move; answered by an `Opinion` for each, as soon as it is ready.
    Council {
        game: String,
        node: u32,
        players: Vec<String>,
        #[serde(deserialize_with = "number::finite")]
        seconds: f32,
    },
    /// Analyses a node with this player until `Quiet`; answered by `Thought`s.
    Analyse { game: String, node: u32, player: String },
    /// Stops the analysis.
    Quiet { game: String },
    /// Estimates the score; answered by `Estimate`.
    Estimate { game: String, node: u32 },
    /// Reviews every move with this player, or resumes an interrupted review; answered by `Reviewed` on the way.
    Review {
        game: String,
        player: String,
        #[serde(deserialize_with = "number::finite")]
        seconds: f32,
    },
    /// Exports the game as SGF, with reviews and variations; answered by `Record`.
    Record { game: String },
    /// Starts a match or a tournament; answered by `Contest` now and after each change.
    StartContest { contest: NewContest },
    /// Watches a contest; answered by `Contest` now and after each change.
    WatchContest { contest: String },
    /// Stops a contest after its running games; a second request interrupts them. Answered by `Contest`.
    StopContest { contest: String },
    /// Resumes a contest that was stopped or interrupted, as it was defined; answered by `Contest` after each change.
    ResumeContest { contest: String },
    /// Lists the contests; answered by `Contests`.
    ListContests,
    /// Starts a lesson, which continues when the page is closed; answered by `Lesson` now and after each change.
    Learn { lesson: NewLesson },
    /// Stops a lesson, which stores its model.
    StopLearning { lesson: String },
    /// Lists the running and the finished lessons, and watches them; answered by `Lessons` now and by a `Lesson` after
    /// each change.
    ListLessons,
    /// Lists the problems; answered by `Problems`.
    ListProblems,
    /// Opens a problem as a game; answered by `Opened`, and each move by `Answered`.
    Problem { name: String },
    /// Opens a user's problem, an SGF that contains the right answer; answered by `Opened`.
    OwnProblem { sgf: String },
}

impl Intention {
    /// The game that it concerns.
    pub fn game(&self) -> Option<&str> {
        match self {
            Intention::Watch { game }
            | Intention::Leave { game }
            | Intention::Play { game, .. }
            | Intention::Undo { game }
            | Intention::Go { game, .. }
            | Intention::TakeUp { game, .. }
            | Intention::Seat { game, .. }
            | Intention::Run { game, .. }
            | Intention::Step { game }
            | Intention::Pace { game, .. }
            | Intention::MoveNow { game }
            | Intention::Stop { game }
            | Intention::Force { game, .. }
            | Intention::Dead { game, .. }
            | Intention::Agree { game }
            | Intention::Resume { game }
            | Intention::Rematch { game }
            | Intention::Overlay { game, .. }
            | Intention::Council { game, .. }
            | Intention::Analyse { game, .. }
            | Intention::Quiet { game }
            | Intention::Estimate { game, .. }
            | Intention::Review { game, .. }
            | Intention::Record { game } => Some(game),
            Intention::New { .. }
            | Intention::List { .. }
            | Intention::ListLive
            | Intention::StartContest { .. }
            | Intention::WatchContest { .. }
            | Intention::StopContest { .. }
            | Intention::ResumeContest { .. }
            | Intention::ListContests
            | Intention::Learn { .. }
            | Intention::StopLearning { .. }
            | Intention::ListLessons
            | Intention::ListProblems
            | Intention::Problem { .. }
            | Intention::OwnProblem { .. } => None,
        }
    }
}

/// The terms of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    /// The board size, 2 to 19.
    #[serde(deserialize_with = "number::whole")]
    pub size: u8,
    /// The name of a rule set.
    pub rules: String,
    /// The komi; by default that of the rules.
    #[serde(default, deserialize_with = "number::finite_or_none")]
    pub komi: Option<f32>,
    /// The number of handicap stones.
    #[serde(deserialize_with = "number::whole")]
    pub handicap: u8,
    /// A clock in the notation of `ponnuki match --clock`, such as `5m+3x30s`; without it, there are no clocks.
    pub clock: Option<String>,
    /// The budget of programs per move in the notation of tournament files: `2s` or `8000`; by default that of their
    /// specifications.
    pub budget: Option<String>,
    /// The players, Black first: `human` or a specification.
    pub seats: [String; 2],
    /// The pause before each move of a program, in milliseconds.
    #[serde(deserialize_with = "number::whole")]
    pub pause: u32,
    /// The starting position, as a text board or an SGF. Size, rules, komi and handicap of an SGF override these.
    pub start: Option<String>,
}

impl Terms {
    /// An even game under Chinese rules, without clocks, from an empty board; Black's seat first.
    pub fn new(size: u8, seats: [String; 2]) -> Terms {
        Terms {
            size,
            rules: goban::Rules::CHINESE.to_string(),
            komi: None,
            handicap: 0,
            clock: None,
            budget: None,
            seats,
            pause: 0,
            start: None,
        }
    }
}

/// A match or a tournament to start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewContest {
    /// Its name; the same name with the same players and terms resumes it.
    pub name: String,
    /// How players are paired.
    pub system: System,
    /// The specifications of the players.
    pub players: Vec<String>,
    /// The number of games of each pair, or of rounds in a Swiss tournament.
    #[serde(deserialize_with = "number::whole")]
    pub games: u32,
    /// The board, rules, clock and budget; the seats are ignored.
    pub terms: Terms,
}

/// How players are paired in a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Every player meets every other.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Players with similar scores meet in each round.
    Swiss,
    /// Two players, all games.
    Match,
    /// Two players, until the winner is decided.
    BestOf,
}

impl System {
    /// Its name in messages and in the ledger.
    pub fn name(self) -> &'static str {
        match self {
            System::RoundRobin => "round-robin",
            System::Gauntlet => "gauntlet",
            System::Swiss => "swiss",
            System::Match => "match",
            System::BestOf => "best-of",
        }
    }
}

/// A lesson to start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewLesson {
    /// The name of the teacher.
    pub teacher: String,
    /// The settings that differ from the defaults in the teacher's form, by parameter.
    pub settings: Vec<(String, String)>,
    /// The game records as SGF; empty if the teacher plays its training games itself.
    pub records: String,
}

/// An overlay of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum OverlayKind {
    /// An influence map: bouzy, chen or zobrist.
    Influence { by: String },
    /// A player's ranking of the points.
    Heat { player: String },
    /// The ownership of points at the end of a player's playouts.
    Ownership { player: String },
    /// The nearest cluster of experts' openings and its moves.
    Opening,
    /// The stored replies to the last move, from the reply table of a player of the game or, without one, of the
    /// default player.
    Reply,
    /// The value of each move by a temporal-difference network.
    Value { net: String },
}
