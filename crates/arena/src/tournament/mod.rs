//! Tournaments: events of many players, described in a file, resumable at any time.
//!
//! What is to be played follows from the file and from the results that are in the ledger, and from nothing else:
//! [`Event::due`] lists the missing games: the same command resumes a tournament. A player can be added, or the number
//! of games raised, and what was played stays.

mod file;
mod standings;
mod swiss;

use std::path::PathBuf;
use std::sync::Arc;

use goban::Color;
use player::Spec;

use crate::digest::Digest;
use crate::ledger::ResultRow;
use crate::{Colors, Conditions, Contest, Fixture, Ledger, LedgerError, Openings, Runner, RunnerError, Series};
pub use file::{EventError, TournamentError};
pub use standings::{Standing, standings};

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What it is called.
    pub name: String,
    /// The file in which its games are kept.
    pub ledger: PathBuf,
    /// How many games are played at once, if the file sets it.
    pub concurrency: Option<usize>,
    /// Its events.
    pub events: Vec<Event>,
}

/// One event of a tournament.
#[derive(Clone, Debug)]
pub struct Event {
    /// What it is called.
    pub name: String,
    /// The tournament that it belongs to.
    pub tournament: String,
    /// The pairing system.
    pub format: Format,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// How many games are played when two meet.
    pub games: u64,
    /// What is agreed before each game, but for handicaps.
    pub conditions: Arc<Conditions>,
    /// The openings.
    pub openings: Openings,
    /// What the weaker of two is given, by how far their ranks are apart; the widest distance first.
    pub handicaps: Vec<Handicap>,
    /// The random seed.
    pub seed: u64,
}

/// The pairing system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// Every player meets every other.
    RoundRobin,
    /// Some, by their numbers, meet all the others.
    Gauntlet(Vec<usize>),
    /// In each of this number of rounds, players with equal points meet who have not met before.
    Swiss(u32),
    /// The first two meet until one of them can no longer be caught.
    BestOf,
}

/// A participant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The player, in the shortest form of its specification.
    pub spec: Arc<Spec>,
    /// Its rank, where 1 kyu is 0 and 1 dan is 1; only handicaps go by it.
    pub rank: Option<i32>,
}

/// What the weaker player is given: Black, and these.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// From this distance of ranks on.
    pub ranks_apart: u32,
    /// Handicap stones.
    pub stones: usize,
    /// The komi.
    pub komi: f32,
}

/// The number of games that a pair plays before the next pair has its turn. Changing engines after every game would
/// take too long, and so would waiting for a whole pairing to end.
const LAP: u64 = 10;

impl Event {
    /// The event in the ledger. Its name follows from everything but the players and the number of games.
    pub fn contest(&self) -> Contest {
        let kind = match self.format {
            Format::RoundRobin => "round robin",
            Format::Gauntlet(_) => "gauntlet",
            Format::Swiss(_) => "swiss",
            Format::BestOf => "best of",
        };
        let (conditions, openings, seed) = (&self.conditions, self.openings.describe(), self.seed);
        let handicaps: String = self.handicaps.iter().map(|handicap| format!("; {handicap:?}")).collect();
        let terms = format!("{kind}; {conditions}; openings {openings}; seed {seed}{handicaps}");
        let name = format!("{}, {}", self.tournament, self.name);
        let id = Digest::new().with(&self.tournament).with(&self.name).with(&terms).to_string();
        Contest { id, kind: kind.to_string(), name, terms }
    }

    /// How many games it has in all, or at most, where it ends as soon as it is decided.
    pub fn games_in_all(&self) -> u64 {
        let players = self.entrants.len() as u64;
        let meetings = match &self.format {
            Format::RoundRobin | Format::Gauntlet(_) => self.meetings().len() as u64,
            Format::Swiss(rounds) => u64::from(*rounds) * (players / 2),
            Format::BestOf => 1,
        };
        meetings * self.games
    }

    /// Whether nothing is left to be played after these results.
    pub fn is_over(&self, results: &[ResultRow]) -> bool {
        let decided = self.format == Format::BestOf && self.needed(results) == 0;
        decided || results.len() as u64 >= self.games_in_all()
    }

    /// How many more games one of two needs at least to be out of reach of the other.
    fn needed(&self, results: &[ResultRow]) -> usize {
        let most = standings(results).iter().map(Standing::points).fold(0.0, f64::max);
        let short = self.games as f64 / 2.0 - most;
        if short < 0.0 { 0 } else { short as usize + 1 }
    }

