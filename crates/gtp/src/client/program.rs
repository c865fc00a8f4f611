//! A child process: lines in, lines out, the tail of standard error, and a certain end.
//!
//! On Unix the program leads a new process group, and the whole group is killed at the end: children of the program
//! (behind a shell script or a Java launcher) do not survive it.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{ClientError, spawn};
use crate::wire;

/// A program and its arguments. There is no shell in between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The program: a name to look up in the search path, or a path.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder in which it is started, from which a relative path to it goes; by default the current one.
    pub directory: Option<PathBuf>,
}

impl CommandLine {
    /// A program and its arguments.
    pub fn new<A: Into<String>>(program: impl Into<String>, args: impl IntoIterator<Item = A>) -> CommandLine {
        CommandLine { program: program.into(), args: args.into_iter().map(Into::into).collect(), directory: None }
    }

    /// Splits a line into words as a shell does, with quotes and backslashes. There is no other expansion.
    ///
    /// ```
    /// let line = gtp::client::CommandLine::parse("gnugo --mode gtp --level 10").unwrap();
    /// assert_eq!((line.program.as_str(), line.args.len()), ("gnugo", 4));
    /// ```
    ///
    /// # Errors
    /// If the line is empty, or a quote is left open.
    pub fn parse(line: &str) -> Result<CommandLine, ClientError> {
        let unreadable = |reason: &str| ClientError::CommandLine { line: line.to_string(), reason: reason.to_string() };
        let mut words = shell_words::split(line).map_err(|_| unreadable("a quote is not closed"))?.into_iter();
        let program = words.next().ok_or_else(|| unreadable("the program is missing"))?;
        Ok(CommandLine::new(program, words))
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::join(std::iter::once(&self.program).chain(&self.args)))
    }
}

/// Receives a program's standard error, line by line, and remarks of the client.
#[derive(Clone)]
pub struct Log(Arc<dyn Fn(&str) + Send + Sync>);

impl Log {
    /// Calls a function with each line.
    pub fn new(write: impl Fn(&str) + Send + Sync + 'static) -> Log {
        Log(Arc::new(write))
    }

    /// Throws everything away.
    pub fn none() -> Log {
        Log::new(|_| {})
    }

    /// Appends to a file, which is created where it is missing.
    ///
    /// # Errors
    /// If the file cannot be opened for writing.
    pub fn file(path: &Path) -> io::Result<Log> {
        let file = Mutex::new(std::fs::File::options().create(true).append(true).open(path)?);
        Ok(Log::new(move |line| {
            if let Ok(mut file) = file.lock() {
                // A full disk must not end a game; the log is then short.
                let _ = writeln!(file, "{line}");
            }
        }))
    }

