//! What the page and the server say to each other, as JSON over one WebSocket.
//!
//! The page sends [`Intention`]s, the server answers and tells with [`Event`]s. The page knows no rules: a position comes with
//! everything that is to be drawn of it. These types are the one description of both; `page/src/messages.ts` is written from
//! them, and a test fails when it is not what they say.
//!
//! A `Position` without a tag is where the game stands; one that answers a `Go`, or a move in a variation, is of that node and is
//! told to nobody else. So a page that looks elsewhere takes note of the first kind and stays where it is.
//!
//! Points and moves are GTP's names (`Q16`, `pass`, `resign`); maps over the board are lists of numbers in rows from the top
//! left, as the page draws them. Numbers of moves and nodes fit into 32 bits, which JavaScript holds exactly.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A message of the page. `tag` is chosen by the page; every answer and every error that belongs to the message carries it.
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
    /// To see a game and all that happens in it, from now on; answered by `Opened` and a `Position`. The games of contests can
    /// be watched too, while they are played and after, but not played on.
    Watch { game: String },
    /// To see it no longer.
    Leave { game: String },
    /// The games there are, latest first; answered by `Games`.
    List { offset: u32, limit: u32 },
    /// The games in which a program thinks or somebody has moved lately, those of contests included; answered by `Live`.
    ListLive,
    /// A person's move at a node, `pass` and `resign` included. Where the game stands there it goes on; elsewhere, and after the
    /// end, the move is a variation: where the node has it already it is followed, else it begins.
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
        #[serde(deserialize_with = "whole")]
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
    Overlay { game: String, node: u32, what: Look },
    /// What these players would play here; answered by an `Opinion` for each, as it comes.
    Council {
        game: String,
        node: u32,
        players: Vec<String>,
        #[serde(deserialize_with = "finite")]
        seconds: f32,
    },
    /// What this player thinks of the node, again and again until `Quiet`; answered by `Thought`s.
    Analyse { game: String, node: u32, player: String },
    /// No more thoughts.
    Quiet { game: String },
    /// How the game would be counted now, as far as it is clear; answered by `Estimate`.
    Estimate { game: String, node: u32 },
    /// Every move is looked at by this player; answered by `Reviewed` as it goes on.
    Review {
        game: String,
        player: String,
        #[serde(deserialize_with = "finite")]
        seconds: f32,
    },
    /// The game as SGF, verdicts and variations included; answered by `Record`.
    Record { game: String },
    /// A match or a tournament; answered by `Contest` whenever something changes.
    StartContest { contest: NewContest },
    /// To see a contest; answered by `Contest`.
    WatchContest { contest: String },
    /// It stops after the games that run, and at once when this is wanted again; answered by `Contest`.
    StopContest { contest: String },
    /// A contest that was stopped, or left when the server ended, goes on as it was defined; answered by `Contest` whenever
    /// something changes.
    GoOnContest { contest: String },
    /// The contests there are; answered by `Contests`.
    ListContests,
    /// A learner begins, and goes on whether or not the page stays; answered by `Lesson` as it does.
    Learn { lesson: NewLesson },
    /// It stops and keeps what it has learnt.
    StopLearning { lesson: String },
    /// The lessons that run and those that are over; answered by `Lessons`, and from then on a `Lesson` tells how each goes on.
    ListLessons,
    /// The problems there are; answered by `Problems`.
    ListProblems,
    /// A problem as a game: moves are answered by whether they are right; answered by `Opened`.
    Problem { name: String },
    /// A problem of one's own: an SGF with the right answer in it; answered by `Opened`.
    OwnProblem { sgf: String },
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
            | Intention::GoOnContest { .. }
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

/// A number that fits into 32 bits; 1e99 would become infinity.
pub(crate) fn finite<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    fitting(f64::deserialize(from)?).map_err(D::Error::custom)
}

/// As [`finite`], or nothing.
pub(crate) fn finite_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    Option::<f64>::deserialize(from)?.map(fitting).transpose().map_err(D::Error::custom)
}

fn fitting(number: f64) -> Result<f32, String> {
    let fitted = number as f32;
    if fitted.is_finite() { Ok(fitted) } else { Err(format!("the number {number:e} is too large")) }
}

/// A count; 9.5 and -1 are refused with a sentence.
fn whole<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<T, D::Error> {
    let number = f64::deserialize(from)?;
    let fitted = (number.fract() == 0.0).then(|| T::try_from(number as i64).ok()).flatten();
    fitted.ok_or_else(|| D::Error::custom(format!("{number} is no whole number that can stand here")))
}

