//! One topic of an examination: the program, its answers and the findings.

use std::collections::HashSet;

use goban::{Color, Game, Move, Rules};

use super::connection::{Answer, Connection, Watch};
use super::{Finding, Report, Timeouts, Weight};
use crate::client::{ClientError, CommandLine};
use crate::wire;

pub(super) use super::connection::Lost;

/// The examination in one topic.
pub(super) struct Exam<'a> {
    pub(super) connection: Connection<'a>,
    pub(super) timeouts: Timeouts,
    topic: &'static str,
    name: String,
    version: String,
    commands: HashSet<String>,
    checks: usize,
    findings: Vec<Finding>,
}

/// The most characters of the name and of the version that a program gives itself.
const LONGEST_NAME: usize = 80;
/// The most characters of a finding.
const LONGEST_SENTENCE: usize = 400;

impl<'a> Exam<'a> {
    /// Starts the program.
    pub(super) fn start(
        line: &CommandLine,
        timeouts: Timeouts,
        topic: &'static str,
        watch: Watch<'a>,
    ) -> Result<Exam<'a>, ClientError> {
        let connection = Connection::open(line, watch)?;
        let (name, version, commands) = (String::new(), String::new(), HashSet::new());
        Ok(Exam { connection, timeouts, topic, name, version, commands, checks: 0, findings: Vec::new() })
    }

    /// Asks for its name, version and commands.
    pub(super) fn introduce(&mut self) -> Result<(), Lost> {
        self.connection.send("name");
        self.name = wire::brief(&self.connection.answer("name", self.timeouts.start)?.text, LONGEST_NAME);
        self.version = wire::brief(&self.ask("version")?.text, LONGEST_NAME);
        self.commands = self.ask("list_commands")?.text.split_whitespace().map(str::to_string).collect();
        Ok(())
    }

    /// Adds what was found to the report.
    pub(super) fn hand_in(mut self, report: &mut Report) {
        for (weight, what, example) in std::mem::take(&mut self.connection.form) {
            let is_known = |finding: &Finding| finding.sentence.starts_with(what);
            if !report.findings.iter().any(is_known) {
                let sentence = format!("{what} (at '{example}')");
                report.findings.push(Finding { weight, topic: "replies", sentence });
            }
        }
        report.findings.append(&mut self.findings);
        report.checks += self.checks;
        if report.name.is_empty() {
            (report.name, report.version) = (self.name, self.version);
        }
    }

    pub(super) fn supports(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sends a command that needs no search.
    pub(super) fn ask(&mut self, command: &str) -> Result<Answer, Lost> {
        self.connection.send(command);
        self.connection.answer(command, self.timeouts.command)
    }

    /// Sends a command that may need a search.
    pub(super) fn ask_to_think(&mut self, command: &str) -> Result<Answer, Lost> {
        self.connection.send(command);
        self.connection.answer(command, self.timeouts.genmove)
    }

    /// A requirement of the standard.
    pub(super) fn check(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.checks += 1;
        if !holds {
            self.fault(otherwise());
        }
    }

    /// A recommendation.
    pub(super) fn expect(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.checks += 1;
        if !holds {
            self.remark(otherwise());
        }
    }

    pub(super) fn fault(&mut self, sentence: String) {
        self.find(Weight::Fault, &sentence);
    }

    pub(super) fn remark(&mut self, sentence: String) {
        self.find(Weight::Remark, &sentence);
    }

    fn find(&mut self, weight: Weight, sentence: &str) {
        let sentence = wire::brief(sentence, LONGEST_SENTENCE);
        self.findings.push(Finding { weight, topic: self.topic, sentence });
    }

    /// A command that must succeed. Returns its text if it does.
    pub(super) fn succeeds(&mut self, command: &str) -> Result<Option<String>, Lost> {
        let Answer { ok, text, .. } = self.ask(command)?;
        self.check(ok, || format!("'{}' was refused: {text}", command.escape_default()));
        Ok(ok.then_some(text))
    }

    /// A command that must be refused, with one of the standard's messages.
    pub(super) fn is_refused(&mut self, command: &str, since: &str, words: &[&str]) -> Result<(), Lost> {
        let Answer { ok, text, .. } = self.ask(command)?;
        let command = command.escape_default();
        self.check(!ok, || format!("'{command}' was accepted, although {since}"));
        let message = text.to_ascii_lowercase();
        if !ok && !words.iter().any(|words| message.starts_with(words)) {
            self.remark(format!("'{command}' was refused with '{text}' rather than '{}'", words[0]));
        }
        Ok(())
    }

    /// Sets up an empty board of the first usual size that it accepts, and returns the size; `None` if it accepts none.
    pub(super) fn lay(&mut self) -> Result<Option<usize>, Lost> {
        for size in [9, 19, 13, 7, 5] {
            if self.ask(&format!("boardsize {size}"))?.ok {
                self.succeeds("clear_board")?;
                return Ok(Some(size));
            }
        }
        self.fault("it accepts none of the board sizes 9, 19, 13, 7 and 5".to_string());
        Ok(None)
    }

    /// Plays moves such as `b d4 w e5` on an empty board; returns the game if all of them were accepted.
    pub(super) fn position(&mut self, moves: &str) -> Result<Option<Game>, Lost> {
        let Some(size) = self.lay()? else { return Ok(None) };
        let mut game = Game::new(size, Rules::NEW_ZEALAND, 0.0);
        let words: Vec<&str> = moves.split_whitespace().collect();
        for pair in words.chunks_exact(2) {
            if self.succeeds(&format!("play {} {}", pair[0], pair[1]))?.is_none() {
                return Ok(None);
            }
            let played = Color::parse(pair[0]).zip(Move::from_gtp(pair[1], size).ok());
            let legal = played.is_some_and(|(color, mv)| game.play_as(color, mv).is_ok());
            debug_assert!(legal, "{pair:?}");
        }
        Ok(Some(game))
    }
}
