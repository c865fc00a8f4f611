//! Commands to an engine and its replies, each within a deadline.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use player::Stop;

use super::program::{Heard, Program};
use super::{ClientError, CommandLine, Log};
use crate::wire::ReplyReader;

/// How long to wait for an engine, and where its complaints go.
#[derive(Clone, Debug)]
pub struct Options {
    /// For its first answer: some engines load a large file before they speak.
    pub start: Duration,
    /// For the answer to a command that needs no thought.
    pub command: Duration,
    /// For a move where no time limit and no clock says how long it may take, and for a count of the board.
    pub genmove: Duration,
    /// For a move beyond its time limit or clock, before the engine counts as hung. Whether it lost on time is for the
    /// referee to say.
    pub grace: Duration,
    /// For its end after `quit`, before it is killed.
    pub quit: Duration,
    /// Commands that it is given before anything else, none of which it may refuse.
    pub setup: Vec<String>,
    /// What it writes to standard error.
    pub log: Log,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            start: Duration::from_secs(60),
            command: Duration::from_secs(20),
            genmove: Duration::from_secs(600),
            grace: Duration::from_secs(10),
            quit: Duration::from_secs(1),
            setup: Vec::new(),
            log: Log::none(),
        }
    }
}

/// How often the stop signal is looked at while a move is awaited.
const GLANCE: Duration = Duration::from_millis(10);
/// How long an engine that closed its output may take to end, so that its exit status can be told.
const LAST_BREATH: Duration = Duration::from_millis(300);

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
    /// If it cannot be started, does not answer as GTP wants it within the deadline, or refuses to be set up.
    pub fn start(line: &CommandLine, options: &Options) -> Result<Controller, ClientError> {
        let program = Program::start(line, &options.log)?;
        let mut controller = Controller {
            program,
            replies: ReplyReader::default(),
            label: line.to_string(),
            name: String::new(),
            version: String::new(),
            commands: HashSet::new(),
            options: options.clone(),
        };
        let asked = controller.ask_within("name", options.start, None);
        controller.name = refusal_is_none(asked)?.unwrap_or_else(|| line.program.clone());
        let asked = controller.ask("version");
        controller.version = refusal_is_none(asked)?.unwrap_or_default();
        let asked = controller.ask("list_commands");
        let listed = refusal_is_none(asked)?.unwrap_or_default();
        controller.commands = listed.split_whitespace().map(str::to_string).collect();
        for command in &options.setup {
            controller.ask_within(command, options.start, None)?;
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
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sends a command that needs no thought, and gives the text of the reply.
    ///
    /// # Errors
    /// If the engine refuses the command, or fails to reply to it.
    pub fn ask(&mut self, command: &str) -> Result<String, ClientError> {
        self.ask_within(command, self.options.command, None)
    }

    /// Sends a command and waits for its reply so long. When the stop signal comes, an engine that knows
    /// `gogui-interrupt` is told so; any other is waited for all the same.
    ///
    /// # Errors
    /// As [`ask`](Controller::ask).
    pub fn ask_within(
        &mut self,
        command: &str,
        limit: Duration,
        mut stop: Option<&Stop>,
    ) -> Result<String, ClientError> {
        // A program that no longer reads may still have said why: that is found out by reading.
        let _ = self.program.write(command);
        let deadline = Instant::now().checked_add(limit);
        loop {
            let left = deadline.map_or(GLANCE, |deadline| deadline.saturating_duration_since(Instant::now()));
            let patience = if stop.is_some() { left.min(GLANCE) } else { left };
            match self.program.read(patience) {
                Heard::Line(line) => match self.replies.feed(&line) {
                    Ok(None) => {}
                    Ok(Some(reply)) => return reply.result.map_err(|message| self.refused(command, message)),
                    Err(garbage) => {
                        self.program.end(Duration::ZERO);
                        let (engine, command) = (self.engine(), command.to_string());
                        return Err(ClientError::Garbage { engine, command, line: garbage.0 });
                    }
                },
                Heard::End => return Err(self.ended(command)),
                Heard::Nothing => {
                    if stop.is_some_and(Stop::is_stopped) {
                        stop = None;
                        if self.knows("gogui-interrupt") {
                            let _ = self.program.write("# interrupt");
                        }
                    }
                }
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.program.end(Duration::ZERO);
                return Err(ClientError::Hang { engine: self.engine(), command: command.to_string(), limit });
            }
        }
    }

    /// Says `quit` and waits for the program to go; kills it if it does not. Dropping the controller does the same.
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

    fn refused(&self, command: &str, message: String) -> ClientError {
        ClientError::Refused { engine: self.engine(), command: command.to_string(), message }
    }

    fn ended(&mut self, command: &str) -> ClientError {
        let (engine, command) = (self.engine(), command.to_string());
        match self.program.end(LAST_BREATH) {
            Some(status) => ClientError::Ended { engine, command, status },
            None => ClientError::Closed { engine, command },
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

/// What an engine need not know.
fn refusal_is_none(asked: Result<String, ClientError>) -> Result<Option<String>, ClientError> {
    match asked {
        Ok(text) => Ok(Some(text)),
        Err(ClientError::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
