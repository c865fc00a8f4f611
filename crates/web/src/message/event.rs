//! Messages from the server.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{
    ContestCard, Count, GameCard, Label, LessonCard, MoveReview, PlayerCard, Position, Preset, ProblemCard, RuleCard,
    TeacherCard, Terms, Thought, Twig,
};
use crate::Text;

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ServerMessage {
    /// The tag of the message that this answers; none for notifications.
    pub tag: Option<u32>,
    /// What happened.
    pub event: Event,
}

/// An answer or a notification.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum Event {
    /// The first message on a connection.
    Welcome {
        version: String,
        players: Vec<PlayerCard>,
        rules: Vec<RuleCard>,
        presets: Vec<Preset>,
        teachers: Vec<TeacherCard>,
    },
    /// The request was carried out and has no other answer.
    Done,
    /// The request was refused. The connection stays open.
    Error { reason: Text },
    /// A game, and its problem if it has one.
    Opened { game: String, terms: Terms, tree: Vec<Twig>, problem: Option<ProblemCard> },
    /// The full state of a game: sent at first and after each change.
    Position { game: String, position: Box<Position> },
    /// A node was added to the tree.
    Grown { game: String, twig: Twig },
    /// The analysis of a player while it thinks.
    Thought { game: String, node: u32, player: String, thought: Thought },
    /// The answer of one player in a council, or why it has none.
    Opinion {
        game: String,
        node: u32,
        player: String,
        mv: Option<String>,
        thought: Option<Thought>,
        seconds: f32,
        error: Option<Text>,
    },
    /// An overlay: a number for each point, and labels on some points.
    Overlay { game: String, node: u32, values: Vec<f32>, labels: Vec<Label>, remark: Option<Text> },
    /// A score estimate: the owner of each point (1 Black, -1 White, 0 open), the dead chains, the count of the settled
    /// points and the number of open points; and, if a player was asked, its specification and Black's expected lead.
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
    /// The progress of a review: the number of finished moves, the number of all, and the moves that were finished
    /// since the last report.
    Reviewed { game: String, done: u32, of: u32, moves: Vec<MoveReview> },
    /// A record.
    Record { game: String, sgf: String },
    /// A section of the list of games, and the number of all games.
    Games { games: Vec<GameCard>, all: u32 },
    /// The names of the games in progress: games of the page, the latest first, then games of contests.
    Live { games: Vec<String> },
    /// The state of a contest.
    Contest { contest: ContestCard },
    /// All contests.
    Contests { contests: Vec<ContestCard> },
    /// The progress of a lesson.
    Lesson { lesson: LessonCard },
    /// All lessons, the latest first.
    Lessons { lessons: Vec<LessonCard> },
    /// All problems.
    Problems { problems: Vec<ProblemCard> },
    /// Whether a move in a problem is right, and the author's comment on it.
    Answered { game: String, mv: String, right: bool, comment: String },
}
