//! The ledger: every game that was played, in an SQLite file that any number of programs may read and write at once.
//!
//! Games are written by a separate thread. It takes all games that are waiting and commits them in one transaction;
//! [`Ledger::record`] returns when its game is committed, and a game counts as finished only then. A program that is
//! killed at any moment therefore loses the games that it was playing and no other. The file is in write-ahead mode
//! without a wait for the disk at every commit, so that a power cut may cost the last moments, but never the file.
//!
//! The SQL keeps to what SQLite and PostgreSQL share.

mod inspect;
mod page;
mod row;
mod timed;
mod writer;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, SqlSafeStr};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

use crate::Contest;
use crate::record::milliseconds;
use inspect::Found;
pub use page::{PageCard, PageChange, PageGame, PageNode};
pub(crate) use row::line;
pub use row::{GameRow, ResultRow};
pub use timed::TimedRow;
use writer::{Identity, Job, Writer};

/// A ledger that is open.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    /// For everything but writing games; closed last.
    desk: Arc<Mutex<Option<Desk>>>,
    /// Where games to be written go; nowhere if the ledger is only read.
    jobs: Option<Sender<Job>>,
    writer: Option<JoinHandle<()>>,
}

/// A connection, and what its waiting is done with.
#[derive(Debug)]
struct Desk {
    runtime: Runtime,
    connection: SqliteConnection,
}

/// An error of a ledger. Every committed game is still there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LedgerError {
    /// It does not exist.
    #[error("there is no ledger {}", .0.display())]
    Missing(PathBuf),
    /// It cannot be opened.
    #[error("the ledger {} cannot be opened: {reason}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It is something else.
    #[error("{} is not a ledger: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is odd about it.
        reason: String,
    },
    /// Its file went away or was replaced while it was open, and everything is in another one.
    #[error(
        "the ledger {} was deleted or replaced while games were written: all of them are in {}, so move that file to \
         its place",
        path.display(), rescued.display()
    )]
    Replaced {
        /// The file that was open.
        path: PathBuf,
        /// The file that has everything.
        rescued: PathBuf,
    },
    /// Its file went away or was replaced while it was open, and what it held could not be written elsewhere.
    #[error(
        "the ledger {} was deleted or replaced while games were written, and cannot be rescued: {reason}",
        path.display()
    )]
    Lost {
        /// The file that was open.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It was written by a newer version.
    #[error("the ledger {} was written by a newer version of this program: use that one", .0.display())]
    Newer(PathBuf),
    /// The disk is full.
    #[error(
        "the disk is full, so the ledger {} cannot be written: make some room and resume with the same command",
        .0.display()
    )]
    Full(PathBuf),
    /// Another program holds on to it.
    #[error("another program keeps the ledger {} locked: end it and resume with the same command", .0.display())]
    Locked(PathBuf),
    /// It may not be written.
    #[error("the ledger {} cannot be written, since it or its folder is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// Something else.
    #[error("the ledger {} fails: {reason}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What happened.
        reason: String,
    },
}

/// What has been done to the tables so far: number, name and statements.
const MIGRATIONS: [(i64, &str, &str); 3] = [
    (1, "games", include_str!("../../migrations/0001_games.sql")),
    (2, "page", include_str!("../../migrations/0002_page.sql")),
    (3, "page nodes", include_str!("../../migrations/0003_page_nodes.sql")),
];
/// How long to wait while another program writes.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often two programs that create the same ledger at once may get into each other's way.
const ATTEMPTS: u64 = 10;

impl Ledger {
    /// Opens a ledger, and makes it if it is not there.
    ///
    /// # Errors
    /// If the file cannot be opened or written, or is something else.
    pub fn open(path: impl Into<PathBuf>) -> Result<Ledger, LedgerError> {
        Ledger::open_with(path.into(), |options| options)
    }

    /// Opens a ledger that is there.
    ///
    /// # Errors
    /// If it is not there, or as [`open`](Ledger::open).
    pub fn open_existing(path: impl Into<PathBuf>) -> Result<Ledger, LedgerError> {
        let path = path.into();
        if path.exists() { Ledger::open(path) } else { Err(LedgerError::Missing(path)) }
    }

