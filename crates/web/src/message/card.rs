//! What lists and forms show: players, rules, games, contests, problems, lessons.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Side, System};
use crate::Text;

/// A player of the roster, with what its form is made of.
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
    /// What values it takes.
    pub kind: ParameterKind,
    /// The default, as it is written.
    pub default: String,
    /// The least and the greatest number.
    pub range: Option<(f64, f64)>,
    /// The choices.
    pub choices: Vec<String>,
    /// What it does.
    pub about: Text,
}

/// What values a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "they are what they are called")]
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
    /// Its name for people.
    pub title: Text,
    /// The usual komi.
    pub komi: f32,
    /// What is special about it.
    pub about: Text,
}

/// An opponent to choose without thinking about parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    /// What it is called: a rank, or the strongest.
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
    /// Who meets whom.
    pub system: System,
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
    /// What is asked.
    pub task: Text,
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
    /// Games that it has learnt from.
    pub done: u32,
    /// Games in all.
    pub of: u32,
    /// Why it could not begin, or ended early.
    pub failure: Option<Text>,
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
