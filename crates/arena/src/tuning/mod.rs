//! Tuning: parameters of a player are improved by games of the player against itself.
//!
//! Each step of [`Spsa`] is a pair of games between two versions of the player, whose parameters are moved from the
//! current ones in opposite directions: the same opening with both colours. The result of the pair moves the current
//! parameters towards the better side.
//!
//! A [`Tuning`] is what is asked for. Entered into a ledger, it becomes a [`Run`], which plays the missing games. The
//! ledger has nothing but the games: directions and rounding follow from the seed and the number of the step, and the
//! parameters from the results in order. So a run is resumed by replaying its results.
//!
//! A step is planned while earlier ones are still being played: its parameters follow from all results but those of the
//! last few steps, whether or not these have ended. Several tables are kept busy, and the games are the same for any
//! number of them.

mod chart;
mod space;

use std::collections::{HashMap, HashSet};
use std::iter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use player::{Kind, Maker, Rng, Spec, SpecError, Turn};
use stats::{Outcome, Spsa};
use thiserror::Error;

use crate::digest::Digest;
use crate::ledger::ResultRow;
use crate::pairing::{Half, Pairing};
use crate::{Contest, Fixture, Ledger, LedgerError, Observer, Runner, RunnerError, Series, Table};
pub use space::{ParamRange, Space, TunedParam};

/// What the ledger calls a tuning.
pub(crate) const KIND: &str = "tuning";
/// How many steps may be in progress at once.
const AHEAD: u64 = 16;
/// How often rounding is repeated if it makes both sides of a step the same player.
const ROUNDINGS: usize = 100;

/// Why a player cannot be tuned.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TuningError {
    /// A text that names no parameter.
    #[error("'{0}' is not a parameter to tune: write NAME or NAME=LOW..HIGH, such as exploration=0.5..2")]
    Text(String),
    /// A parameter that is not a number.
    #[error("{player}'s {key} cannot be tuned: it takes {kind}, and tuning needs a quantity")]
    NotANumber {
        /// The player.
        player: String,
        /// The parameter.
        key: String,
        /// What it takes.
        kind: Kind,
    },
    /// A range that the parameter cannot have.
    #[error("{player}'s {key} cannot be tuned from {low} to {high}: it takes {kind}")]
    Range {
        /// The player.
        player: String,
        /// The parameter.
        key: String,
        /// The smallest value.
        low: f64,
        /// The largest value.
        high: f64,
        /// What it takes.
        kind: Kind,
    },
    /// A parameter whose range does not follow from its value.
    #[error("{player}'s {key} starts at 0, so it needs a range: write {key}=LOW..HIGH")]
    NoRange {
        /// The player.
        player: String,
        /// The parameter.
        key: String,
    },
    /// A start outside the range.
    #[error("{player}'s {key} starts at {start}, which is not from {low} to {high}: set it in the player")]
    Start {
        /// The player.
        player: String,
        /// The parameter.
        key: String,
        /// The smallest value.
        low: f64,
        /// The largest value.
        high: f64,
        /// The value that it starts with.
        start: f64,
    },
    /// The ledger has the games of another tuning.
    #[error(
        "the ledger {} has a tuning with other settings, '{theirs}' and not '{ours}': give the same settings or \
         another ledger", path.display()
    )]
    Other {
        /// The ledger.
        path: PathBuf,
        /// The first setting that differs, in the ledger.
        theirs: String,
        /// The same setting as it was asked for.
        ours: String,
    },
    /// The games of the ledger do not follow from its terms.
    #[error(
        "game {number} in the ledger {} was played by {theirs}, and this version would play it by {ours}: use the \
         version that began the tuning, or another ledger", path.display()
    )]
    Changed {
        /// The ledger.
        path: PathBuf,
        /// The number of the game.
        number: u64,
        /// The players in the ledger.
        theirs: String,
        /// The players that follow from the results before.
        ours: String,
    },
    /// A specification that is not valid.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The ledger cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// What is tuned, and under which conditions.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The parameters and their ranges.
    pub space: Space,
    /// The gains.
    pub spsa: Spsa,
    /// The conditions, openings and seed of the games; its players do not count.
    pub series: Series,
}

