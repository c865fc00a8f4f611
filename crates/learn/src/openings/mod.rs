//! What clusters of opening positions and the exact book say about positions and games.
//!
//! An [`Explorer`] walks through the opening with the [`Continuations`] of each position. [`accuracy`] measures how
//! often the nearest cluster has the move that was played, [`usage`] how long games stay in the book (Steinmetz and
//! Gini, "Mining Expert Play to Guide Monte Carlo Search in the Opening Moves of Go", 2015).

pub mod accuracy;
mod continuations;
mod explorer;
pub mod usage;

use std::path::Path;
use std::sync::Arc;

use goban::{CoordinateError, Illegal};
use kifu::corpus::Tally;
use models::file::{self, ModelError};
use models::openings::{Book, Clusters};
use thiserror::Error;

pub use continuations::Continuations;
pub use explorer::Explorer;

/// Why there is nothing to say about an opening.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OpeningError {
    /// A model file cannot be read.
    #[error(transparent)]
    File(ModelError),
    /// A file is not the model that is needed.
    #[error("{name} cannot be used: {source}")]
    Model {
        /// The file.
        name: String,
        /// What is wrong with it.
        source: ModelError,
    },
    /// The game is past the opening.
    #[error("the clusters cover the first {most} moves, and {played} have been played")]
    Past {
        /// The number of moves that the clusters cover.
        most: usize,
        /// The number of moves played.
        played: usize,
    },
    /// No continuation has this letter.
    #[error("no move is marked {0}")]
    Letter(char),
    /// There is no move to undo.
    #[error("there is no move to undo")]
    NothingToUndo,
    /// A move is not a point of the board.
    #[error(transparent)]
    Coordinate(#[from] CoordinateError),
    /// A move is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// No game fits.
    #[error("there are no games to measure ({0})")]
    NoGames(Tally),
    /// No game has a player of that name.
    #[error("there are no games of a player whose name contains '{player}' ({tally})")]
    NoPlayer {
        /// The part of a name.
        player: String,
        /// What became of the games.
        tally: Tally,
    },
}

/// Clusters by name: embedded ones (`default`, `paper-64`, `paper-96`) or a file.
///
/// # Errors
/// If the file cannot be read or is not a model of clusters.
pub fn load_clusters(name: &str) -> Result<Arc<Clusters>, OpeningError> {
    match Clusters::embedded(name) {
        Some(clusters) => Ok(clusters.clone()),
        None => load(name, Clusters::read),
    }
}

/// The book in a file, or the embedded one.
///
/// # Errors
/// If the file cannot be read or is not a book.
pub fn load_book(path: Option<&Path>) -> Result<Arc<Book>, OpeningError> {
    match path {
        Some(path) => load(&path.display().to_string(), Book::read),
        None => Ok(Book::embedded().clone()),
    }
}

fn load<T>(name: &str, read: impl Fn(&[u8]) -> Result<T, ModelError>) -> Result<Arc<T>, OpeningError> {
    let bytes = file::load(Path::new(name)).map_err(OpeningError::File)?;
    read(&bytes).map(Arc::new).map_err(|source| OpeningError::Model { name: name.to_string(), source })
}
