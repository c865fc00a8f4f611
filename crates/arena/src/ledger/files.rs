//! Files of other programs are left alone, and games survive the move of a ledger's file.

use std::collections::BTreeMap;
use std::fs;

use tempfile::TempDir;

use super::tests::{contest, game, ledger};
use super::*;

/// A connection of another program.
fn connect(options: SqliteConnectOptions, path: &Path) -> Desk {
    Desk::open(&options.filename(path).create_if_missing(true), path).unwrap()
}

fn run(desk: &mut Desk, statements: &'static str) {
    desk.runtime.block_on(sqlx::raw_sql(statements).execute(&mut desk.connection)).unwrap();
}

fn close(desk: Desk) {
    desk.runtime.block_on(desk.connection.close()).unwrap();
}

/// Every file of a folder, byte by byte.
fn contents(folder: &TempDir) -> BTreeMap<String, Vec<u8>> {
    let files = folder.path().read_dir().unwrap().map(|file| file.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
}

/// Fails unless the file is refused, to write and to read, and nothing in its folder has changed.
#[track_caller]
fn is_left_alone(folder: &TempDir, path: &Path, reason: &str) {
    let before = contents(folder);
    for refusal in [Ledger::open(path).unwrap_err(), Ledger::open_to_read(path).unwrap_err()] {
        assert_eq!(refusal.to_string(), format!("{} is not a ledger: {reason}", path.display()));
    }
    assert!(contents(folder) == before, "something has changed: {:?}", contents(folder).keys());
}

#[test]
fn what_is_no_database_is_left_alone() {
    for text in ["x", &"a text that is longer than the header of a database\n".repeat(100)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        fs::write(&path, text).unwrap();
        is_left_alone(&folder, &path, "it is not an SQLite file");
    }
}

#[test]
fn the_database_of_another_program_is_left_alone() {
    for (mode, statements) in [
        (SqliteJournalMode::Delete, "CREATE TABLE bookmarks (url TEXT)"),
        (SqliteJournalMode::Wal, "CREATE TABLE bookmarks (url TEXT)"),
        (SqliteJournalMode::Delete, "CREATE TABLE games (id TEXT); CREATE TABLE _sqlx_migrations (version BIGINT)"),
        (SqliteJournalMode::Delete, "PRAGMA application_id = 7"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("foreign.db");
        let mut owner = connect(SqliteConnectOptions::new().journal_mode(mode), &path);
        run(&mut owner, statements);
        close(owner);
        is_left_alone(&folder, &path, "it is a database of another program");
    }
}

/// All that its owner has written so far is in the write-ahead log.
#[test]
fn a_database_that_another_program_has_just_made_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("foreign.db");
    let mut owner = connect(SqliteConnectOptions::new().journal_mode(SqliteJournalMode::Wal), &path);
    run(&mut owner, "CREATE TABLE bookmarks (url TEXT)");
    is_left_alone(&folder, &path, "it is a database of another program");
    close(owner);
}

#[test]
fn a_ledger_can_be_made_of_an_empty_file_or_database() {
    let folder = tempfile::tempdir().unwrap();
    let [file, database] = ["file.db", "database.db"].map(|name| folder.path().join(name));
    fs::write(&file, "").unwrap();
    let mut owner = connect(SqliteConnectOptions::new(), &database);
    run(&mut owner, "CREATE TABLE x (y TEXT); DROP TABLE x");
    close(owner);
    for path in [file, database] {
        assert!(matches!(Ledger::open_to_read(&path), Err(LedgerError::Foreign { .. })), "nothing to read yet");
        let ledger = Ledger::open(&path).unwrap();
        ledger.announce(contest("c")).unwrap();
        assert_eq!(ledger.record(game(0)), Ok(true));
        drop(ledger);
        assert_eq!(&fs::read(&path).unwrap()[68..72], b"Ponn");
    }
}

#[test]
fn a_ledger_without_an_application_id_is_known_by_its_tables() {
    let (folder, ledger) = ledger();
    ledger.record(game(0)).unwrap();
    drop(ledger);
    let path = folder.path().join("ledger.db");
    let mut owner = connect(SqliteConnectOptions::new(), &path);
    run(&mut owner, "PRAGMA application_id = 0");
    close(owner);
    assert_eq!(Ledger::open_to_read(&path).unwrap().results("c").unwrap().len(), 1);
    assert_eq!(Ledger::open(&path).unwrap().record(game(1)), Ok(true));
}

/// A program without application ids was killed before it had moved the write-ahead log into the file.
#[test]
fn a_ledger_that_is_all_in_its_log_is_known_by_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["ledger.db", "copy.db"].map(|name| folder.path().join(name));
    let mut owner = connect(SqliteConnectOptions::new().journal_mode(SqliteJournalMode::Wal), &path);
    owner.migrate(&path).unwrap();
    for suffix in ["", "-wal"] {
        fs::copy(format!("{}{suffix}", path.display()), format!("{}{suffix}", copy.display())).unwrap();
    }
    assert_eq!(inspect::inspect(&copy), Ok(Found::Ledger));
    close(owner);
}

