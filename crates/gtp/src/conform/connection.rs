//! A raw connection to a program. The form of each reply is checked.

use std::fmt;
use std::time::{Duration, Instant};

use super::Weight::{self, Fault, Remark};
use crate::client::program::{Program, Received};
use crate::client::{ClientError, CommandLine, Log};
use crate::wire;

/// An answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// The number after the mark.
    pub(super) id: String,
    /// Whether it succeeded.
    pub(super) ok: bool,
    /// The text, without the space before it.
    pub(super) text: String,
}

/// A command that was not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lost {
    command: String,
    how: &'static str,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' was not answered: {}", self.command, self.how)
    }
}

/// Called with the command whose answer is awaited, the time waited, and the limit.
pub(super) type Watch<'a> = &'a dyn Fn(&str, Duration, Duration);

/// A program under examination.
pub(super) struct Connection<'a> {
    program: Program,
    watch: Watch<'a>,
    /// Findings about the form of its answers, each once.
    pub(super) form: Vec<(Weight, &'static str, String)>,
}

/// How often the wait for an answer is reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// The most bytes that a program may write instead of an answer, or as one.
const LONGEST_ANSWER: usize = 1 << 20;
/// The most characters of an example.
const LONGEST_EXAMPLE: usize = 100;

impl<'a> Connection<'a> {
    pub(super) fn open(line: &CommandLine, watch: Watch<'a>) -> Result<Connection<'a>, ClientError> {
        Ok(Connection { program: Program::start(line, &Log::none())?, watch, form: Vec::new() })
    }

    /// Sends text and a line feed. A program that has stopped reading shows in its next answer.
    pub(super) fn send(&mut self, text: &str) {
        let _ = self.program.write(text);
    }

    /// Takes the answer to a command that was sent.
    pub(super) fn answer(&mut self, command: &str, timeout: Duration) -> Result<Answer, Lost> {
        let command = command.escape_default().to_string();
        let lost = |how| Lost { command: command.clone(), how };
        let began = Instant::now();
        let mut answer: Option<Answer> = None;
        let mut written = 0;
        loop {
            let waited = began.elapsed();
            (self.watch)(&command, waited, timeout);
            if waited >= timeout {
                return Err(lost(if answer.is_some() { "its reply has no end" } else { "it hangs" }));
            }
            let line = match self.program.read((timeout - waited).min(REPORT_INTERVAL)) {
                Received::Line(line) => line,
                Received::Timeout => continue,
                Received::End => return Err(lost("the program ended or closed its output")),
            };
            written += line.len() + 1;
            if written > LONGEST_ANSWER {
                return Err(lost("it writes without end"));
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            if line.contains('\r') {
                self.note(
                    Remark,
                    "it ends its lines with a carriage return, which controllers have to discard",
                    &command,
                );
            }
            let line = line.trim_end_matches('\r');
            match &mut answer {
                Some(answer) if line.is_empty() => return Ok(answer.clone()),
                Some(answer) => {
                    answer.text.push('\n');
                    answer.text.push_str(line);
                }
                None if line.trim().is_empty() => {
                    self.note(Remark, "it writes empty lines between replies", &command);
                }
                None => match first_line(line) {
                    Some(first) => {
                        if !first.text.is_empty() && !first.text.starts_with([' ', '\t']) {
                            self.note(Fault, "there is no space between the mark of a reply and its text", &command);
                        }
                        answer = Some(Answer { text: first.text.trim().to_string(), ..first });
                    }
                    None => self.note(Fault, "it writes lines that belong to no reply", &format!("{command}: {line}")),
                },
            }
        }
    }

    /// Whether nothing arrives within a time.
    pub(super) fn is_silent(&mut self, time: Duration) -> bool {
        matches!(self.program.read(time), Received::Timeout)
    }

    /// Closes the input and waits; `true` if the program exits by itself.
    pub(super) fn ends(&mut self, time: Duration) -> bool {
        self.program.end(time).is_some()
    }

    fn note(&mut self, weight: Weight, what: &'static str, example: &str) {
        if self.form.iter().all(|(_, known, _)| *known != what) {
            self.form.push((weight, what, wire::brief(example, LONGEST_EXAMPLE)));
        }
    }
}

/// The start of a reply, with the space before its text.
fn first_line(line: &str) -> Option<Answer> {
    let ok = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Some(Answer { id: rest[..digits].to_string(), ok, text: rest[digits..].to_string() })
}
