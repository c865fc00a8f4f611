//! What a player reports about a finished game, and about itself, for a referee.

use goban::{Outcome, Point};

/// The result of a finished game as a player sees it. It may be partial or empty; an empty one accepts the referee's
/// count.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Opinion {
    /// The dead stones.
    pub dead: Option<Vec<Point>>,
    /// The outcome.
    pub outcome: Option<Outcome>,
}

/// The name and version of a program that is driven as a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Introduction {
    /// Its name, such as `GNU Go`.
    pub name: String,
    /// Its version, such as `3.8`; empty where it reports none.
    pub version: String,
}
