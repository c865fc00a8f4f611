//! What keeps an experiment from running.

use std::io;
use std::path::PathBuf;

use arena::ConditionsError;
use player::SpecError;
use thiserror::Error;

use crate::Collection;

/// Why a unit cannot be measured, or evidence not be stored.
#[derive(Debug, Error)]
pub enum LabError {
    /// The stop signal came first; nothing is wrong.
    #[error("interrupted")]
    Stopped,
    /// Game records are missing.
    #[error("this needs {0}: name the file with --{option} FILE", option = .0.option())]
    Games(Collection),
    /// Another experiment has to run first.
    #[error("this needs the results of {0}: run 'ponnuki lab run {0}' first")]
    Evidence(&'static str),
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// No game can be played.
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    /// A file cannot be read or written.
    #[error("{} cannot be used: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// A line of evidence cannot be read.
    #[error("{}, line {line}, is not evidence: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why not.
        reason: serde_json::Error,
    },
    /// The unit failed.
    #[error("{0}")]
    Failed(String),
}

impl LabError {
    /// A failure of a unit, in a sentence.
    pub fn failed(reason: impl ToString) -> LabError {
        LabError::Failed(reason.to_string())
    }
}
