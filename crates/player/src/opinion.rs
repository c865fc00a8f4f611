//! What a player says about a game that is over, and about itself: what a referee asks when the board does not tell.

use goban::{Outcome, Point};

/// How a finished game came out, in the eyes of a player. What it has no opinion on is left out; a player without any
/// is content with whatever the referee counts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Opinion {
    /// The dead stones.
    pub dead: Option<Vec<Point>>,
    /// The outcome.
    pub outcome: Option<Outcome>,
}

/// How a program that is driven as a player calls itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Introduction {
    /// Its name, such as `GNU Go`.
    pub name: String,
    /// Its version, such as `3.8`; empty where it tells none.
    pub version: String,
}
