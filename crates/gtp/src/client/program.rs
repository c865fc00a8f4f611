//! A program that was started here: lines in, lines out, its complaints, and a certain end.
//!
//! On Unix the program leads a process group of its own, and the whole group is killed in the end, so that a program
//! which starts helpers (a shell script, a Java launcher) leaves none of them behind.

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

    /// Splits a line into words as a shell does, quotes and backslashes included, and as a shell does nothing else.
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
        let program = words.next().ok_or_else(|| unreadable("there is no program on it"))?;
        Ok(CommandLine::new(program, words))
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::join(std::iter::once(&self.program).chain(&self.args)))
    }
}

/// Takes what a program writes to its standard error, line by line, and remarks of the client itself.
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

/// What came from a program.
pub(crate) enum Heard {
    /// A line, without its line feed.
    Line(Vec<u8>),
    /// Nothing, in the time given.
    Nothing,
    /// The end of its output.
    End,
}

/// A running program. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    complaints: Complaints,
    /// Whether the program is over and its process number may belong to a stranger.
    over: bool,
}

/// The last lines that a program wrote to standard error.
#[derive(Debug)]
struct Complaints {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closes when there is nothing more to come.
    end: Receiver<()>,
}

/// A line of output longer than this is taken as several: a program that never ends its line must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;
/// So many lines of output may wait to be read before the program has to.
const WAITING_LINES: usize = 1024;
/// So many lines of standard error are kept, each no longer than this.
const KEPT_COMPLAINTS: usize = 3;
const LONGEST_COMPLAINT: usize = 200;
/// How long the rest of standard error may take to arrive after the end of the program. It is there at once, unless a
/// process that has left the program's group holds the pipe open.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How often to look whether a program has ended.
const GLANCE: Duration = Duration::from_millis(2);

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
        let complaints = Complaints::listen(child.stderr.take(), log.clone());
        Ok(Program { child, input, output, complaints, over: false })
    }

    /// The last lines that it wrote to standard error, once it has ended.
    pub(crate) fn complaint(&self) -> String {
        self.complaints.last()
    }

    /// Writes a line to the program.
    pub(crate) fn write(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// The next line of the program, waiting for it at most so long.
    pub(crate) fn read(&mut self, patience: Duration) -> Heard {
        match self.output.recv_timeout(patience) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
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
            thread::sleep(GLANCE);
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

impl Complaints {
    fn listen(stderr: Option<impl Read + Send + 'static>, log: Log) -> Complaints {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (open, end) = mpsc::channel();
        let kept = Arc::clone(&lines);
        if let Some(stderr) = stderr {
            each_line(stderr, move |line| {
                let _until_the_end = &open;
                let line = String::from_utf8_lossy(&line);
                log.write(&wire::brief(&line, LONGEST_LINE as usize));
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(Some(wire::brief(&line, LONGEST_COMPLAINT)).filter(|line| !line.is_empty()));
                if kept.len() > KEPT_COMPLAINTS {
                    kept.pop_front();
                }
                true
            });
        }
        Complaints { lines, end }
    }

    /// The last lines, when all have come.
    fn last(&self) -> String {
        let _: Result<(), RecvTimeoutError> = self.end.recv_timeout(LAST_WORDS);
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
/// For a signal handler's thread: whoever ends this process by a signal ends no engine with it, as each runs in a
/// process group of its own. Most end by themselves when their input closes; one that hangs does not.
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

/// Reads lines on a thread of their own until they end or nobody wants them any more.
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
