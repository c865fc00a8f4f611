//! `td`: a network trained by self-play.
//!
//! The neural players of Mayer's "Board Representations for Neural Go Players Learning by Temporal Difference" (2007).
//! Every legal move, the pass included, is valued by what the network says of the position after it, and the greatest
//! value is played; `depth` puts alpha-beta on top of it ([`search::alphabeta`]), where a result that is certain counts
//! more than any estimate.
//!
//! A network is for one size of board. A larger one is seen through windows ([`Network::transfer`]), a smaller one as
//! the middle of the network's own. As nothing has taught a network when to stop on another board than its own, there
//! it spares its own eyes and repeats no earlier position.

use std::sync::Arc;
use std::time::Duration;

use goban::{Board, Color, Game, Illegal, Move, Point, PointMap};
use models::td::{EMBEDDED, Network, Sight, pick};
use player::{Analysis, Budget, Candidate, Choice, Entry, Failure, Player, Rng, SpecError, Stop, parameters};
use search::alphabeta::{AlphaBeta, Evaluation, Limits};

use crate::load::load_or_named;
use crate::pace::Pace;
use crate::seed::SeedParams;
use crate::simple::repeats;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "td",
    summary: "a network trained by self-play on 5x5, optionally with alpha-beta search",
    params: Params::PARAMS,
    build: |settings, _| {
        let Params { net, depth, creativity, nodes, memory, seed } = Params::read(settings);
        let manner = Manner { depth, creativity, nodes, memory: memory << 20, seed: seed.seed };
        Ok(Box::new(Td::new(network(&net)?, manner)))
    },
};

parameters! {
    /// The network, and how moves are chosen by it.
    pub struct Params {
        /// the network: a name such as koten-epsilon, or a file
        pub net: String = "katatsugi-creative", role Model;
        /// moves to read ahead
        pub depth: u32 = 1, in 1..=100;
        /// plays any move whose value is less than the best one's by at most this share of it
        pub creativity: f32 = 0, in 0.0..=1.0;
        /// positions to search for each move, at most, where no budget is given
        pub nodes: u64 = 200000, in 1..=i64::MAX, unless depth "1";
        /// MiB of the transposition table
        pub memory: usize = 16, in 1..=1 << 20, role Memory, unless depth "1";
        ..seed: SeedParams;
    }
}

fn network(name: &str) -> Result<Arc<Network>, SpecError> {
    let read = |bytes: &[u8]| Network::read(bytes).map(|(network, _)| Arc::new(network));
    load_or_named(ENTRY.name, name, Network::embedded(name), &EMBEDDED, read)
}

/// How it plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// Moves to read ahead.
    pub depth: u32,
    /// How far below the best a move may be, as a share of its value.
    pub creativity: f32,
    /// The most positions to search where no budget is given.
    pub nodes: u64,
    /// Bytes of the table of positions.
    pub memory: usize,
    /// The seed of every game, if games do not have their own.
    pub seed: Option<u64>,
}

impl Default for Manner {
    /// As the entry has it: one move ahead, strictly the best.
    fn default() -> Manner {
        Manner { depth: 1, creativity: 0.0, nodes: 200_000, memory: 16 << 20, seed: None }
    }
}

/// A player by the values of a network.
pub struct Td {
    network: Arc<Network>,
    manner: Manner,
    rng: Rng,
    fitted: Option<Fitted>,
    moves: Vec<Move>,
    values: Vec<f32>,
}

/// The network fitted to one size of board.
struct Fitted {
    size: usize,
    evaluation: NetworkEvaluation,
    search: Option<AlphaBeta<NetworkEvaluation>>,
}

/// A network with its input.
#[derive(Clone)]
struct NetworkEvaluation {
    network: Arc<Network>,
    sight: Sight,
}

/// The number of moves in its analysis.
const REPORTED: usize = 5;

impl Td {
    /// A player with this network.
    pub fn new(network: Arc<Network>, manner: Manner) -> Td {
        let rng = Rng::new(manner.seed.unwrap_or(0));
        Td { network, manner, rng, fitted: None, moves: Vec::new(), values: Vec::new() }
    }

