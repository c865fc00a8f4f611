//! Networks that teach themselves by temporal differences (Mayer, "Board Representations for Neural Go Players Learning
//! by Temporal Difference", 2007).
//!
//! A [`Pupil`] plays one game after the other against itself and learns while it plays; a [`Manner`] says how. A run is
//! a pupil and its samplings: after every so many games its strength is [measured](mod@sample) against other players.
//! [`experiment`] makes many runs in parallel and keeps them in a folder, [`curve`] draws what came of them,
//! [`best`](mod@best) finds the best network among them, and [`judge`](mod@judge) asks what it does where the truth is
//! known.

pub mod best;
pub mod curve;
mod episode;
mod evolve;
pub mod experiment;
pub mod judge;
mod manner;
pub mod run;
pub mod sample;

pub use episode::{Episode, Pupil};
pub use evolve::Evolution;
pub use manner::{Manner, Selection};

/// A seed that follows from others, such as those of a run, a block of games and a game.
pub(crate) fn seed_of(parts: &[u64]) -> u64 {
    parts
        .iter()
        .fold(0x7d_2007, |seed, &part| player::Rng::new(seed ^ part.rotate_left(17)).next_u64().wrapping_add(part))
}
