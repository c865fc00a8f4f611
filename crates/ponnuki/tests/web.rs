//! `ponnuki web`: it prints its address, answers, and refuses other machines without a token.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use common::Sandbox;
#[cfg(unix)]
use common::{signal, wait_until};

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_page_is_served_on_this_machine() {
    let sandbox = Sandbox::new();
    let mut child = Ended(sandbox.command(&["web", "--port", "0", "--no-open"]).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(child.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Ponnuki is at http://").unwrap().trim_end_matches('/').to_string();
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let page = get(&address, "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Ponnuki"), "{page}");
    let players = get(&address, "/api/players");
    assert!(players.contains("\"mcts\"") && players.contains("preset.strongest"), "{players}");
    assert!(!players.contains("\"ponder\""), "{players}");
    assert!(sandbox.path("ponnuki.db").exists());
}

#[cfg(unix)]
#[test]
fn a_server_whose_output_is_closed_ends_only_when_it_is_asked_to() {
    let sandbox = Sandbox::new();
    let mut child = Ended(sandbox.command(&["web", "--port", "0", "--no-open"]).spawn().unwrap());
    drop(child.0.stdout.take());
    wait_until("the ledger", || sandbox.path("ponnuki.db").exists());
    signal(&child.0, "-TERM");
    assert_eq!(child.0.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_end_succeeds() {
    for name in ["-TERM", "-INT"] {
        let sandbox = Sandbox::new();
        let mut child = Ended(sandbox.command(&["web", "--port", "0", "--no-open"]).spawn().unwrap());
        let mut out = BufReader::new(child.0.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.starts_with("Ponnuki is at "), "{line}");
        signal(&child.0, name);
        assert_eq!(child.0.wait().unwrap().code(), Some(0), "{name}");
    }
}

#[test]
fn other_machines_need_a_token() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["web", "--listen", "0.0.0.0", "--port", "0", "--no-open"], "");
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("needs a token: give one with --token"), "{output}");
}
