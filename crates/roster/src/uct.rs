//! `uct`: plain Monte-Carlo tree search, with nothing to help it.
//!
//! UCB1 chooses the way down the tree (Kocsis and Szepesvári 2006), games are finished by uniformly random moves that
//! spare own eyes, and the most visited move is played: the "UCT / Monte-Carlo AI" of Ying's "Artificial Intelligence
//! for Go" (2009, section 5), after Gelly, Wang, Munos and Teytaud 2006. It searches the same tree as `mcts`, without
//! RAVE, priors, replies or shared positions, and is the measure of what those are worth.

use std::sync::Arc;
use std::time::Duration;

use goban::{Color, Game, Move};
use player::{Analysis, Budget, Candidate, Choice, Entry, Failure, Param, Player, Settings, Stop};
use search::playout::{Limits, Patterns};
use search::tree::{self, Formula, Searcher, Weights};
use search::{Search, Until, Verdict};

use crate::flat::{ends_by_passing, nothing_left, wins_by_passing};
use crate::pace::Pace;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "uct",
    summary: "plain Monte-Carlo tree search: UCB1 and random games",
    params: &[
        Param::int("playouts", 1, i64::MAX, "8000", "playouts for each move where no budget is given"),
        Param::float("exploration", 0.0, 100.0, "1", "the weight of UCB1's exploration term"),
        Param::int("expand", 1, 1_000_000, "1", "the visits after which a move becomes a node of its own"),
        Param::int("threads", 1, 256, "1", "how many threads search one tree"),
        Param::int("memory", 1, 1 << 20, "256", "MiB that the tree may take"),
        Param::int("seed", 0, i64::MAX, "0", "the seed of every game; 0 takes the one that each game is given"),
    ],
    build: |settings, _| Ok(Box::new(Uct::new(settings))),
};

struct Uct {
    settings: tree::Settings,
    playouts: u64,
    seed: Option<u64>,
    game_seed: u64,
    searcher: Option<Searcher<()>>,
    clean_up: bool,
}

impl Uct {
    fn new(settings: &Settings) -> Uct {
        let seed = settings.int("seed") as u64;
        Uct {
            settings: tree::Settings {
                formula: Formula { exploration: settings.float("exploration") as f32, rave_equivalence: 0.0 },
                expand: settings.int("expand") as u32,
                priors: Weights::even(0.0),
                // Neither mercy nor a thought about self-atari: games end when there is nothing left to play.
                limits: Limits { mercy: 1.0, self_atari: usize::MAX, ..Limits::default() },
                transpositions: false,
                memory: (settings.int("memory") as usize) << 20,
                threads: settings.int("threads") as usize,
                ..tree::Settings::default()
            },
            playouts: settings.int("playouts") as u64,
            seed: (seed != 0).then_some(seed),
            game_seed: seed,
            searcher: None,
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
    ) -> Choice {
        let pace = Pace::new(game, budget, stop, self.playouts);
        let until = Until { playouts: pace.playouts, deadline: pace.deadline, early: false };
        let won = wins_by_passing(game, self.clean_up);
        let tell = &mut |verdict: &Verdict| report(&analysis(game, verdict));
        let verdict = self.searcher(game.size()).search(game, until, stop, every, tell);
        Choice { mv: if won { Move::Pass } else { decide(game, &verdict) }, analysis: analysis(game, &verdict) }
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
        Ok(self.think(game, &budget, stop, Duration::MAX, &mut |_| {}))
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let choice = self.think(game, &budget, stop, every, report);
        report(&choice.analysis);
        Ok(choice)
    }

    fn reset(&mut self, seed: u64) {
        self.game_seed = self.seed.unwrap_or(seed);
        if let Some(searcher) = &mut self.searcher {
            searcher.reset(self.game_seed);
        }
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }
}

/// The most visited move, but for a pass that would end a game that is not won.
fn decide(game: &Game, verdict: &Verdict) -> Move {
    let ends = ends_by_passing(game);
    let is_open = |mv: Move| game.check(game.to_play(), mv).is_ok() && !(ends && mv == Move::Pass);
    let best = verdict.candidates.iter().find(|candidate| is_open(candidate.mv));
    best.map_or_else(|| nothing_left(game), |candidate| candidate.mv)
}

/// What the search thinks, from the view of the side to move.
fn analysis(game: &Game, verdict: &Verdict) -> Analysis {
    let sign = if game.to_play() == Color::Black { 1.0 } else { -1.0 };
    let visited = verdict.candidates.iter().filter(|candidate| candidate.visits > 0);
    let candidates = visited.map(|candidate| Candidate {
        win_rate: Some(candidate.win_rate),
        line: candidate.line.clone(),
        ..Candidate::new(candidate.mv, u64::from(candidate.visits))
    });
    let mut ownership = verdict.ownership.clone();
    if let Some(owners) = &mut ownership {
        game.board().points().for_each(|point| owners[point] *= sign);
    }
    Analysis {
        candidates: candidates.collect(),
        visits: verdict.kept + verdict.playouts,
        win_rate: Some(verdict.win_rate),
        score: Some(sign * verdict.score),
        score_spread: Some(verdict.spread),
        ownership,
        ..Analysis::default()
    }
}
