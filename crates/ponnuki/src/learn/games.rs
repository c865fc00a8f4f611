//! What all teachers are told and tell: which games, and how far they are.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use kifu::corpus::{Corpus, Filter};
use learn::{Lesson, lessons};
use player::Stop;

use crate::interrupt::interrupted;
use crate::numbers;
use crate::progress::Line;

/// The games to learn from.
#[derive(clap::Args)]
pub struct Games {
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only games for which this holds, such as size=19, date=..2023, player=Shusaku, id!=Fujitsu; may be given more
    /// than once
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// Use no more than so many games
    #[arg(long = "games", value_name = "N", value_parser = numbers::count::<usize>)]
    most: Option<usize>,
}

impl Games {
    /// The games of these files, for commands that need not be given any.
    pub fn new(games: Vec<PathBuf>, filter: Vec<Filter>, most: Option<usize>) -> Games {
        Games { games, filter, most }
    }

    /// The files, folders and archives.
    pub fn paths(&self) -> &[PathBuf] {
        &self.games
    }

    /// Reads them, and says where they come from.
    pub fn read(&self, telling: &mut Telling, stop: &Stop) -> Result<(Vec<Lesson>, String)> {
        self.read_those(telling, stop, |_| true)
    }

    /// As [`read`](Games::read), of those that are wanted.
    pub fn read_those(
        &self,
        telling: &mut Telling,
        stop: &Stop,
        mut wanted: impl FnMut(&kifu::Record) -> bool,
    ) -> Result<(Vec<Lesson>, String)> {
        let corpus = self.filter.iter().cloned().fold(Corpus::open(self.games.iter())?, Corpus::filter);
        let mut read = 0_u64;
        let (lessons, tally) = lessons(&corpus, self.most.unwrap_or(usize::MAX), stop, |record| {
            read += 1;
            telling.say(|| format!("reading the games: {read}"));
            wanted(record)
        });
        telling.end(&tally.to_string());
        if stop.is_stopped() {
            interrupted!("stopped while the games were read: nothing was written");
        }
        if lessons.is_empty() {
            bail!("there are no games to learn from ({tally})");
        }
        let names = self.games.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let filters = self.filter.iter().map(ToString::to_string);
        let most = self.most.iter().map(|most| format!("games={most}"));
        Ok((lessons, names.chain(filters).chain(most).collect::<Vec<_>>().join(" ")))
    }
}

/// Tells how far it is, on a line of its own.
pub struct Telling {
    line: Line,
    drawn: Instant,
}

impl Telling {
    pub fn new() -> Telling {
        let line = Line::new();
        Telling { line, drawn: line.began() }
    }

    /// Tells it, if it is time to tell something.
    pub fn say(&mut self, text: impl FnOnce() -> String) {
        if self.line.is_due(&mut self.drawn) {
            self.line.draw(&text());
        }
    }

    /// Tells it, and leaves it on its line.
    pub fn end(&mut self, text: &str) {
        self.line.end(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_read_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sgf");
        std::fs::write(&path, "(;SZ[9];B[ee])(;SZ[9];B[cc])").unwrap();
        let games = Games::new(vec![path], Vec::new(), None);
        let stop = Stop::new();
        assert_eq!(games.read(&mut Telling::new(), &stop).unwrap().0.len(), 2);
        stop.stop();
        let error = games.read(&mut Telling::new(), &stop).unwrap_err();
        assert_eq!(error.to_string(), "stopped while the games were read: nothing was written");
    }
}
