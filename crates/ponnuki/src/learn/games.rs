//! What all teachers are told and tell: which games, and how far they are.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use kifu::corpus::{Corpus, Filter};
use learn::{Lesson, lessons};

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
    /// Reads them, and says where they come from.
    pub fn read(&self, telling: &mut Telling) -> Result<(Vec<Lesson>, String)> {
        let corpus = self.filter.iter().cloned().fold(Corpus::open(self.games.iter())?, Corpus::filter);
        telling.say("reading games", true);
        let (lessons, tally) = lessons(&corpus, self.most.unwrap_or(usize::MAX), |_| true);
        telling.say(&tally.to_string(), true);
        telling.end();
        if lessons.is_empty() {
            bail!("there are no games to learn from ({tally})");
        }
        let names = self.games.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let filters = self.filter.iter().map(ToString::to_string);
        let most = self.most.iter().map(|most| format!("games={most}"));
        Ok((lessons, names.chain(filters).chain(most).collect::<Vec<_>>().join(" ")))
    }
}

/// A line that tells how far it is.
pub struct Telling {
    last: Option<Instant>,
    live: bool,
}

impl Telling {
    pub fn new() -> Telling {
        Telling { last: None, live: io::stderr().is_terminal() }
    }

    /// Tells it where there is somebody to see it, or now and then.
    pub fn say(&mut self, text: &str, now: bool) {
        let every = if self.live { Duration::from_millis(200) } else { Duration::from_secs(30) };
        if !now && self.last.is_some_and(|last| last.elapsed() < every) {
            return;
        }
        self.last = Some(Instant::now());
        if self.live {
            eprint!("\r\x1b[2K{text}");
        } else {
            eprintln!("{text}");
        }
    }

    /// How long it will still take, if it goes on as it has since it began.
    pub fn left(&self, begun: Instant, done: u64, of: u64) -> String {
        let left = begun.elapsed().as_secs_f64() * of.saturating_sub(done) as f64 / done.max(1) as f64;
        format!("{}:{:02} left", left as u64 / 60, left as u64 % 60)
    }

    /// Ends the line.
    pub fn end(&mut self) {
        if self.live && self.last.take().is_some() {
            eprintln!();
        }
    }
}