impl Tuning {
    /// Everything that the games follow from.
    fn terms(&self) -> String {
        let Tuning { space, spsa, series } = self;
        let params: String = space.params().iter().map(|tuned| format!("; {tuned}")).collect();
        let (perturbation, gain) = (spsa.first_perturbation(), spsa.first_gain());
        let games = series.terms_for_all();
        format!("tuning of {}{params}; perturbation {perturbation}; gain {gain}; {games}", space.player())
    }

    /// The tuning in the ledger. The number of games is not part of its terms: a tuning can be made longer.
    pub fn contest(&self) -> Contest {
        let (terms, name) = (self.terms(), format!("tuning of {}", self.space.player()));
        Contest { id: Digest::new().with(&terms).to_string(), kind: KIND.to_string(), name, terms }
    }

    /// Announces a tuning to the ledger, or finds what was played of it before. A ledger has one tuning, and any number
    /// of other contests.
    ///
    /// # Errors
    /// If the ledger cannot be read, or has a tuning with other settings.
    pub fn enter<'a>(self, maker: &'a dyn Maker, ledger: &Ledger, games: u64) -> Result<Run<'a>, TuningError> {
        let contest = self.contest();
        let path = || ledger.path().to_path_buf();
        if let Some(other) = ledger.contests()?.into_iter().find(|it| it.kind == KIND && it.id != contest.id) {
            let (theirs, ours) = first_difference(&other.terms, &contest.terms);
            return Err(TuningError::Other { path: path(), theirs, ours });
        }
        let series = Series { contest: contest.id.as_str().into(), ..self.series };
        let state = Mutex::new(State { history: vec![self.space.start()], ..State::default() });
        let run = Run { maker, space: self.space, spsa: self.spsa, series, games, state };
        let mut results = ledger.results(&contest.id)?;
        results.retain(|result| result.number < games);
        results.sort_by_key(|result| result.number);
        for result in &results {
            let Some(fixture) = run.fixture(result.number)? else { break };
            let (theirs, ours) = (result.in_order().join(" v "), fixture.players.map(|spec| spec.to_string()));
            if theirs != ours.join(" v ") {
                let (number, ours) = (result.number + 1, ours.join(" v "));
                return Err(TuningError::Changed { path: path(), number, theirs, ours });
            }
            run.add(result);
        }
        ledger.announce(contest)?;
        Ok(run)
    }
}

/// The first setting in which two terms differ.
fn first_difference(theirs: &str, ours: &str) -> (String, String) {
    let mut both = theirs.split("; ").zip(ours.split("; "));
    let differing = both.find(|(theirs, ours)| theirs != ours).unwrap_or((theirs, ours));
    (differing.0.to_string(), differing.1.to_string())
}

/// A tuning that is in the ledger.
pub struct Run<'a> {
    maker: &'a dyn Maker,
    space: Space,
    spsa: Spsa,
    series: Series,
    games: u64,
    state: Mutex<State>,
}

/// The results so far, and what follows from them.
#[derive(Default)]
struct State {
    /// The shares of the ranges: at the start, and after each step.
    history: Vec<Vec<f64>>,
    /// The numbers of the finished games.
    played: HashSet<u64>,
    /// The steps of which one game is missing.
    open: Pairing<u64>,
    /// The finished steps that wait for earlier ones, with their results.
    waiting: HashMap<u64, f64>,
}

