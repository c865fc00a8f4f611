//! The two games of a pair: the same opening with the colours exchanged.

use std::collections::HashMap;
use std::hash::Hash;

use goban::Color;
use stats::Outcome;

/// One game of a pair, seen by the first player of the series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Half {
    /// The first player's colour.
    pub(crate) color: Color,
    /// The first player's result.
    pub(crate) outcome: Outcome,
    /// Whether no game before was the same.
    pub(crate) is_new: bool,
}

impl Half {
    /// Whether two games make a pair: the colours were exchanged, and neither game repeats another one.
    pub(crate) fn pairs_with(&self, other: &Half) -> bool {
        self.color != other.color && self.is_new && other.is_new
    }
}

/// Joins the games of pairs, which arrive in any order. The key identifies the pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pairing<K: Eq + Hash> {
    waiting: HashMap<K, Half>,
}

impl<K: Eq + Hash> Pairing<K> {
    /// Takes in a game, and gives the other game of its pair if that is here.
    pub(crate) fn add(&mut self, key: K, half: Half) -> Option<Half> {
        let other = self.waiting.remove(&key);
        if other.is_none() {
            self.waiting.insert(key, half);
        }
        other
    }

    /// The games that still wait for the other one, each with its key; they wait no longer.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (K, Half)> + '_ {
        self.waiting.drain()
    }
}

impl<K: Eq + Hash> Default for Pairing<K> {
    fn default() -> Pairing<K> {
        Pairing { waiting: HashMap::new() }
    }
}
