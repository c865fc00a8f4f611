//! A ledger that cannot be written: the page is told, and everything written before is still there.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use common::{Page, World, terms};
use web::message::{Event, Intention, NewContest, System};

fn play(game: &str, node: u32, mv: &str) -> Intention {
    Intention::Play { game: game.to_string(), node, mv: mv.to_string() }
}

#[test]
fn a_ledger_that_is_deleted_underneath_is_told_to_everybody_who_watches() {
    let world = World::new();
    let (mut page, mut other) = (world.page(), world.page());
    let (game, _) = page.new_game(terms(5, "human", "human"));
    page.play(&game, 0, "C3");
    other.watch(&game);
    let ledger = world.folder.path().join("ledger.db");
    let aside = world.folder.path().join("aside.db");
    fs::rename(&ledger, &aside).unwrap();
    let refusal = page.refusal(play(&game, 1, "B2"));
    assert!(refusal.contains("ledger.db was deleted or replaced while games were written"), "{refusal}");
    let told = other.until(|message| match message.event {
        Event::Error { reason } => Some(reason.english),
        _ => None,
    });
    assert_eq!(told, refusal);
    assert_eq!(page.refusal(Intention::New { terms: terms(5, "human", "human") }), refusal);
    let rescued = world.folder.path().join("ledger.rescued.db");
    assert!(arena::Ledger::open_to_read(&rescued).is_ok(), "what was written is there");
}

#[test]
fn a_contest_whose_ledger_is_deleted_says_where_its_games_are() {
    let world = World::new();
    let mut page = world.page();
    let players = ["slow:ms=20", "slow:ms=21"].map(str::to_string).to_vec();
    let (name, system) = ("Cup".to_string(), System::Match);
    let contest = NewContest { name, system, players, games: 40, terms: terms(3, "human", "human") };
    page.answer(Intention::StartContest { contest }, |event| match event {
        Event::Contest { contest } => contest.running.then_some(()),
        _ => None,
    });
    let ledger = world.folder.path().join("ledger.db");
    fs::rename(&ledger, world.folder.path().join("aside.db")).unwrap();
    let told = page.until(|message| match message.event {
        Event::Error { reason } => Some(reason.english),
        _ => None,
    });
    assert!(told.contains("was deleted or replaced while games were written: all of them are in "), "{told}");
}

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A file that may not grow is as good as a disk that is full.
#[test]
fn a_full_disk_is_told_and_what_was_written_is_there_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.db");
    let serve = |limit: &str| {
        // The signal that such a write raises is ignored, so that the write itself fails.
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$1\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_web-test-server")]).arg(&ledger);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        (Killed(child), line.trim().parse().unwrap())
    };
    // Blocks of 512 bytes: enough for an empty ledger and some moves.
    let (server, address) = serve("600");
    let mut page = Page::open(address);
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
    let (_server, address) = serve("unlimited");
    let mut page = Page::open(address);
    assert_eq!(page.watch(&game).1.last.as_deref(), Some("E5"));
}
