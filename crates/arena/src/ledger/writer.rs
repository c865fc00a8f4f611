//! The thread that writes games, all that wait in one transaction.
//!
//! While a ledger is open, its file may be deleted or replaced. The open file can still be written, and is gone when it
//! is closed. So the thread checks before and after each transaction that the path still leads to the open file. Where
//! it does not, everything in the open file is copied into a new one beside it, which takes its place from then on.

use std::collections::HashMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::page::PageWrite;
use super::{Desk, GameRow, LedgerError};
use crate::Contest;

/// A request to write, and where to report the result.
pub(super) enum Job {
    /// A contest, which is written with its first game.
    Contest { contest: Contest, begun: i64 },
    /// A game that is over.
    Game { game: Box<GameRow>, done: SyncSender<Result<bool, LedgerError>> },
    /// A game of the page, or a change of one.
    Page { write: Box<PageWrite>, done: Box<dyn FnOnce(Result<(), LedgerError>) + Send> },
    /// A look whether the file is still where it was.
    Check { done: SyncSender<Result<(), LedgerError>> },
}

/// The most games of one transaction.
const BATCH: usize = 256;

/// The thread's own connection, and what it needs to make another one.
pub(super) struct Writer {
    /// The connection for all other uses; it follows the writer.
    pub(super) shared: Arc<Mutex<Option<Desk>>>,
    pub(super) desk: Desk,
    pub(super) options: SqliteConnectOptions,
    /// The path that was asked for.
    pub(super) path: PathBuf,
    /// The path of the open file: that one, or that of the rescued ledger.
    pub(super) current: PathBuf,
    /// The open file; nothing where that cannot be found out.
    pub(super) identity: Option<Identity>,
    /// Contests without a game so far, and when they began.
    pub(super) waiting: HashMap<String, (Contest, i64)>,
}

impl Writer {
    /// Writes until all senders are gone.
    pub(super) fn run(mut self, jobs: &Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            let mut batch = vec![first];
            batch.extend(jobs.try_iter().take(BATCH - 1));
            let written = self.write(&batch);
            for (i, job) in batch.into_iter().enumerate() {
                match job {
                    Job::Contest { .. } => {}
                    // A caller that no longer waits needs no answer.
                    Job::Game { done, .. } => drop(done.send(written.clone().map(|fresh| fresh[i]))),
                    // The page learns at once where its games are now.
                    Job::Page { done, .. } => done(written.clone().and_then(|_| self.check())),
                    Job::Check { done } => drop(done.send(written.clone().and_then(|_| self.check()))),
                }
            }
        }
        let Desk { runtime, connection } = self.desk;
        // What is committed is safe without this.
        let _ = runtime.block_on(connection.close());
    }

    /// Writes all of them or none; returns whether each is new.
    fn write(&mut self, batch: &[Job]) -> Result<Vec<bool>, LedgerError> {
        for job in batch {
            if let Job::Contest { contest, begun } = job {
                self.waiting.insert(contest.id.clone(), (contest.clone(), *begun));
            }
        }
        self.stay()?;
        let Desk { runtime, connection } = &mut self.desk;
        let written = runtime.block_on(transaction(connection, batch, &self.waiting));
        let fresh = written.map_err(|error| LedgerError::of(&error, &self.current))?;
        for job in batch {
            if let Job::Game { game, .. } = job {
                self.waiting.remove(&game.result.contest);
            }
        }
        self.stay()?;
        Ok(fresh)
    }

    fn check(&self) -> Result<(), LedgerError> {
        if self.current == self.path {
            return Ok(());
        }
        Err(LedgerError::Replaced { path: self.path.clone(), rescued: self.current.clone() })
    }

    /// Rescues the ledger if its path no longer leads to the open file.
    fn stay(&mut self) -> Result<(), LedgerError> {
        let found = Identity::of(&self.current);
        if self.identity.is_none() || found.is_none_or(|found| found == self.identity) {
            return Ok(());
        }
        let lost = |reason: String| LedgerError::Lost { path: self.current.clone(), reason };
        let rescued = fresh_file(&self.path).map_err(|error| lost(error.to_string()))?;
        let Desk { runtime, connection } = &mut self.desk;
        let name = rescued.to_string_lossy().into_owned();
        let copied = runtime.block_on(sqlx::query("VACUUM INTO $1").bind(name).execute(&mut *connection));
        copied.map_err(|error| lost(error.to_string()))?;
        let options = self.options.clone().filename(&rescued);
        let [writing, shared] = [Desk::open(&options, &rescued)?, Desk::open(&options, &rescued)?];
        let old = std::mem::replace(&mut self.desk, writing);
        let also_old = self.shared.lock().unwrap_or_else(PoisonError::into_inner).replace(shared);
        // To close these would delete the write-ahead log beside the old path, which may belong to another file by now.
        std::mem::forget((old, also_old));
        self.identity = Identity::of(&rescued).flatten();
        self.current = rescued;
        Ok(())
    }
}

/// A new, empty file beside a ledger: `cup.rescued.db` beside `cup.db`, or `cup.rescued-2.db` where that is taken.
fn fresh_file(ledger: &Path) -> std::io::Result<PathBuf> {
    let stem = ledger.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = ledger.with_file_name(format!("{stem}.rescued{suffix}.db"));
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|_| path),
        }
    }
}

/// The identity of a file, independent of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    device: u64,
    number: u64,
}

impl Identity {
    /// The file that a path leads to: `Some(None)` if there is none, `None` if that is unknown.
    pub(super) fn of(path: &Path) -> Option<Option<Identity>> {
        match std::fs::metadata(path) {
            Ok(metadata) => Some(Some(Identity::read(&metadata))),
            Err(error) if error.kind() == ErrorKind::NotFound => Some(None),
            Err(_) => None,
        }
    }

    #[cfg(unix)]
    fn read(metadata: &std::fs::Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity { device: metadata.dev(), number: metadata.ino() }
    }

    /// Elsewhere a file that is open cannot be replaced, so that it is enough that it is there.
    #[cfg(not(unix))]
    fn read(_: &std::fs::Metadata) -> Identity {
        Identity { device: 0, number: 0 }
    }
}

async fn transaction(
    connection: &mut SqliteConnection,
    batch: &[Job],
    waiting: &HashMap<String, (Contest, i64)>,
) -> Result<Vec<bool>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let mut fresh = Vec::with_capacity(batch.len());
    for job in batch {
        let statement = match job {
            Job::Contest { .. } | Job::Check { .. } => {
                fresh.push(false);
                continue;
            }
            Job::Game { game, .. } => {
                if let Some((Contest { id, kind, name, terms }, begun)) = waiting.get(&game.result.contest) {
                    let insert = "INSERT INTO contests (id, kind, name, terms, begun) VALUES ($1, $2, $3, $4, $5) \
                                  ON CONFLICT (id) DO NOTHING";
                    let insert = sqlx::query(insert).bind(id).bind(kind).bind(name).bind(terms).bind(begun);
                    insert.execute(&mut *transaction).await?;
                }
                game.insert()?
            }
            Job::Page { write, .. } => {
                write.execute(&mut transaction).await?;
                fresh.push(true);
                continue;
            }
        };
        fresh.push(statement.execute(&mut *transaction).await?.rows_affected() > 0);
    }
    transaction.commit().await?;
    Ok(fresh)
}
