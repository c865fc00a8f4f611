//! The file that describes a tournament, in TOML.
//!
//! The format is described for users in `docs/arena.md`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use goban::Rules;
use player::{Maker, Spec, SpecError};
use serde::Deserialize;
use thiserror::Error;

use super::{Entrant, Event, Format, Handicap, Tournament};
use crate::{Conditions, ConditionsError, Openings, OpeningsError};

/// Why a file describes no tournament.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TournamentError {
    /// It cannot be read.
    #[error("{} cannot be read: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It is not TOML, or has an unknown key.
    #[error("{}, line {line}: {reason}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// An invalid specification, or an unknown player.
    #[error("the player '{text}' cannot take part: {error}")]
    Player {
        /// The text in the file.
        text: String,
        /// What is wrong with it.
        error: SpecError,
    },
    /// A player that is named twice.
    #[error("the player {0} is named twice: each player takes part once")]
    Twice(String),
    /// An invalid rank.
    #[error("'{0}' is not a rank: expected kyu or dan, such as 5k or 1d")]
    Rank(String),
    /// The rank of an unknown player.
    #[error("{0} has a rank, but is not one of the players: add it to them, or leave out its rank")]
    Absent(String),
    /// There is nothing to play.
    #[error("the tournament has no event: add one that starts with [[event]]")]
    NoEvent,
    /// Two events of the same name.
    #[error("two events are called '{0}': the ledger could not tell them apart")]
    SameName(String),
    /// Something is wrong with an event.
    #[error("the event '{event}': {reason}")]
    Event {
        /// The event.
        event: String,
        /// What is wrong with it.
        reason: EventError,
    },
}

/// What is wrong with an event.
#[derive(Clone, PartialEq, Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum EventError {
    #[error("'{0}' is not a format: expected round-robin, gauntlet or swiss")]
    Format(String),
    #[error("it needs at least two players")]
    TooFew,
    #[error("{0} takes no part in it, but is its hero")]
    Hero(String),
    #[error("a gauntlet needs a hero: name one, or leave out 'heroes' for the first player")]
    NoHero,
    #[error("a gauntlet needs a player that is not a hero")]
    OnlyHeroes,
    #[error("a Swiss tournament needs its number of rounds, such as rounds = 5")]
    Rounds,
    #[error("'{key}' is for {only} events, and this one is {format}: leave it out")]
    Misplaced { key: &'static str, only: &'static str, format: String },
    #[error("{0} has no rank, but the handicaps go by it")]
    NoRank(String),
    #[error("{0}")]
    Value(String),
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    name: Option<String>,
    players: Vec<String>,
    #[serde(default = "one")]
    seed: u64,
    ledger: Option<PathBuf>,
    concurrency: Option<NonZeroUsize>,
    #[serde(default)]
    ranks: BTreeMap<String, String>,
    #[serde(default)]
    event: Vec<EventTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EventTable {
    name: Option<String>,
    #[serde(default = "round_robin")]
    format: String,
    players: Option<Vec<String>>,
    heroes: Option<Vec<String>>,
    #[serde(default = "two")]
    games: NonZeroU64,
    rounds: Option<NonZeroU32>,
    #[serde(default = "nine")]
    size: usize,
    rules: Option<String>,
    komi: Option<f32>,
    budget: Option<String>,
    clock: Option<String>,
    move_limit: Option<NonZeroUsize>,
    adjudicate: Option<String>,
    openings: Option<String>,
    opening_moves: Option<NonZeroUsize>,
    #[serde(default)]
    handicaps: Vec<HandicapTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HandicapTable {
    ranks_apart: NonZeroU32,
    #[serde(default)]
    stones: usize,
    komi: f32,
}

/// The pairing system, as the file names it.
const FORMATS: [&str; 3] = ["round-robin", "gauntlet", "swiss"];

fn one() -> u64 {
    1
}

fn two() -> NonZeroU64 {
    NonZeroU64::MIN.saturating_add(1)
}

fn nine() -> usize {
    9
}

fn round_robin() -> String {
    "round-robin".to_string()
}

impl Tournament {
    /// Reads a tournament. The maker checks the players.
    ///
    /// # Errors
    /// If the file cannot be read, or what it describes cannot be played.
    pub fn read(path: &Path, maker: &dyn Maker) -> Result<Tournament, TournamentError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| TournamentError::File { path: path.to_path_buf(), reason: error.to_string() })?;
        let file: File = toml::from_str(&text).map_err(|error| TournamentError::Syntax {
            path: path.to_path_buf(),
            line: error
                .span()
                .map_or(1, |span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count()),
            reason: error.message().replace('\n', " "),
        })?;
        let players = entrants(&file, maker)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let ledger = file.ledger.map_or_else(|| path.with_extension("db"), |ledger| folder.join(ledger));
        let name = file.name.unwrap_or(stem);
        let mut events: Vec<Event> = Vec::new();
        for (number, table) in file.event.into_iter().enumerate() {
            let event = table.name.clone().unwrap_or_else(|| format!("event {}", number + 1));
            let reading = Reading { table, event: &event, tournament: &name, seed: file.seed, folder };
            events.push(reading.event(&players, maker)?);
            if events.iter().filter(|known| known.name == event).count() > 1 {
                return Err(TournamentError::SameName(event));
            }
        }
        if events.is_empty() {
            return Err(TournamentError::NoEvent);
        }
        Ok(Tournament { name, ledger, concurrency: file.concurrency.map(NonZeroUsize::get), events })
    }
}

