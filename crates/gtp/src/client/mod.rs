//! The controller's end: another program, driven as a [`Player`](player::Player).
//!
//! A [`CommandLine`] is started as a `Program`; a [`Controller`] sends it commands and waits for replies, each within a
//! deadline; a [`GtpPlayer`] keeps the program's board the same as the game it is shown, and asks it for moves. A
//! program that hangs, crashes, babbles or cheats is answered with a [`ClientError`], never with a hang or a panic
//! here. What a program says of itself is cleaned and cut to a sane length where it comes in (`wire::brief`). No
//! program is left behind: it is killed when it is no longer wanted, and on Linux also when this process is killed.

mod controller;
mod engines;
mod gtp_player;
mod lookup;
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

/// What went wrong with another program.
#[derive(Clone, Debug, Error)]
pub enum ClientError {
    /// A command line that cannot be split into words.
    #[error("'{line}' is no command line: {reason}")]
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
        /// What the system says.
        source: Arc<std::io::Error>,
    },
    /// The folder in which the program is to be started is not there.
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
        /// What it was asked.
        command: String,
        /// How long it was waited for.
        limit: Duration,
    },
    /// The program ended.
    #[error("{engine} ended ({status}) instead of answering '{command}'{}", complained(complaint))]
    Ended {
        /// The engine.
        engine: String,
        /// What it was asked.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// The last that it wrote to standard error.
        complaint: String,
    },
    /// The program closed its output without ending.
    #[error("{engine} closed its output instead of answering '{command}'{}", complained(complaint))]
    Closed {
        /// The engine.
        engine: String,
        /// What it was asked.
        command: String,
        /// The last that it wrote to standard error.
        complaint: String,
    },
    /// The reply does not end.
    #[error("{engine} answered '{command}' with more than {} KiB, which is no GTP reply", limit >> 10)]
    Flood {
        /// The engine.
        engine: String,
        /// What it was asked.
        command: String,
        /// How many bytes it may write.
        limit: usize,
    },
    /// The reply is none.
    #[error("{engine} answered '{command}' with '{line}', which is no GTP reply")]
    Garbage {
        /// The engine.
        engine: String,
        /// What it was asked.
        command: String,
        /// What it wrote.
        line: String,
    },
    /// A reply without the points or the move that it should hold.
    #[error("{engine} answered '{command}' with '{answer}', which is no {expected}")]
    Unreadable {
        /// The engine.
        engine: String,
        /// What it was asked.
        command: String,
        /// What it answered.
        answer: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// The program said that it will not.
    #[error("{engine} refused '{command}': {message}")]
    Refused {
        /// The engine.
        engine: String,
        /// What it was asked.
        command: String,
        /// Its reason.
        message: String,
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
fn complained(complaint: &str) -> String {
    if complaint.is_empty() { String::new() } else { format!(", after writing '{complaint}' to standard error") }
}

impl ClientError {
    /// The kind of failure that this is to a referee.
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
            ClientError::Refused { .. } => FailureKind::Refusal,
        }
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Failure {
        Failure::new(error.kind(), error.to_string())
    }
}