    fn think(&mut self, game: &Game, budget: &Budget, stop: &Stop) -> Choice {
        self.value_moves(game);
        let mut visits = self.moves.len() as u64;
        let mut ahead = None;
        if self.manner.depth > 1 && !self.moves.is_empty() {
            let pace = Pace::new(game, budget, stop, self.manner.nodes);
            let limits = Limits { depth: self.manner.depth, nodes: pace.playouts, deadline: pace.deadline };
            if self.manner.creativity > 0.0 {
                visits += self.read_each(game, &limits, stop);
            } else {
                let rng = &mut self.rng;
                let search = fit(&mut self.fitted, &self.network, game.size()).search(self.manner.memory);
                let verdict = search.search(game, &limits, rng, stop, &mut |_| {});
                visits += verdict.nodes;
                // The search may find a move that is not considered.
                ahead =
                    verdict.value.and(verdict.best).filter(|best| self.moves.contains(best)).map(|mv| (mv, verdict));
            }
        }
        if let Some((mv, verdict)) = ahead {
            let win_rate = verdict.value.map(|value| (value + 0.5).clamp(0.0, 1.0));
            let line = if verdict.line.is_empty() { vec![mv] } else { verdict.line };
            let candidates = vec![Candidate { win_rate, line, ..Candidate::new(mv, visits) }];
            let mut analysis = Analysis { candidates, visits, win_rate, ..Analysis::default() };
            let kind = if verdict.exact { "proven" } else { "value" };
            analysis.note(kind, format!("{:.3}, {} moves ahead", verdict.value.unwrap_or(0.0) + 0.5, verdict.depth));
            return Choice { mv, analysis };
        }
        let Some(mv) = self.pick(game) else { return Choice::new(Move::Pass) };
        Choice { mv, analysis: self.analysis(mv, visits) }
    }

    /// Finds the moves that are considered, and what the network says of each.
    fn value_moves(&mut self, game: &Game) {
        let (board, us) = (game.board(), game.to_play());
        let may_pass = game.check(us, Move::Pass).is_ok();
        let spares = game.size() != self.network.size();
        self.moves.clear();
        self.moves
            .extend(game.legal_points().filter(|&point| !(spares && board.is_eye_like(point, us))).map(Move::Play));
        if may_pass {
            self.moves.push(Move::Pass);
        }
        if self.moves.is_empty() {
            self.moves.extend(game.legal_points().map(Move::Play));
        }
        let evaluation = &mut fit(&mut self.fitted, &self.network, game.size()).evaluation;
        self.values.clear();
        evaluation.sight.look(board, us);
        self.values.extend(self.moves.iter().map(|&mv| match mv {
            Move::Play(point) => evaluation.after(board, point),
            Move::Pass | Move::Resign => evaluation.sight.value(&evaluation.network),
        }));
    }

