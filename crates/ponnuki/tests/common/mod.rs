//! The program, run in a temporary folder with a script for its input.
#![allow(dead_code, reason = "each test uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Nothing here takes this long: the limit turns a hang into a failure.
const HANG: Duration = Duration::from_secs(600);

/// Waits until a condition holds.
#[track_caller]
pub fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let limit = Instant::now() + HANG;
    while !holds() {
        assert!(Instant::now() < limit, "{what} did not happen");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal to a program.
#[cfg(unix)]
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// A folder in which the program is run.
pub struct Sandbox(TempDir);

/// What a run printed, and its exit code.
#[derive(Debug)]
pub struct Output {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

impl Output {
    /// Reads what a program writes, and waits for its end.
    pub fn of(child: Child) -> Output {
        let std::process::Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Output { out: text(stdout), err: text(stderr), code: status.code() }
    }

    /// Fails unless the output has these pieces, in this order.
    #[track_caller]
    pub fn says(&self, pieces: &[&str]) -> &Output {
        let mut rest = self.out.as_str();
        for piece in pieces {
            let Some(at) = rest.find(piece) else { panic!("{piece:?} is missing in the rest of\n{self:#}") };
            rest = &rest[at + piece.len()..];
        }
        self
    }
}

impl std::fmt::Display for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n--- stderr:\n{}\n--- code {:?}", self.out, self.err, self.code)
    }
}

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox(TempDir::new().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.args(args).current_dir(self.0.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, args: &[&str], input: impl AsRef<[u8]>) -> Output {
        let mut child = self.command(args).spawn().unwrap();
        // A program that does not read its input to the end is not at fault.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        Output::of(child)
    }

    /// Runs the program until its standard error contains these words, interrupts it, and waits for its end.
    #[cfg(unix)]
    pub fn interrupt_at(&self, words: &str, args: &[&str]) -> Output {
        let mut child = self.command(args).stdin(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let mut err = String::new();
        while !err.contains(words) {
            assert!(lines.read_line(&mut err).unwrap() > 0, "it ended without {words:?}: {err}");
        }
        signal(&child, "-INT");
        let rest = thread::spawn(move || {
            let mut rest = String::new();
            lines.read_to_string(&mut rest).map(|_| rest)
        });
        let output = Output::of(child);
        Output { err: err + &rest.join().unwrap().unwrap(), ..output }
    }
}
