//! Commands to an engine and its replies, each within a deadline.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use player::Stop;

use super::program::{Program, Received};
use super::{ClientError, CommandLine, Log};
use crate::wire::{self, ReplyReader};

/// Deadlines for an engine, and where its output to standard error goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// For its first answer: some engines load a large file before they speak.
    pub start: Duration,
    /// For the answer to a command that needs no search.
    pub command: Duration,
    /// For a move without a time limit and a clock, and for the count after such a game.
    pub genmove: Duration,
    /// The minimum for a count after a game whose moves had a time limit or a clock.
    pub count: Duration,
    /// For a move beyond its time limit or clock, before the engine counts as hung. The referee decides whether it lost
    /// on time.
    pub grace: Duration,
    /// For its end after `quit`, before it is killed.
    pub quit: Duration,
    /// GTP commands sent first. The engine may refuse none of them.
    pub setup: Vec<String>,
    /// Whether its command line or its setup limits its moves. Budgets in playouts do not apply to it.
    pub own_limit: bool,
    /// What it writes to standard error.
    pub log: Log,
    /// Receives a notice when the engine takes longer than `notice_after` to get ready.
    pub notice: Log,
    /// The time after which a slow start is reported.
    pub notice_after: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            start: Duration::from_secs(60),
            command: Duration::from_secs(20),
            genmove: Duration::from_secs(600),
            count: Duration::from_secs(20),
            grace: Duration::from_secs(10),
            quit: Duration::from_secs(1),
            setup: Vec::new(),
            own_limit: false,
            log: Log::none(),
            notice: Log::none(),
            notice_after: Duration::from_secs(2),
        }
    }
}

/// How often the stop signal is polled while a move is awaited.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The time for an engine that closed its output to exit, for its status to be reported.
const EXIT_GRACE: Duration = Duration::from_secs(2);
/// The most bytes of a reply.
const LONGEST_REPLY: usize = 1 << 20;
/// The most characters of the name and of the version that an engine gives itself.
const LONGEST_NAME: usize = 80;
/// The most characters of any other engine output, and of a command, in an error message.
const LONGEST_QUOTE: usize = 200;

/// An engine that was started and has introduced itself.
///
/// After any error but a refusal ([`ClientError::Refused`]) the engine is no longer running.
#[derive(Debug)]
pub struct Controller {
    program: Program,
    replies: ReplyReader,
    label: String,
    name: String,
    version: String,
    commands: HashSet<String>,
    options: Options,
}

