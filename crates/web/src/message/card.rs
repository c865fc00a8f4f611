//! The entries of lists and forms: players, rules, games, contests, problems, lessons.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Side, System};
use crate::Text;

/// A player of the roster and the fields of its form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerCard {
    /// The name in a specification.
    pub name: String,
    /// How it plays.
    pub summary: Text,
    /// Its parameters.
    pub parameters: Vec<ParameterCard>,
    /// Whether it can rank all moves.
    pub ranks: bool,
    /// Whether it reports an analysis while it thinks.
    pub thinks: bool,
}

/// A teacher and the fields of its form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct TeacherCard {
    /// Its name.
    pub name: String,
    /// What it teaches.
    pub summary: Text,
    /// Its parameters, without those that a page may not set.
    pub parameters: Vec<ParameterCard>,
    /// Whether a lesson needs game records.
    pub needs_records: bool,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ParameterCard {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: ParameterKind,
    /// The default, as text.
    pub default: String,
    /// The least and the greatest value.
    pub range: Option<(f64, f64)>,
    /// The choices.
    pub choices: Vec<String>,
    /// What it does.
    pub about: Text,
}

/// The kind of a parameter's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ParameterKind {
    Bool,
    Int,
    Float,
    Choice,
    Player,
}

/// A set of rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleCard {
    /// Its name in messages.
    pub name: String,
    /// Its displayed name.
    pub title: Text,
    /// The usual komi.
    pub komi: f32,
    /// A short description.
    pub about: Text,
}

/// A ready-made opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    /// Its name: a rank, or "Strongest".
    pub title: Text,
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
    /// The board size, 2 to 19.
    pub size: u8,
    /// The players, Black first: a specification, `human`, or a person's name in the record.
    pub seats: [String; 2],
    /// The number of moves.
    pub moves: u32,
    /// The result of a finished game.
    pub result: Option<String>,
    /// The time of the last change, in milliseconds since 1970.
    pub changed: f64,
    /// Its contest.
    pub contest: Option<String>,
    /// The stones, for a small picture of the board.
    pub stones: Vec<i8>,
}

/// The state of a contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ContestCard {
    /// Its name.
    pub name: String,
    /// How players are paired.
    pub system: System,
    /// The number of finished games.
    pub done: u32,
    /// The number of all games; in a best-of match the largest possible number.
    pub of: u32,
    /// Whether all games are finished.
    pub over: bool,
    /// Whether it runs.
    pub running: bool,
    /// Whether it is stopping: running games are finished, and no others start.
    pub stopping: bool,
    /// The standings, best first.
    pub standings: Vec<Standing>,
    /// For each pair of players, in the order of the standings: points of the first against the second, and games.
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
    /// The number of games.
    pub games: u32,
    /// Points: 1 for a win, one half for a draw.
    pub points: f32,
    /// The rating and its error (95% confidence).
    pub rating: Option<(f32, f32)>,
    /// The number of forfeited games.
    pub forfeits: u32,
}

/// A problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ProblemCard {
    /// Its name.
    pub name: String,
    /// The task.
    pub task: Text,
    /// The board size, 2 to 19.
    pub size: u8,
    /// The side to play.
    pub to_play: Side,
    /// Whether it is a user's problem.
    pub own: bool,
}

/// The state of a lesson.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LessonCard {
    /// Its name.
    pub lesson: String,
    /// The teacher and its settings.
    pub title: String,
    /// The time of its start, in milliseconds since 1970.
    pub begun: f64,
    /// The number of training games so far.
    pub done: u32,
    /// The number of all training games.
    pub of: u32,
    /// Why it failed.
    pub failure: Option<Text>,
    /// The learning curve: training games and measure.
    pub curve: Vec<(f64, f64)>,
    /// What the learning curve shows.
    pub measure: Measure,
    /// The specification of the player of the model, once it is stored.
    pub player: Option<String>,
    /// Whether it has ended.
    pub finished: bool,
}

/// What a learning curve shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The share of games won against other players.
    #[default]
    Won,
    /// The normalised-rank error of the moves played.
    Error,
    /// The mean of -ln p of the moves played.
    Loss,
}
