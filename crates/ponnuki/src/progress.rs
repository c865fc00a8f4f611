//! What is seen of long work while it is done: a line that keeps up with it, and how long the rest may take.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line on standard error: on a terminal it is overwritten, in a file there is one now and then.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    every: Duration,
    is_terminal: bool,
}

/// The first line in a file is written after this long; later ones are further apart.
const FIRST: Duration = Duration::from_secs(2);
/// How often a line that is not overwritten is written.
const IN_A_FILE: Duration = Duration::from_secs(10);
/// How often one on a terminal is.
const ON_A_TERMINAL: Duration = Duration::from_millis(200);

impl Line {
    /// A line for whoever reads standard error.
    pub fn new() -> Line {
        let is_terminal = io::stderr().is_terminal();
        Line { every: if is_terminal { ON_A_TERMINAL } else { IN_A_FILE }, is_terminal }
    }

    /// When the line was last written, for work that begins now: the first one comes after two seconds at the latest.
    pub fn began(&self) -> Instant {
        let now = Instant::now();
        now.checked_sub(self.every.saturating_sub(FIRST)).unwrap_or(now)
    }

    /// Whether it is seen on a terminal.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether it is time to write it anew, given when that was last done, which is then now.
    pub fn is_due(&self, drawn: &mut Instant) -> bool {
        let due = drawn.elapsed() >= self.every;
        if due {
            *drawn = Instant::now();
        }
        due
    }

    /// Writes it anew.
    pub fn draw(&self, text: &str) {
        self.write(text, "");
    }

    /// Writes it for the last time, and leaves it.
    pub fn end(&self, text: &str) {
        self.write(text, "\n");
    }

    // Who started this may have closed their end of the line; the work goes on all the same.
    fn write(&self, text: &str, end: &str) {
        let mut out = io::stderr().lock();
        let _ = match self.is_terminal {
            true => write!(out, "\r\x1b[K{text}{end}").and_then(|()| out.flush()),
            false => writeln!(out, "{text}"),
        };
    }
}

/// How many games there are, and how quickly they go.
pub struct Pace {
    games: Option<u64>,
    before: u64,
    played: u64,
    began: Instant,
}

impl Pace {
    /// So many games are to be played, if that is known, and some were played before.
    pub fn new(games: Option<u64>, before: u64) -> Pace {
        Pace { games, before, played: before, began: Instant::now() }
    }

    /// How long the rest takes at the pace of the games that were played here.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let (here, rest) = (self.played - self.before, self.games?.saturating_sub(self.played));
        let each = elapsed.as_secs_f64() / here as f64;
        Duration::try_from_secs_f64(each * rest as f64).ok().filter(|_| here > 0 && rest > 0)
    }

    /// So many games more are over.
    pub fn add(&mut self, games: u64) {
        self.played += games;
    }

    /// So many games are over, of so many if that is known by now.
    pub fn set(&mut self, played: u64, games: Option<u64>) {
        (self.played, self.games) = (played, games);
    }

    /// How many there were, and how many there are.
    pub fn count(&self) -> String {
        match self.games {
            Some(games) => format!("{} of {games} games", self.played),
            None => format!("{} games", self.played),
        }
    }

    /// How long the rest may take, as the end of a line.
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
    fn the_rest_is_estimated_by_what_was_played_here() {
        let seconds = Duration::from_secs;
        let left = |before, played, games| Pace { played, ..Pace::new(Some(games), before) }.left(seconds(30));
        assert_eq!(left(40, 50, 100), Some(seconds(150)));
        assert_eq!(left(50, 50, 100), None);
        assert_eq!(left(40, 100, 100), None);
        assert_eq!([clock(seconds(123)), clock(seconds(3723))], ["2:03", "1:02:03"]);
    }
}
