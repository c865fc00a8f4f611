//! Plays games at several tables at the same time.
//!
//! A table takes the next fixture, seats its players, has the game refereed and enters it into the ledger; only then
//! does it take another. Players stay seated while they are needed; one that broke down is made again. The runner ends
//! when no fixtures are left, on a signal, or when the ledger cannot be written.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::SystemTime;

use goban::{Color, Game, Outcome};
use player::{Budget, Introduction, Maker, Player, Spec, SpecError, Stop, Turn, Value};
use thiserror::Error;

use crate::ledger::ResultRow;
use crate::record::{self, Circumstances};
use crate::{ConditionsError, Fault, Finish, Fixture, Ledger, LedgerError, Machine, Played, referee};

/// The number of a table, from 0.
pub type Table = usize;

/// Receives the progress of the games, from several threads at once.
pub trait Observer: Sync {
    /// A game starts.
    fn begins(&self, table: Table, fixture: &Fixture) {
        let _ = (table, fixture);
    }

    /// A move was made.
    fn moves(&self, table: Table, fixture: &Fixture, turn: &Turn<'_>) {
        let _ = (table, fixture, turn);
    }

    /// A game is over and in the ledger.
    fn ends(&self, table: Table, fixture: &Fixture, result: &ResultRow) {
        let _ = (table, fixture, result);
    }
}

/// Observes nothing.
impl Observer for () {}

/// Plays fixtures at a number of tables.
pub struct Runner<'a> {
    /// Makes the players.
    pub maker: &'a dyn Maker,
    /// Stores the games.
    pub ledger: &'a Ledger,
    /// Receives the progress.
    pub observer: &'a dyn Observer,
    /// How many games are played at once, at least one.
    pub tables: usize,
    /// What the records call the event.
    pub event: String,
    /// After this signal no game starts; running games are finished.
    pub closing: Stop,
    /// After this signal games are interrupted.
    pub stop: Stop,
}

/// Why the runner had to end.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RunnerError {
    /// Games cannot be stored.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// No game can be played under these conditions.
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
}

/// How many games between these players this machine can play at once: its cores over the most threads of a player.
///
/// # Errors
/// If a specification names no player, or does not fit its parameters.
pub fn tables_for(maker: &dyn Maker, players: &[Arc<Spec>]) -> Result<usize, SpecError> {
    let threads = players.iter().map(|spec| threads(maker, spec)).collect::<Result<Vec<_>, _>>()?;
    Ok((Machine::here().cores / threads.into_iter().max().unwrap_or(1).max(1)).max(1))
}

/// Makes each of these players once: one that cannot be made, or refuses such a game or budget, is reported before the
/// first game.
///
/// # Errors
/// If one of them cannot be made.
pub fn try_out(maker: &dyn Maker, players: &[Arc<Spec>], game: &Game, budget: Budget) -> Result<(), SpecError> {
    let mut known = HashSet::new();
    players.iter().filter(|&spec| known.insert(spec)).try_for_each(|spec| maker.make_for(spec, game, budget).map(drop))
}

/// The threads of a player, or of the players inside it.
fn threads(maker: &dyn Maker, spec: &Spec) -> Result<usize, SpecError> {
    let mut most = 1;
    let settings = maker.settings(spec)?;
    most = most.max(settings.threads());
    for (_, value) in settings.iter() {
        if let Value::Player(Some(inner)) = value {
            most = most.max(threads(maker, inner)?);
        }
    }
    Ok(most)
}