    /// Opens an existing ledger for reading. The file is not changed, even if it is not a ledger.
    ///
    /// # Errors
    /// If it does not exist, or is not a ledger.
    pub fn open_to_read(path: impl Into<PathBuf>) -> Result<Ledger, LedgerError> {
        let path = path.into();
        if !path.exists() {
            return Err(LedgerError::Missing(path));
        }
        if inspect::inspect(&path)? == Found::Nothing {
            return Err(LedgerError::Foreign { path, reason: "it is empty".to_string() });
        }
        let options = SqliteConnectOptions::new().filename(&path).read_only(true).busy_timeout(PATIENCE);
        let desk = Arc::new(Mutex::new(Some(Desk::open(&options, &path)?)));
        let ledger = Ledger { path: path.clone(), desk, jobs: None, writer: None };
        match ledger.timed("", "") {
            Err(LedgerError::Other { reason, .. }) => Err(LedgerError::Foreign { path, reason }),
            read => read.map(|_| ledger),
        }
    }

    fn open_with(
        path: PathBuf,
        adjust: impl Fn(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<Ledger, LedgerError> {
        let options = SqliteConnectOptions::new().filename(&path).busy_timeout(PATIENCE);
        if inspect::inspect(&path)? == Found::Nothing {
            // Before the file is in write-ahead mode, so that its header has the id in any case.
            Desk::open(&options.clone().create_if_missing(true), &path)?.mark(&path)?;
        }
        let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Normal);
        let options = adjust(options);
        let mut desk = Desk::open(&options, &path)?;
        desk.migrate(&path)?;
        let shared = Arc::new(Mutex::new(Some(desk)));
        let writer = Writer {
            shared: Arc::clone(&shared),
            desk: Desk::open(&options, &path)?,
            options,
            path: path.clone(),
            current: path.clone(),
            identity: Identity::of(&path).flatten(),
            waiting: HashMap::new(),
        };
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::Builder::new().name("ledger".to_string()).spawn(move || writer.run(&waiting));
        let thread = thread.map_err(|error| LedgerError::Open { path: path.clone(), reason: error.to_string() })?;
        Ok(Ledger { path, desk: shared, jobs: Some(jobs), writer: Some(thread) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a game, and returns when it is committed. `false` if the ledger had a game of that key already, which
    /// then stays as it is.
    ///
    /// # Errors
    /// If the ledger cannot be written; the game is then not in it.
    pub fn record(&self, game: GameRow) -> Result<bool, LedgerError> {
        let (done, committed) = mpsc::sync_channel(1);
        self.send(Job::Game { game: Box::new(game), done })?;
        committed.recv().map_err(|_| self.closed())?
    }

    /// Announces a contest. It is entered with its first game, unless there is one of its id; a contest of which no
    /// game is ever finished leaves no trace.
    ///
    /// # Errors
    /// If the ledger is only read.
    pub fn announce(&self, contest: Contest) -> Result<(), LedgerError> {
        self.send(Job::Contest { contest, begun: milliseconds(SystemTime::now()) as i64 })
    }

    /// Checks that the games are still in the file that was opened.
    ///
    /// # Errors
    /// [`LedgerError::Replaced`] if the file was deleted or replaced at any time since, with the file that now has
    /// everything.
    pub fn check(&self) -> Result<(), LedgerError> {
        let (done, checked) = mpsc::sync_channel(1);
        self.send(Job::Check { done })?;
        checked.recv().map_err(|_| self.closed())?
    }

    fn send(&self, job: Job) -> Result<(), LedgerError> {
        let jobs = self.jobs.as_ref().ok_or_else(|| LedgerError::ReadOnly(self.path.clone()))?;
        jobs.send(job).map_err(|_| self.closed())
    }

    /// The contests, in the order in which they began.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn contests(&self) -> Result<Vec<Contest>, LedgerError> {
        self.ask(async |connection| {
            let rows =
                sqlx::query("SELECT id, kind, name, terms FROM contests ORDER BY begun, id").fetch_all(connection);
            let read = |row: &sqlx::sqlite::SqliteRow| {
                let (id, kind, name) = (row.try_get("id")?, row.try_get("kind")?, row.try_get("name")?);
                Ok(Contest { id, kind, name, terms: row.try_get("terms")? })
            };
            rows.await?.iter().map(read).collect()
        })
    }

    /// The results of a contest, in the order in which the games ended.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn results(&self, contest: &str) -> Result<Vec<ResultRow>, LedgerError> {
        self.ask(async |connection| {
            let rows = sqlx::query(ResultRow::SELECT).bind(contest).fetch_all(connection).await?;
            rows.iter().map(ResultRow::read).collect()
        })
    }

    /// The next games of a contest whose keys come after this one, with the time of each move; a page of many, none
    /// when there are no more. Page by page, a ledger of any length can be read while others write it.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn timed(&self, contest: &str, after: &str) -> Result<Vec<TimedRow>, LedgerError> {
        self.ask(async |connection| {
            let rows = sqlx::query(TimedRow::SELECT).bind(contest).bind(after).fetch_all(connection).await?;
            rows.iter().map(TimedRow::read).collect()
        })
    }

    /// A game with everything that is known of it.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn game(&self, key: &str) -> Result<Option<GameRow>, LedgerError> {
        self.ask(async |connection| {
            let row = sqlx::query(GameRow::SELECT).bind(key).fetch_optional(connection).await?;
            row.as_ref().map(GameRow::read).transpose()
        })
    }

