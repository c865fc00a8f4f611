//! Options that several commands share: one flag, one parser and one error for each idea.
//!
//! A command flattens the groups it needs. A const parameter is the default, where commands differ in it. Parsers are
//! public for the commands that spell out an option themselves, to word its help.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use files::{Claim, Kind};
use goban::{MAX_SIZE, MIN_SIZE, Rules};
use kifu::corpus::{Corpus, Filter};
use player::{Maker, Spec, SpecError};
use thiserror::Error;

use crate::all_players::AllPlayers;
use crate::numbers;
use crate::output;
use crate::progress;

/// `--size`.
#[derive(clap::Args)]
pub struct Size<const DEFAULT: usize> {
    /// Board size
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = size)]
    pub size: usize,
}

/// The board and the rules of a new game.
#[derive(clap::Args)]
pub struct Board {
    /// Board size
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = size)]
    pub size: usize,
    /// Rules: chinese, japanese, korean, aga, new-zealand, tromp-taylor, simple or deathmatch [default: chinese]
    #[arg(long, value_name = "NAME")]
    pub rules: Option<Rules>,
    /// Komi [default: the usual komi of the rules; 0.5 with a handicap]
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_hyphen_values = true)]
    pub komi: Option<f32>,
    /// Handicap stones for Black on their fixed points; 1 gives Black the first move and a komi of 0.5
    #[arg(long, value_name = "STONES", default_value_t = 0, value_parser = numbers::whole)]
    pub handicap: usize,
}

impl Board {
    /// The rules, Chinese by default.
    pub fn rules(&self) -> Rules {
        self.rules.unwrap_or(Rules::CHINESE)
    }
}

/// `--playouts` and `--time`: what a program may spend on a move.
#[derive(clap::Args)]
pub struct Budget {
    /// Playouts per move [default: the player's own setting]
    #[arg(long, value_name = "N", value_parser = numbers::count::<u64>)]
    playouts: Option<u64>,
    /// Time per move, such as 2s, 500ms or 1m30s; with --playouts, the limit reached first ends the search
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
}

impl From<Budget> for player::Budget {
    fn from(Budget { playouts, time }: Budget) -> player::Budget {
        player::Budget { playouts, time, clock: None }
    }
}

impl From<&Budget> for player::Budget {
    fn from(&Budget { playouts, time }: &Budget) -> player::Budget {
        Budget { playouts, time }.into()
    }
}

/// `--playouts` of commands that always search by playouts.
#[derive(clap::Args)]
pub struct Playouts<const DEFAULT: u64> {
    /// Playouts per search
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = numbers::count::<u64>)]
    pub playouts: u64,
}

/// `--games` of commands that play them.
#[derive(clap::Args)]
pub struct Games<const DEFAULT: u64> {
    /// Number of games
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = numbers::count::<u64>)]
    pub games: u64,
}

/// `--seed`.
#[derive(clap::Args)]
pub struct Seed<const DEFAULT: u64> {
    /// Seed of the random numbers: the same seed repeats the run
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = seed)]
    pub seed: u64,
}

/// `--threads`.
#[derive(clap::Args)]
pub struct Threads<const DEFAULT: usize> {
    /// Number of threads
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = threads)]
    pub threads: usize,
}

/// `--json`.
#[derive(clap::Args)]
pub struct Json {
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
}

/// `--quiet`.
#[derive(clap::Args)]
pub struct Quiet {
    /// Show no progress and no notices, only results and errors
    #[arg(long)]
    quiet: bool,
}

impl Quiet {
    /// Silences [`progress`] if the flag is given.
    pub fn apply(&self) {
        if self.quiet {
            progress::silence();
        }
    }
}

/// `--ledger`.
#[derive(clap::Args)]
pub struct LedgerFile {
    /// Ledger in which the games are stored
    #[arg(long, value_name = "FILE", default_value = "ponnuki.db")]
    pub ledger: PathBuf,
}

/// `--plot`.
#[derive(clap::Args)]
pub struct Plot {
    /// Also draw the result into this file, as .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

impl Plot {
    /// Checks, before the work begins, that the picture can be written.
    pub fn check(&self) -> Result<()> {
        self.path().map_or(Ok(()), |path| Ok(Claim::new(path, Kind::Picture).check().map(drop)?))
    }

    /// Draws the picture, if one is wanted, and reports where it is.
    pub fn draw(&self, svg: impl FnOnce() -> Result<String>) -> Result<()> {
        self.path().map_or(Ok(()), |path| output::draw(path, &svg()?))
    }