/// How a game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    /// 2 to 19.
    #[serde(deserialize_with = "whole")]
    pub size: u8,
    /// The name of a rule set.
    pub rules: String,
    /// Nothing: what is usual.
    #[serde(default, deserialize_with = "finite_or_none")]
    pub komi: Option<f32>,
    /// Handicap stones.
    #[serde(deserialize_with = "whole")]
    pub handicap: u8,
    /// A clock as `ponnuki match --clock` reads it, such as `5m+3x30s`; nothing: none.
    pub clock: Option<String>,
    /// What programs may spend on a move, as `ponnuki match --budget` reads it: `2s`, `8000`; nothing: what their specification says.
    pub budget: Option<String>,
    /// Black's, then White's: `human` or a specification.
    pub seats: [String; 2],
    /// How long programs wait before each move, in milliseconds.
    #[serde(deserialize_with = "whole")]
    pub pause: u32,
    /// A text board or an SGF to start from. An SGF's own size, rules, komi and handicap go before these.
    pub start: Option<String>,
}

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "they are what they are called")]
pub enum Side {
    Black,
    White,
}

/// What can be laid over a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum Look {
    /// Whose the points seem to be: bouzy, chen or zobrist.
    Influence { by: String },
    /// How much a player likes each point.
    Heat { player: String },
    /// Whose each point is at the end of a player's playouts.
    Ownership { player: String },
    /// The nearest cluster of experts' openings and its moves.
    Opening,
    /// What a reply table would answer to the last move: that of a player of the game or, where none keeps one, of another.
    Reply,
    /// What a network of temporal difference gives each point.
    Value { net: String },
}

/// A match or a tournament to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewContest {
    /// What it is called; the same name with the same players and terms continues it.
    pub name: String,
    /// round-robin, gauntlet, swiss; for two players match or best-of, which is over as soon as it is decided.
    pub system: String,
    /// Specifications.
    pub players: Vec<String>,
    /// Games a pair (or rounds, in a Swiss tournament).
    #[serde(deserialize_with = "whole")]
    pub games: u32,
    /// The board, rules, clock and budget; its seats count for nothing.
    pub terms: Terms,
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
        #[serde(deserialize_with = "whole")]
        games: u32,
        #[serde(deserialize_with = "whole")]
        seed: u32,
    },
    /// A preference table goes over records that were dropped on the page.
    Preference {
        window: String,
        #[serde(deserialize_with = "whole")]
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

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Telling {
    /// The tag of the message that this answers; nothing for what happens by itself.
    pub tag: Option<u32>,
    /// What happened.
    pub event: Event,
}

/// What the server tells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum Event {
    /// The first message on a connection.
    Welcome { version: String, players: Vec<PlayerCard>, rules: Vec<RuleCard>, presets: Vec<Preset> },
    /// Done, where nothing more is to be said.
    Done,
    /// Refused; the connection lives.
    Error { reason: String },
    /// A game can be watched under this name; perhaps it is a problem.
    Opened { game: String, terms: Terms, tree: Vec<Twig>, problem: Option<ProblemCard> },
    /// How a game stands, in full: sent whenever it changes and at first.
    Position { game: String, position: Box<Position> },
    /// A node was added to the tree.
    Grown { game: String, twig: Twig },
    /// What whoever is to move thinks while thinking.
    Thought { game: String, node: u32, player: String, thought: Thought },
    /// One answer of a council, or why there is none.
    Opinion {
        game: String,
        node: u32,
        player: String,
        mv: Option<String>,
        thought: Option<Thought>,
        seconds: f32,
        error: Option<String>,
    },
    /// An overlay: a number for each point, and texts on some.
    Overlay { game: String, node: u32, values: Vec<f32>, labels: Vec<Label>, remark: String },
    /// Whose each point is (1 Black's, -1 White's, 0 open), which chains look dead, the count of what is clear, how many points
    /// are open; and who was asked and by how much he expects Black to lead, where somebody was.
    Estimate {
        game: String,
        node: u32,
        owners: Vec<f32>,
        dead: Vec<String>,
        count: Count,
        open: u32,
        by: Option<String>,
        lead: Option<f32>,
    },
    /// A review goes on: so many of all moves have been looked at, and this was found out since the last time.
    Reviewed { game: String, done: u32, of: u32, verdicts: Vec<Verdict> },
    /// A record.
    Record { game: String, sgf: String },
    /// The games there are.
    Games { games: Vec<GameCard>, all: u32 },
    /// The games that go on at the moment, by their names: the one that began last first, then those of contests.
    Live { games: Vec<String> },
    /// How a contest stands.
    Contest { contest: ContestCard },
    /// The contests there are.
    Contests { contests: Vec<ContestCard> },
    /// A learner has got so far.
    Lesson { lesson: LessonCard },
    /// The lessons there are, the latest first.
    Lessons { lessons: Vec<LessonCard> },
    /// The problems there are.
    Problems { problems: Vec<ProblemCard> },
    /// Whether the move that was tried in a problem is right, and what there is to say of it.
    Answered { game: String, mv: String, right: bool, remark: String },
}

