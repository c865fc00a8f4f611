//! The search: simulations from the root until the budget is spent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use goban::{Board, Color, Ending, Game, Move, Point, PointMap, Rules, Symmetry};
use models::expert::Expert;
use player::{Restrictions, Stop};

use super::node::{Edge, NodeId, Pool, Start};
use super::prior::{Priors, Weights};
use super::select::Formula;
use super::worker::Worker;
use crate::line::{self, principal_line};
use crate::opening::Opening;
use crate::playout::{Limits, Patterns, Rule};
use crate::search::{Candidate, Search, SearchResult, Task, together};

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSettings {
    /// How the way down is chosen.
    pub formula: Formula,
    /// The visits after which a move becomes a node.
    pub expand: u32,
    /// The visits of a position after which the model is evaluated.
    pub ask_after: u32,
    /// Virtual visits of new moves.
    pub priors: Weights,
    /// When playouts end.
    pub limits: Limits,
    /// Whether sequences that meet share their node.
    pub transpositions: bool,
    /// How much memory the tree may take, in bytes.
    pub memory: usize,
    /// How many threads search.
    pub threads: usize,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            formula: Formula { exploration: 0.0, rave_equivalence: 3000.0 },
            expand: 2,
            ask_after: 8,
            priors: Weights::default(),
            limits: Limits::default(),
            transpositions: true,
            memory: 512 << 20,
            threads: 1,
        }
    }
}

/// The tree, and all that is kept from one search to the next.
pub struct Searcher<R> {
    settings: SearchSettings,
    pool: Pool,
    priors: Priors,
    workers: Vec<Worker<R>>,
    /// The root of the last search, and how many moves led to it.
    root: Option<(NodeId, usize)>,
    /// The rules, komi, handicap and restrictions that the tree was searched under.
    terms: Option<(Rules, f32, usize, Restrictions)>,
    extra_komi: f32,
    size: usize,
}

/// The state that all threads of a search share.
pub(super) struct Root<'a> {
    pub game: &'a Game,
    pub board: Board,
    pub restrictions: &'a Restrictions,
    pub node: NodeId,
    /// What Black must have more than, by area, to win: komi, compensation, and the extra komi.
    pub needed: f32,
    extra_komi: f32,
    started: Instant,
    /// Visits of the root before this search.
    kept: u64,
    pub rules: Rules,
    pub done: AtomicBool,
    /// Simulations that were given out to threads.
    begun: AtomicU64,
    /// Simulations that were handed in, and how they came out.
    pub playouts: AtomicU64,
    /// Twice the wins of the player to move.
    pub wins: AtomicU64,
    pub score_sum: AtomicI64,
    pub score_squares: AtomicI64,
    /// For each point, how often it was Black's less how often it was White's, and the number of samples.
    pub owned: Box<[AtomicI32]>,
    pub samples: AtomicU64,
}

/// The number of simulations after which a thread checks the clock and adds its ownership and counts to the shared
/// ones. Writing to shared memory at each simulation would make the threads wait for one another.
const BETWEEN_LOOKS: u64 = 16;
/// The part of the memory that the tree takes while a search runs; the rest is for carrying what is kept to the next.
const TREE_SHARE: f64 = 2.0 / 3.0;

impl<R: Rule> Searcher<R> {
    /// A searcher for boards of that size, with a policy for each thread.
    pub fn new(settings: SearchSettings, patterns: Arc<Patterns>, size: usize, policy: impl Fn() -> R) -> Searcher<R> {
        let bytes = (settings.memory as f64 * TREE_SHARE) as usize;
        let priors = Priors::new(settings.priors, patterns);
        Searcher {
            settings,
            pool: Pool::new(bytes, size * size + 1, settings.transpositions),
            workers: (0..settings.threads.max(1)).map(|_| Worker::new(policy(), priors.insight())).collect(),
            priors,
            root: None,
            terms: None,
            extra_komi: 0.0,
            size,
        }
    }

    /// Takes another model of experts for its priors.
    #[must_use]
    pub fn with_expert(mut self, expert: Expert) -> Searcher<R> {
        self.priors.set_expert(expert);
        let priors = &self.priors;
        self.workers.iter_mut().for_each(|worker| worker.set_insight(priors.insight()));
        self
    }

    /// Lets openings have a say in the tree.
    #[must_use]
    pub fn with_opening(mut self, opening: Opening) -> Searcher<R> {
        self.priors.set_opening(opening);
        self
    }

