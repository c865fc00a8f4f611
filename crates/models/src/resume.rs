//! Resuming an interrupted lesson: a new model, or the one that an earlier run of the same command left.
//!
//! A model records its origin: the training data and the settings, but not how long to train. A lesson resumes a file
//! of the same origin and refuses every other file, so that no command changes a model that another one made.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use files::{Output, OutputError};
use thiserror::Error;

use crate::file::{self, ModelError};
use crate::genetic::Evaluation;
use crate::library::Library;
use crate::preference::{Network, Preference, Territory};

/// A model that a later run can train further.
pub trait Resumable: Sized {
    /// Reads a model file.
    ///
    /// # Errors
    /// If it holds no such model.
    fn read(bytes: &[u8]) -> Result<Self, ModelError>;

    /// The training data and the settings; equal for all runs of one command.
    fn origin(&self) -> String;
}

macro_rules! resumable {
    ($($Model:ty: $origin:expr;)+) => { $(
        impl Resumable for $Model {
            fn read(bytes: &[u8]) -> Result<Self, ModelError> {
                <$Model>::read(bytes)
            }

            fn origin(&self) -> String {
                let origin: fn(&$Model) -> String = $origin;
                origin(self)
            }
        }
    )+ };
}

resumable! {
    Preference: |table| table.about.clone();
    Territory: |territory| territory.about.clone();
    Network: |network| network.about.clone();
    Evaluation: |evaluation| evaluation.about.source.clone();
    Library: |library| library.about().source.clone();
}

/// Why a lesson cannot be resumed or saved.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read as a model of this kind.
    #[error("{} exists and cannot be resumed: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: ModelError,
    },
    /// Another command made the file.
    #[error("{} exists and was made differently ({found}): choose another name", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Its origin.
        found: String,
    },
    /// The model cannot be saved.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// The model of this origin that an earlier run left in a file; `None` if there is no file.
///
/// # Errors
/// If the file holds something else.
pub fn resume<M: Resumable>(path: &Path, origin: &str) -> Result<Option<M>, ResumeError> {
    if !path.exists() {
        return Ok(None);
    }
    let read = file::load(path).and_then(|bytes| M::read(&bytes));
    let model = read.map_err(|reason| ResumeError::Unreadable { path: path.to_path_buf(), reason })?;
    let found = model.origin();
    if found == origin { Ok(Some(model)) } else { Err(ResumeError::Other { path: path.to_path_buf(), found }) }
}

/// The file of a lesson: what an earlier run left there, and saving on the way.
#[derive(Debug)]
pub struct Checkpoint<'a> {
    output: Option<&'a Output>,
    saved: Instant,
}

/// The time between two saves of a long lesson.
const INTERVAL: Duration = Duration::from_secs(60);

impl<'a> Checkpoint<'a> {
    /// A lesson whose model goes to a file.
    pub fn new(output: &'a Output) -> Checkpoint<'a> {
        Checkpoint { output: Some(output), saved: Instant::now() }
    }

    /// A lesson that starts anew and saves nothing on the way.
    pub fn none() -> Checkpoint<'static> {
        Checkpoint { output: None, saved: Instant::now() }
    }

    /// See [`resume`]; without a file there is nothing to resume.
    ///
    /// # Errors
    /// If the file holds something else.
    pub fn resume<M: Resumable>(&self, origin: &str) -> Result<Option<M>, ResumeError> {
        self.output.map_or(Ok(None), |output| resume(output.path(), origin))
    }

    /// Whether it is time to save.
    pub fn is_due(&self) -> bool {
        self.output.is_some() && self.saved.elapsed() >= INTERVAL
    }

    /// Saves the model so far.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&mut self, model: &[u8]) -> Result<(), ResumeError> {
        self.saved = Instant::now();
        self.output.map_or(Ok(()), |output| Ok(output.write(model)?))
    }
}

#[cfg(test)]
mod tests {
    use files::{Claim, Kind};

    use super::*;
    use crate::preference::{Table, View};

    fn table(about: &str) -> Preference {
        let mut table = Preference::new(View::THESIS, Table::Map).unwrap();
        (table.about, table.games) = (about.to_string(), 7);
        table
    }

    #[test]
    fn a_lesson_resumes_its_own_file_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shapes.model");
        let output = Claim::new(&path, Kind::Model).resuming().check().unwrap();
        let mut checkpoint = Checkpoint::new(&output);
        assert!(checkpoint.resume::<Preference>("games.sgf").unwrap().is_none(), "there is no file yet");
        checkpoint.save(&table("games.sgf").write()).unwrap();
        assert_eq!(checkpoint.resume::<Preference>("games.sgf").unwrap().unwrap().games, 7);
        let refusal = |error: ResumeError| error.to_string().replace(&path.display().to_string(), "FILE");
        assert_eq!(
            refusal(checkpoint.resume::<Preference>("other.sgf").err().unwrap()),
            "FILE exists and was made differently (games.sgf): choose another name"
        );
        assert_eq!(
            refusal(checkpoint.resume::<Territory>("games.sgf").err().unwrap()),
            "FILE exists and cannot be resumed: this is a model of the kind 'preference', and one of the kind \
             'territory' is needed"
        );
        assert!(Checkpoint::none().resume::<Preference>("games.sgf").unwrap().is_none());
    }
}
