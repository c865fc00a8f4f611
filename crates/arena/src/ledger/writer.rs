//! The thread that writes games, all that wait in one transaction.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender};

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::{Desk, GameRow, LedgerError};

/// A game to be written, and whom to tell.
pub(super) struct Job {
    pub(super) game: Box<GameRow>,
    pub(super) done: SyncSender<Result<bool, LedgerError>>,
}

/// So many games at most are written in one transaction.
const BATCH: usize = 256;

/// Writes until nobody can send games any more.
pub(super) fn run(desk: Desk, jobs: &Receiver<Job>, path: &Path) {
    let Desk { runtime, mut connection } = desk;
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        let written = runtime.block_on(write(&mut connection, &batch)).map_err(|error| LedgerError::of(&error, path));
        for (i, job) in batch.into_iter().enumerate() {
            // Whoever no longer waits for the answer needs none.
            let _ = job.done.send(written.clone().map(|fresh| fresh[i]));
        }
    }
    // What is committed is safe without this.
    let _ = runtime.block_on(connection.close());
}

/// Writes all of them or none; tells for each whether it is new.
async fn write(connection: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let mut fresh = Vec::with_capacity(batch.len());
    for job in batch {
        let inserted = job.game.insert()?.execute(&mut *transaction).await?;
        fresh.push(inserted.rows_affected() > 0);
    }
    transaction.commit().await?;
    Ok(fresh)
}