/// How a game stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// The node that is looked at, and the one where the game stands.
    pub node: u32,
    /// Where the game stands.
    pub live: u32,
    /// How many moves lead to it.
    pub number: u32,
    /// 2 to 19.
    pub size: u8,
    /// For each point 1 for Black, -1 for White, 0 for none.
    pub stones: Vec<i8>,
    /// Who is to move.
    pub to_play: Side,
    /// The points at which the side to move may play.
    pub legal: Vec<String>,
    /// The last move.
    pub last: Option<String>,
    /// The point that the ko forbids.
    pub ko: Option<String>,
    /// Stones that Black and White have lost.
    pub captured: [u32; 2],
    /// Who plays, Black first, and what is left on their clocks.
    pub seats: [SeatCard; 2],
    /// Whether programs go on by themselves.
    pub running: bool,
    /// Whether somebody thinks.
    pub thinking: bool,
    /// How long programs wait before each move, in milliseconds.
    pub pause: u32,
    /// What happens next: play, count (dead stones are marked) or over.
    pub phase: Phase,
    /// The result, such as B+3.5, once there is one, and how it came about.
    pub result: Option<String>,
    /// The count, while dead stones are marked and after.
    pub count: Option<Count>,
    /// What was said at this move: both players' opinions on the way here, for the curves.
    pub remark: String,
}

/// Where in its course a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Moves are made.
    Play,
    /// Both have passed, and dead stones are marked.
    Count,
    /// It is over.
    Over,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatCard {
    /// `human` or a specification.
    pub who: String,
    /// What the record calls a person.
    pub name: Option<String>,
    /// For how many more moves, where it is not for good.
    pub moves: Option<u32>,
    /// What is left on the clock, in milliseconds, and in words.
    pub clock: Option<ClockCard>,
}

/// A clock.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockCard {
    /// Milliseconds that are left of the time that runs now.
    pub left: u32,
    /// What comes after it, in words.
    pub then: String,
    /// Whether it runs.
    pub running: bool,
}

/// A node of the tree of variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Twig {
    /// Its number; the root is 0.
    pub node: u32,
    /// The node before it.
    pub parent: Option<u32>,
    /// The move that leads to it; nothing for the root and for set-up stones.
    pub mv: Option<String>,
    /// Who made it.
    pub by: Option<Side>,
    /// The specification of who made it, or `human`.
    pub who: Option<String>,
    /// The chance of Black as whoever made it saw it, 0 to 1, and Black's lead.
    pub win_rate: Option<f32>,
    /// Black's lead as whoever made it saw it.
    pub score: Option<f32>,
    /// What a review said of it.
    pub verdict: Option<Verdict>,
    /// The comment in the record.
    pub comment: String,
}

/// What a player thinks, all from Black's view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Thought {
    /// Playouts, or whatever the player counts.
    pub visits: u32,
    /// The chance of Black.
    pub win_rate: Option<f32>,
    /// Black's lead.
    pub score: Option<f32>,
    /// Best first.
    pub candidates: Vec<Candidate>,
    /// For each point from 1, Black's, to -1, White's.
    pub ownership: Option<Vec<f32>>,
    /// How likely each point looked.
    pub policy: Option<Vec<f32>>,
    /// Titles and texts.
    pub notes: Vec<(String, String)>,
}

/// A move that is considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The move.
    pub mv: String,
    /// How often it was tried.
    pub visits: u32,
    /// The chance of Black.
    pub win_rate: Option<f32>,
    /// Black's lead.
    pub score: Option<f32>,
    /// How likely it looked before thinking.
    pub prior: Option<f32>,
    /// What is expected after it, itself included.
    pub line: Vec<String>,
}

/// A text on a point.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// The point.
    pub point: String,
    /// The text: at most four characters have room.
    pub text: String,
}

/// How a position is counted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Count {
    /// The result, such as W+2.5.
    pub result: String,
    /// What each side has, line by line: a title, Black's number and White's. Titles are keys of the page's catalogue: stones,
    /// surrounded, territory, prisoners, dead, komi, handicap, total.
    pub lines: Vec<(String, f32, f32)>,
    /// For each point 1 for Black's, -1 for White's, 0 for nobody's.
    pub owners: Vec<i8>,
    /// The stones that are dead.
    pub dead: Vec<String>,
}