    /// The games that can be played now, after these results; none when the event is over.
    pub fn due(&self, results: &[ResultRow]) -> Vec<Fixture> {
        let contest: Arc<str> = self.contest().id.into();
        let all = match &self.format {
            Format::RoundRobin | Format::Gauntlet(_) => {
                let meetings = self.meetings();
                let pairs = meetings.iter().map(|&(one, other)| self.series(&contest, 0, self.in_order(one, other)));
                let pairs: Vec<Series> = pairs.collect();
                let laps = (0..self.games).step_by(LAP as usize).map(|first| first..self.games.min(first + LAP));
                laps.flat_map(|lap| pairs.iter().flat_map(move |pair| lap.clone().map(|n| pair.fixture(n)))).collect()
            }
            Format::Swiss(rounds) => self.swiss_round(&contest, *rounds, results),
            Format::BestOf => {
                let pair = self.series(&contest, 0, self.in_order(0, 1));
                (0..self.games).map(|number| pair.fixture(number)).collect()
            }
        };
        // Games played at the same time must all be needed, for any results.
        let most = if self.format == Format::BestOf { self.needed(results) } else { usize::MAX };
        let played: std::collections::HashSet<&str> = results.iter().map(|result| result.key.as_str()).collect();
        all.into_iter().filter(|fixture| !played.contains(fixture.key.as_str())).take(most).collect()
    }

    /// Plays what is missing, and enters everything into the ledger. Ends early when the runner ends.
    ///
    /// # Errors
    /// As [`Runner::play`].
    pub fn play(&self, runner: &Runner<'_>) -> Result<(), RunnerError> {
        let contest = self.contest();
        runner.ledger.announce(contest.clone())?;
        while !runner.closing.is_stopped() && !runner.stop.is_stopped() {
            let due = self.due(&runner.ledger.results(&contest.id)?);
            if due.is_empty() {
                break;
            }
            runner.play(due.into_iter())?;
        }
        Ok(())
    }

    /// Its results so far, among the present participants.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn results(&self, ledger: &Ledger) -> Result<Vec<ResultRow>, LedgerError> {
        let mut results = ledger.results(&self.contest().id)?;
        let names: Vec<String> = self.entrants.iter().map(|entrant| entrant.spec.to_string()).collect();
        results.retain(|result| result.players.iter().all(|player| names.contains(player)));
        Ok(results)
    }

    /// The pairings, if they do not depend on results.
    fn meetings(&self) -> Vec<(usize, usize)> {
        let everybody = 0..self.entrants.len();
        let pairs = everybody.clone().flat_map(|one| (one + 1..everybody.end).map(move |other| (one, other)));
        match &self.format {
            Format::Gauntlet(heroes) => {
                pairs.filter(|(one, other)| heroes.contains(one) != heroes.contains(other)).collect()
            }
            _ => pairs.collect(),
        }
    }

    /// The two in an order that does not depend on their places in the file, so that the games of a pair are the same
    /// when others come or go; and that does not always give Black to the same one first.
    fn in_order(&self, one: usize, other: usize) -> [usize; 2] {
        let name = |number: usize| self.entrants[number].spec.to_string();
        let [first, second] = if name(one) < name(other) { [one, other] } else { [other, one] };
        let odd = Digest::new().with(name(first)).with(name(second)).seed() % 2 == 1;
        if odd { [second, first] } else { [first, second] }
    }

    /// All games of a pair in a round.
    fn series(&self, contest: &Arc<str>, round: u32, pair: [usize; 2]) -> Series {
        let [first, second] = pair.map(|number| &self.entrants[number]);
        let (mut conditions, mut colors) = (Arc::clone(&self.conditions), Colors::Alternate);
        if let Some((weaker, handicap)) = self.handicap(first, second) {
            let Handicap { stones, komi, .. } = handicap;
            conditions = Arc::new(Conditions { handicap: stones, komi, ..(*self.conditions).clone() });
            colors = Colors::First(if weaker == 0 { Color::Black } else { Color::White });
        }
        let players = [Arc::clone(&first.spec), Arc::clone(&second.spec)];
        let (contest, openings) = (Arc::clone(contest), self.openings.clone());
        Series { contest, round, players, conditions, openings, colors, seed: self.seed }
    }

    /// What the weaker of two is given, and which of them it is.
    fn handicap(&self, first: &Entrant, second: &Entrant) -> Option<(usize, Handicap)> {
        let apart = first.rank? - second.rank?;
        let wide = |handicap: &&Handicap| apart.unsigned_abs() >= handicap.ranks_apart;
        let handicap = self.handicaps.iter().find(wide)?;
        (apart != 0).then_some((usize::from(apart > 0), *handicap))
    }

    /// The games of the round of a Swiss tournament that is being played.
    fn swiss_round(&self, contest: &Arc<str>, rounds: u32, results: &[ResultRow]) -> Vec<Fixture> {
        let mut table = swiss::Table::new(self.entrants.len());
        for round in 1..=rounds {
            let pairs = table.pair();
            let series: Vec<Series> = pairs.iter().map(|&pair| self.series(contest, round, pair)).collect();
            let fixtures: Vec<Fixture> =
                series.iter().flat_map(|pair| (0..self.games).map(|number| pair.fixture(number))).collect();
            let result = |fixture: &Fixture| results.iter().find(|result| result.key == fixture.key);
            let played: Vec<&ResultRow> = fixtures.iter().filter_map(result).collect();
            if played.len() < fixtures.len() {
                return fixtures;
            }
            for (pair, games) in pairs.iter().zip(played.chunks(self.games.max(1) as usize)) {
                table.enter(*pair, games);
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