    fn path(&self) -> Option<&Path> {
        self.plot.as_deref()
    }
}

/// Game records to read.
#[derive(clap::Args)]
pub struct Records {
    /// Files, folders and archives of game records
    #[arg(required = true, value_name = "GAMES")]
    pub paths: Vec<PathBuf>,
    /// Only games with this property, such as size=19, date=1980..2007, player=Shusaku, handicap=0 or result=B+; may be
    /// repeated
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
}

impl Records {
    /// The games that pass the filters.
    pub fn corpus(&self) -> Result<Corpus> {
        Ok(self.filter.iter().cloned().fold(Corpus::open(&self.paths)?, Corpus::filter))
    }
}

/// `--games` of commands that read them.
#[derive(clap::Args)]
pub struct Limit {
    /// Number of games to use [default: all]
    #[arg(long = "games", value_name = "N", value_parser = numbers::count::<u64>)]
    pub games: Option<u64>,
}

/// Reads a player and checks its parameters.
pub fn player(text: &str) -> Result<Spec, SpecError> {
    let spec: Spec = text.parse()?;
    AllPlayers.settings(&spec)?;
    Ok(spec)
}

/// Reads a board size.
pub fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
    size.ok_or_else(|| format!("the board size {text} cannot be played: boards are {MIN_SIZE} to {MAX_SIZE}"))
}

/// Reads a komi.
pub fn komi(text: &str) -> Result<f32, String> {
    let komi = text.parse().ok().filter(|komi: &f32| komi.abs() <= 1000.0);
    komi.ok_or_else(|| "komi is a number of points such as 6.5".to_string())
}

/// Reads a seed; 0 is a seed like any other.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// More threads than any machine has cores are a mistake.
const MAX_THREADS: usize = 1024;

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MAX_THREADS}"))
}

/// The longest time that can be asked for.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads a time above zero, such as `2s`, `500ms` or `1m30s`; a number without a unit is in seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let time = duration_or_zero(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time such as 2s, 500ms or 1m30s, above 0 and up to a day".to_string())
}

/// Reads a time as [`duration`] does, or 0 for none.
pub fn duration_or_zero(text: &str) -> Result<Duration, String> {
    if text == "0s" {
        return Ok(Duration::ZERO);
    }
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let with_unit = || text.parse::<player::Budget>().ok().filter(|budget| budget.playouts.is_none())?.time;
    let time = seconds.or_else(with_unit).filter(|&time| time <= DAY);
    time.ok_or_else(|| "expected a time such as 2s, 500ms or 1m30s, up to a day".to_string())
}

/// Wrong usage that shows only when the arguments are put together. The program exits with 2.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Whether an error is the user's, as one that the argument parser reports: exit code 2.
pub fn is_usage(error: &anyhow::Error) -> bool {
    let of_player = |error: &SpecError| !matches!(error, SpecError::Unavailable { .. } | SpecError::Refused(_));
    error.is::<UsageError>() || error.downcast_ref().is_some_and(of_player)
}

/// Options that have another name now: the command, or nothing for all, the old name, and what replaces it.
const RENAMED: [(&str, &str, &str); 8] = [
    ("", "--svg", "'--plot FILE'"),
    ("", "--most", "'--games N'"),
    ("", "--seconds", "'--time DURATION'"),
    ("", "--keep", "'--out FILE'"),
    ("", "-k", "'--neighbours N'"),
    ("match", "--budget", "'--playouts N' and '--time DURATION'"),
    ("report", "--games", "'--out FILE.sgf'"),
    ("openings", "--player", "'--name TEXT'"),
];

/// Names the new option in the error about an old one.
pub fn suggest_new_name(mut error: clap::Error, command: &str) -> clap::Error {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) if error.kind() == ErrorKind::UnknownArgument => name.clone(),
        _ => return error,
    };
    let is_old = |(of, old, _): &&(&str, &str, &str)| (of.is_empty() || *of == command) && *old == unknown;
    if let Some((_, old, new)) = RENAMED.iter().find(is_old) {
        error.remove(ContextKind::SuggestedArg);
        let tip = format!("'{old}' has been replaced by {new}").into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_or_is_in_seconds() {
        let milliseconds = |text: &str| duration(text).unwrap().as_millis();
        assert_eq!(["2s", "500ms", "1m30s", "0.5", "2"].map(milliseconds), [2000, 500, 90_000, 500, 2000]);
        for text in ["", "0", "0s", "-1", "soon", "nan", "inf", "1e300", "25h", "800,2s"] {
            assert!(duration(text).is_err(), "{text}");
        }
        assert_eq!([duration_or_zero("0"), duration_or_zero("0s")], [Ok(Duration::ZERO), Ok(Duration::ZERO)]);
    }

    #[test]
    fn nonsense_is_refused_with_the_limits() {
        let sizes = format!("the board size 40 cannot be played: boards are {MIN_SIZE} to {MAX_SIZE}");
        assert_eq!(size("40").unwrap_err(), sizes);
        assert_eq!(threads("0").unwrap_err(), "expected a number of threads from 1 to 1024");
        assert_eq!((seed("0"), seed("-1").is_err()), (Ok(0), true));
        assert!(komi("nan").is_err() && komi("-6.5") == Ok(-6.5));
    }

    #[test]
    fn a_player_is_checked_with_its_parameters() {
        assert!(player("random:eyes=fill").is_ok());
        assert_eq!(
            player("random:eye=fill").unwrap_err().to_string(),
            "random has no parameter eye: did you mean eyes?"
        );
    }
}
