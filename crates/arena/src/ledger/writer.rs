//! The thread that writes games, all that wait in one transaction.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender};

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::{Desk, GameRow, LedgerError, PageGame};

/// A game to be written, and whom to tell.
pub(super) enum Job {
    /// A game that is over.
    Game { game: Box<GameRow>, done: SyncSender<Result<bool, LedgerError>> },
    /// A game of the page as it stands.
    Page { game: Box<PageGame>, done: Box<dyn FnOnce(Result<(), LedgerError>) + Send> },
}

/// So many games at most are written in one transaction.
const BATCH: usize = 256;

/// Writes until nobody can send games any more.
pub(super) fn run(desk: Desk, jobs: &Receiver<Job>, path: &Path) {
    let Desk { runtime, mut connection } = desk;
    let opened = identity(path);
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        let written = if identity(path) == opened {
            runtime.block_on(write(&mut connection, &batch)).map_err(|error| LedgerError::of(&error, path))
        } else {
            // SQLite would go on writing into the file that no longer has a name, and all of it would be lost.
            Err(LedgerError::Gone(path.to_path_buf()))
        };
        for (i, job) in batch.into_iter().enumerate() {
            match job {
                // Whoever no longer waits for the answer needs none.
                Job::Game { done, .. } => drop(done.send(written.clone().map(|fresh| fresh[i]))),
                Job::Page { done, .. } => done(written.clone().map(|_| ())),
            }
        }
    }
    // What is committed is safe without this.
    let _ = runtime.block_on(connection.close());
}

/// What tells the file at a path from any other that may take its place; nothing if there is none.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let file = fs::metadata(path).ok()?;
    #[cfg(unix)]
    let identity = (file.dev(), file.ino());
    // Elsewhere a file that is in use cannot be deleted.
    #[cfg(not(unix))]
    let identity = (0, u64::from(file.is_file()));
    Some(identity)
}

/// Writes all of them or none; tells for each whether it is new.
async fn write(connection: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let mut fresh = Vec::with_capacity(batch.len());
    for job in batch {
        let statement = match job {
            Job::Game { game, .. } => game.insert()?,
            Job::Page { game, .. } => game.upsert(),
        };
        fresh.push(statement.execute(&mut *transaction).await?.rows_affected() > 0);
    }
    transaction.commit().await?;
    Ok(fresh)
}
