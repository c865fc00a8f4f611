//! What became of the games of a corpus: how many came through, and why the others did not.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::header::HeaderError;
use crate::replay::ReplayError;

/// Why a game, or a file that might have held some, was skipped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Error)]
pub enum Skip {
    /// A file or archive could not be read, or not to its end.
    #[error("unreadable file")]
    Unreadable,
    /// A file or line is too large to be a game, or has too many moves.
    #[error("too large")]
    TooLarge,
    /// An SGF file has no game in it.
    #[error("no game in the file")]
    NoGame,
    /// A line has not the fields of a game.
    #[error("bad line")]
    BadLine,
    /// It is another game than Go.
    #[error("not Go")]
    NotGo,
    /// The board is of a size that cannot be played.
    #[error("board size")]
    BadSize,
    /// A move or a stone names no point of the board.
    #[error("unreadable move")]
    BadMove,
    /// The stones before the first move make no position, or stones are set up after it.
    #[error("setup")]
    Setup,
    /// A move is illegal.
    #[error("illegal move")]
    Illegal,
}

impl From<&ReplayError> for Skip {
    fn from(error: &ReplayError) -> Skip {
        match error {
            ReplayError::Header(HeaderError::NotGo(_)) => Skip::NotGo,
            ReplayError::Header(_) => Skip::BadSize,
            ReplayError::NoPoint { .. } => Skip::BadMove,
            ReplayError::Setup { .. } | ReplayError::LateSetup(_) => Skip::Setup,
            ReplayError::TooLong => Skip::TooLarge,
            ReplayError::Illegal { .. } => Skip::Illegal,
        }
    }
}

/// The count of a walk through a corpus.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The games that came through.
    pub games: u64,
    /// The games that a filter did not want.
    pub filtered: u64,
    skipped: BTreeMap<Skip, Skipped>,
}

/// The games skipped for one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// How many.
    pub count: u64,
    /// One of them, the first if the walk was in order: which game, and what was wrong.
    pub example: String,
}

impl Tally {
    /// The games skipped, by reason.
    pub fn skipped(&self) -> impl Iterator<Item = (Skip, &Skipped)> {
        self.skipped.iter().map(|(&reason, skipped)| (reason, skipped))
    }

    /// How many games were skipped for that reason.
    pub fn count(&self, reason: Skip) -> u64 {
        self.skipped.get(&reason).map_or(0, |skipped| skipped.count)
    }

    /// How many games were skipped in all.
    pub fn total_skipped(&self) -> u64 {
        self.skipped.values().map(|skipped| skipped.count).sum()
    }

    /// Counts one game that was skipped.
    pub(super) fn skip(&mut self, reason: Skip, origin: impl fmt::Display, what: impl fmt::Display) {
        let first = || Skipped { count: 0, example: format!("{origin}: {what}") };
        self.skipped.entry(reason).or_insert_with(first).count += 1;
    }

    /// Adds another count to this one.
    pub(super) fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.filtered += other.filtered;
        for (reason, skipped) in other.skipped {
            let nothing = Skipped { count: 0, example: skipped.example };
            self.skipped.entry(reason).or_insert(nothing).count += skipped.count;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games", self.games)?;
        if self.filtered > 0 {
            write!(f, ", {} not wanted", self.filtered)?;
        }
        for (reason, skipped) in self.skipped() {
            write!(f, ", {} skipped: {reason} (such as {})", skipped.count, skipped.example)?;
        }
        Ok(())
    }
}
