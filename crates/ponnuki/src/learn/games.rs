//! The games that teachers learn from, and the line that shows progress.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use goban::Outcome;
use kifu::corpus::{Corpus, Filter};
use learn::{TrainingGame, training_games};
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
    /// Only games that match, such as size=19, date=..2023, player=Shusaku, id!=Fujitsu; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// The most games
    #[arg(long = "games", value_name = "N", value_parser = numbers::count::<u64>)]
    most: Option<u64>,
}

impl Games {
    /// Whether any records or filters are given.
    pub fn is_given(&self) -> bool {
        !self.games.is_empty() || !self.filter.is_empty()
    }

    /// The files, folders and archives.
    pub fn paths(&self) -> &[PathBuf] {
        &self.games
    }

    /// The most games, if there is a limit.
    pub fn limit(&self) -> Option<u64> {
        self.most
    }

    /// Reads the games with outcomes that `admits` accepts, and describes their source.
    pub fn read(
        &self,
        line: &mut ProgressLine,
        stop: &Stop,
        admits: impl Fn(Option<Outcome>) -> bool,
    ) -> Result<(Vec<TrainingGame>, String)> {
        let corpus = self.filter.iter().cloned().fold(Corpus::open(self.games.iter())?, Corpus::filter);
        let mut read = 0_u64;
        let most = self.most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        let (games, tally) = training_games(&corpus, most, stop, |record| {
            read += 1;
            line.update(|| format!("reading games: {read}"));
            admits(record.header.info.outcome())
        });
        line.finish(&tally.to_string());
        if stop.is_stopped() {
            interrupted!("interrupted while reading games: nothing is saved");
        }
        if games.is_empty() {
            bail!("there are no games to learn from ({tally})");
        }
        let names = self.games.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let filters = self.filter.iter().map(ToString::to_string);
        let most = self.most.iter().map(|most| format!("games={most}"));
        Ok((games, names.chain(filters).chain(most).collect::<Vec<_>>().join(" ")))
    }
}

/// A line on standard error that shows progress.
pub struct ProgressLine {
    line: Line,
    drawn: Instant,
}

impl ProgressLine {
    pub fn new() -> ProgressLine {
        let line = Line::new();
        ProgressLine { line, drawn: line.began() }
    }

    /// Shows the text, if the last update was long enough ago.
    pub fn update(&mut self, text: impl FnOnce() -> String) {
        if self.line.is_due(&mut self.drawn) {
            self.line.draw(&text());
        }
    }

    /// Shows the text and keeps it.
    pub fn finish(&mut self, text: &str) {
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
        let games = Games { games: vec![path], filter: Vec::new(), most: None };
        let stop = Stop::new();
        assert_eq!(games.read(&mut ProgressLine::new(), &stop, |_| true).unwrap().0.len(), 2);
        stop.stop();
        let error = games.read(&mut ProgressLine::new(), &stop, |_| true).unwrap_err();
        assert_eq!(error.to_string(), "interrupted while reading games: nothing is saved");
    }
}
