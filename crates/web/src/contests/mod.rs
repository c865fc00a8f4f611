//! Contests of the page: tournaments of the arena, played in the pool. Pages can watch, stop and resume them.
//!
//! A contest is an event of the arena. The games still to be played follow from its definition and from the results in
//! the ledger. The ledger also stores the definition, so a contest can be resumed by its name after a restart. While a
//! contest runs, the pages that watch it get its standings after each change, at most a few times per second. Each
//! game can be watched while it is played.

mod card;
mod pooled;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use arena::ledger::ResultRow;
use arena::tournament::{Entrant, Event, Format};
use arena::{Conditions, Fixture, Observer, Openings, Runner, Table, tables_for};
use goban::{Color, Game};
use kifu::{GameInfo, Tree};
use player::{Spec, Stop, Turn};
use tokio::sync::Notify;

use crate::Refusal;
use crate::house::House;
use crate::message::{self, ContestCard, NewContest, System};
use crate::peer::Peer;
use crate::room::Order;
use crate::session::{budget, control};
use pooled::PooledMaker;

/// The shortest interval between two updates of a contest.
const UPDATE_INTERVAL: Duration = Duration::from_millis(300);
/// The most contests in a list.
const LISTED: usize = 100;
/// The longest name of a contest, in characters.
const NAME_LENGTH: usize = 80;

/// The running contests and the pages that watch contests.
#[derive(Default)]
pub(crate) struct Contests {
    running: Mutex<HashMap<String, Arc<RunningContest>>>,
    /// The watchers of each contest, by its name.
    watchers: Mutex<HashMap<String, Vec<Watcher>>>,
    /// Contests start one at a time: two requests cannot both create the same name.
    starting: tokio::sync::Mutex<()>,
}

/// A page that watches a contest, and the tag of its request.
type Watcher = (Arc<Peer>, u32);

/// A contest that runs.
struct RunningContest {
    /// Set when no further games start.
    closing: Stop,
    /// Set when running games are interrupted.
    stop: Stop,
    tables: Mutex<HashMap<Table, TableGame>>,
    changed: Notify,
}

/// A game in progress at a table.
#[derive(Clone)]
struct TableGame {
    /// Its key in the ledger.
    key: String,
    seats: [Spec; 2],
    game: Game,
}

/// The state of a contest at this moment.
#[derive(Default)]
struct ContestState {
    running: bool,
    stopping: bool,
    tables: Vec<TableGame>,
}

