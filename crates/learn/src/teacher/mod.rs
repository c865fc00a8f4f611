//! Teachers: one list and one interface, for the command line and the page.
//!
//! An [`Entry`] declares a teacher: its name, its parameters, its training data, and the player of its model. `build`
//! checks the settings and makes a [`Teacher`], which trains on what a [`Training`] provides, reports its
//! [`Progress`], and returns a model with its learning curves ([`Taught`]).
//!
//! To add a teacher, write its file and add its entry to [`TEACHERS`].

mod curve;
mod entry;

use std::fmt;

use goban::Outcome;
use models::file::ModelError;
use models::library::Library;
use models::preference::{TableError, ViewError};
use models::resume::{Checkpoint, ResumeError};
use player::{Maker, SpecError, Stop};
use thiserror::Error;

pub use curve::{Curve, chart};
pub use entry::{Data, Entry, Measure, teacher};

use crate::td::sample::SampleError;
use crate::{
    TrainingGame, book, clusters, genetic, intuition, library, network, preference, superiority, td, territory,
};

/// All teachers, by name.
pub const TEACHERS: &[Entry] = &[
    book::TEACHER,
    clusters::TEACHER,
    genetic::TEACHER,
    intuition::TEACHER,
    library::TEACHER,
    network::TEACHER,
    preference::TEACHER,
    superiority::TEACHER,
    td::TEACHER,
    territory::TEACHER,
];

/// Trains models.
pub trait Teacher: Send {
    /// Whether it trains on a game with this outcome.
    fn admits(&self, outcome: Option<Outcome>) -> bool {
        let _ = outcome;
        true
    }

    /// Whether it plays its training games itself, by the settings at hand.
    fn plays(&self) -> bool {
        false
    }

    /// Trains a model. Once the stop signal is given, returns what there is by then.
    ///
    /// # Errors
    /// If the data or the settings do not fit, or the file cannot be resumed or saved.
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError>;
}

/// What a teacher works with.
pub struct Training<'a> {
    /// The games to learn from, if it learns from games.
    pub games: &'a [TrainingGame],
    /// The boards to learn from, if it learns from boards.
    pub boards: Option<&'a Library>,
    /// The number of games to play, for teachers that may learn from records instead.
    pub own_games: Option<u64>,
    /// The training data and the settings, in words; see [`Entry::origin`].
    pub origin: String,
    /// The file that the model goes to.
    pub checkpoint: Checkpoint<'a>,
    /// The source of players.
    pub maker: &'a dyn Maker,
    /// The number of threads; it makes no difference to the model.
    pub threads: usize,
    /// The signal to stop.
    pub stop: &'a Stop,
    /// Receives the progress.
    pub report: &'a mut dyn FnMut(Progress<'_>),
}

/// How far a lesson has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The units done, those of earlier runs included.
    pub done: u64,
    /// The units in all.
    pub total: u64,
    /// What is counted: games, generations, boards or moves.
    pub unit: &'static str,
    /// The current figures, in words; empty if there are none.
    pub note: fmt::Arguments<'a>,
    /// A new point of the learning curve.
    pub point: Option<(f64, f64)>,
    /// Whether the report is a result to keep, rather than a passing state.
    pub lasting: bool,
}

/// The outcome of a lesson.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Taught {
    /// The model file; `None` if the lesson was interrupted before there was anything to keep.
    pub model: Option<Vec<u8>>,
    /// Whether the lesson came to its end.
    pub complete: bool,
    /// The content of the model and the figures of the lesson, in words.
    pub summary: String,
    /// The learning curves, by name; the first is the one of [`Entry::measure`].
    pub curves: Vec<(&'static str, Curve)>,
}

/// Why a lesson fails.
#[derive(Debug, Error)]
pub enum TeachError {
    /// A setting or a player is wrong.
    #[error(transparent)]
    Settings(#[from] SpecError),
    /// The view is not supported.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The table is not supported.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A model cannot be read or written.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The file cannot be resumed or saved.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// An opponent does not play.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// The settings contradict each other.
    #[error("{0}")]
    Conflict(String),
    /// The training data does not fit.
    #[error("{0}")]
    Data(String),
}

impl<'a> Training<'a> {
    /// A lesson from games, which saves nothing on the way.
    pub fn on_games(
        games: &'a [TrainingGame],
        maker: &'a dyn Maker,
        stop: &'a Stop,
        report: &'a mut dyn FnMut(Progress<'_>),
    ) -> Training<'a> {
        Training {
            games,
            boards: None,
            own_games: None,
            origin: String::new(),
            checkpoint: Checkpoint::none(),
            maker,
            threads: 1,
            stop,
            report,
        }
    }
}

impl<'a> Progress<'a> {
    /// A passing state.
    pub fn new(unit: &'static str, done: u64, total: u64, note: fmt::Arguments<'a>) -> Progress<'a> {
        Progress { done, total, unit, note, point: None, lasting: false }
    }
}

/// `12 of 400 games`, as far as it goes, and the figures.
impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { done, total, unit, note, .. } = self;
        write!(f, "{done} of {total} {unit}")?;
        if note.as_str() == Some("") { Ok(()) } else { write!(f, ", {note}") }
    }
}

/// The size of a file in words.
pub(crate) fn size_in_words(bytes: usize) -> String {
    match bytes {
        0..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
    }
}

#[cfg(test)]
mod tests;
