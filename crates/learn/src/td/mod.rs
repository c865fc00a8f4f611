//! Networks trained by self-play and temporal differences (Mayer, "Board Representations for Neural Go Players Learning
//! by Temporal Difference", 2007).
//!
//! A [`Learner`] plays games against itself and learns from each move, by a [`LearningRule`]. A run is a learner with
//! its samples: after each block of games its strength is [measured](mod@sample) against other players. [`experiment`]
//! makes many runs in parallel and stores them in a folder, [`curve`] draws them, [`best`](mod@best) finds the best
//! network among them, and [`judge`](mod@judge) tests it in solved positions.

pub mod best;
pub mod curve;
mod episode;
mod evolve;
pub mod experiment;
pub mod judge;
mod rule;
pub mod run;
pub mod sample;
mod teach;

pub use episode::{Episode, Learner};
pub use evolve::Evolution;
pub use rule::{Affected, LearningRule, Selection, Target};
pub use teach::{Params, TEACHER};

/// A seed derived from others, such as those of a run, a block of games and a game.
pub(crate) fn seed_of(parts: &[u64]) -> u64 {
    parts
        .iter()
        .fold(0x7d_2007, |seed, &part| player::Rng::new(seed ^ part.rotate_left(17)).next_u64().wrapping_add(part))
}