/// A game of a contest that is in progress.
pub(crate) struct ContestGame {
    pub(crate) sgf: String,
    pub(crate) seats: [Spec; 2],
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Contests {
    /// Stops a contest after its running games. A second call interrupts those.
    fn stop(&self, name: &str) -> Result<(), Refusal> {
        let running = lock(&self.running);
        let running = running.get(name).ok_or_else(|| Refusal::NoContest { contest: name.to_string() })?;
        if running.closing.is_stopped() {
            running.stop.stop();
        }
        running.closing.stop();
        running.changed.notify_one();
        Ok(())
    }

    fn all_running(&self) -> Vec<Arc<RunningContest>> {
        lock(&self.running).values().cloned().collect()
    }

    /// The game in progress that has this key.
    pub(crate) fn playing(&self, key: &str) -> Option<ContestGame> {
        self.all_running().iter().find_map(|contest| {
            let tables = lock(&contest.tables);
            let TableGame { seats, game, .. } = tables.values().find(|table| table.key == key)?;
            let [black, white] = seats.each_ref().map(Spec::to_string);
            let info = GameInfo { black, white, ..GameInfo::default() };
            Some(ContestGame { sgf: Tree::of(game, &info).to_sgf(), seats: seats.clone() })
        })
    }

    /// The keys of all games in progress, sorted.
    pub(crate) fn live(&self) -> Vec<String> {
        let mut live = Vec::new();
        for contest in self.all_running() {
            live.extend(lock(&contest.tables).values().map(|table| table.key.clone()));
        }
        live.sort();
        live
    }

    fn is_running(&self, name: &str) -> bool {
        lock(&self.running).contains_key(name)
    }

    /// Whether any contest runs.
    pub(crate) fn any_running(&self) -> bool {
        !lock(&self.running).is_empty()
    }

    fn state(&self, name: &str) -> ContestState {
        let Some(running) = lock(&self.running).get(name).cloned() else { return ContestState::default() };
        let tables = lock(&running.tables).values().cloned().collect();
        ContestState { running: true, stopping: running.closing.is_stopped(), tables }
    }

    fn watch(&self, name: &str, peer: &Arc<Peer>, tag: u32) {
        let mut watchers = lock(&self.watchers);
        for list in watchers.values_mut() {
            list.retain(|(other, _)| !other.is_gone());
        }
        watchers.retain(|_, list| !list.is_empty());
        let list = watchers.entry(name.to_string()).or_default();
        list.retain(|(other, _)| other.id != peer.id);
        list.push((Arc::clone(peer), tag));
    }

    /// Reports to all watchers that a contest has stopped on an error. It can be resumed by its name.
    fn report_failure(&self, name: &str, reason: &Refusal) {
        let refusal = Refusal::ContestStopped { contest: name.to_string(), reason: Box::new(reason.text()) };
        if let Some(list) = lock(&self.watchers).get(name) {
            list.iter().for_each(|(peer, _)| peer.refuse(None, &refusal));
        }
    }

    /// Sends the standings to all watchers.
    fn broadcast(&self, card: &ContestCard) {
        if let Some(list) = lock(&self.watchers).get(&card.name) {
            list.iter().for_each(|(peer, tag)| send_card(peer, *tag, card.clone()));
        }
    }
}

fn send_card(peer: &Peer, tag: u32, contest: ContestCard) {
    peer.send_event(Some(tag), message::Event::Contest { contest });
}

impl House {
    /// Starts a contest or resumes the one of that name. A resumed contest keeps its players and terms; only its
    /// number of games can grow.
    pub(crate) async fn start_contest(
        self: &Arc<House>,
        peer: &Arc<Peer>,
        tag: u32,
        mut definition: NewContest,
    ) -> Result<(), Refusal> {
        definition.name = definition.name.trim().to_string();
        let event = self.event(&definition)?;
        let name = definition.name.clone();
        let _turn = self.contests.starting.lock().await;
        match self.contest(&name).await {
            Ok(stored) if !self.can_resume(&stored, &definition, &event) => {
                return Err(Refusal::ContestTaken { contest: name });
            }
            Ok(_) | Err(Refusal::NoContest { .. }) => {}
            Err(refusal) => return Err(refusal),
        }
        self.contests.watch(&name, peer, tag);
        if !self.contests.is_running(&name) {
            let text = serde_json::to_string(&definition);
            let text = text.map_err(|error| Refusal::Message { reason: error.to_string() })?;
            self.ask_ledger(move |ledger| Ok(ledger.keep_contest(&name, &text)?)).await?;
            self.run_contest(event, definition.clone())?;
        }
        send_card(peer, tag, self.contest_card(definition).await?);
        Ok(())
    }

    /// Resumes a contest with its stored definition.
    pub(crate) async fn resume_contest(
        self: &Arc<Self>,
        peer: &Arc<Peer>,
        tag: u32,
        name: &str,
    ) -> Result<(), Refusal> {
        let definition = self.contest(name).await?;
        self.start_contest(peer, tag, definition).await
    }

    /// Stops a contest after its running games. A second request interrupts those.
    pub(crate) async fn stop_contest(self: &Arc<Self>, peer: &Arc<Peer>, tag: u32, name: &str) -> Result<(), Refusal> {
        self.contests.stop(name)?;
        let definition = self.contest(name).await?;
        send_card(peer, tag, self.contest_card(definition).await?);
        Ok(())
    }