fn entrants(file: &File, maker: &dyn Maker) -> Result<Vec<Entrant>, TournamentError> {
    let mut ranks = Vec::new();
    for (text, rank) in &file.ranks {
        ranks.push((canonical(text, maker)?, read_rank(rank)?));
    }
    let mut players: Vec<Entrant> = Vec::new();
    for text in &file.players {
        let spec = canonical(text, maker)?;
        if players.iter().any(|player| player.spec == spec) {
            return Err(TournamentError::Twice(spec.to_string()));
        }
        let rank = ranks.iter().find(|(ranked, _)| *ranked == spec).map(|&(_, rank)| rank);
        players.push(Entrant { spec, rank });
    }
    match ranks.iter().find(|(ranked, _)| !players.iter().any(|player| player.spec == *ranked)) {
        Some((absent, _)) => Err(TournamentError::Absent(absent.to_string())),
        None => Ok(players),
    }
}

/// The shortest form of a specification.
fn canonical(text: &str, maker: &dyn Maker) -> Result<Arc<Spec>, TournamentError> {
    let spec = text.parse().and_then(|spec| maker.canonical(&spec));
    spec.map(Arc::new).map_err(|error| TournamentError::Player { text: text.to_string(), error })
}

/// `5k` is -4, `1k` is 0, `1d` is 1.
fn read_rank(text: &str) -> Result<i32, TournamentError> {
    let number = |digits: &str| digits.trim().parse().ok().filter(|n| (1..=99).contains(n));
    let lower = text.trim().to_ascii_lowercase();
    let (kyu, dan) = (lower.strip_suffix('k'), lower.strip_suffix('d'));
    let rank = kyu.and_then(number).map(|n: i32| 1 - n).or_else(|| dan.and_then(number));
    rank.ok_or_else(|| TournamentError::Rank(text.to_string()))
}

/// An event that is being read.
struct Reading<'a> {
    table: EventTable,
    event: &'a str,
    tournament: &'a str,
    seed: u64,
    folder: &'a Path,
}

