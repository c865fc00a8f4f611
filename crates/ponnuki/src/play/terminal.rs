//! Standard input and output, which may be a terminal or a pipe.

use std::fmt::Display;
use std::io::{self, BufRead, StdoutLock, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Standard input and output.
pub struct Terminal {
    /// Lines as they are typed. A thread reads them, so that commands can be typed while programs play.
    lines: Receiver<io::Result<String>>,
    output: StdoutLock<'static>,
}

impl Terminal {
    /// Locks both for this game.
    pub fn open() -> Terminal {
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = read(&mut input).transpose() {
                let failed = line.is_err();
                if send.send(line).is_err() || failed {
                    return;
                }
            }
        });
        Terminal { lines, output: io::stdout().lock() }
    }

    /// Writes one or more lines.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes a prompt and waits for a line; `None` when the input has ended.
    pub fn ask(&mut self, prompt: impl Display) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}> ")?;
        self.output.flush()?;
        match self.lines.recv() {
            Ok(line) => line.map(Some),
            Err(_) => {
                writeln!(self.output)?;
                Ok(None)
            }
        }
    }

    /// The next line, if one is typed within this time.
    pub fn poll(&mut self, within: Duration) -> io::Result<Option<String>> {
        match self.lines.recv_timeout(within) {
            Ok(line) => line.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(within);
                Ok(None)
            }
        }
    }
}

/// The next line; `None` when the input has ended. Bytes that are not UTF-8 are replaced.
fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let length = input.read_until(b'\n', &mut line)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_string()))
}