    /// Whether a definition resumes the stored contest: the same players and terms, and no fewer games.
    fn can_resume(&self, stored: &NewContest, definition: &NewContest, event: &Event) -> bool {
        let same = |before: Event| before.contest() == event.contest() && before.entrants == event.entrants;
        let (before, now) = (stored.games, definition.games);
        let enough = before == now || (before < now && !self.contests.is_running(&stored.name));
        enough && self.event(stored).is_ok_and(same)
    }

    /// Sends the standings of a contest now and after each change.
    pub(crate) async fn watch_contest(self: &Arc<Self>, peer: &Arc<Peer>, tag: u32, name: &str) -> Result<(), Refusal> {
        let definition = self.contest(name).await?;
        self.contests.watch(name, peer, tag);
        send_card(peer, tag, self.contest_card(definition).await?);
        Ok(())
    }

    /// All contests, the latest first.
    pub(crate) async fn list_contests(self: &Arc<House>) -> Result<Vec<ContestCard>, Refusal> {
        let stored = self.ask_ledger(|ledger| Ok(ledger.page_contests()?)).await?;
        let mut cards = Vec::new();
        for (_, text) in stored.into_iter().take(LISTED) {
            // Definitions of older versions that this version cannot read are left out.
            let Ok(definition) = serde_json::from_str::<NewContest>(&text) else { continue };
            if let Ok(card) = self.contest_card(definition).await {
                cards.push(ContestCard { latest: Vec::new(), ..card });
            }
        }
        Ok(cards)
    }

    /// The stored definition of a contest.
    pub(crate) async fn contest(&self, name: &str) -> Result<NewContest, Refusal> {
        let stored = self.ask_ledger(|ledger| Ok(ledger.page_contests()?)).await?;
        let found = stored.into_iter().find(|(other, _)| other == name);
        let (_, text) = found.ok_or_else(|| Refusal::NoContest { contest: name.to_string() })?;
        serde_json::from_str(&text).map_err(|error| Refusal::Kept { reason: error.to_string() })
    }

    /// Checks a definition and turns it into an event of the arena.
    pub(crate) fn event(&self, definition: &NewContest) -> Result<Event, Refusal> {
        let NewContest { name, system, players, games, terms } = definition;
        if name.trim().is_empty() || name.chars().count() > NAME_LENGTH || name.chars().any(char::is_control) {
            return Err(Refusal::ContestName);
        }
        let mut entrants: Vec<Entrant> = Vec::new();
        for player in players {
            let spec = Arc::new(self.admit(player)?);
            if entrants.iter().any(|entrant| entrant.spec == spec) {
                return Err(Refusal::Twice { player: spec.to_string() });
            }
            entrants.push(Entrant { spec, rank: None });
        }
        let of_two = matches!(system, System::Match | System::BestOf);
        if entrants.len() < 2 || (of_two && entrants.len() != 2) {
            return Err(Refusal::Entrants);
        }
        if *games == 0 {
            return Err(Refusal::NoGames);
        }
        if entrants.len() > self.limits.entrants {
            return Err(Refusal::EntrantsTooMany { players: entrants.len(), most: self.limits.entrants });
        }
        if *games > self.limits.pairings {
            return Err(Refusal::GamesTooMany { games: *games, most: self.limits.pairings });
        }
        let format = match system {
            System::RoundRobin | System::Match => Format::RoundRobin,
            System::Gauntlet => Format::Gauntlet(vec![0]),
            System::Swiss => Format::Swiss(*games),
            System::BestOf => Format::BestOf,
        };
        let usual = Conditions::new(terms.size.into(), terms.rules.parse()?, terms.handicap.into());
        let conditions = Conditions {
            komi: terms.komi.unwrap_or(usual.komi),
            budget: budget(terms.budget.as_deref(), &self.limits)?,
            control: control(terms.clock.as_deref(), &self.limits)?,
            ..usual
        };
        conditions.game()?;
        // Without openings, deterministic players would repeat the same game.
        let balanced = terms.size >= 5 && terms.handicap < 2;
        let openings = Openings::read(if balanced { "balanced" } else { "none" }, None, &conditions)?;
        Ok(Event {
            name: system.name().to_string(),
            tournament: name.trim().to_string(),
            games: if matches!(format, Format::Swiss(_)) { 2 } else { u64::from(*games) },
            format,
            entrants,
            conditions: Arc::new(conditions),
            openings,
            handicaps: Vec::new(),
            seed: 1,
        })
    }

