//! The seam between the search and the network: what a search asks, and of whom.
//!
//! A search depends on an [`Evaluator`] only. [`NetworkEvaluator`] is the one that plays: a network, and behind it a
//! cache of its evaluations. Tests of the search use scripted evaluators, which do not depend on trained weights.

use std::sync::Arc;

use goban::Symmetry;
use models::net::{Evaluation, NetEvaluator, Network, Position, Symmetries};
use player::Rng;

use super::cache::{Cache, Key};

/// Evaluates positions from the view of the side to move: policy logits, win rate, lead and ownership.
pub trait Evaluator: Send {
    /// Evaluates a position.
    fn evaluate(&mut self, position: &Position<'_>) -> Evaluation;

    /// Evaluates several positions at once, where that is quicker than one after the other.
    fn evaluate_batch(&mut self, positions: &[Position<'_>]) -> Vec<Evaluation> {
        positions.iter().map(|position| self.evaluate(position)).collect()
    }

    /// Evaluates the root of a search, which matters most. An evaluator that can be more careful than usual is, as long
    /// as `more` says so; its argument is the number of evaluations made.
    fn evaluate_root(&mut self, position: &Position<'_>, more: &mut dyn FnMut(usize) -> bool) -> Evaluation {
        let _ = more;
        self.evaluate(position)
    }

    /// Forgets what was kept, because komi or the rules changed or a new game begins.
    fn forget(&mut self) {}

    /// What is random from here on follows from the seed.
    fn reset(&mut self, seed: u64) {
        let _ = seed;
    }
}

/// A network with a cache that its clones share.
pub struct NetworkEvaluator {
    network: Arc<Network>,
    inference: NetEvaluator,
    cache: Arc<Cache>,
    /// Chooses the symmetry by which a position is evaluated.
    rng: Rng,
}

impl NetworkEvaluator {
    /// An evaluator with a cache of at most that many bytes, for boards of that size.
    pub fn new(network: Arc<Network>, size: usize, cache_bytes: usize) -> NetworkEvaluator {
        let cache = Arc::new(Cache::with_bytes(cache_bytes, size));
        NetworkEvaluator { network, inference: NetEvaluator::default(), cache, rng: Rng::new(0) }
    }
}

/// For another thread: the cache is shared.
impl Clone for NetworkEvaluator {
    fn clone(&self) -> NetworkEvaluator {
        let (network, cache) = (self.network.clone(), self.cache.clone());
        NetworkEvaluator { network, inference: NetEvaluator::default(), cache, rng: self.rng.clone() }
    }
}

impl Evaluator for NetworkEvaluator {
    fn evaluate(&mut self, position: &Position<'_>) -> Evaluation {
        let (key, size) = (Key::of(position.board), position.board.size());
        if let Some(evaluation) = self.cache.get(key, size) {
            return evaluation;
        }
        let symmetry = Symmetries::One(Symmetry::ALL[self.rng.below(8) as usize]);
        let evaluation = self.inference.evaluate(&self.network, position, symmetry).clone();
        self.cache.put(key, &evaluation, size);
        evaluation
    }

    /// Averages symmetries.
    fn evaluate_root(&mut self, position: &Position<'_>, more: &mut dyn FnMut(usize) -> bool) -> Evaluation {
        let evaluation = self.inference.evaluate_averaged(&self.network, position, more).clone();
        self.cache.put(Key::of(position.board), &evaluation, position.board.size());
        evaluation
    }

    fn forget(&mut self) {
        self.cache.clear();
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
