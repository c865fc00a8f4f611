//! What the server tells.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{
    ContestCard, Count, GameCard, Label, LessonCard, MoveReview, PlayerCard, Position, Preset, ProblemCard, RuleCard,
    Terms, Thought, Twig,
};
use crate::Text;

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ServerMessage {
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
    Error { reason: Text },
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
        error: Option<Text>,
    },
    /// An overlay: a number for each point, and texts on some.
    Overlay { game: String, node: u32, values: Vec<f32>, labels: Vec<Label>, remark: Option<Text> },
    /// Whose each point is (1 Black's, -1 White's, 0 open), which chains look dead, the count of what is clear, how
    /// many points are open; and who was asked and by how much he expects Black to lead, where somebody was.
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
    /// Whether the move that was tried in a problem is right, and its author's comment.
    Answered { game: String, mv: String, right: bool, comment: String },
}