    /// The node of the game's position, found in the tree of the last search or made.
    fn take_root(&mut self, game: &Game, restrictions: &Restrictions) -> Option<NodeId> {
        let terms = (game.rules(), game.komi(), game.handicap(), restrictions.clone());
        if self.terms.as_ref() != Some(&terms) {
            self.terms = Some(terms);
            self.pool.clear();
            self.root = None;
        }
        let found = self.find_root(game);
        let found = if self.pool.fullness() > 0.5 {
            let kept = found.and_then(|node| self.pool.keep(node));
            match kept {
                Some((pool, node)) => {
                    self.pool = pool;
                    Some(node)
                }
                None => {
                    self.pool.clear();
                    None
                }
            }
        } else {
            found
        };
        let node = match found {
            Some(node) => node,
            None => {
                let (board, priors) = (game.board(), &self.priors);
                let may_pass = game.rules().ending == Ending::TwoPasses;
                let mut starts = Vec::new();
                let fill = |starts: &mut Vec<Start>| {
                    priors.fill(board, may_pass, starts);
                    if restrictions.is_empty() {
                        leave_out_images(board, starts);
                    }
                    add_allowed((restrictions, board.to_play(), 0), board, starts);
                };
                self.pool.find_or_make(line::key(game), fill, &mut starts)?
            }
        };
        if self.priors.ask_the_model() && self.pool.begin_advice(node) {
            self.pool.advise(node, self.priors.ask(&mut self.priors.insight(), game.board()));
        }
        self.root = Some((node, game.move_number()));
        Some(node)
    }

    fn find_root(&self, game: &Game) -> Option<NodeId> {
        let hash = line::key(game);
        if let Some(node) = self.pool.find(hash) {
            return Some(node);
        }
        // Where positions are not shared they are not in a table either: follow the moves from the last root.
        let (mut node, played) = self.root?;
        for (_, mv) in game.moves().get(played..)? {
            let edges = self.pool.edges(node);
            node = edges.iter().find(|edge| edge.mv() == *mv)?.node()?;
        }
        (self.pool.hash(node) == Some(hash)).then_some(node)
    }
}

impl<R: Rule> Search for Searcher<R> {
    fn size(&self) -> usize {
        self.size
    }

    fn set_extra_komi(&mut self, points: f32) {
        self.extra_komi = points;
    }

    fn reset(&mut self, seed: u64) {
        self.pool.clear();
        self.root = None;
        for (i, worker) in self.workers.iter_mut().enumerate() {
            worker.reset(seed.wrapping_add(i as u64));
        }
    }

    fn search(
        &mut self,
        task: &Task<'_>,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let &Task { game, until, restrictions } = task;
        let Some(node) = self.take_root(game, restrictions) else { return SearchResult::default() };
        let root = Root {
            game,
            board: *game.board(),
            restrictions,
            node,
            needed: game.komi() + game.rules().compensation(game.handicap()) + self.extra_komi,
            extra_komi: self.extra_komi,
            started: Instant::now(),
            kept: self.pool.edges(node).iter().map(|edge| u64::from(edge.visits())).sum(),
            rules: game.rules(),
            done: AtomicBool::new(false),
            begun: AtomicU64::new(0),
            playouts: AtomicU64::new(0),
            wins: AtomicU64::new(0),
            score_sum: AtomicI64::new(0),
            score_squares: AtomicI64::new(0),
            owned: (0..goban::CAPACITY).map(|_| AtomicI32::new(0)).collect(),
            samples: AtomicU64::new(0),
        };
        let (pool, priors, settings) = (&self.pool, &self.priors, &self.settings);
        let go = |worker: &mut Worker<R>, look: &mut dyn FnMut()| {
            worker.begin(&root);
            loop {
                look();
                let visits = pool.edges(root.node).iter().map(Edge::visits);
                if until.is_reached(root.started, root.playouts.load(Relaxed), visits) {
                    root.done.store(true, Relaxed);
                }
                let left = until.playouts.saturating_sub(root.begun.fetch_add(BETWEEN_LOOKS, Relaxed));
                for number in 0..left.min(BETWEEN_LOOKS) {
                    if stop.is_stopped() || root.done.load(Relaxed) {
                        break;
                    }
                    worker.simulate(&root, pool, priors, settings, number == 0);
                }
                if worker.hand_in(&root) == 0 {
                    return;
                }
            }
        };
        together(&mut self.workers, every, &mut || report(&result(&root, pool, priors)), go);
        result(&root, pool, priors)
    }
}

