//! What a player answers: a move, and what it thought.
//!
//! The same [`Analysis`] is written to GTP, to SGF, to the ledger and to the page. Everything in it is optional; a
//! player fills in what it has, and an empty analysis costs no allocation.

use goban::{Move, PointMap};

/// A move, and what the player thought.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The reasons, for the curious.
    pub analysis: Analysis,
}

impl Choice {
    /// A move without a word.
    pub fn new(mv: Move) -> Choice {
        Choice { mv, analysis: Analysis::default() }
    }
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Choice {
        Choice::new(mv)
    }
}

/// A player's analysis of a position, from the view of the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// The moves considered, best first.
    pub candidates: Vec<Candidate>,
    /// How often the position was visited: playouts, or what else the player counts.
    pub visits: u64,
    /// The probability, 0 to 1, that the side to move wins.
    pub win_rate: Option<f32>,
    /// The expected lead of the side to move, in points.
    pub score: Option<f32>,
    /// The standard deviation of that lead.
    pub score_spread: Option<f32>,
    /// Who will own each point: +1 the side to move, -1 the other.
    pub ownership: Option<Box<PointMap<f32>>>,
    /// How likely each point looked before thinking; legal points add up to at most 1.
    pub policy: Option<Box<PointMap<f32>>>,
    /// Further remarks, each with a title.
    pub notes: Vec<(String, String)>,
}

impl Analysis {
    /// The best candidate.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// Adds a remark.
    pub fn note(&mut self, title: impl Into<String>, text: impl Into<String>) {
        self.notes.push((title.into(), text.into()));
    }
}

/// A move that was considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// The probability, 0 to 1, that the side to move wins by it.
    pub win_rate: Option<f32>,
    /// The expected lead of the side to move after it, in points.
    pub score: Option<f32>,
    /// The standard deviation of that lead.
    pub score_spread: Option<f32>,
    /// How likely it looked before thinking.
    pub prior: Option<f32>,
    /// The principal variation: what is expected to be played, beginning with the move itself.
    pub line: Vec<Move>,
}

impl Candidate {
    /// A candidate of which only the move and its visits are known.
    pub fn new(mv: Move, visits: u64) -> Candidate {
        Candidate { mv, visits, win_rate: None, score: None, score_spread: None, prior: None, line: vec![mv] }
    }
}