impl Runner<'_> {
    /// Plays the fixtures in order, one at each table at a time, and returns the number of games played.
    ///
    /// # Errors
    /// If the ledger cannot be written, a player can never be made, or the conditions are impossible. What was played
    /// before is in the ledger.
    pub fn play(&self, fixtures: impl Iterator<Item = Fixture> + Send) -> Result<u64, RunnerError> {
        let fixtures = Mutex::new(fixtures);
        let known = Mutex::new(HashSet::new());
        let next = || lock(&fixtures).next();
        thread::scope(|scope| {
            let tables: Vec<_> = (0..self.tables.max(1))
                .map(|number| {
                    let mut seating = Seating { runner: self, table: number, known: &known, seats: [None, None] };
                    scope.spawn(move || seating.play_all(&next))
                })
                .collect();
            let mut played = Ok(0);
            for table in tables {
                let at_table = table.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                // The first failure is reported; others are the same or follow from it.
                played = played.and_then(|sum: u64| at_table.map(|games| sum + games));
            }
            played
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One table, and who sits there.
struct Seating<'a> {
    runner: &'a Runner<'a>,
    table: Table,
    /// The players that could be made before, at any table.
    known: &'a Mutex<HashSet<Arc<Spec>>>,
    /// The first player of a fixture, and the second.
    seats: [Option<SeatedPlayer>; 2],
}

/// A player that sits at a table.
struct SeatedPlayer {
    spec: Arc<Spec>,
    player: Box<dyn Player>,
    introduction: Option<Introduction>,
}

impl Seating<'_> {
    fn play_all(&mut self, next: &dyn Fn() -> Option<Fixture>) -> Result<u64, RunnerError> {
        let runner = self.runner;
        let mut games = 0;
        while !runner.closing.is_stopped() && !runner.stop.is_stopped() {
            let Some(fixture) = next() else { break };
            match self.play(&fixture) {
                Ok(played) => games += u64::from(played),
                Err(error) => {
                    runner.closing.stop();
                    runner.stop.stop();
                    return Err(error);
                }
            }
        }
        Ok(games)
    }

    /// Plays a game and enters it into the ledger; `false` if it was interrupted.
    fn play(&mut self, fixture: &Fixture) -> Result<bool, RunnerError> {
        let Runner { observer, ledger, event, stop, .. } = self.runner;
        observer.begins(self.table, fixture);
        let begun = SystemTime::now();
        let Some(played) = self.referee(fixture)? else { return Ok(false) };
        let engines = Color::BOTH.map(|color| self.seats[fixture.seat(color)].as_ref()?.introduction.clone());
        for color in Color::BOTH.into_iter().filter(|color| played.broken[color.index()]) {
            self.seats[fixture.seat(color)] = None;
        }
        if stop.is_stopped() {
            return Ok(false);
        }
        let row = record::row(fixture, &played, Circumstances { engines, begun, event: event.clone() });
        let mut result = row.result.clone();
        if !ledger.record(row)? {
            // Another process has stored the same game first, and its result counts.
            result = ledger.game(&fixture.key)?.map_or(result, |game| game.result);
        }
        observer.ends(self.table, fixture, &result);
        Ok(true)
    }

    fn referee(&mut self, fixture: &Fixture) -> Result<Option<Played>, RunnerError> {
        let game = fixture.game()?;
        for color in Color::BOTH {
            if let Err(error) = self.seat(fixture, color, &game) {
                // A program that was started before and no longer can be has broken down; one that never could be is a
                // mistake in the specification.
                if lock(self.known).contains(&fixture.players[fixture.seat(color)]) {
                    let (outcome, finish) = (Outcome::Forfeit(color.other()), Finish::Forfeit(Fault::Crash));
                    let (remark, times, broken) = (format!("{color}: {error}"), Vec::new(), [false; 2]);
                    return Ok(Some(Played { game, outcome, finish, remark, times, broken }));
                }
                return Err(error.into());
            }
        }
        let Runner { observer, stop, .. } = self.runner;
        let table = self.table;
        let [first, second] = &mut self.seats;
        let (Some(first), Some(second)) = (first, second) else { return Ok(None) };
        let first: &mut dyn Player = &mut *first.player;
        let second: &mut dyn Player = &mut *second.player;
        let players = if fixture.first == Color::Black { [first, second] } else { [second, first] };
        let mut watch = |turn: &Turn<'_>| observer.moves(table, fixture, turn);
        Ok(referee(game, players, &fixture.conditions, fixture.seed, stop, &mut watch))
    }

    /// Seats the player of a colour at the table, unless it is there.
    fn seat(&mut self, fixture: &Fixture, color: Color, game: &Game) -> Result<(), SpecError> {
        let number = fixture.seat(color);
        let spec = &fixture.players[number];
        let seat = &mut self.seats[number];
        if seat.as_ref().is_some_and(|seat| seat.spec == *spec) {
            return Ok(());
        }
        // The previous player is dropped first: two large players need not be in memory at once.
        *seat = None;
        let player = self.runner.maker.make_for(spec, game, fixture.conditions.budget)?;
        let introduction = player.introduction();
        *seat = Some(SeatedPlayer { spec: Arc::clone(spec), player, introduction });
        lock(self.known).insert(Arc::clone(spec));
        Ok(())
    }
}
