//! What the page asks for.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Side, number};

/// A message of the page. `tag` is chosen by the page; every answer and every error that belongs to the message carries
/// it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Chosen by the page; comes back with the answer.
    pub tag: u32,
    /// What the page wants.
    pub intention: Intention,
}

/// What the page wants.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum Intention {
    /// A new game; answered by `Opened`, then a `Position`.
    New { terms: Terms },
    /// To see a game and all that happens in it, from now on; answered by `Opened` and a `Position`. The games of
    /// contests can be watched too, while they are played and after, but not played on.
    Watch { game: String },
    /// To see it no longer.
    Leave { game: String },
    /// The games there are, latest first; answered by `Games`.
    List { offset: u32, limit: u32 },
    /// The games in which a program thinks or somebody has moved lately, those of contests included; answered by
    /// `Live`.
    ListLive,
    /// A person's move at a node, `pass` and `resign` included. Where the game stands there it goes on; elsewhere, and
    /// after the end, the move is a variation: where the node has it already it is followed, else it begins.
    Play { game: String, node: u32, mv: String },
    /// One move back, or two where a program has answered.
    Undo { game: String },
    /// To look at another node of the tree. Programs move only at the node where the game stands.
    Go { game: String, node: u32 },
    /// The game goes on from this node: what came after it becomes a variation.
    TakeUp { game: String, node: u32 },
    /// Somebody else takes a seat, for good or for so many moves, after which who sat there before comes back.
    Seat { game: String, color: Side, who: String, moves: Option<u32> },
    /// Programs wait (`false`) or go on (`true`).
    Run { game: String, on: bool },
    /// One move of a program in a game that waits.
    Step { game: String },
    /// How long programs wait before each move, in milliseconds.
    Pace {
        game: String,
        #[serde(deserialize_with = "number::whole")]
        pause: u32,
    },
    /// Whoever thinks plays now what he thinks best.
    MoveNow { game: String },
    /// Whoever thinks does so no longer; the game waits.
    Stop { game: String },
    /// A move by this player for whoever is to move, whoever has the seat.
    Force { game: String, player: String },
    /// At the end: a chain is dead, or alive again.
    Dead { game: String, point: String },
    /// At the end: this count is agreed.
    Agree { game: String },
    /// At the end: the game goes on, to settle what is dead.
    Resume { game: String },
    /// The same terms again, with colours exchanged; answered by `Opened`.
    Rematch { game: String },
    /// An overlay of the node that is looked at; answered by `Overlay`.
    Overlay { game: String, node: u32, what: OverlayKind },
    /// What these players would play here; answered by an `Opinion` for each, as it comes.
    Council {
        game: String,
        node: u32,
        players: Vec<String>,
        #[serde(deserialize_with = "number::finite")]
        seconds: f32,
    },
    /// What this player thinks of the node, again and again until `Quiet`; answered by `Thought`s.
    Analyse { game: String, node: u32, player: String },
    /// No more thoughts.
    Quiet { game: String },
    /// How the game would be counted now, as far as it is clear; answered by `Estimate`.
    Estimate { game: String, node: u32 },
    /// This player reviews every move, or resumes a review that was interrupted; answered by `Reviewed` on the way.
    Review {
        game: String,
        player: String,
        #[serde(deserialize_with = "number::finite")]
        seconds: f32,
    },
    /// The game as SGF, reviews and variations included; answered by `Record`.
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
    /// A learner begins, and goes on whether or not the page stays; answered by `Lesson` as it does.
    Learn { lesson: NewLesson },
    /// It stops and keeps what it has learnt.
    StopLearning { lesson: String },
    /// The lessons that run and those that are over; answered by `Lessons`, and from then on a `Lesson` tells how each
    /// goes on.
    ListLessons,
    /// The problems there are; answered by `Problems`.
    ListProblems,
    /// A problem as a game: moves are answered by whether they are right; answered by `Opened`.
    Problem { name: String },
    /// A problem of one's own: an SGF with the right answer in it; answered by `Opened`.
    OwnProblem { sgf: String },
}

impl Intention {
    /// The game that it is about.
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

/// How a game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    /// 2 to 19.
    #[serde(deserialize_with = "number::whole")]
    pub size: u8,
    /// The name of a rule set.
    pub rules: String,
    /// Nothing: what is usual.
    #[serde(default, deserialize_with = "number::finite_or_none")]
    pub komi: Option<f32>,
    /// Handicap stones.
    #[serde(deserialize_with = "number::whole")]
    pub handicap: u8,
    /// A clock as `ponnuki match --clock` reads it, such as `5m+3x30s`; nothing: none.
    pub clock: Option<String>,
    /// What programs may spend on a move, as a tournament file has it: `2s`, `8000`; nothing: what their
    /// specification says.
    pub budget: Option<String>,
    /// Black's, then White's: `human` or a specification.
    pub seats: [String; 2],
    /// How long programs wait before each move, in milliseconds.
    #[serde(deserialize_with = "number::whole")]
    pub pause: u32,
    /// A text board or an SGF to start from. An SGF's own size, rules, komi and handicap go before these.
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

/// A match or a tournament to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewContest {
    /// What it is called; the same name with the same players and terms continues it.
    pub name: String,
    /// Who meets whom.
    pub system: System,
    /// Specifications.
    pub players: Vec<String>,
    /// Games a pair (or rounds, in a Swiss tournament).
    #[serde(deserialize_with = "number::whole")]
    pub games: u32,
    /// The board, rules, clock and budget; its seats count for nothing.
    pub terms: Terms,
}

/// Who meets whom in a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Players with like scores meet in each round.
    Swiss,
    /// Two players, all games.
    Match,
    /// Two players, until it is decided.
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

/// A small learning run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum NewLesson {
    /// A network teaches itself 5x5 by playing so many games.
    Td {
        representation: String,
        selection: String,
        #[serde(deserialize_with = "number::whole")]
        games: u32,
        #[serde(deserialize_with = "number::whole")]
        seed: u32,
    },
    /// A preference table goes over records that were dropped on the page.
    Preference {
        window: String,
        #[serde(deserialize_with = "number::whole")]
        radius: u8,
        records: String,
    },
}

impl NewLesson {
    /// What it is about, in few words.
    pub fn title(&self) -> String {
        match self {
            NewLesson::Td { representation, selection, .. } => format!("{representation}, {selection}"),
            NewLesson::Preference { window, radius, .. } => format!("{window} {radius}"),
        }
    }
}

/// What can be laid over a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum OverlayKind {
    /// Whose the points seem to be: bouzy, chen or zobrist.
    Influence { by: String },
    /// How much a player likes each point.
    Heat { player: String },
    /// Whose each point is at the end of a player's playouts.
    Ownership { player: String },
    /// The nearest cluster of experts' openings and its moves.
    Opening,
    /// What a reply table would answer to the last move: that of a player of the game or, where none keeps one, of
    /// another.
    Reply,
    /// What a network of temporal difference gives each point.
    Value { net: String },
}
