//! What a GTP program does wrong: an examination by the standard.
//!
//! The source is the specification of GTP version 2 (Farnebäck, draft 2). A *fault* violates the standard, and sooner
//! or later breaks a controller. A *remark* departs from a recommendation, or from usual practice. The program is
//! restarted for each topic: a hang or a crash in one topic does not hide the others. A program that does not report
//! its name and commands is not examined further.

mod connection;
mod exam;
mod game;
mod syntax;
mod tidy;

use std::fmt;
use std::time::Duration;

use crate::client::{ClientError, CommandLine};
use exam::{Exam, Lost};

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// What the program calls itself.
    pub name: String,
    /// What it calls its version.
    pub version: String,
    /// The number of checks.
    pub checks: usize,
    /// The findings, in order.
    pub findings: Vec<Finding>,
}

/// A departure from the standard or from usual practice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad it is.
    pub weight: Weight,
    /// What it is about.
    pub topic: &'static str,
    /// What the program did, and what was expected.
    pub sentence: String,
}

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// The standard recommends something else, or leaves it open.
    Remark,
    /// The standard forbids it.
    Fault,
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Weight::Remark => "remark",
            Weight::Fault => "fault",
        })
    }
}

impl Report {
    /// The findings that the standard forbids.
    pub fn faults(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.weight == Weight::Fault)
    }
}

/// How long a program may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For its first answer.
    pub start: Duration,
    /// For an answer that needs no search.
    pub command: Duration,
    /// For a move, and for a count.
    pub genmove: Duration,
    /// For its end after `quit`.
    pub quit: Duration,
    /// How long to listen where no answer is expected.
    pub silence: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts {
            quit: seconds(5),
            start: seconds(60),
            command: seconds(10),
            genmove: seconds(120),
            silence: Duration::from_millis(500),
        }
    }
}

/// The progress of an examination.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExamProgress<'a> {
    /// What is being examined.
    pub topic: &'static str,
    /// Its number, from 1.
    pub number: usize,
    /// The number of topics.
    pub topics: usize,
    /// The command whose answer is awaited.
    pub command: &'a str,
    /// How long it has been awaited.
    pub waited: Duration,
    /// How long it may take.
    pub limit: Duration,
}

type Topic = (&'static str, fn(&mut Exam<'_>) -> Result<(), Lost>);

const TOPICS: [Topic; 14] = [
    ("administration", tidy::administration),
    ("identity numbers", syntax::numbers),
    ("comments", syntax::comments),
    ("white space", syntax::white_space),
    ("unknown commands", syntax::unknown_commands),
    ("several commands", syntax::several_at_once),
    ("board", game::board),
    ("moves", game::moves),
    ("illegal moves", game::illegal_moves),
    ("undo", game::undo),
    ("genmove", game::genmove),
    ("the end of a game", game::the_end),
    ("time and handicap", tidy::time_and_handicap),
    ("quit", tidy::quit),
];

/// Examines a program. `watch` is called repeatedly during the examination.
///
/// # Errors
/// If it cannot be started.
pub fn conform(
    line: &CommandLine,
    timeouts: Timeouts,
    watch: &dyn Fn(&ExamProgress<'_>),
) -> Result<Report, ClientError> {
    let mut report = Report::default();
    for (place, (topic, look)) in TOPICS.into_iter().enumerate() {
        let (number, topics) = (place + 1, TOPICS.len());
        let awaited = |command: &str, waited, limit| {
            watch(&ExamProgress { topic, number, topics, command, waited, limit });
        };
        let mut exam = Exam::start(line, timeouts, topic, &awaited)?;
        if let Err(lost) = exam.introduce() {
            exam.fault(format!("{lost}; nothing else could be examined"));
            exam.hand_in(&mut report);
            break;
        }
        if let Err(lost) = look(&mut exam) {
            exam.fault(lost.to_string());
        }
        exam.hand_in(&mut report);
    }
    Ok(report)
}
