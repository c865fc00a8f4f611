//! The state of a game: position, seats, clocks, tree and count.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::Text;

/// The state of a game at a node.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// The node of this position.
    pub node: u32,
    /// The current node of the game.
    pub live: u32,
    /// The number of moves that lead to the node.
    pub number: u32,
    /// The board size, 2 to 19.
    pub size: u8,
    /// The stone on each point: 1 for Black, -1 for White, 0 for none.
    pub stones: Vec<i8>,
    /// The side to move.
    pub to_play: Side,
    /// The legal points of the side to move.
    pub legal: Vec<String>,
    /// The last move.
    pub last: Option<String>,
    /// The point that is forbidden by ko.
    pub ko: Option<String>,
    /// The number of captured stones of Black and of White.
    pub captured: [u32; 2],
    /// The players and their clocks, Black first.
    pub seats: [SeatCard; 2],
    /// Whether programs move without a request.
    pub running: bool,
    /// Whether a program thinks.
    pub thinking: bool,
    /// The pause before each move of a program, in milliseconds.
    pub pause: u32,
    /// The phase of the game.
    pub phase: Phase,
    /// The result of a finished game, such as B+3.5.
    pub result: Option<String>,
    /// The count, from the marking of dead stones on.
    pub count: Option<Count>,
    /// How the game of a contest ended, or why a program has no move.
    pub remark: Option<Text>,
}

/// The phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Moves are played.
    Play,
    /// Both have passed, and dead stones are marked.
    Count,
    /// The game is over.
    Over,
}

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    Black,
    White,
}

/// A seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatCard {
    /// The player: `human` or a specification.
    pub who: String,
    /// The name of a person in the record.
    pub name: Option<String>,
    /// The number of remaining moves of a temporary player.
    pub moves: Option<u32>,
    /// The clock.
    pub clock: Option<ClockCard>,
}

/// A clock.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockCard {
    /// The remaining milliseconds of the current period.
    pub left: u32,
    /// The periods after it, in words.
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
    /// The move that leads to it; `null` for the root and for set-up stones.
    pub mv: Option<String>,
    /// The side that played it.
    pub by: Option<Side>,
    /// The player of the move: `human` or a specification.
    pub who: Option<String>,
    /// Black's win rate by the player of the move, 0 to 1.
    pub win_rate: Option<f32>,
    /// Black's lead by the player of the move, in points.
    pub score: Option<f32>,
    /// The review of the move.
    pub review: Option<MoveReview>,
    /// The comment in the record, without that of a review.
    pub comment: String,
}

/// The review of a move. A measure is missing where the reviewer does not provide it.
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

/// A row of a count.
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

/// The count of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Count {
    /// The result, such as W+2.5.
    pub result: String,
    /// The rows, with Black's and White's number.
    pub lines: Vec<(CountRow, f32, f32)>,
    /// The owner of each point: 1 for Black, -1 for White, 0 for neither.
    pub owners: Vec<i8>,
    /// The dead stones.
    pub dead: Vec<String>,
}
