//! `uct`: plain Monte-Carlo tree search, with nothing to help it.
//!
//! UCB1 chooses the way down the tree (Kocsis and Szepesvári 2006), games are finished by uniformly random moves that
//! spare own eyes, and the most visited move is played: the "UCT / Monte-Carlo AI" of Ying's "Artificial Intelligence
//! for Go" (2009, section 5), after Gelly, Wang, Munos and Teytaud 2006. It searches the same tree as `rave`, without
//! RAVE, priors, replies or shared positions, and is the baseline for measuring them.

use std::sync::Arc;
use std::time::Duration;

use goban::{Game, Move};
use player::{Analysis, Budget, Choice, Entry, Failure, FailureKind, Player, Restrictions, Stop, parameters};
use search::playout::{Limits, Patterns};
use search::uct::{self, Formula, Searcher, Weights};
use search::{Search, SearchResult, Task, Until};

use crate::engine::analysis;
use crate::flat::{ends_by_passing, nothing_left, wins_by_passing};
use crate::pace::Pace;
use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "uct",
    summary: "plain Monte-Carlo tree search: UCB1 and random playouts",
    params: Params::PARAMS,
    build: |settings, _| Ok(Box::new(Uct::new(Params::read(settings)))),
};

parameters! {
    /// How it searches.
    pub struct Params {
        /// playouts for each move where no budget is given
        pub playouts: u64 = 8000, in 1..=i64::MAX;
        /// the weight of UCB1's exploration term
        pub exploration: f32 = 1, in 0.0..=100.0;
        /// the visits after which a move becomes a node
        pub expand: u32 = 1, in 1..=1_000_000;
        /// the number of threads that search one tree
        pub threads: usize = 1, in 1..=256, role Threads;
        /// MiB that the tree may take
        pub memory: usize = 256, in 1..=1 << 20, role Memory;
        ..seed: SeedParams;
    }
}

struct Uct {
    settings: uct::SearchSettings,
    playouts: u64,
    seed: SeedParams,
    game_seed: u64,
    searcher: Option<Searcher<()>>,
    restrictions: Restrictions,
    clean_up: bool,
}

impl Uct {
    fn new(params: Params) -> Uct {
        Uct {
            settings: uct::SearchSettings {
                formula: Formula { exploration: params.exploration, rave_equivalence: 0.0 },
                expand: params.expand,
                priors: Weights::even(0.0),
                // Neither mercy nor a self-atari rule: games end when there is nothing left to play.
                limits: Limits { mercy: f32::INFINITY, self_atari: usize::MAX, ..Limits::default() },
                transpositions: false,
                memory: params.memory << 20,
                threads: params.threads,
                ..uct::SearchSettings::default()
            },
            playouts: params.playouts,
            game_seed: params.seed.of_game(0),
            seed: params.seed,
            searcher: None,
            restrictions: Restrictions::default(),
            clean_up: false,
        }
    }

    fn think(
        &mut self,
        game: &Game,
        budget: &Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let pace = Pace::new(game, budget, stop, self.playouts);
        let until = Until { playouts: pace.playouts, deadline: pace.deadline, early: false };
        let won = wins_by_passing(game, self.clean_up) && self.restrictions.is_empty();
        let tell = &mut |result: &SearchResult| report(&analysis(game, result));
        let restrictions = self.restrictions.clone();
        let task = Task { game, until, restrictions: &restrictions };
        let result = self.searcher(game.size()).search(&task, stop, every, tell);
        if result.candidates.is_empty() && !restrictions.is_empty() {
            let message = format!("no legal move of {} is allowed", game.to_play());
            return Err(Failure::new(FailureKind::Refusal, message));
        }
        Ok(Choice { mv: if won { Move::Pass } else { decide(game, &result) }, analysis: analysis(game, &result) })
    }

    fn searcher(&mut self, size: usize) -> &mut Searcher<()> {
        let fitting = self.searcher.take().filter(|searcher| searcher.size() == size);
        self.searcher.insert(fitting.unwrap_or_else(|| {
            let mut searcher = Searcher::new(self.settings, Arc::new(Patterns::mogo()), size, || ());
            searcher.reset(self.game_seed);
            searcher
        }))
    }
}

impl Player for Uct {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.think(game, &budget, stop, Duration::MAX, &mut |_| {})
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let choice = self.think(game, &budget, stop, every, report)?;
        report(&choice.analysis);
        Ok(choice)
    }

    fn reset(&mut self, seed: u64) {
        self.game_seed = self.seed.of_game(seed);
        if let Some(searcher) = &mut self.searcher {
            searcher.reset(self.game_seed);
        }
    }

    fn restrict(&mut self, restrictions: &Restrictions) -> bool {
        self.restrictions = restrictions.clone();
        true
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }
}

/// The most visited move, but for a pass that would end a game that is not won.
fn decide(game: &Game, result: &SearchResult) -> Move {
    let ends = ends_by_passing(game);
    let is_open = |mv: Move| game.check(game.to_play(), mv).is_ok() && !(ends && mv == Move::Pass);
    let best = result.candidates.iter().find(|candidate| is_open(candidate.mv));
    best.map_or_else(|| nothing_left(game), |candidate| candidate.mv)
}