/// What a rescued ledger holds, by the numbers of its games.
#[track_caller]
fn rescued(ledger: &Ledger, expected: &Path) -> Vec<u64> {
    let path = ledger.path().to_path_buf();
    let error = ledger.check().unwrap_err();
    assert_eq!(error, LedgerError::Replaced { path, rescued: expected.to_path_buf() });
    assert!(error.to_string().contains("was deleted or replaced") && !error.to_string().contains('\n'), "{error}");
    let found = Ledger::open_to_read(expected).unwrap();
    found.results("c").unwrap().iter().map(|result| result.number).collect()
}

#[cfg(unix)]
#[test]
fn a_ledger_that_is_deleted_is_rescued_and_goes_on() {
    for logs_too in [false, true] {
        let (folder, ledger) = ledger();
        ledger.record(game(0)).unwrap();
        assert_eq!(ledger.check(), Ok(()));
        let path = folder.path().join("ledger.db");
        fs::remove_file(&path).unwrap();
        if logs_too {
            fs::remove_file(folder.path().join("ledger.db-wal")).unwrap();
            fs::remove_file(folder.path().join("ledger.db-shm")).unwrap();
        }
        assert_eq!([ledger.record(game(1)), ledger.record(game(2))], [Ok(true), Ok(true)]);
        assert_eq!(ledger.results("c").unwrap().len(), 3, "it is read where it is written");
        assert_eq!(rescued(&ledger, &folder.path().join("ledger.rescued.db")), [0, 1, 2]);
        drop(ledger);
        assert!(!path.exists());
        assert_eq!(Ledger::open(folder.path().join("ledger.rescued.db")).unwrap().record(game(2)), Ok(false));
    }
}

#[cfg(unix)]
#[test]
fn a_ledger_that_is_replaced_is_rescued_and_overwrites_nothing() {
    let (folder, ledger) = ledger();
    let [path, other, taken] = ["ledger.db", "other.db", "ledger.rescued.db"].map(|name| folder.path().join(name));
    ledger.record(game(0)).unwrap();
    fs::write(&other, "another file").unwrap();
    fs::write(&taken, "an earlier rescue").unwrap();
    fs::rename(&other, &path).unwrap();
    assert_eq!(ledger.record(game(1)), Ok(true));
    assert_eq!(rescued(&ledger, &folder.path().join("ledger.rescued-2.db")), [0, 1]);
    drop(ledger);
    assert_eq!(fs::read_to_string(&path).unwrap(), "another file");
    assert_eq!(fs::read_to_string(&taken).unwrap(), "an earlier rescue");
}

#[cfg(unix)]
#[test]
fn a_ledger_that_is_deleted_after_its_last_game_is_rescued() {
    let (folder, ledger) = ledger();
    ledger.record(game(0)).unwrap();
    fs::remove_file(folder.path().join("ledger.db")).unwrap();
    assert_eq!(rescued(&ledger, &folder.path().join("ledger.rescued.db")), [0]);
    fs::remove_file(folder.path().join("ledger.rescued.db")).unwrap();
    assert_eq!(ledger.record(game(1)), Ok(true), "even twice");
    assert_eq!(rescued(&ledger, &folder.path().join("ledger.rescued.db")), [0, 1]);
}

#[cfg(unix)]
#[test]
fn where_nothing_can_be_rescued_the_game_is_not_said_to_be_kept() {
    let (folder, ledger) = ledger();
    ledger.record(game(0)).unwrap();
    fs::remove_dir_all(folder.path()).unwrap();
    let error = ledger.record(game(1)).unwrap_err();
    assert!(matches!(error, LedgerError::Lost { .. }), "{error}");
}
