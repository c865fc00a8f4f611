//! Progress of long work on standard error: a status line with an estimate of the time left, and notices.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether progress and notices are suppressed.
static SILENT: AtomicBool = AtomicBool::new(false);

/// Suppresses progress and notices from here on.
pub fn silence() {
    SILENT.store(true, Ordering::Relaxed);
}

/// Prints a notice on standard error, unless progress is suppressed.
pub fn note(text: &str) {
    if !is_silent() {
        // The work continues even if standard error is closed.
        let _ = writeln!(io::stderr().lock(), "ponnuki: {text}");
    }
}

/// Prints a warning on standard error, even if progress is suppressed.
pub fn warn(text: &str) {
    let _ = writeln!(io::stderr().lock(), "ponnuki: {text}");
}

fn is_silent() -> bool {
    SILENT.load(Ordering::Relaxed)
}

/// A status line on standard error: overwritten on a terminal, written now and then to a file.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    every: Duration,
    is_terminal: bool,
}

/// Time to the first line in a file.
const FIRST: Duration = Duration::from_secs(2);
/// Time between later lines in a file.
const IN_A_FILE: Duration = Duration::from_secs(10);
/// Time between updates on a terminal.
const ON_A_TERMINAL: Duration = Duration::from_millis(200);

impl Line {
    /// A line on standard error.
    pub fn new() -> Line {
        let is_terminal = io::stderr().is_terminal();
        Line { every: if is_terminal { ON_A_TERMINAL } else { IN_A_FILE }, is_terminal }
    }

    /// A starting value for [`is_due`](Line::is_due): the first line is due after two seconds at the latest.
    pub fn began(&self) -> Instant {
        let now = Instant::now();
        now.checked_sub(self.every.saturating_sub(FIRST)).unwrap_or(now)
    }

    /// Whether standard error is a terminal that shows the line.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal && !is_silent()
    }

    /// Whether an update is due since the last one, which is then set to now.
    pub fn is_due(&self, drawn: &mut Instant) -> bool {
        let due = !is_silent() && drawn.elapsed() >= self.every;
        if due {
            *drawn = Instant::now();
        }
        due
    }

    /// Updates the line.
    pub fn draw(&self, text: &str) {
        self.write(text, "");
    }

    /// Writes the last state of the line and ends it.
    pub fn end(&self, text: &str) {
        self.write(text, "\n");
    }

    /// Removes the line from a terminal.
    pub fn clear(&self) {
        if self.is_terminal() {
            self.write("", "");
        }
    }

    fn write(&self, text: &str, end: &str) {
        if is_silent() {
            return;
        }
        let mut out = io::stderr().lock();
        // The work continues even if standard error is closed.
        let _ = match self.is_terminal {
            true => write!(out, "\r\x1b[K{text}{end}").and_then(|()| out.flush()),
            false => writeln!(out, "{text}"),
        };
    }
}

/// Games played and the time that the rest takes.
pub struct Pace {
    games: Option<u64>,
    before: u64,
    played: u64,
    began: Instant,
}

impl Pace {
    /// `games` in all, if known, of which `before` were played in earlier runs.
    pub fn new(games: Option<u64>, before: u64) -> Pace {
        Pace { games, before, played: before, began: Instant::now() }
    }

    /// The time left, at the pace of the games played in this run.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let (here, rest) = (self.played - self.before, self.games?.saturating_sub(self.played));
        let each = elapsed.as_secs_f64() / here as f64;
        Duration::try_from_secs_f64(each * rest as f64).ok().filter(|_| here > 0 && rest > 0)
    }

    /// Adds finished games.
    pub fn add(&mut self, games: u64) {
        self.played += games;
    }

    /// Sets the number of finished games, and that of all games if known.
    pub fn set(&mut self, played: u64, games: Option<u64>) {
        (self.played, self.games) = (played, games);
    }

    /// `3 of 10 games`.
    pub fn count(&self) -> String {
        match self.games {
            Some(games) => format!("{} of {games} games", self.played),
            None => format!("{} games", self.played),
        }
    }

    /// The time left, as the end of a line.
    pub fn rest(&self) -> String {
        self.left(self.began.elapsed()).map(|left| format!("; {} left", clock(left))).unwrap_or_default()
    }
}

/// `1:02:03` or `2:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_in_a_file_comes_after_two_seconds_and_the_next_after_ten() {
        let line = Line { every: IN_A_FILE, is_terminal: false };
        assert!(line.began().elapsed() >= IN_A_FILE - FIRST);
        let now = Instant::now();
        let mut drawn = now - IN_A_FILE;
        assert!(line.is_due(&mut drawn));
        assert!(drawn >= now, "it counts from now");
    }

    #[test]
    fn the_time_left_follows_from_the_games_of_this_run() {
        let seconds = Duration::from_secs;
        let left = |before, played, games| Pace { played, ..Pace::new(Some(games), before) }.left(seconds(30));
        assert_eq!(left(40, 50, 100), Some(seconds(150)));
        assert_eq!(left(50, 50, 100), None);
        assert_eq!(left(40, 100, 100), None);
        assert_eq!([clock(seconds(123)), clock(seconds(3723))], ["2:03", "1:02:03"]);
    }
}
