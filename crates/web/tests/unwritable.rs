//! A ledger that cannot be written: the pages see the error, and everything written before it is kept.
#![cfg(unix)]

mod common;

use std::fs;
use std::process::Command;

use common::{Page, ServerProcess, TestServer, terms};
use web::message::{Event, Intention, NewContest, System};

fn play(game: &str, node: u32, mv: &str) -> Intention {
    Intention::Play { game: game.to_string(), node, mv: mv.to_string() }
}

fn next_error(page: &mut Page) -> String {
    page.until(|message| match message.event {
        Event::Error { reason } => Some(reason.english),
        _ => None,
    })
}

#[test]
fn a_deleted_ledger_is_reported_to_all_watchers() {
    let server = TestServer::new();
    let (mut page, mut other) = (server.page(), server.page());
    let (game, _) = page.new_game(terms(5, "human", "human"));
    page.play(&game, 0, "C3");
    other.watch(&game);
    let ledger = server.folder.path().join("ledger.db");
    let aside = server.folder.path().join("aside.db");
    fs::rename(&ledger, &aside).unwrap();
    let refusal = page.refusal(play(&game, 1, "B2"));
    assert!(refusal.contains("ledger.db was deleted or replaced while games were written"), "{refusal}");
    assert_eq!(next_error(&mut other), refusal);
    assert_eq!(page.refusal(Intention::New { terms: terms(5, "human", "human") }), refusal);
    let rescued = server.folder.path().join("ledger.rescued.db");
    assert!(arena::Ledger::open_to_read(&rescued).is_ok(), "all games are in the rescued file");
}

#[test]
fn a_contest_whose_ledger_is_deleted_reports_where_its_games_are() {
    let server = TestServer::new();
    let mut page = server.page();
    let players = ["slow:ms=20", "slow:ms=21"].map(str::to_string).to_vec();
    let (name, system) = ("Cup".to_string(), System::Match);
    let contest = NewContest { name, system, players, games: 40, terms: terms(3, "human", "human") };
    page.answer(Intention::StartContest { contest }, |event| match event {
        Event::Contest { contest } => contest.running.then_some(()),
        _ => None,
    });
    let ledger = server.folder.path().join("ledger.db");
    fs::rename(&ledger, server.folder.path().join("aside.db")).unwrap();
    let error = next_error(&mut page);
    assert!(error.contains("was deleted or replaced while games were written: all of them are in "), "{error}");
}

/// A limit on the size of files stands in for a full disk.
#[test]
fn a_full_disk_is_reported_and_everything_written_before_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.db");
    let serve = |limit: &str| {
        // Ignores the signal of such a write: the write itself fails instead.
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$1\"");
        let mut command = Command::new("sh");
        ServerProcess::start(command.args(["-c", &script, ServerProcess::PROGRAM]).arg(&ledger))
    };
    // Blocks of 512 bytes: enough for an empty ledger and some moves.
    let server = serve("600");
    let mut page = Page::open(server.address);
    let (game, _) = page.new_game(terms(9, "human", "human"));
    page.play(&game, 0, "E5");
    let refused = (1..10_000).find_map(|pause| {
        let tag = page.ask(Intention::Pace { game: game.clone(), pause });
        page.until(|message| match message.event {
            Event::Position { .. } if message.tag == Some(tag) => Some(None),
            Event::Error { reason } if message.tag == Some(tag) => Some(Some(reason.english)),
            _ => None,
        })
    });
    let refused = refused.unwrap();
    assert!(refused.contains("ledger.db"), "{refused}");
    drop(server);
    let server = serve("unlimited");
    let mut page = Page::open(server.address);
    assert_eq!(page.watch(&game).1.last.as_deref(), Some("E5"));
}
