//! Whether a file is a ledger, found out without a change to it.
//!
//! A ledger has an application id in the header of its SQLite file (<https://www.sqlite.org/fileformat.html>, section
//! 1.3). One without an id is known by its tables.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Row};

use super::{Desk, LedgerError};

/// The application id of a ledger.
const APPLICATION: &[u8] = b"Ponn";
/// The statement that gives a file this id.
pub(super) const MARK: &str = "PRAGMA application_id = 0x506f6e6e";

/// What there is at the path of a ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// No file, an empty one, or a database without tables: a ledger can be made of it.
    Nothing,
    /// A ledger.
    Ledger,
}

const MAGIC: &[u8] = b"SQLite format 3\0";
/// Where the header has the application id, four bytes, the highest first.
const ID: std::ops::Range<usize> = 68..72;
const HEADER: u64 = 100;
/// The tables that every ledger has.
const TABLES: [&str; 3] = ["_sqlx_migrations", "contests", "games"];

/// What there is at a path.
///
/// # Errors
/// If it cannot be read, or is not a ledger and cannot become one without loss.
pub(super) fn inspect(path: &Path) -> Result<Found, LedgerError> {
    let unopened = |reason: String| LedgerError::Open { path: path.to_path_buf(), reason };
    let foreign = |reason: &str| LedgerError::Foreign { path: path.to_path_buf(), reason: reason.to_string() };
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(unopened(error.to_string())),
        Ok(metadata) if !metadata.is_file() => return Err(unopened("it is not a file".to_string())),
        Ok(_) => {}
    }
    let mut header = Vec::new();
    let file = File::open(path).map_err(|error| unopened(error.to_string()))?;
    file.take(HEADER).read_to_end(&mut header).map_err(|error| unopened(error.to_string()))?;
    if header.is_empty() {
        return Ok(Found::Nothing);
    }
    match header.get(ID).filter(|_| header.starts_with(MAGIC)) {
        Some(APPLICATION) => Ok(Found::Ledger),
        Some([0, 0, 0, 0]) => {
            let tables = tables(path)?;
            match TABLES.iter().all(|table| tables.iter().any(|known| known == table)) {
                true => Ok(Found::Ledger),
                false if tables.is_empty() => Ok(Found::Nothing),
                false => Err(foreign("it is a database of another program")),
            }
        }
        Some(_) => Err(foreign("it is a database of another program")),
        None => Err(foreign("it is not an SQLite file")),
    }
}

/// The tables of a database. If its write-ahead log holds everything, a copy is read: opening such a database itself
/// moves the log into it.
fn tables(path: &Path) -> Result<Vec<String>, LedgerError> {
    let in_file = names(&SqliteConnectOptions::new().filename(path).read_only(true).immutable(true), path)?;
    let log = log(path);
    if !in_file.is_empty() || std::fs::metadata(&log).map_or(0, |metadata| metadata.len()) == 0 {
        return Ok(in_file);
    }
    let unread = |error: std::io::Error| LedgerError::Open { path: path.to_path_buf(), reason: error.to_string() };
    let folder = tempfile::tempdir().map_err(unread)?;
    let copy = folder.path().join("copy.db");
    for (from, to) in [(path, &copy), (&log, &self::log(&copy))] {
        std::fs::copy(from, to).map_err(unread)?;
    }
    names(&SqliteConnectOptions::new().filename(&copy), path)
}

fn names(options: &SqliteConnectOptions, path: &Path) -> Result<Vec<String>, LedgerError> {
    let Desk { runtime, mut connection } = Desk::open(options, path)?;
    let select = sqlx::query("SELECT name FROM sqlite_schema WHERE type = 'table'");
    let rows = runtime.block_on(select.fetch_all(&mut connection));
    // The answer is known, even if closing the connection fails.
    let _ = runtime.block_on(connection.close());
    let read = rows.and_then(|rows| rows.iter().map(|row| row.try_get("name")).collect());
    read.map_err(|error| LedgerError::of(&error, path))
}

/// The write-ahead log of a database.
fn log(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push("-wal");
    name.into()
}