impl Reading<'_> {
    fn event(&self, players: &[Entrant], maker: &dyn Maker) -> Result<Event, TournamentError> {
        let wrong = |reason: EventError| TournamentError::Event { event: self.event.to_string(), reason };
        let entrants = match &self.table.players {
            None => players.to_vec(),
            Some(names) => self.some_of(players, names, maker)?,
        };
        if entrants.len() < 2 {
            return Err(wrong(EventError::TooFew));
        }
        let heroes = match &self.table.heroes {
            None => entrants[..1].to_vec(),
            Some(names) => self.some_of(players, names, maker)?,
        };
        let conditions = self.conditions().map_err(wrong)?;
        Ok(Event {
            name: self.event.to_string(),
            tournament: self.tournament.to_string(),
            format: self.format(&entrants, &heroes).map_err(wrong)?,
            games: self.table.games.get(),
            openings: self.openings(&conditions).map_err(wrong)?,
            handicaps: self.handicaps(&entrants, &conditions).map_err(wrong)?,
            conditions: Arc::new(conditions),
            entrants,
            seed: self.seed,
        })
    }

    /// Players of the tournament by their specifications; one that is not among them has no rank.
    fn some_of(
        &self,
        players: &[Entrant],
        names: &[String],
        maker: &dyn Maker,
    ) -> Result<Vec<Entrant>, TournamentError> {
        let mut some: Vec<Entrant> = Vec::new();
        for name in names {
            let spec = canonical(name, maker)?;
            if some.iter().any(|entrant| entrant.spec == spec) {
                return Err(TournamentError::Twice(spec.to_string()));
            }
            let rank = players.iter().find(|player| player.spec == spec).and_then(|player| player.rank);
            some.push(Entrant { spec, rank });
        }
        Ok(some)
    }

    fn format(&self, entrants: &[Entrant], heroes: &[Entrant]) -> Result<Format, EventError> {
        let format = self.table.format.as_str();
        for (key, given, only) in
            [("rounds", self.table.rounds.is_some(), "swiss"), ("heroes", self.table.heroes.is_some(), "gauntlet")]
        {
            if given && format != only && FORMATS.contains(&format) {
                return Err(EventError::Misplaced { key, only, format: format.to_string() });
            }
        }
        match format {
            "round-robin" => Ok(Format::RoundRobin),
            "swiss" => self.table.rounds.map(|rounds| Format::Swiss(rounds.get())).ok_or(EventError::Rounds),
            "gauntlet" => {
                let place = |hero: &Entrant| {
                    let found = entrants.iter().position(|entrant| entrant.spec == hero.spec);
                    found.ok_or_else(|| EventError::Hero(hero.spec.to_string()))
                };
                let heroes = heroes.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
                match heroes.len() {
                    0 => Err(EventError::NoHero),
                    heroes if heroes == entrants.len() => Err(EventError::OnlyHeroes),
                    _ => Ok(Format::Gauntlet(heroes)),
                }
            }
            other => Err(EventError::Format(other.to_string())),
        }
    }

    fn conditions(&self) -> Result<Conditions, EventError> {
        let EventTable { size, rules, komi, budget, clock, move_limit, adjudicate, .. } = &self.table;
        let usual = Conditions::new(*size, read(rules)?.unwrap_or(Rules::CHINESE), 0);
        let conditions = Conditions {
            komi: komi.unwrap_or(usual.komi),
            budget: read(budget)?.unwrap_or_default(),
            control: read(clock)?,
            move_limit: move_limit.map_or(usual.move_limit, NonZeroUsize::get),
            adjudication: read(adjudicate)?,
            ..usual
        };
        conditions.game()?;
        Ok(conditions)
    }

    fn openings(&self, conditions: &Conditions) -> Result<Openings, EventError> {
        let EventTable { openings, opening_moves, .. } = &self.table;
        let file;
        let word = match openings.as_deref() {
            None => "none",
            Some(word @ ("none" | "balanced")) => word,
            Some(path) => {
                file = self.folder.join(path).to_string_lossy().into_owned();
                &file
            }
        };
        Ok(Openings::read(word, opening_moves.map(NonZeroUsize::get), conditions)?)
    }

    fn handicaps(&self, entrants: &[Entrant], conditions: &Conditions) -> Result<Vec<Handicap>, EventError> {
        if self.table.handicaps.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(unranked) = entrants.iter().find(|entrant| entrant.rank.is_none()) {
            return Err(EventError::NoRank(unranked.spec.to_string()));
        }
        let mut handicaps = Vec::new();
        for &HandicapTable { ranks_apart, stones, komi } in &self.table.handicaps {
            let given = Conditions { handicap: stones, komi, ..conditions.clone() };
            given.game()?;
            self.openings(&given)?;
            handicaps.push(Handicap { ranks_apart: ranks_apart.get(), stones, komi });
        }
        handicaps.sort_by_key(|handicap| std::cmp::Reverse(handicap.ranks_apart));
        Ok(handicaps)
    }
}

fn read<T: FromStr<Err: Display>>(text: &Option<String>) -> Result<Option<T>, EventError> {
    let read = text.as_deref().map(str::parse).transpose();
    read.map_err(|error: T::Err| EventError::Value(error.to_string()))
}
