//! Contests of the page: the arena's tournaments, played in the pool, watched and taken up again.
//!
//! A contest is an event of the arena; which games are due follows from its definition and from the results in the
//! ledger. The definition is kept beside the games, so that the same name goes on after anything. While it runs, pages
//! that watch it are told how it stands whenever something has changed, a few times a second at most, and each of its
//! games can be watched as it is played.

mod card;
mod pooled;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use arena::ledger::ResultRow;
use arena::tournament::{Entrant, Event, Format};
use arena::{Audience, Conditions, Fixture, Hall, Openings, Table, tables_for};
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
use pooled::Pooled;

/// How often at most pages are told how a contest stands.
const PACE: Duration = Duration::from_millis(300);

/// The contests that run, and who watches.
#[derive(Default)]
pub(crate) struct Contests {
    running: Mutex<HashMap<String, Arc<Running>>>,
    /// Who watches which contest, with the tag of the question.
    watchers: Mutex<HashMap<String, Vec<Watcher>>>,
    /// One is started after the other, so that two of the same name cannot both be the first.
    starting: tokio::sync::Mutex<()>,
}

type Watcher = (Arc<Peer>, u32);

/// A contest that runs.
struct Running {
    closing: Stop,
    stop: Stop,
    tables: Mutex<HashMap<Table, AtTable>>,
    news: Notify,
}

/// A game that is being played at a table.
#[derive(Clone)]
struct AtTable {
    /// What the ledger will know it by.
    key: String,
    seats: [Spec; 2],
    game: Game,
}

/// What happens in a contest at the moment.
#[derive(Default)]
struct Now {
    running: bool,
    stopping: bool,
    tables: Vec<AtTable>,
}

/// A game of a contest that is being played.
pub(crate) struct Playing {
    pub(crate) sgf: String,
    pub(crate) seats: [Spec; 2],
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Contests {
    /// It stops after the games that run.
    fn stop(&self, name: &str) -> Result<(), Refusal> {
        let running = lock(&self.running);
        let running = running.get(name).ok_or_else(|| Refusal::NoContest { contest: name.to_string() })?;
        // The second time games are broken off.
        if running.closing.is_stopped() {
            running.stop.stop();
        }
        running.closing.stop();
        running.news.notify_one();
        Ok(())
    }

    /// A game that is being played at some table.
    pub(crate) fn playing(&self, key: &str) -> Option<Playing> {
        let contests: Vec<Arc<Running>> = lock(&self.running).values().cloned().collect();
        contests.iter().find_map(|contest| {
            let tables = lock(&contest.tables);
            let AtTable { seats, game, .. } = tables.values().find(|table| table.key == key)?;
            let [black, white] = seats.each_ref().map(Spec::to_string);
            let info = GameInfo { black, white, ..GameInfo::default() };
            Some(Playing { sgf: Tree::of(game, &info).to_sgf(), seats: seats.clone() })
        })
    }

    /// The games that are being played at any table, in an order that stays.
    pub(crate) fn live(&self) -> Vec<String> {
        let contests: Vec<Arc<Running>> = lock(&self.running).values().cloned().collect();
        let keys = |contest: &Arc<Running>| lock(&contest.tables).values().map(|table| table.key.clone()).collect();
        let mut live: Vec<String> = contests.iter().flat_map::<Vec<String>, _>(keys).collect();
        live.sort();
        live
    }

    fn is_running(&self, name: &str) -> bool {
        lock(&self.running).contains_key(name)
    }

    /// Whether a contest runs.
    pub(crate) fn any_running(&self) -> bool {
        !lock(&self.running).is_empty()
    }

    fn now(&self, name: &str) -> Now {
        let Some(running) = lock(&self.running).get(name).cloned() else { return Now::default() };
        let tables = lock(&running.tables).values().cloned().collect();
        Now { running: true, stopping: running.closing.is_stopped(), tables }
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

    /// Tells all viewers that a contest has stopped before its end; the same name resumes it.
    fn fail(&self, name: &str, reason: &Refusal) {
        let refusal = Refusal::ContestStopped { contest: name.to_string(), reason: Box::new(reason.text()) };
        if let Some(list) = lock(&self.watchers).get(name) {
            list.iter().for_each(|(peer, _)| peer.refuse(None, &refusal));
        }
    }

    fn tell(&self, card: &ContestCard) {
        if let Some(list) = lock(&self.watchers).get(&card.name) {
            list.iter()
                .for_each(|(peer, tag)| peer.tell(Some(*tag), message::Event::Contest { contest: card.clone() }));
        }
    }
}

impl House {
    /// Starts a contest, or goes on with the one of that name, which has to be the same one; only more games can be
    /// wanted.
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
            Ok(kept) if !self.is_continued_by(&kept, &definition, &event) => {
                return Err(Refusal::ContestTaken { contest: name });
            }
            Ok(_) | Err(Refusal::NoContest { .. }) => {}
            Err(refusal) => return Err(refusal),
        }
        self.contests.watch(&name, peer, tag);
        if !self.contests.is_running(&name) {
            let (kept, text) = (name.clone(), serde_json::to_string(&definition));
            let text = text.map_err(|error| Refusal::Message { reason: error.to_string() })?;
            self.ask_ledger(move |ledger| Ok(ledger.keep_contest(&kept, &text)?)).await?;
            self.run_contest(event, definition.clone())?;
        }
        let card = self.contest_card(definition).await?;
        peer.tell(Some(tag), message::Event::Contest { contest: card });
        Ok(())
    }