    fn ask<T>(
        &self,
        what: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, LedgerError> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Desk { runtime, connection }) = &mut *desk else { return Err(self.closed()) };
        runtime.block_on(what(connection)).map_err(|error| LedgerError::of(&error, &self.path))
    }

    fn closed(&self) -> LedgerError {
        LedgerError::Other { path: self.path.clone(), reason: "it is closed".to_string() }
    }
}

impl Drop for Ledger {
    /// Waits until everything is written.
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has nothing more to write.
            let _ = writer.join();
        }
        // Committed games are safe without this: the last connection to close folds the log into the file.
        if let Some(Desk { runtime, connection }) = self.desk.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = runtime.block_on(connection.close());
        }
    }
}

impl Desk {
    fn open(options: &SqliteConnectOptions, path: &Path) -> Result<Desk, LedgerError> {
        let unopened = |reason: String| LedgerError::Open { path: path.to_path_buf(), reason };
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(|error| unopened(error.to_string()))?;
        let connect = || runtime.block_on(options.connect()).map_err(|error| LedgerError::of(&error, path));
        let connection = again(connect, |error| matches!(error, LedgerError::Locked(_)))?;
        Ok(Desk { runtime, connection })
    }

    /// Marks the file as a ledger.
    fn mark(mut self, path: &Path) -> Result<(), LedgerError> {
        let mark = || {
            let marked = self.runtime.block_on(sqlx::raw_sql(inspect::MARK).execute(&mut self.connection));
            marked.map(|_| ()).map_err(|error| LedgerError::of(&error, path))
        };
        again(mark, |error| matches!(error, LedgerError::Locked(_)))?;
        let closed = self.runtime.block_on(self.connection.close());
        closed.map_err(|error| LedgerError::of(&error, path))
    }

    /// Brings the tables up to date.
    fn migrate(&mut self, path: &Path) -> Result<(), LedgerError> {
        self.migrate_to(path, MIGRATIONS.len())
    }

    /// Brings the tables to the state of a version.
    fn migrate_to(&mut self, path: &Path, version: usize) -> Result<(), LedgerError> {
        let migrations = MIGRATIONS.into_iter().take(version).map(|(version, name, sql)| {
            Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        });
        let migrator = Migrator::with_migrations(migrations.collect());
        let migrate = || {
            let migrated = self.runtime.block_on(migrator.run_direct(None, &mut self.connection, false));
            migrated.map_err(|error| match error {
                MigrateError::VersionMissing(_) => LedgerError::Newer(path.to_path_buf()),
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                    LedgerError::of(&error, path)
                }
                error => LedgerError::Foreign { path: path.to_path_buf(), reason: error.to_string() },
            })
        };
        // Where two programs make the same tables at once, the second one fails, and finds them made the next time.
        again(migrate, |error| matches!(error, LedgerError::Locked(_) | LedgerError::Other { .. }))
    }
}

/// Tries a thing again that failed because another program was at it.
fn again<T>(
    mut what: impl FnMut() -> Result<T, LedgerError>,
    is_passing: impl Fn(&LedgerError) -> bool,
) -> Result<T, LedgerError> {
    let mut attempt = 1;
    loop {
        match what() {
            Err(error) if attempt < ATTEMPTS && is_passing(&error) => {
                thread::sleep(Duration::from_millis(10 * attempt))
            }
            result => return result,
        }
        attempt += 1;
    }
}

impl LedgerError {
    /// The meaning of a database error, by SQLite's primary result codes.
    fn of(error: &sqlx::Error, path: &Path) -> LedgerError {
        // Content of the ledger may be quoted, and control characters would reach the terminal.
        let (path, reason) = (path.to_path_buf(), error.to_string().replace(char::is_control, " "));
        let Some(database) = error.as_database_error() else { return LedgerError::Other { path, reason } };
        let reason = database.message().to_string();
        match database.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or(0) & 0xff {
            5 | 6 => LedgerError::Locked(path),
            8 => LedgerError::ReadOnly(path),
            13 => LedgerError::Full(path),
            14 => LedgerError::Open { path, reason },
            11 | 26 => LedgerError::Foreign { path, reason },
            _ => LedgerError::Other { path, reason },
        }
    }
}

#[cfg(test)]
mod files;
#[cfg(test)]
mod tests;
