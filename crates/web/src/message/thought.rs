//! The analysis of a position by a player, and labels on the board.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The analysis of a position by a player, from Black's perspective.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Thought {
    /// The number of playouts, or of another unit of the player's search.
    pub visits: u32,
    /// Black's win rate.
    pub win_rate: Option<f32>,
    /// Black's lead in points.
    pub score: Option<f32>,
    /// The candidate moves, best first.
    pub candidates: Vec<Candidate>,
    /// The ownership of each point, from 1 (Black) to -1 (White).
    pub ownership: Option<Vec<f32>>,
    /// The prior probability of each point.
    pub policy: Option<Vec<f32>>,
    /// Other results, as titles and texts.
    pub notes: Vec<(String, String)>,
}

/// A candidate move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The move.
    pub mv: String,
    /// The number of its visits.
    pub visits: u32,
    /// Black's win rate.
    pub win_rate: Option<f32>,
    /// Black's lead in points.
    pub score: Option<f32>,
    /// Its prior probability.
    pub prior: Option<f32>,
    /// The principal variation, from this move on.
    pub line: Vec<String>,
}

/// A text on a point.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// The point.
    pub point: String,
    /// The text, at most four characters.
    pub text: String,
}
