//! A server that is killed in mid-game loses nothing that it has told anybody.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{Page, terms};
use web::message::Intention;

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // On Unix that is the signal that nobody can catch.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(ledger: &Path) -> (Killed, std::net::SocketAddr) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_web-test-server"));
    let mut child = command.arg(ledger).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Killed(child), line.trim().parse().unwrap())
}

#[test]
fn a_server_that_is_killed_loses_nothing_that_was_told() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.db");
    let mut told: Vec<(String, Vec<i8>, u32)> = Vec::new();
    for _ in 0..3 {
        let (server, address) = serve(&ledger);
        let mut page = Page::open(address);
        for (game, stones, number) in &told {
            let (_, position) = page.watch(game);
            assert_eq!((&position.stones, position.number), (stones, *number));
        }
        let (game, mut position) = page.new_game(terms(9, "human", "human"));
        for _ in 0..10 {
            position = page.play(&game, position.live, &position.legal[3].clone());
        }
        // The last thing that it is told may or may not be done, but nothing before it is lost.
        page.ask(Intention::Play { game: game.clone(), node: position.live, mv: "pass".to_string() });
        drop(server);
        let (server, address) = serve(&ledger);
        let (_, found) = Page::open(address).watch(&game);
        assert!(found.number == 10 || found.number == 11);
        assert_eq!(found.stones, position.stones);
        drop(server);
        told.push((game, found.stones, found.number));
    }
}
