//! The terminal: what is said, and what is typed. It may as well be a pipe.

use std::fmt::Display;
use std::io::{self, BufRead, StdinLock, StdoutLock, Write};

/// Standard input and output.
pub struct Terminal {
    input: StdinLock<'static>,
    output: StdoutLock<'static>,
}

impl Terminal {
    /// Takes both for this game.
    pub fn open() -> Terminal {
        Terminal { input: io::stdin().lock(), output: io::stdout().lock() }
    }

    /// Writes a line, or several.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes a prompt and waits for a line; `None` when the input has ended. What is not UTF-8 is made so.
    pub fn ask(&mut self, prompt: impl Display) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}> ")?;
        self.output.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_string()))
    }
}