impl Controller {
    /// Starts a program, asks for its name, version and commands, and sets it up.
    ///
    /// # Errors
    /// If the engine cannot be started, misses the deadline, breaks the protocol, or refuses a setup command.
    pub fn start(line: &CommandLine, options: &Options) -> Result<Controller, ClientError> {
        let program = Program::start(line, &options.log)?;
        let mut controller = Controller {
            program,
            replies: ReplyReader::default(),
            label: wire::brief(&line.to_string(), LONGEST_QUOTE),
            name: String::new(),
            version: String::new(),
            commands: HashSet::new(),
            options: options.clone(),
        };
        let asked = controller.ask_to_get_ready("name");
        let name = accept_refusal(asked)?.unwrap_or_else(|| line.program.clone());
        controller.name = wire::brief(&name, LONGEST_NAME);
        let version = controller.ask_optional("version")?.unwrap_or_default();
        controller.version = wire::brief(&version, LONGEST_NAME);
        let listed = controller.ask_optional("list_commands")?.unwrap_or_default();
        controller.commands = listed.split_whitespace().map(str::to_string).collect();
        for command in &options.setup {
            controller.ask_to_get_ready(command)?;
        }
        Ok(controller)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it calls its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether it lists a command.
    pub fn supports(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sends a command that needs no search and returns the text of the reply.
    ///
    /// # Errors
    /// If the engine refuses the command, or fails to reply to it.
    pub fn ask(&mut self, command: &str) -> Result<String, ClientError> {
        self.ask_within(command, self.options.command, None)
    }

    /// Like [`ask`](Controller::ask), for a command that the engine may refuse; a refusal is `None`.
    pub(super) fn ask_optional(&mut self, command: &str) -> Result<Option<String>, ClientError> {
        accept_refusal(self.ask(command))
    }

    /// Sends a command and waits for the reply within a limit. The stop signal is passed on to an engine that supports
    /// `gogui-interrupt`; the reply is awaited in any case.
    ///
    /// # Errors
    /// As [`ask`](Controller::ask).
    pub fn ask_within(&mut self, command: &str, limit: Duration, stop: Option<&Stop>) -> Result<String, ClientError> {
        self.exchange(command, limit, stop, None)
    }

    /// Sends a command before the first game, with a notice if the reply is slow.
    fn ask_to_get_ready(&mut self, command: &str) -> Result<String, ClientError> {
        self.exchange(command, self.options.start, None, Some(self.options.notice_after))
    }

    fn exchange(
        &mut self,
        command: &str,
        limit: Duration,
        mut stop: Option<&Stop>,
        mut notice: Option<Duration>,
    ) -> Result<String, ClientError> {
        // A program that has stopped reading may still have written why.
        let _ = self.program.write(command);
        let began = Instant::now();
        let mut read = 0;
        loop {
            let left = |time: Duration| time.saturating_sub(began.elapsed());
            let wakeups = stop.map(|_| POLL_INTERVAL).into_iter().chain(notice.map(left));
            match self.program.read(wakeups.fold(left(limit), Duration::min)) {
                Received::Line(line) => {
                    read += line.len() + 1;
                    match self.replies.feed(&line) {
                        Ok(None) if read > LONGEST_REPLY => {
                            self.program.end(Duration::ZERO);
                            let (engine, command) = (self.engine(), quoted(command));
                            return Err(ClientError::Flood { engine, command, limit: LONGEST_REPLY });
                        }
                        Ok(None) => {}
                        Ok(Some(reply)) => return reply.result.map_err(|message| self.refused(command, &message)),
                        Err(garbage) => {
                            self.program.end(Duration::ZERO);
                            let (engine, command, line) = (self.engine(), quoted(command), quoted(&garbage.0));
                            return Err(ClientError::Garbage { engine, command, line });
                        }
                    }
                }
                Received::End => return Err(self.ended(command)),
                Received::Timeout => {
                    if stop.is_some_and(Stop::is_stopped) {
                        stop = None;
                        if self.supports("gogui-interrupt") {
                            let _ = self.program.write("# interrupt");
                        }
                    }
                }
            }
            if began.elapsed() >= limit {
                self.program.end(Duration::ZERO);
                return Err(ClientError::Hang { engine: self.engine(), command: quoted(command), limit });
            }
            if notice.is_some_and(|notice| began.elapsed() >= notice) {
                notice = None;
                let (command, limit) = (quoted(command), limit.as_secs_f64());
                let label = &self.label;
                let text = format!("waiting for '{label}' to answer '{command}'; its limit is {limit:.0} seconds");
                self.options.notice.write(&text);
            }
        }
    }

    /// Sends `quit` and waits for the program to exit; kills it if it does not. Dropping the controller does the same.
    pub fn close(self) {
        drop(self);
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// The engine as error messages name it.
    pub(super) fn engine(&self) -> String {
        if self.name.is_empty() { self.label.clone() } else { self.name.clone() }
    }

    /// An answer that cannot be parsed.
    pub(super) fn unreadable(&self, command: &str, answer: &str, expected: &'static str) -> ClientError {
        let (engine, command, answer) = (self.engine(), quoted(command), quoted(answer));
        ClientError::Unreadable { engine, command, answer, expected }
    }

    fn refused(&self, command: &str, message: &str) -> ClientError {
        ClientError::Refused { engine: self.engine(), command: quoted(command), message: quoted(message) }
    }

    fn ended(&mut self, command: &str) -> ClientError {
        let (engine, command) = (self.engine(), quoted(command));
        let status = self.program.end(EXIT_GRACE);
        let stderr = self.program.stderr_tail();
        match status {
            Some(status) => ClientError::Ended { engine, command, status, stderr },
            None => ClientError::Closed { engine, command, stderr },
        }
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        if self.program.write("quit").is_ok() {
            self.program.end(self.options.quit);
        }
    }
}

/// Text as an error quotes it.
fn quoted(text: &str) -> String {
    wire::brief(text, LONGEST_QUOTE)
}

/// The reply to a command that an engine may refuse.
fn accept_refusal(asked: Result<String, ClientError>) -> Result<Option<String>, ClientError> {
    match asked {
        Ok(text) => Ok(Some(text)),
        Err(ClientError::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
