//! What a player thinks of a position, and what is written on the board.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

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
