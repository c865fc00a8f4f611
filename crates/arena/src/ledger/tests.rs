//! The ledger keeps its games when others use it, and when the disk fails.

use std::time::Duration;

use goban::{Color, Outcome};
use sqlx::ConnectOptions;
use tempfile::TempDir;

use super::*;
use crate::{Fault, Finish, Machine};

pub(super) fn contest(id: &str) -> Contest {
    Contest { id: id.to_string(), kind: "match".to_string(), name: "A v B".to_string(), terms: "even".to_string() }
}

const RECORD: &str = "(;SZ[9];B[ee];W[cc];B[gg])\n";

pub(super) fn game(number: u64) -> GameRow {
    GameRow {
        result: ResultRow {
            key: format!("c/{number}"),
            contest: "c".to_string(),
            round: 0,
            number,
            players: ["random".to_string(), "gtp:gnugo".to_string()],
            first: Color::White,
            outcome: Outcome::Forfeit(Color::Black),
            finish: Finish::Forfeit(Fault::Hang),
            moves: 3,
            line: line("", RECORD),
            ended: 1_000_000 + number,
        },
        engines: [String::new(), "GNU Go 3.8".to_string()],
        size: 9,
        rules: "chinese".to_string(),
        komi: 7.5,
        handicap: 0,
        budget: "800".to_string(),
        clock: "10m".to_string(),
        opening: "none".to_string(),
        seed: u64::MAX >> 1,
        remark: "white: 'gnugo' did not answer".to_string(),
        times: vec![12, 0, u32::MAX],
        sgf: RECORD.to_string(),
        version: "0.1.0".to_string(),
        machine: Machine { cpu: "abacus".to_string(), cores: 2 },
        begun: 999_999,
    }
}

pub(super) fn ledger() -> (TempDir, Ledger) {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(folder.path().join("ledger.db")).unwrap();
    ledger.announce(contest("c")).unwrap();
    (folder, ledger)
}

#[test]
fn a_game_comes_back_as_it_was_written() {
    let (_folder, ledger) = ledger();
    assert_eq!(ledger.record(game(7)), Ok(true));
    assert_eq!(ledger.game("c/7"), Ok(Some(game(7))));
    assert_eq!(ledger.game("c/8"), Ok(None));
    let results = ledger.results("c").unwrap();
    assert_eq!(results, [game(7).result]);
    assert_eq!((results[0].winner(), results[0].in_order()), (Some(1), ["gtp:gnugo", "random"]));
}

#[test]
fn games_are_alike_by_board_and_moves_and_by_nothing_else() {
    let like = |sgf: &str| line("key", sgf);
    let game = like("(;SZ[9]KM[7.5]PB[a]DT[2026-01-01]C[Seed 1.];B[ee];W[cc])");
    assert_eq!(like("(;SZ[9]KM[7.5]PB[b]DT[2026-02-02]C[Seed 2.];B[ee]C[good];W[cc])"), game);
    assert_ne!(like("(;SZ[9]KM[7.5];B[ee];W[cd])"), game);
    assert_ne!(like("(;SZ[9]KM[0.5];B[ee];W[cc])"), game);
    assert_ne!(like("(;SZ[9]KM[7.5]AB[gg];B[ee];W[cc])"), game);
    assert_ne!(line("one", ""), line("other", ""), "what cannot be read is like nothing else");
}

#[test]
fn reports_read_page_by_page_whose_moves_took_how_long() {
    let (_folder, ledger) = ledger();
    let numbers: Vec<u64> = (1000..2500).collect();
    numbers.iter().for_each(|&number| assert_eq!(ledger.record(game(number)), Ok(true)));
    let mut read = Vec::new();
    let mut after = String::new();
    loop {
        let page = ledger.timed("c", &after).unwrap();
        let Some(last) = page.last() else { break };
        after.clone_from(&last.result.key);
        read.extend(page);
    }
    assert_eq!(read.iter().map(|row| row.result.number).collect::<Vec<_>>(), numbers);
    assert_eq!(read[0].times, [vec![12, u32::MAX], vec![0]]);
    assert_eq!((read[0].engines[1].as_str(), read[0].size, read[0].begun), ("GNU Go 3.8", 9, 999_999));
}

