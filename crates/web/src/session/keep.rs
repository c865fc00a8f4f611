//! How a game is written into the ledger and taken up again.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arena::ledger::{PageCard, PageGame};
use goban::{Point, PointSet};
use kifu::GameInfo;
use player::{Clock, Spec};
use serde::{Deserialize, Serialize};

use super::Session;
use super::begin::{budget, control};
use super::seat::{KeptSeat, Seat};
use crate::message::Terms;
use crate::problems::OwnProblem;
use crate::variations::Variations;
use crate::view;
use crate::{Limits, Refusal, Text};

/// What the record does not say.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    live: u32,
    seats: [KeptSeat; 2],
    running: bool,
    pause: u32,
    /// Milliseconds left, and stones or periods.
    clocks: Option<[(u64, u32); 2]>,
    result: Option<String>,
    dead: Option<Vec<String>>,
    resumed: bool,
    /// Earlier versions wrote a sentence without a code under another name.
    #[serde(default)]
    said: Option<Text>,
    problem: Option<String>,
    #[serde(default)]
    own_problem: Option<OwnProblem>,
    foreign: bool,
}

impl Session {
    /// The record: the line that is played first, then the variations.
    pub(crate) fn sgf(&self) -> String {
        self.record().0
    }

    fn record(&self) -> (String, u32) {
        let (mut tree, live) = self.tree.record(self.live);
        let result = self.outcome.map(|outcome| outcome.to_string()).unwrap_or_default();
        let mut info = GameInfo { result, ..GameInfo::default() };
        if !self.foreign {
            [info.black, info.white] = self.seats.each_ref().map(|seat| seat.who().to_string());
        }
        let root = tree.root();
        info.put(tree.node_mut(root));
        (tree.to_sgf(), live)
    }

    /// The game as the ledger keeps it.
    pub(crate) fn kept(&self) -> PageGame {
        let (sgf, live) = self.record();
        let points = |dead: &PointSet| {
            view::names(self.here.board().points().filter(|&point| dead.contains(point)), self.here.size())
        };
        let clock = |clock: Clock| (clock.left().as_millis() as u64, clock.overtime());
        let state = State {
            live,
            seats: self.seats.each_ref().map(Seat::keep),
            running: self.running,
            pause: self.pause,
            clocks: self.clocks.map(|clocks| clocks.map(clock)),
            result: self.outcome.map(|outcome| outcome.to_string()),
            dead: self.dead.as_deref().map(points),
            resumed: self.resumed && self.live_is_resumed(),
            said: self.remark.clone(),
            problem: self.problem.clone(),
            own_problem: self.own_problem.clone(),
            foreign: self.foreign,
        };
        let text = |value: serde_json::Result<String>| value.unwrap_or_default();
        PageGame {
            card: self.card(),
            terms: text(serde_json::to_string(&self.terms)),
            state: text(serde_json::to_string(&state)),
            sgf,
        }
    }

    /// Whether the game goes on although the board says that it is over.
    fn live_is_resumed(&self) -> bool {
        !self.here.is_over()
    }

    /// The game in a list.
    pub(crate) fn card(&self) -> PageCard {
        PageCard {
            id: self.id.clone(),
            seats: self.seats.each_ref().map(Seat::label),
            size: self.here.size() as u64,
            moves: self.here.move_number() as u64,
            result: self.outcome.map(|outcome| outcome.to_string()).unwrap_or_default(),
            stones: view::stones_as_text(&self.here),
            begun: self.begun,
            changed: now(),
        }
    }

    /// Takes a game up again where it was left. Somebody who can no longer be had makes room for a person.
    ///
    /// # Errors
    /// If what was kept cannot be read.
    pub(crate) fn restore(
        kept: &PageGame,
        admit: &dyn Fn(&str) -> Result<Spec, Refusal>,
        limits: &Limits,
    ) -> Result<Session, Refusal> {
        let unreadable = |error: serde_json::Error| Refusal::Kept { reason: error.to_string() };
        let terms: Terms = serde_json::from_str(&kept.terms).map_err(unreadable)?;
        let state: State = serde_json::from_str(&kept.state).map_err(unreadable)?;
        let rules = terms.rules.parse()?;
        let record = kifu::read(kept.sgf.as_bytes())?.collection.trees.into_iter().next().ok_or(Refusal::NoRecord)?;
        let tree = Variations::new(record, rules, terms.komi.unwrap_or_default(), limits.nodes.max(kept.sgf.len()))?;
        let mut here = tree.game(state.live)?;
        if state.resumed && here.is_over() {
            here.resume();
        }
        let size = here.size();
        let points =
            |names: Vec<String>| names.iter().filter_map(|name| Point::from_gtp(name, size).ok()).collect::<PointSet>();
        let control = control(terms.clock.as_deref(), limits)?;
        let clocks = control.map(|control| match state.clocks {
            Some(kept) => kept.map(|(left, overtime)| Clock::set(control, Duration::from_millis(left), overtime)),
            None => [Clock::new(control); 2],
        });
        Ok(Session {
            id: kept.card.id.clone(),
            budget: budget(terms.budget.as_deref(), limits)?,
            clocks,
            live: state.live,
            here,
            seats: state.seats.each_ref().map(|seat| Seat::restore(seat, admit)),
            running: state.running,
            pause: state.pause,
            outcome: state.result.and_then(|result| result.parse().ok()),
            dead: state.dead.map(|names| Box::new(points(names))),
            resumed: state.resumed,
            remark: state.said,
            problem: state.problem,
            own_problem: state.own_problem,
            foreign: state.foreign,
            archived: false,
            begun: kept.card.begun,
            most: limits.nodes,
            terms,
            tree,
        })
    }
}

/// The time now, in milliseconds since the beginning of 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