    /// Writes one line.
    pub fn write(&self, line: &str) {
        (self.0)(line);
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

/// The result of waiting for a line.
pub(crate) enum Received {
    /// A line, without its line feed.
    Line(Vec<u8>),
    /// No line within the time limit.
    Timeout,
    /// The end of its output.
    End,
}

/// A running program. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    stderr: StderrTail,
    /// Whether the program has ended; its process number may then be reused.
    over: bool,
}

/// The last lines that a program wrote to standard error.
#[derive(Debug)]
struct StderrTail {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closes at the end of standard error.
    end: Receiver<()>,
}

/// A longer line of output is split: a program that never ends its line must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;
/// The lines of output that are buffered before the program blocks.
const WAITING_LINES: usize = 1024;
/// The lines of standard error that are kept, and the length of each.
const KEPT_STDERR_LINES: usize = 3;
const LONGEST_STDERR_LINE: usize = 200;
/// How long the rest of standard error may take to arrive after the end of the program. It is there at once, unless a
/// process that has left the program's group holds the pipe open.
const STDERR_GRACE: Duration = Duration::from_secs(2);
/// How often to check whether a program has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

impl Program {
    pub(crate) fn start(line: &CommandLine, log: &Log) -> Result<Program, ClientError> {
        let mut command = Command::new(&line.program);
        command.args(&line.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &line.directory {
            if !directory.is_dir() {
                return Err(ClientError::Directory { command: line.to_string(), directory: directory.clone() });
            }
            command.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |source| ClientError::Start { command: line.to_string(), source: Arc::new(source) };
        let mut child = spawn::spawn(command).map_err(failed)?;
        running().push(child.id());
        let input = child.stdin.take();
        let (send, output) = mpsc::sync_channel(WAITING_LINES);
        if let Some(stdout) = child.stdout.take() {
            each_line(stdout, move |line| send.send(line).is_ok());
        }
        let stderr = StderrTail::listen(child.stderr.take(), log.clone());
        Ok(Program { child, input, output, stderr, over: false })
    }

    /// The last lines that it wrote to standard error, once it has ended.
    pub(crate) fn stderr_tail(&self) -> String {
        self.stderr.last()
    }

    /// Writes a line to the program.
    pub(crate) fn write(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// Waits for the next line of the program, within a limit.
    pub(crate) fn read(&mut self, patience: Duration) -> Received {
        match self.output.recv_timeout(patience) {
            Ok(line) => Received::Line(line),
            Err(RecvTimeoutError::Timeout) => Received::Timeout,
            Err(RecvTimeoutError::Disconnected) => Received::End,
        }
    }

    /// Ends the program with everything it started: waits that long for it to go by itself, then kills it. Gives its
    /// exit status if it went by itself.
    pub(crate) fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        if self.over {
            return None;
        }
        self.input = None;
        let began = Instant::now();
        let mut gone = self.has_exited();
        while !gone && began.elapsed() < patience {
            thread::sleep(POLL_INTERVAL);
            gone = self.has_exited();
        }
        self.kill();
        self.over = true;
        running().retain(|&id| id != self.child.id());
        self.child.wait().ok().filter(|_| gone)
    }

    /// Whether the program has ended. Its process number stays taken until [`end`](Program::end) has killed the group
    /// of that number, so that no stranger can be given it in between.
    #[cfg(unix)]
    fn has_exited(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let looking = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), looking), Ok(None))
    }

    #[cfg(unix)]
    fn kill(&mut self) {
        kill_group(self.child.id());
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        // There is nothing left to kill where this fails.
        let _ = self.child.kill();
    }
}

impl StderrTail {
    fn listen(stderr: Option<impl Read + Send + 'static>, log: Log) -> StderrTail {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (open, end) = mpsc::channel();
        let kept = Arc::clone(&lines);
        if let Some(stderr) = stderr {
            each_line(stderr, move |line| {
                let _until_the_end = &open;
                let line = String::from_utf8_lossy(&line);
                log.write(&wire::brief(&line, LONGEST_LINE as usize));
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(Some(wire::brief(&line, LONGEST_STDERR_LINE)).filter(|line| !line.is_empty()));
                if kept.len() > KEPT_STDERR_LINES {
                    kept.pop_front();
                }
                true
            });
        }
        StderrTail { lines, end }
    }

    /// The last lines, when all have come.
    fn last(&self) -> String {
        let _: Result<(), RecvTimeoutError> = self.end.recv_timeout(STDERR_GRACE);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join("; ")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

/// The process numbers of the programs that run now.
fn running() -> MutexGuard<'static, Vec<u32>> {
    static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program that was started here and still runs, with everything it started.
///
/// For a signal handler's thread: a signal to this process does not reach the engines, because each runs in its own
/// process group. Most engines exit when their input closes; one that hangs does not.
#[cfg(unix)]
pub fn kill_all() {
    running().iter().for_each(|&id| kill_group(id));
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // There is nothing left to kill where this fails.
    let _ = Pid::from_raw(id as i32).map(|group| kill_process_group(group, Signal::KILL));
}

/// Reads lines on a separate thread until the source ends or `take` returns `false`.
fn each_line(source: impl Read + Send + 'static, mut take: impl FnMut(Vec<u8>) -> bool + Send + 'static) {
    let mut source = BufReader::new(source);
    thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            match source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(length) if length > 0 => {
                    if line.last() == Some(&b'\n') {
                        line.pop();
                    }
                    if !take(line) {
                        return;
                    }
                }
                _ => return,
            }
        }
    });
}