#[test]
fn who_only_reads_changes_nothing() {
    let (folder, ledger) = ledger();
    ledger.record(game(0)).unwrap();
    let path = folder.path().join("ledger.db");
    let reader = Ledger::open_to_read(&path).unwrap();
    assert_eq!(reader.timed("c", "").unwrap().len(), 1);
    ledger.record(game(1)).unwrap();
    assert_eq!(reader.timed("c", "").unwrap().len(), 2, "while another writes");
    assert_eq!(reader.record(game(2)), Err(LedgerError::ReadOnly(path)));

    let missing = folder.path().join("gone.db");
    assert_eq!(Ledger::open_to_read(&missing).unwrap_err(), LedgerError::Missing(missing.clone()));
    assert!(!missing.exists());
}

#[test]
fn a_game_is_written_once() {
    let (_folder, ledger) = ledger();
    assert_eq!(ledger.record(game(0)), Ok(true));
    let other = GameRow { remark: "played again".to_string(), ..game(0) };
    assert_eq!(ledger.record(other), Ok(false));
    assert_eq!(ledger.game("c/0"), Ok(Some(game(0))));
}

#[test]
fn a_ledger_that_is_closed_is_one_file() {
    let (folder, ledger) = ledger();
    ledger.record(game(0)).unwrap();
    drop(ledger);
    let files: Vec<String> =
        folder.path().read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, ["ledger.db"]);
}

#[test]
fn a_contest_is_entered_once_with_its_first_game() {
    let (_folder, ledger) = ledger();
    ledger.announce(contest("d")).unwrap();
    ledger.check().unwrap();
    assert_eq!(ledger.contests(), Ok(vec![]), "nothing was played");
    ledger.record(game(0)).unwrap();
    ledger.announce(Contest { name: "another name".to_string(), ..contest("c") }).unwrap();
    ledger.record(game(1)).unwrap();
    assert_eq!(ledger.contests(), Ok(vec![contest("c")]));
    assert_eq!(ledger.results("d"), Ok(vec![]));
}

#[test]
fn a_game_of_no_contest_is_refused() {
    let (_folder, ledger) = ledger();
    let mut stray = game(0);
    stray.result.contest = "nowhere".to_string();
    assert!(matches!(ledger.record(stray), Err(LedgerError::Other { .. })));
}

#[test]
fn several_ledgers_write_the_same_file_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let fresh: usize = thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let ledger = Ledger::open(&path).unwrap();
                    ledger.announce(contest("c")).unwrap();
                    (0..25).filter(|&number| ledger.record(game(number)).unwrap()).count()
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    assert_eq!(fresh, 25, "each of the four wrote all, and each game was new to one of them");
    assert_eq!(Ledger::open_existing(&path).unwrap().results("c").unwrap().len(), 25);
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let small = Ledger::open_with(path.clone(), |options| options.pragma("max_page_count", "40")).unwrap();
    small.announce(contest("c")).unwrap();
    let large = |number| GameRow { sgf: "x".repeat(20_000), ..game(number) };
    let written: Vec<u64> = (0..100).take_while(|&number| small.record(large(number)).is_ok()).collect();
    let error = small.record(large(99)).unwrap_err();
    assert_eq!(error, LedgerError::Full(path.clone()));
    assert!(error.to_string().starts_with("the disk is full, so the ledger "), "{error}");
    drop(small);
    let ledger = Ledger::open(&path).unwrap();
    let kept: Vec<u64> = ledger.results("c").unwrap().iter().map(|result| result.number).collect();
    assert!(!written.is_empty() && kept == written, "{kept:?}");
    assert_eq!(ledger.record(large(99)), Ok(true), "with more space, it continues");
}

#[test]
fn a_locked_ledger_is_told() {
    let (folder, first) = ledger();
    let path = folder.path().join("ledger.db");
    let patience = Duration::from_millis(20);
    let second = Ledger::open_with(path.clone(), |options| options.busy_timeout(patience)).unwrap();
    first.record(game(0)).unwrap();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let mut holder = runtime.block_on(SqliteConnectOptions::new().filename(&path).connect()).unwrap();
    runtime.block_on(sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut holder)).unwrap();
    assert_eq!(second.record(game(1)), Err(LedgerError::Locked(path)));
    assert_eq!(second.results("c").unwrap().len(), 1, "it can still be read");
    runtime.block_on(sqlx::raw_sql("COMMIT").execute(&mut holder)).unwrap();
    assert_eq!(second.record(game(1)), Ok(true));
}