impl Run<'_> {
    /// What is tuned.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// How many games are finished.
    pub fn games(&self) -> u64 {
        self.state().played.len() as u64
    }

    /// The shares of the ranges: at the start, and after each step.
    pub fn history(&self) -> Vec<Vec<f64>> {
        self.state().history.clone()
    }

    /// The shares of the ranges now.
    pub fn shares(&self) -> Vec<f64> {
        self.state().history.last().cloned().unwrap_or_default()
    }

    /// The tuned player.
    ///
    /// # Errors
    /// If the maker refuses it.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        self.space.spec(self.maker, &self.shares(), &vec![space::NEAREST; self.space.params().len()])
    }

    /// Plays the missing games, and enters everything into the ledger. Ends early when the runner ends.
    ///
    /// # Errors
    /// As [`Runner::play`].
    pub fn play(&self, runner: &Runner<'_>) -> Result<(), RunnerError> {
        let Runner { maker, ledger, event, closing, stop, .. } = runner;
        let relay = Relay { run: self, observer: runner.observer };
        let (event, tables) = (event.clone(), runner.tables.min(2 * AHEAD as usize));
        let (closing, stop) = (closing.clone(), stop.clone());
        let runner = Runner { maker: *maker, ledger, observer: &relay, tables, event, closing, stop };
        while self.games() < self.games && !runner.closing.is_stopped() && !runner.stop.is_stopped() {
            let played = self.state().played.clone();
            let mut due = (0..self.games).filter(|number| !played.contains(number)).peekable();
            let mut failed = None;
            // A table leaves where the next game waits for results. When all have left, they start again.
            runner.play(iter::from_fn(|| match self.fixture(*due.peek()?) {
                Ok(Some(fixture)) => {
                    due.next();
                    Some(fixture)
                }
                Ok(None) => None,
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }))?;
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// The game of that number, or `None` where it waits for results.
    fn fixture(&self, number: u64) -> Result<Option<Fixture>, SpecError> {
        let step = number / 2;
        let known = step.saturating_sub(AHEAD - 1) as usize;
        let Some(shares) = self.state().history.get(known).cloned() else { return Ok(None) };
        let mut rng = self.rng(step);
        let signs = self.signs(&mut rng);
        let sides = self.spsa.perturbed(&shares, step + 1, &signs);
        let round = |rng: &mut Rng| -> Result<[Arc<Spec>; 2], SpecError> {
            let rounding: Vec<f64> = signs.iter().map(|_| rng.unit().into()).collect();
            let [plus, minus] = &sides;
            let spec = |side: &[f64]| self.space.spec(self.maker, side, &rounding).map(Arc::new);
            Ok([spec(plus)?, spec(minus)?])
        };
        let mut players = round(&mut rng)?;
        // A player against itself would measure nothing.
        for _ in 1..ROUNDINGS {
            if players[0] != players[1] {
                break;
            }
            players = round(&mut rng)?;
        }
        Ok(Some(Series { players, ..self.series.clone() }.fixture(number)))
    }

    /// The random numbers of a step.
    fn rng(&self, step: u64) -> Rng {
        Rng::new(Digest::new().with(KIND).with(self.series.seed).with(step).seed())
    }

    /// The directions of a step, which are the first of its random numbers.
    fn signs(&self, rng: &mut Rng) -> Vec<bool> {
        self.space.params().iter().map(|_| rng.below(2) == 1).collect()
    }

    /// Takes in a result, and moves the parameters by all steps that are now complete, in order.
    fn add(&self, result: &ResultRow) {
        let outcome = match result.winner() {
            Some(0) => Outcome::Win,
            Some(_) => Outcome::Loss,
            None => Outcome::Draw,
        };
        let mut state = self.state();
        let state = &mut *state;
        if !state.played.insert(result.number) {
            return;
        }
        let half = Half { color: result.first, outcome, is_new: true };
        if let Some(other) = state.open.add(result.number / 2, half) {
            state.waiting.insert(result.number / 2, (points(outcome) + points(other.outcome)) / 2.0);
        }
        loop {
            let step = state.history.len() as u64 - 1;
            let Some(difference) = state.waiting.remove(&step) else { break };
            let signs = self.signs(&mut self.rng(step));
            let next = self.spsa.updated(&state.history[step as usize], step + 1, &signs, difference);
            state.history.push(next);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// By how many points the winner of a game is ahead.
fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.0,
        Outcome::Loss => -1.0,
    }
}

/// Takes in every result before the next game is planned.
struct Relay<'a> {
    run: &'a Run<'a>,
    observer: &'a dyn Observer,
}

impl Observer for Relay<'_> {
    fn begins(&self, table: Table, fixture: &Fixture) {
        self.observer.begins(table, fixture);
    }

    fn moves(&self, table: Table, fixture: &Fixture, turn: &Turn<'_>) {
        self.observer.moves(table, fixture, turn);
    }

    fn ends(&self, table: Table, fixture: &Fixture, result: &ResultRow) {
        self.run.add(result);
        self.observer.ends(table, fixture, result);
    }
}
