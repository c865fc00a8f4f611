//! The program, run in a folder of its own with a script for its input.
#![allow(dead_code, reason = "each test uses its part")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder in which the program is run.
pub struct Room(TempDir);

/// What a run left behind.
#[derive(Debug)]
pub struct Told {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

impl Told {
    /// Fails unless the output has these pieces, in this order.
    #[track_caller]
    pub fn says(&self, pieces: &[&str]) -> &Told {
        let mut rest = self.out.as_str();
        for piece in pieces {
            let Some(at) = rest.find(piece) else { panic!("{piece:?} is missing in the rest of\n{self:#}") };
            rest = &rest[at + piece.len()..];
        }
        self
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n--- stderr:\n{}\n--- code {:?}", self.out, self.err, self.code)
    }
}

impl Room {
    pub fn new() -> Room {
        Room(TempDir::new().unwrap())
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
    pub fn run(&self, args: &[&str], input: impl AsRef<[u8]>) -> Told {
        let mut child = self.command(args).spawn().unwrap();
        // A program that does not read its input to the end is none the worse for it.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Told { out: text(stdout), err: text(stderr), code: status.code() }
    }
}
