//! How a game stands: its position, seats, clocks, tree and count.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::Text;

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
    /// How a game of a contest ended, or why a program has no move.
    pub remark: Option<Text>,
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

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "they are what they are called")]
pub enum Side {
    Black,
    White,
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
    /// What a review says of it.
    pub review: Option<MoveReview>,
    /// The comment in the record, without that of a review.
    pub comment: String,
}

/// What a review says of a move. A measure is missing where the reviewer does not provide it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveReview {
    /// The node of the move.
    pub node: u32,
    /// How good the move is.
    pub grade: Grade,
    /// The points that the move lost.
    pub points_loss: Option<f32>,
    /// The win rate that the move lost, 0 to 1.
    pub win_rate_loss: Option<f32>,
    /// The normalised-rank error, 0 to 1.
    pub rank_error: Option<f32>,
    /// The rank of the move, from 1.
    pub rank: Option<u32>,
    /// The principal variation, or the best moves of a reviewer that only ranks.
    pub best: Vec<String>,
    /// Black's win rate before the move.
    pub win_rate: Option<f32>,
    /// Black's win rate after the move.
    pub win_rate_after: Option<f32>,
    /// Black's lead before the move, in points.
    pub lead: Option<f32>,
    /// Black's lead after the move.
    pub lead_after: Option<f32>,
    /// The specification of the reviewer.
    pub by: String,
}

/// How good a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The reviewer's first choice.
    Best,
    /// Another good move.
    Good,
    /// A small loss.
    Inaccuracy,
    /// A clear loss.
    Mistake,
    /// A grave loss.
    Blunder,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum CountRow {
    /// Living stones.
    Stones,
    /// Empty points that one side surrounds.
    Surrounded,
    /// Empty points and dead stones, under territory scoring.
    Territory,
    /// Stones captured in the game.
    Prisoners,
    /// Dead stones of the other side.
    Dead,
    /// Komi.
    Komi,
    /// White's compensation for handicap stones.
    Handicap,
    /// The sum.
    Total,
}

/// How a position is counted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Count {
    /// The result, such as W+2.5.
    pub result: String,
    /// What each side has: a row, Black's number and White's.
    pub lines: Vec<(CountRow, f32, f32)>,
    /// For each point 1 for Black's, -1 for White's, 0 for nobody's.
    pub owners: Vec<i8>,
    /// The stones that are dead.
    pub dead: Vec<String>,
}