#[test]
fn where_there_can_be_no_ledger_none_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("gone.db");
    assert_eq!(Ledger::open_existing(&missing).unwrap_err(), LedgerError::Missing(missing.clone()));
    assert!(!missing.exists());
    assert!(matches!(Ledger::open(folder.path().join("no/such/folder.db")), Err(LedgerError::Open { .. })));
}

fn page_game(id: &str, changed: u64) -> PageGame {
    let card = PageCard {
        id: id.to_string(),
        seats: ["human".to_string(), "random".to_string()],
        size: 2,
        moves: 1,
        result: String::new(),
        stones: "X...".to_string(),
        begun: 5,
        changed,
    };
    let (terms, state) = ("{}".to_string(), "{}".to_string());
    PageGame { card, terms, state, record: None, nodes: vec![node(0, "(;SZ[2])"), node(1, "(;B[aa])")] }
}

fn node(number: u32, sgf: &str) -> PageNode {
    PageNode { number, parent: number.saturating_sub(1), sgf: sgf.to_string() }
}

fn committed(write: impl FnOnce(mpsc::Sender<Result<(), LedgerError>>)) -> Result<(), LedgerError> {
    let (send, committed) = mpsc::channel();
    write(send);
    committed.recv().unwrap()
}

fn store(ledger: &Ledger, game: PageGame) -> Result<(), LedgerError> {
    committed(|send| ledger.store_page_game(game, move |stored| send.send(stored).unwrap()))
}

fn update(ledger: &Ledger, change: PageChange) -> Result<(), LedgerError> {
    committed(|send| ledger.update_page_game(change, move |stored| send.send(stored).unwrap()))
}

#[test]
fn a_game_of_the_page_grows_node_by_node() {
    let (folder, ledger) = ledger();
    store(&ledger, page_game("a", 10)).unwrap();
    store(&ledger, page_game("b", 11)).unwrap();
    let mut later = page_game("a", 12);
    later.nodes[1].sgf = "(;B[aa]C[good])".to_string();
    later.nodes.push(node(2, "(;W[bb])"));
    let change = PageChange { card: later.card.clone(), state: "{}".to_string(), nodes: later.nodes[1..].to_vec() };
    update(&ledger, change).unwrap();
    assert_eq!(ledger.page_game("a"), Ok(Some(later.clone())));
    assert_eq!(ledger.page_game("b"), Ok(Some(page_game("b", 11))));
    assert_eq!(ledger.page_game("c"), Ok(None));
    assert_eq!(ledger.page_games(0, 9), Ok((vec![later.card, page_game("b", 11).card], 2)), "the latest first");
    assert_eq!(ledger.page_games(1, 9).unwrap().0.len(), 1);
    let reader = Ledger::open_to_read(folder.path().join("ledger.db")).unwrap();
    assert!(matches!(store(&reader, page_game("d", 1)), Err(LedgerError::ReadOnly(_))));
}

#[test]
fn page_games_of_earlier_versions_keep_their_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut desk = Desk::open(&options, &path).unwrap();
    desk.migrate_to(&path, 2).unwrap();
    let insert = "INSERT INTO page_games (id, black, white, size, moves, result, stones, terms, state, sgf, begun, \
                  changed) VALUES ('a', 'human', 'random', 2, 1, '', 'X...', '{}', '{}', '(;SZ[2];B[aa])', 5, 10)";
    desk.runtime.block_on(sqlx::query(insert).execute(&mut desk.connection)).unwrap();
    desk.mark(&path).unwrap();
    let ledger = Ledger::open(&path).unwrap();
    let old = PageGame { record: Some("(;SZ[2];B[aa])".to_string()), nodes: Vec::new(), ..page_game("a", 10) };
    assert_eq!(ledger.page_game("a"), Ok(Some(old.clone())));
    let nodes = vec![node(2, "(;W[bb])")];
    update(&ledger, PageChange { card: old.card.clone(), state: old.state.clone(), nodes: nodes.clone() }).unwrap();
    assert_eq!(ledger.page_game("a"), Ok(Some(PageGame { nodes, ..old })));
}

#[test]
fn a_contest_of_the_page_is_defined_by_what_was_said_last() {
    let (_folder, ledger) = ledger();
    ledger.keep_contest("cup", "two players").unwrap();
    ledger.keep_contest("cup", "three players").unwrap();
    assert_eq!(ledger.page_contests(), Ok(vec![("cup".to_string(), "three players".to_string())]));
}
