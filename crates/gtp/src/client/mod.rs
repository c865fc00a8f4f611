//! The controller's end: another program, driven as a [`Player`](player::Player).
//!
//! A [`CommandLine`] is started as a `Program`; a [`Controller`] sends it commands and waits for replies, each within a
//! deadline; a [`GtpPlayer`] keeps the program's board in step with the game and asks for moves. A program that hangs,
//! crashes, breaks the protocol or plays illegally causes a [`ClientError`], never a hang or a panic. Names and
//! messages of a program are cleaned and truncated on arrival (`wire::brief`). No program is left running: it is killed
//! when it is dropped and, on Linux, when this process is killed.

mod controller;
mod engines;
mod gtp_player;
mod lookup;
mod playouts;
pub(crate) mod program;
mod spawn;
mod time;

use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use goban::Illegal;
use player::{Failure, FailureKind};
use thiserror::Error;

pub use controller::{Controller, Options};
pub use engines::{Engine, Engines, EnginesError};
pub use gtp_player::GtpPlayer;
#[cfg(unix)]
pub use program::kill_all;
pub use program::{CommandLine, Log};

/// An error of another program.
#[derive(Clone, Debug, Error)]
pub enum ClientError {
    /// A command line that cannot be split into words.
    #[error("'{line}' is not a command line: {reason}")]
    CommandLine {
        /// The line.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The program could not be started.
    #[error("'{command}' cannot be started ({source}): check that the program is installed and its path is right")]
    Start {
        /// The command line.
        command: String,
        /// The system's error.
        source: Arc<std::io::Error>,
    },
    /// The folder in which to start the program does not exist.
    #[error("'{command}' cannot be started: there is no directory {}", directory.display())]
    Directory {
        /// The command line.
        command: String,
        /// The folder.
        directory: PathBuf,
    },
    /// No reply in time.
    #[error("{engine} did not answer '{command}' within {:.1} seconds", limit.as_secs_f64())]
    Hang {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// The limit.
        limit: Duration,
    },
    /// The program ended.
    #[error("{engine} ended ({status}) instead of answering '{command}'{}", with_stderr(stderr))]
    Ended {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// The last lines that it wrote to standard error.
        stderr: String,
    },
    /// The program closed its output without ending.
    #[error("{engine} closed its output instead of answering '{command}'{}", with_stderr(stderr))]
    Closed {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// The last lines that it wrote to standard error.
        stderr: String,
    },
    /// The reply is too long.
    #[error("{engine} answered '{command}' with more than {} KiB, which is not a GTP reply", limit >> 10)]
    Flood {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// The output is not a GTP reply.
    #[error("{engine} answered '{command}' with '{line}', which is not a GTP reply")]
    Garbage {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// What it wrote.
        line: String,
    },
    /// A reply without the points or the move that it should hold.
    #[error("{engine} answered '{command}' with '{answer}', which is not a {expected}")]
    Unreadable {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// What it answered.
        answer: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// The program refused a command.
    #[error("{engine} refused '{command}': {message}")]
    Refused {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// Its reason.
        message: String,
    },
    /// A limit of playouts that cannot be set.
    #[error(
        "{engine} has no parameter for a budget in playouts: set its limit in its command line and add own-limit=true \
         to the player (own_limit = true in engines.toml), or use a budget of time"
    )]
    Playouts {
        /// The engine.
        engine: String,
    },
    /// A move that the rules forbid.
    #[error("{engine} played {played}, which is illegal: {reason}")]
    IllegalMove {
        /// The engine.
        engine: String,
        /// The move, as GTP writes it.
        played: String,
        /// The move.
        mv: goban::Move,
        /// Why it is illegal.
        reason: Illegal,
    },
}

/// What a program wrote to standard error, as the end of a sentence.
fn with_stderr(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(", after writing '{stderr}' to standard error") }
}

impl ClientError {
    /// The kind of failure, for the referee.
    pub fn kind(&self) -> FailureKind {
        match self {
            ClientError::Hang { .. } => FailureKind::Hang,
            ClientError::CommandLine { .. }
            | ClientError::Start { .. }
            | ClientError::Directory { .. }
            | ClientError::Ended { .. }
            | ClientError::Closed { .. } => FailureKind::Crash,
            ClientError::Flood { .. }
            | ClientError::Garbage { .. }
            | ClientError::Unreadable { .. }
            | ClientError::IllegalMove { .. } => FailureKind::Garbage,
            ClientError::Refused { .. } | ClientError::Playouts { .. } => FailureKind::Refusal,
        }
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Failure {
        Failure::new(error.kind(), error.to_string())
    }
}
