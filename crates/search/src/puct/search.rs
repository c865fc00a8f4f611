//! The search: simulations from the root until the budget is spent.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use goban::{Game, PointMap, Rules, Scoring};
use player::{Restrictions, Stop};

use super::Evaluator;
use super::tree::{Edge, Formula, NodeId, Tree, Value};
use super::worker::{Shared, Worker};
use crate::line;
use crate::playout::{Limits, Rule};
use crate::search::{Candidate, Search, SearchResult, Task, Until, together};

/// How to search by a network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSettings {
    /// How the way down is chosen.
    pub formula: Formula,
    /// The move with the best lower confidence bound is played: so many standard errors below the mean. 0 for the most
    /// visited move.
    pub bound: f32,
    /// The weight of a lead in points beside winning.
    pub points: f32,
    /// The share of a position's value that comes from a playout, not from the evaluator.
    pub playouts: f32,
    /// When playouts end.
    pub limits: Limits,
    /// Whether the root is evaluated by several symmetries, as far as that is a small part of the search.
    pub symmetries: bool,
    /// How much memory the tree may take, in bytes.
    pub memory: usize,
    /// How many threads search.
    pub threads: usize,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            formula: Formula { exploration: 1.0, growth: 0.4, urgency: 0.2, rave: 0.0 },
            bound: 0.0,
            points: 0.1,
            playouts: 0.0,
            limits: Limits::default(),
            symmetries: true,
            memory: 512 << 20,
            threads: 1,
        }
    }
}

/// The tree, and all that is kept from one search to the next.
pub struct Searcher<R> {
    settings: SearchSettings,
    tree: Tree,
    workers: Vec<Worker<R>>,
    /// The root of the last search.
    root: Option<Origin>,
    /// The rules and what Black needs, under which positions were evaluated.
    terms: Option<(Rules, f32)>,
    /// The restrictions under which the tree was searched.
    restrictions: Restrictions,
    extra_komi: f32,
    size: usize,
}

/// Where a search began.
#[derive(Clone, Copy)]
struct Origin {
    node: NodeId,
    /// How many moves led there.
    played: usize,
    /// By how much the player to move led, as it looked before the search.
    lead: f32,
}

/// The state that all threads of a search share.
pub(super) struct Root<'a> {
    pub game: &'a Game,
    pub restrictions: &'a Restrictions,
    pub node: NodeId,
    /// What Black must have more than to win: komi, compensation, and the extra komi.
    pub needed: f32,
    pub territory: bool,
    /// By how much the player to move leads, as it looks before the search.
    pub lead: f32,
    extra_komi: f32,
    started: Instant,
    kept: u64,
    done: AtomicBool,
    begun: AtomicU64,
    pub playouts: AtomicU64,
    pub sums: Mutex<Sums>,
}

/// What simulations brought, from the view of the player at the root; of owners, Black's.
#[derive(Default)]
pub(super) struct Sums {
    pub win: f64,
    pub lead: f64,
    pub squares: f64,
    pub ownership: Vec<f32>,
}

impl<R: Rule> Searcher<R> {
    /// A searcher for boards of that size, with an evaluator and a policy of playouts for each thread.
    pub fn new(
        settings: SearchSettings,
        size: usize,
        evaluator: impl Fn() -> Box<dyn Evaluator>,
        policy: impl Fn() -> R,
    ) -> Searcher<R> {
        Searcher {
            settings,
            // While what is kept is carried over, there are two of them.
            tree: Tree::new(settings.memory / 2),
            workers: (0..settings.threads.max(1)).map(|_| Worker::new(policy(), evaluator())).collect(),
            root: None,
            terms: None,
            restrictions: Restrictions::default(),
            extra_komi: 0.0,
            size,
        }
    }

    /// The node of the game's position in the tree of the last search.
    fn find(&self, game: &Game) -> Option<NodeId> {
        let Origin { mut node, played, .. } = self.root?;
        for (_, mv) in game.moves().get(played..)? {
            node = self.tree.edges(node).iter().find(|edge| edge.mv() == *mv)?.child?;
        }
        (self.tree.hash(node) == line::key(game)).then_some(node)
    }

    /// What Black must have more than.
    fn needed(&self, game: &Game) -> f32 {
        game.komi() + game.rules().compensation(game.handicap()) + self.extra_komi
    }
}