    /// Goes on with a contest as it was defined.
    pub(crate) async fn go_on_with_contest(
        self: &Arc<House>,
        peer: &Arc<Peer>,
        tag: u32,
        name: String,
    ) -> Result<(), Refusal> {
        let definition = self.contest(&name).await?;
        self.start_contest(peer, tag, definition).await
    }

    /// No more of its games begin, and the second time those that run are broken off.
    pub(crate) async fn stop_contest(
        self: &Arc<House>,
        peer: &Arc<Peer>,
        tag: u32,
        name: String,
    ) -> Result<(), Refusal> {
        self.contests.stop(&name)?;
        let contest = self.contest_card(self.contest(&name).await?).await?;
        peer.tell(Some(tag), message::Event::Contest { contest });
        Ok(())
    }

    /// Whether another definition goes on with the contest that was kept, and none of its games and players are lost.
    fn is_continued_by(&self, kept: &NewContest, definition: &NewContest, event: &Event) -> bool {
        let same = |before: Event| before.contest() == event.contest() && before.entrants == event.entrants;
        let (before, now) = (kept.games, definition.games);
        let enough = before == now || (before < now && !self.contests.is_running(&kept.name));
        enough && self.event(kept).is_ok_and(same)
    }

    /// Shows how a contest stands, now and whenever that changes.
    pub(crate) async fn watch_contest(
        self: &Arc<House>,
        peer: &Arc<Peer>,
        tag: u32,
        name: String,
    ) -> Result<(), Refusal> {
        let definition = self.contest(&name).await?;
        self.contests.watch(&name, peer, tag);
        let contest = self.contest_card(definition).await?;
        peer.tell(Some(tag), message::Event::Contest { contest });
        Ok(())
    }

    /// The contests there are, the latest first.
    pub(crate) async fn list_contests(self: &Arc<House>) -> Result<Vec<ContestCard>, Refusal> {
        let kept = self.ask_ledger(|ledger| Ok(ledger.page_contests()?)).await?;
        let mut cards = Vec::new();
        for (_, text) in kept.into_iter().take(100) {
            // What an older version wrote and this one cannot read is left out.
            let Ok(definition) = serde_json::from_str::<NewContest>(&text) else { continue };
            if let Ok(card) = self.contest_card(definition).await {
                cards.push(ContestCard { latest: Vec::new(), ..card });
            }
        }
        Ok(cards)
    }

    /// How a contest of that name is defined.
    pub(crate) async fn contest(&self, name: &str) -> Result<NewContest, Refusal> {
        let kept = self.ask_ledger(|ledger| Ok(ledger.page_contests()?)).await?;
        let found = kept.into_iter().find(|(other, _)| other == name);
        let (_, text) = found.ok_or_else(|| Refusal::NoContest { contest: name.to_string() })?;
        serde_json::from_str(&text).map_err(|error| Refusal::Kept { reason: error.to_string() })
    }