impl Root<'_> {
    /// The restrictions at a depth, for a side.
    pub fn allowed(&self, color: Color, depth: usize) -> (&Restrictions, Color, usize) {
        (self.restrictions, color, depth)
    }
}

/// Adds the moves that a list of allowed moves names, if it holds here: own eyes among them, which priors leave out.
pub(super) fn add_allowed((list, color, depth): (&Restrictions, Color, usize), board: &Board, starts: &mut Vec<Start>) {
    for point in list.only(color, depth).filter_map(Move::point).filter(|&point| board.is_legal(point)) {
        if starts.iter().all(|start| start.point != Some(point)) {
            starts.push(Start { point: Some(point), ..Start::default() });
        }
    }
}

/// On a board that looks the same from several sides, one move stands for all its images.
fn leave_out_images(board: &Board, starts: &mut Vec<Start>) {
    let size = board.size();
    let is_same = |symmetry: &Symmetry| {
        board.ko().is_none_or(|ko| symmetry.apply(ko, size) == ko)
            && board.points().all(|point| board.cell(symmetry.apply(point, size)) == board.cell(point))
    };
    let same: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(is_same).collect();
    let first_image = |point: Point| same.iter().map(|symmetry| symmetry.apply(point, size)).min();
    starts.retain(|start| start.point.is_none_or(|point| first_image(point) == Some(point)));
}

fn result(root: &Root<'_>, pool: &Pool, priors: &Priors) -> SearchResult {
    let mut starts = Vec::new();
    priors.fill(&root.board, root.rules.ending == Ending::TwoPasses, &mut starts);
    if priors.ask_the_model() {
        let mut insight = priors.insight();
        let wins = priors.ask(&mut insight, &root.board);
        starts.iter_mut().for_each(|start| start.wins += start.point.map_or(0, |point| 2 * wins[point]));
    }
    let virtual_wins = |mv: Option<Point>| {
        let start = starts.iter().find(|start| start.point == mv);
        start.map_or(0.0, |start| f32::from(start.wins))
    };
    let all_virtual_wins: f32 = starts.iter().map(|start| f32::from(start.wins)).sum();
    let mut candidates: Vec<Candidate> = Vec::new();
    let is_allowed = |edge: &&Edge| root.restrictions.allows(root.board.to_play(), edge.mv(), 0);
    for edge in pool.edges(root.node).iter().filter(is_allowed) {
        let stats = edge.stats();
        candidates.push(Candidate {
            mv: edge.mv(),
            visits: edge.visits(),
            win_rate: stats.rate(),
            score: None,
            rave: Some(edge.rave().rate()),
            prior: virtual_wins(edge.point()) / all_virtual_wins.max(1.0),
            line: Vec::new(),
        });
    }
    // Where there was no time to try anything, what looked best before trying comes first.
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.win_rate.total_cmp(&a.win_rate)));
    for candidate in candidates.iter_mut().filter(|candidate| candidate.visits > 0) {
        let edge = pool.edges(root.node).iter().find(|edge| edge.mv() == candidate.mv);
        candidate.line = principal_line(candidate.mv, edge.and_then(Edge::node), |node| {
            let best = pool.edges(node).iter().max_by_key(|edge| edge.visits())?;
            (best.visits() > 0).then(|| (best.mv(), best.node()))
        });
    }
    let playouts = root.playouts.load(Relaxed);
    let win_rate = match playouts {
        0 => candidates.first().map_or(0.5, |best| best.win_rate),
        _ => (root.wins.load(Relaxed) as f64 / (2 * playouts) as f64) as f32,
    };
    let mean = root.score_sum.load(Relaxed) as f64 / playouts.max(1) as f64;
    let variance = root.score_squares.load(Relaxed) as f64 / playouts.max(1) as f64 - mean * mean;
    let samples = root.samples.load(Relaxed).max(1) as f32;
    let mut ownership = Box::new(PointMap::new(0.0));
    for point in root.board.points() {
        ownership[point] = root.owned[point.index()].load(Relaxed) as f32 / samples;
    }
    SearchResult {
        candidates,
        playouts,
        kept: root.kept,
        win_rate,
        score: mean as f32 - (root.needed - root.extra_komi),
        spread: variance.max(0.0).sqrt() as f32,
        ownership: Some(ownership),
        nodes: pool.len(),
    }
}