/// What a review says of a move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// The node of the move.
    pub node: u32,
    /// How much of the chance to win the move lost to the best one, 0 to 1; or the normalised-rank error of who only ranks.
    pub loss: f32,
    /// Which place the move had, from 1.
    pub rank: Option<u32>,
    /// What would have been best, and what would have followed.
    pub best: Vec<String>,
    /// The chance of Black before the move, as the reviewer sees it.
    pub win_rate: Option<f32>,
    /// The chance of Black after the move, as the reviewer sees it.
    pub after: Option<f32>,
    /// The specification of the reviewer; empty where the record does not say.
    pub by: String,
}

/// A player of the roster, with what its form is made of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerCard {
    /// The name in a specification.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// What it can be told.
    pub parameters: Vec<ParameterCard>,
    /// Whether it can rank all moves.
    pub ranks: bool,
    /// Whether it tells its thoughts.
    pub thinks: bool,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ParameterCard {
    /// Its name.
    pub name: String,
    /// bool, int, float, choice, text or player.
    pub kind: String,
    /// The default, as it is written.
    pub default: String,
    /// The least and the greatest number.
    pub range: Option<(f64, f64)>,
    /// The choices.
    pub choices: Vec<String>,
    /// What it does.
    pub about: String,
}

/// A set of rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleCard {
    /// Its name.
    pub name: String,
    /// The usual komi.
    pub komi: f32,
    /// What is special about it.
    pub about: String,
}

/// An opponent to choose without thinking about parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    /// What it is called: a rank such as 10k or 1d, or a key of the page's catalogue such as strongest.
    pub name: String,
    /// The specification.
    pub spec: String,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GameCard {
    /// Its name.
    pub game: String,
    /// 2 to 19.
    pub size: u8,
    /// Who plays, Black first: a specification, `human`, or what the record calls a person.
    pub seats: [String; 2],
    /// How many moves have been made.
    pub moves: u32,
    /// The result, once there is one.
    pub result: Option<String>,
    /// When it was last changed, in milliseconds since 1970.
    pub changed: f64,
    /// The contest that it belongs to.
    pub contest: Option<String>,
    /// The stones, for the small boards of a wall.
    pub stones: Vec<i8>,
}

/// How a contest stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ContestCard {
    /// Its name.
    pub name: String,
    /// round-robin, gauntlet, swiss, match or best-of.
    pub system: String,
    /// Games that have been played, of how many.
    pub done: u32,
    /// Games in all; of best-of the most there can be.
    pub of: u32,
    /// Whether no game is left to be played.
    pub over: bool,
    /// Whether it runs.
    pub running: bool,
    /// Whether it is stopping: the games that run are finished, and no others begin.
    pub stopping: bool,
    /// The standings, best first.
    pub standings: Vec<Standing>,
    /// For each player of the standings against each: games won, and games.
    pub cross: Vec<Vec<(f32, u32)>>,
    /// The latest games.
    pub latest: Vec<GameCard>,
}

/// A line of the standings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The specification.
    pub player: String,
    /// Games.
    pub games: u32,
    /// Points: a draw is half.
    pub points: f32,
    /// The rating and how far it may be off (95%).
    pub rating: Option<(f32, f32)>,
    /// Games that were forfeited.
    pub forfeits: u32,
}

/// A problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ProblemCard {
    /// Its name.
    pub name: String,
    /// What is asked: a key of the page's catalogue (ladder, live, ...) or, of one's own problem, a text.
    pub task: String,
    /// 2 to 19.
    pub size: u8,
    /// Whose turn it is.
    pub to_play: Side,
    /// Whether somebody brought it.
    pub own: bool,
}

/// A lesson, as far as it has got.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LessonCard {
    /// Its name.
    pub lesson: String,
    /// What it is about, in few words.
    pub title: String,
    /// When it began, in milliseconds since 1970.
    pub begun: f64,
    /// So much is done.
    pub done: u32,
    /// Of so much. Where one that has finished has none, `unit` says why it could not begin.
    pub of: u32,
    /// What is counted: games, positions.
    pub unit: String,
    /// How it learns: what is done, and how well it does.
    pub curve: Vec<(f64, f64)>,
    /// By what that is measured.
    pub measure: Measure,
    /// The specification of what was learnt, once it can be played.
    pub player: Option<String>,
    /// Whether it is over.
    pub finished: bool,
}

/// How well a learner does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The share of games that it wins.
    #[default]
    Won,
    /// The normalised-rank error of the moves that it would play.
    Error,
}

#[cfg(test)]
mod tests;