    /// The event of the arena that a definition means.
    pub(crate) fn event(&self, definition: &NewContest) -> Result<Event, Refusal> {
        let NewContest { name, system, players, games, terms } = definition;
        if name.trim().is_empty() || name.chars().count() > 80 || name.chars().any(char::is_control) {
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
        // Players that leave nothing to chance would play the same game again and again.
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

    /// Plays a contest on a thread of its own, whose players think in the pool.
    fn run_contest(self: &Arc<House>, event: Event, definition: NewContest) -> Result<(), Refusal> {
        let specs: Vec<Arc<Spec>> = event.entrants.iter().map(|entrant| Arc::clone(&entrant.spec)).collect();
        let tables = tables_for(&*self.program.maker, &specs)?.min(self.pool.places());
        let (closing, stop) = (Stop::new(), Stop::new());
        let running = Arc::new(Running { closing, stop, tables: Mutex::default(), news: Notify::new() });
        {
            let mut all = lock(&self.contests.running);
            if all.len() >= self.limits.runs {
                return Err(Refusal::Runs);
            }
            all.insert(definition.name.clone(), Arc::clone(&running));
        }
        let (house, at_work, name) = (Arc::clone(self), Arc::clone(&running), definition.name.clone());
        let worker = thread::Builder::new().name(format!("contest {name}")).spawn(move || {
            let maker = Pooled::new(&house, &name);
            let audience = Gallery { house: &house, running: &at_work };
            let hall = Hall {
                maker: &maker,
                ledger: &house.ledger,
                audience: &audience,
                tables,
                event: name.clone(),
                closing: at_work.closing.clone(),
                stop: at_work.stop.clone(),
            };
            let played = event.play(&hall).map_err(Refusal::from);
            let kept = || house.ledger.check().map_err(Refusal::from);
            if let Err(reason) = played.and_then(|_| kept()) {
                house.contests.fail(&name, &reason);
            }
            lock(&house.contests.running).remove(&name);
            at_work.news.notify_one();
        });
        if worker.is_err() {
            lock(&self.contests.running).remove(&definition.name);
            return Err(Refusal::Runs);
        }
        let house = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                running.news.notified().await;
                tokio::time::sleep(PACE).await;
                let going = house.contests.is_running(&definition.name);
                if let Ok(card) = house.contest_card(definition.clone()).await {
                    house.contests.tell(&card);
                }
                if !going {
                    break;
                }
            }
        });
        Ok(())
    }

    /// Breaks off every contest, as when the server ends.
    pub(crate) fn stop_contests(&self) {
        for running in lock(&self.contests.running).values() {
            running.closing.stop();
            running.stop.stop();
        }
    }
}

/// Those who watch a contest from the page.
struct Gallery<'a> {
    house: &'a Arc<House>,
    running: &'a Running,
}

impl Audience for Gallery<'_> {
    fn begins(&self, table: Table, fixture: &Fixture) {
        let seats = Color::BOTH.map(|color| fixture.player(color).clone());
        if let Ok(game) = fixture.game() {
            lock(&self.running.tables).insert(table, AtTable { key: fixture.key.clone(), seats, game });
        }
    }

    fn moves(&self, table: Table, fixture: &Fixture, turn: &Turn<'_>) {
        if let Some(at_table) = lock(&self.running.tables).get_mut(&table) {
            at_table.game.clone_from(turn.game);
        }
        let who = Color::BOTH.map(|color| fixture.player(color).to_string());
        let (game, analysis) = (Box::new(turn.game.clone()), Box::new(turn.choice.analysis.clone()));
        self.house.send_if_open(&fixture.key, Order::Follows { game, who, analysis });
        self.running.news.notify_one();
    }

    fn ends(&self, table: Table, fixture: &Fixture, result: &ResultRow) {
        lock(&self.running.tables).remove(&table);
        let (outcome, finish) = (result.outcome, result.finish);
        self.house.send_if_open(&fixture.key, Order::Concluded { outcome, finish });
        self.running.news.notify_one();
    }
}