    /// Plays a contest on a new thread. Its players think in the pool.
    fn run_contest(self: &Arc<House>, event: Event, definition: NewContest) -> Result<(), Refusal> {
        let specs: Vec<Arc<Spec>> = event.entrants.iter().map(|entrant| Arc::clone(&entrant.spec)).collect();
        let tables = tables_for(&*self.program.maker, &specs)?.min(self.pool.places());
        let (closing, stop) = (Stop::new(), Stop::new());
        let running = Arc::new(RunningContest { closing, stop, tables: Mutex::default(), changed: Notify::new() });
        {
            let mut all = lock(&self.contests.running);
            if all.len() >= self.limits.runs {
                return Err(Refusal::Runs);
            }
            all.insert(definition.name.clone(), Arc::clone(&running));
        }
        let (house, contest, name) = (Arc::clone(self), Arc::clone(&running), definition.name.clone());
        let worker = thread::Builder::new().name(format!("contest {name}")).spawn(move || {
            let maker = PooledMaker::new(&house, &name);
            let observer = Spectators { house: &house, contest: &contest };
            let runner = Runner {
                maker: &maker,
                ledger: &house.ledger,
                observer: &observer,
                tables,
                event: name.clone(),
                closing: contest.closing.clone(),
                stop: contest.stop.clone(),
            };
            let played = event.play(&runner).map_err(Refusal::from);
            let written = || house.ledger.check().map_err(Refusal::from);
            if let Err(reason) = played.and_then(|_| written()) {
                house.contests.report_failure(&name, &reason);
            }
            lock(&house.contests.running).remove(&name);
            contest.changed.notify_one();
        });
        if worker.is_err() {
            lock(&self.contests.running).remove(&definition.name);
            return Err(Refusal::Runs);
        }
        let house = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                running.changed.notified().await;
                tokio::time::sleep(UPDATE_INTERVAL).await;
                let runs = house.contests.is_running(&definition.name);
                if let Ok(card) = house.contest_card(definition.clone()).await {
                    house.contests.broadcast(&card);
                }
                if !runs {
                    break;
                }
            }
        });
        Ok(())
    }

    /// Interrupts every contest.
    pub(crate) fn stop_contests(&self) {
        for running in lock(&self.contests.running).values() {
            running.closing.stop();
            running.stop.stop();
        }
    }
}

/// Reports the games of a running contest to the pages.
struct Spectators<'a> {
    house: &'a Arc<House>,
    contest: &'a RunningContest,
}

impl Observer for Spectators<'_> {
    fn begins(&self, table: Table, fixture: &Fixture) {
        let seats = Color::BOTH.map(|color| fixture.player(color).clone());
        if let Ok(game) = fixture.game() {
            lock(&self.contest.tables).insert(table, TableGame { key: fixture.key.clone(), seats, game });
        }
    }

    fn moves(&self, table: Table, fixture: &Fixture, turn: &Turn<'_>) {
        if let Some(played) = lock(&self.contest.tables).get_mut(&table) {
            played.game.clone_from(turn.game);
        }
        let who = Color::BOTH.map(|color| fixture.player(color).to_string());
        let (game, analysis) = (Box::new(turn.game.clone()), Box::new(turn.choice.analysis.clone()));
        self.house.send_if_open(&fixture.key, Order::Follows { game, who, analysis });
        self.contest.changed.notify_one();
    }

    fn ends(&self, table: Table, fixture: &Fixture, result: &ResultRow) {
        lock(&self.contest.tables).remove(&table);
        let (outcome, finish) = (result.outcome, result.finish);
        self.house.send_if_open(&fixture.key, Order::Concluded { outcome, finish });
        self.contest.changed.notify_one();
    }
}