impl<R: Rule> Search for Searcher<R> {
    fn search(
        &mut self,
        task: &Task<'_>,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let &Task { game, until, restrictions } = task;
        let terms = (game.rules(), self.needed(game));
        let changed = self.terms.replace(terms).is_some_and(|last| last != terms);
        if changed {
            self.workers.iter_mut().for_each(Worker::forget);
        }
        if changed || self.restrictions != *restrictions {
            self.restrictions = restrictions.clone();
            self.tree.clear();
            self.root = None;
        }
        let found = self.find(game);
        let mut shared = Shared {
            root: Root {
                game,
                restrictions,
                node: NodeId::FIRST,
                needed: terms.1,
                territory: game.rules().scoring == Scoring::Territory,
                lead: 0.0,
                extra_komi: self.extra_komi,
                started: Instant::now(),
                kept: 0,
                done: AtomicBool::new(false),
                begun: AtomicU64::new(0),
                playouts: AtomicU64::new(0),
                sums: Mutex::default(),
            },
            settings: &self.settings,
            tree: Mutex::new(std::mem::take(&mut self.tree)),
        };
        match self.root {
            // The same position again: the search is resumed.
            Some(origin) if found == Some(origin.node) => {
                (shared.root.node, shared.root.lead) = (origin.node, origin.lead)
            }
            _ => {
                let first = &mut self.workers[0];
                first.begin(&shared.root);
                let symmetries = self.settings.symmetries;
                let leaf = first.evaluate_root(&shared, &mut |made| {
                    symmetries && !stop.is_stopped() && until.leaves_most(shared.root.started, made)
                });
                let edges = first.moves(&shared.root, &leaf.evaluation);
                shared.root.lead = leaf.evaluation.lead;
                let Ok(tree) = shared.tree.get_mut() else { return SearchResult::default() };
                match found {
                    Some(node) => *tree = tree.keep(node, leaf.value, edges),
                    None => {
                        tree.clear();
                        tree.add(line::key(game), leaf.value, edges);
                    }
                }
            }
        }
        let Ok(tree) = shared.tree.get_mut() else { return SearchResult::default() };
        shared.root.kept = tree.edges(shared.root.node).iter().map(|edge| u64::from(edge.visits)).sum();
        let shared = shared;
        let go = |worker: &mut Worker<R>, look: &mut dyn FnMut()| {
            worker.begin(&shared.root);
            while !shared.is_done(&until, stop) {
                look();
                worker.simulate(&shared);
            }
        };
        together(&mut self.workers, every, &mut || report(&shared.result()), go);
        let result = shared.result();
        self.root = Some(Origin { node: shared.root.node, played: game.move_number(), lead: shared.root.lead });
        self.tree = shared.tree.into_inner().unwrap_or_default();
        result
    }

    fn size(&self) -> usize {
        self.size
    }

    fn set_extra_komi(&mut self, points: f32) {
        self.extra_komi = points;
    }

    fn reset(&mut self, seed: u64) {
        self.tree.clear();
        self.root = None;
        self.workers.iter_mut().for_each(Worker::forget);
        for (i, worker) in self.workers.iter_mut().enumerate() {
            worker.reset(seed.wrapping_add(i as u64));
        }
    }
}

impl Shared<'_> {
    /// Whether there is nothing left to do for a thread.
    fn is_done(&self, until: &Until, stop: &Stop) -> bool {
        let root = &self.root;
        if stop.is_stopped() || root.done.load(Relaxed) || root.begun.fetch_add(1, Relaxed) >= until.playouts {
            return true;
        }
        let Ok(tree) = self.tree.lock() else { return true };
        let edges = tree.edges(root.node);
        let made = root.playouts.load(Relaxed);
        let done = edges.is_empty() || until.is_reached(root.started, made, edges.iter().map(|edge| edge.visits));
        root.done.store(done, Relaxed);
        done
    }

    fn result(&self) -> SearchResult {
        let root = &self.root;
        let (Ok(tree), Ok(sums)) = (self.tree.lock(), root.sums.lock()) else { return SearchResult::default() };
        let sign = root.game.to_play().sign();
        let blacks = |lead: f32| sign * lead + root.extra_komi;
        let value = tree.value(root.node);
        let edges = tree.edges(root.node);
        let mut candidates: Vec<Candidate> = Vec::new();
        for (place, edge) in edges.iter().enumerate() {
            let mean = edge.mean();
            candidates.push(Candidate {
                mv: edge.mv(),
                visits: edge.visits,
                win_rate: mean.unwrap_or(value).win,
                score: mean.map(|mean| blacks(mean.lead)),
                rave: edge.rave(),
                prior: edge.prior,
                line: if edge.visits > 0 { tree.line(root.node, place) } else { vec![edge.mv()] },
            });
        }
        // Where there was no time to try anything, what looked best before trying comes first.
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.prior.total_cmp(&a.prior)));
        if let Some(best) = by_lower_bound(edges, self.settings.bound)
            && let Some(place) = candidates.iter().position(|candidate| candidate.mv == best.mv())
        {
            candidates[..=place].rotate_right(1);
        }
        let playouts = root.playouts.load(Relaxed);
        let share = 1.0 / playouts.max(1) as f64;
        let (mean, squares) = (sums.lead * share, sums.squares * share);
        let Value { win, lead, .. } = if playouts == 0 {
            value
        } else {
            Value { win: (sums.win * share) as f32, lead: mean as f32, utility: 0.0 }
        };
        SearchResult {
            candidates,
            playouts,
            kept: root.kept,
            win_rate: win,
            score: blacks(lead),
            spread: (squares - mean * mean).max(0.0).sqrt() as f32,
            ownership: owners(&sums, playouts, root.game),
            nodes: tree.len(),
        }
    }
}

/// The move with the best lower confidence bound among those that have a good part of the most visits; `None` if the
/// bound does not count.
fn by_lower_bound(edges: &[Edge], errors: f32) -> Option<&Edge> {
    const PART: f32 = 0.15;
    let enough = PART * edges.iter().map(|edge| edge.visits).max()? as f32;
    let visited = edges.iter().filter(|edge| errors > 0.0 && edge.visits > 0 && edge.visits as f32 >= enough);
    visited.max_by(|one, other| one.lower_bound(errors).total_cmp(&other.lower_bound(errors)))
}

/// Whose each point is on average, from 1 (Black's) to -1.
fn owners(sums: &Sums, playouts: u64, game: &Game) -> Option<Box<PointMap<f32>>> {
    if playouts == 0 {
        return None;
    }
    let mut owners = Box::new(PointMap::new(0.0));
    for point in game.board().points() {
        let sum = sums.ownership.get(point.row_major(game.size())).copied().unwrap_or(0.0);
        owners[point] = sum / playouts as f32;
    }
    Some(owners)
}
