//! Alpha-beta search with iterative deepening and a transposition table, over any evaluation.
//!
//! The search reads ahead one move further each time, until the limits are reached or nothing is left in doubt. Where
//! the reading ends the position is [evaluated](Evaluation); where the game ends it is counted. A result in which no
//! evaluation had a part is *exact*, and small boards are solved so.
//!
//! No line that is read brings back an earlier position, of the line or of the game. Under a superko rule that is the
//! law; under simple ko it is how the search sees to it that lines end. The value of a position then depends on how it
//! came about, so that a result may not simply be looked up when the position is met again; `past` says when it may.
//!
//! Under area scoring, what is unconditionally alive ([`goban::life`]) bounds the value of a position, and a
//! search ends where the bounds meet (after van der Werf, van den Herik and Uiterwijk, "Solving Go on Small Boards",
//! 2003).

mod order;
mod past;
mod search;
mod table;

use std::time::Instant;

use goban::{Board, Game, Move};

pub use search::AlphaBeta;

/// The evaluation of positions at the leaves.
///
/// The game's own measure is points. An evaluation may have another, such as the probability to win, as long as it says
/// what points come to in it.
pub trait Evaluation: Send {
    /// A search begins from this position; the time to note rules and komi.
    fn begin(&mut self, root: &Game) {
        let _ = root;
    }

    /// The value of the position for the player whose turn it is; for the other it is the negative.
    fn evaluate(&mut self, board: &Board) -> f32;

    /// The value for a player of ending the game with this lead in points, komi counted; behind, if below 0. It never
    /// decreases with the lead, and for the other player it is the negative.
    fn outcome(&mut self, lead: f32) -> f32 {
        lead
    }
}

/// When to end a search; the first limit reached holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At this depth in moves.
    pub depth: u32,
    /// After this number of positions.
    pub nodes: u64,
    /// At this time.
    pub deadline: Option<Instant>,
}

/// What a search thinks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verdict {
    /// The best move; `None` if there is no legal one but to resign.
    pub best: Option<Move>,
    /// Its value for the player to move, unless the search was stopped before the first result.
    pub value: Option<f32>,
    /// Whether that is proven, with no evaluation having a part in it.
    pub exact: bool,
    /// How many moves were read ahead.
    pub depth: u32,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// What is expected to be played, the best move first.
    pub line: Vec<Move>,
}
