//! Sessions in the ledger: what is stored, and how a session is restored.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arena::ledger::{PageCard, PageChange, PageGame};
use goban::{Color, Point, PointSet};
use kifu::GameInfo;
use player::{Clock, Clocks, Spec};
use serde::{Deserialize, Serialize};
use table::{Occupant, Seat, Table};

use super::Session;
use super::new_game::{budget, control};
use crate::message::Terms;
use crate::problems::OwnProblem;
use crate::variations::Variations;
use crate::view;
use crate::{Limits, Refusal, Text};

/// The session beside its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    live: u32,
    seats: [StoredSeat; 2],
    running: bool,
    pause: u32,
    /// Milliseconds left, and overtime stones or periods.
    clocks: Option<[(u64, u32); 2]>,
    result: Option<String>,
    dead: Option<Vec<String>>,
    resumed: bool,
    /// The remark. Earlier versions stored a sentence without a code under another name.
    #[serde(default)]
    said: Option<Text>,
    problem: Option<String>,
    #[serde(default)]
    own_problem: Option<OwnProblem>,
    foreign: bool,
}

/// A seat as the ledger stores it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct StoredSeat {
    owner: String,
    #[serde(default)]
    name: Option<String>,
    guest: Option<(String, u32)>,
}

impl StoredSeat {
    fn of(seat: &Seat) -> StoredSeat {
        StoredSeat {
            owner: seat.owner().to_string(),
            name: seat.owner_name().map(str::to_string),
            guest: seat.guest().map(|(guest, moves)| (guest.to_string(), *moves)),
        }
    }

    /// The seat; a person replaces a player that is no longer available.
    fn restore(&self, admit: &dyn Fn(&str) -> Result<Spec, Refusal>) -> Seat {
        let read = |text: &str| Occupant::read(text, admit).unwrap_or(Occupant::Person);
        let guest = self.guest.as_ref().map(|(guest, moves)| (read(guest), *moves));
        Seat::new(read(&self.owner)).named(self.name.as_deref().unwrap_or_default()).with_guest(guest)
    }
}

impl Session {
    /// The record: the line of the game first, then the variations.
    pub(crate) fn sgf(&self) -> String {
        let mut tree = self.tree.record(self.live);
        let result = self.table.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
        let mut info = GameInfo { result, ..GameInfo::default() };
        if !self.foreign {
            [info.black, info.white] = self.table.seats().each_ref().map(|seat| seat.occupant().to_string());
        }
        let root = tree.root();
        info.put(tree.node_mut(root));
        tree.to_sgf()
    }

    /// The whole game, as the ledger stores it when it starts.
    pub(crate) fn take_new(&mut self) -> PageGame {
        let PageChange { card, state, nodes } = self.take_change();
        PageGame { card, terms: json(&self.terms), state, record: None, nodes }
    }

    /// How the game stands, with the nodes that were added or changed since the last call.
    pub(crate) fn take_change(&mut self) -> PageChange {
        PageChange { card: self.card(), state: json(&self.state()), nodes: self.tree.take_unsaved() }
    }

    fn state(&self) -> State {
        let game = self.game();
        let points =
            |dead: &PointSet| view::names(game.board().points().filter(|&point| dead.contains(point)), game.size());
        let clock = |clock: Clock| (clock.left().as_millis() as u64, clock.overtime());
        State {
            live: self.live,
            seats: self.table.seats().each_ref().map(StoredSeat::of),
            running: self.running,
            pause: self.pause,
            clocks: self.table.clocks().map(|clocks| Color::BOTH.map(|color| clock(clocks.of(color)))),
            result: self.table.outcome().map(|outcome| outcome.to_string()),
            dead: self.table.dead().map(points),
            resumed: self.table.is_resumed(),
            said: self.remark.clone(),
            problem: self.problem.clone(),
            own_problem: self.own_problem.clone(),
            foreign: self.foreign,
        }
    }

    /// The game in a list.
    pub(crate) fn card(&self) -> PageCard {
        PageCard {
            id: self.id.clone(),
            seats: self.table.seats().each_ref().map(Seat::label),
            size: self.game().size() as u64,
            moves: self.game().move_number() as u64,
            result: self.table.outcome().map(|outcome| outcome.to_string()).unwrap_or_default(),
            stones: view::stones_as_text(self.game()),
            begun: self.started,
            changed: now(),
        }
    }

    /// Restores a stored game. A person replaces a player that is no longer available.
    ///
    /// # Errors
    /// If the stored game cannot be read.
    pub(crate) fn restore(
        stored: &PageGame,
        admit: &dyn Fn(&str) -> Result<Spec, Refusal>,
        limits: &Limits,
    ) -> Result<Session, Refusal> {
        let unreadable = |error: serde_json::Error| Refusal::Kept { reason: error.to_string() };
        let terms: Terms = serde_json::from_str(&stored.terms).map_err(unreadable)?;
        let state: State = serde_json::from_str(&stored.state).map_err(unreadable)?;
        let rules = terms.rules.parse()?;
        let tree = Variations::restore(stored, rules, terms.komi.unwrap_or_default())?;
        let game = tree.game(state.live)?;
        let size = game.size();
        let points = |names: Vec<String>| names.iter().filter_map(|name| Point::from_gtp(name, size).ok()).collect();
        let control = control(terms.clock.as_deref(), limits)?;
        let clocks = control.zip(state.clocks).map(|(control, stored)| {
            Clocks::set(stored.map(|(left, overtime)| Clock::set(control, Duration::from_millis(left), overtime)))
        });
        let mut table = Table::new(game, state.seats.each_ref().map(|seat| seat.restore(admit)), control);
        table.restore(clocks, state.dead.map(points), state.resumed);
        table.set_outcome(state.result.and_then(|result| result.parse().ok()));
        Ok(Session {
            id: stored.card.id.clone(),
            budget: budget(terms.budget.as_deref(), limits)?,
            live: state.live,
            table,
            running: state.running,
            pause: state.pause,
            remark: state.said,
            problem: state.problem,
            own_problem: state.own_problem,
            foreign: state.foreign,
            archived: false,
            started: stored.card.begun,
            max_nodes: limits.nodes,
            terms,
            tree,
        })
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The time now, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