    /// Reads every move for itself, so that all have values that can be compared; says how many positions that took. A
    /// move for which there is no time keeps what the network says of it.
    fn read_each(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> u64 {
        let mut nodes = 0;
        for (&mv, value) in self.moves.iter().zip(&mut self.values) {
            let mut after = game.clone();
            if nodes >= limits.nodes || stop.is_stopped() || after.play(mv).is_err() {
                break;
            }
            let limits = Limits { depth: limits.depth - 1, nodes: limits.nodes - nodes, ..*limits };
            let search = fit(&mut self.fitted, &self.network, game.size()).search(self.manner.memory);
            if after.is_over() {
                let lead =
                    after.score(&after.estimated_dead()) * if game.to_play() == Color::Black { 1.0 } else { -1.0 };
                *value = search.evaluation().outcome(lead) + 0.5;
                continue;
            }
            let verdict = search.search(&after, &limits, &mut self.rng, stop, &mut |_| {});
            nodes += verdict.nodes;
            if let (Some(found), true) = (verdict.value, verdict.depth == limits.depth || verdict.exact) {
                *value = 0.5 - found;
            }
        }
        nodes
    }

    /// Picks one of the moves. On boards of another size than the network's, a move that repeats an earlier position is
    /// played only if there is no other.
    fn pick(&mut self, game: &Game) -> Option<Move> {
        let is_foreign = game.size() != self.network.size();
        let mut back = None;
        loop {
            let Some(place) = pick(&self.values, self.manner.creativity, |n| self.rng.below(n)) else { return back };
            let mv = self.moves[place];
            match mv {
                Move::Play(point) if is_foreign && repeats(game, point) => {
                    back = back.or(Some(mv));
                    self.moves.swap_remove(place);
                    self.values.swap_remove(place);
                }
                _ => return Some(mv),
            }
        }
    }

    /// The move that was picked, and then the best others.
    fn analysis(&self, mv: Move, visits: u64) -> Analysis {
        let mut all: Vec<(Move, f32)> = self.moves.iter().copied().zip(self.values.iter().copied()).collect();
        all.sort_by(|one, other| (other.0 == mv).cmp(&(one.0 == mv)).then(other.1.total_cmp(&one.1)));
        let rate = |value: f32| Some(value.clamp(0.0, 1.0));
        let candidates =
            all.iter().take(REPORTED).map(|&(mv, value)| Candidate { win_rate: rate(value), ..Candidate::new(mv, 1) });
        Analysis {
            candidates: candidates.collect(),
            visits,
            win_rate: all.first().and_then(|&(_, value)| rate(value)),
            ..Analysis::default()
        }
    }
}

/// The network fitted to that size of board.
fn fit<'a>(fitted: &'a mut Option<Fitted>, network: &Arc<Network>, size: usize) -> &'a mut Fitted {
    if fitted.as_ref().is_some_and(|fitted| fitted.size != size) {
        *fitted = None;
    }
    fitted.get_or_insert_with(|| {
        let network = if size > network.size() { Arc::new(network.transfer(size)) } else { network.clone() };
        let sight = Sight::new(&network, size);
        Fitted { size, evaluation: NetworkEvaluation { network, sight }, search: None }
    })
}

impl Fitted {
    fn search(&mut self, memory: usize) -> &mut AlphaBeta<NetworkEvaluation> {
        self.search.get_or_insert_with(|| AlphaBeta::new(self.evaluation.clone(), memory))
    }
}

impl NetworkEvaluation {
    /// The value of the position after a legal move, on a board that is seen by the player who makes it.
    fn after(&mut self, board: &Board, point: Point) -> f32 {
        let us = board.to_play();
        if board.check(point, us) != Err(Illegal::Suicide) {
            return self.sight.value_after(&self.network, board, point, us);
        }
        let mut after = *board;
        after.play_unchecked(point);
        self.sight.look(&after, us);
        let value = self.sight.value(&self.network);
        self.sight.look(board, us);
        value
    }
}

/// An estimate is never as good or as bad as what is certain.
const ESTIMATE: f32 = 0.99;

impl Evaluation for NetworkEvaluation {
    /// In the view of who has moved last, as the network was taught; 0 where both are as likely to win.
    fn evaluate(&mut self, board: &Board) -> f32 {
        self.sight.look(board, !board.to_play());
        (0.5 - self.sight.value(&self.network)).clamp(-ESTIMATE, ESTIMATE)
    }

    fn outcome(&mut self, lead: f32) -> f32 {
        if lead == 0.0 { 0.0 } else { lead.signum() }
    }
}

impl Player for Td {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        Ok(self.think(game, &budget, stop))
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        _: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let choice = self.think(game, &budget, stop);
        report(&choice.analysis);
        Ok(choice)
    }

    /// By what the network says of the position after each move.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        let (board, us) = (game.board(), game.to_play());
        let evaluation = &mut fit(&mut self.fitted, &self.network, game.size()).evaluation;
        evaluation.sight.look(board, us);
        game.legal_points().for_each(|point| values[point] = evaluation.after(board, point));
        true
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(self.manner.seed.unwrap_or(seed));
        if let Some(search) = self.fitted.as_mut().and_then(|fitted| fitted.search.as_mut()) {
            search.clear();
        }
    }
}
