//! What all teachers are told and tell: which games, and how far they are.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use kifu::corpus::{Corpus, Filter};
use learn::{Lesson, lessons};

use crate::progress::Line;

/// The games to learn from.
#[derive(clap::Args)]
pub struct Games {
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only games for which this holds, such as size=19, date=..2023, player=Shusaku, id!=Fujitsu; may be given more than once
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// Use no more than so many games
    #[arg(long = "games", value_name = "N")]
    most: Option<usize>,
}

impl Games {
    /// The games of these files, for commands that need not be given any.
    pub fn new(games: Vec<PathBuf>, filter: Vec<Filter>, most: Option<usize>) -> Games {
        Games { games, filter, most }
    }

    /// Reads them, and says where they come from.
    pub fn read(&self, telling: &mut Telling) -> Result<(Vec<Lesson>, String)> {
        self.read_those(telling, |_| true)
    }

    /// As [`read`](Games::read), of those that are wanted.
    pub fn read_those(
        &self,
        telling: &mut Telling,
        wanted: impl FnMut(&kifu::Record) -> bool,
    ) -> Result<(Vec<Lesson>, String)> {
        let corpus = self.filter.iter().cloned().fold(Corpus::open(self.games.iter())?, Corpus::filter);
        let (lessons, tally) = lessons(&corpus, self.most.unwrap_or(usize::MAX), wanted);
        telling.end(&tally.to_string());
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
        Telling { line: Line::new(), drawn: Instant::now() }
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
