//! The values of classes: tables, and the eviction policies of caches (Stoutamire 1991, sections 5.2 to 5.4).
//!
//! An unknown class has value 0, the same as a pass.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::text::TextHash;

/// Where values are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "table")]
pub enum Table {
    /// Each class has its own value, without limit.
    Map,
    /// A hash table without collision handling: classes may share a value, which then follows the more frequent class.
    Hash {
        /// The number of values.
        size: u32,
    },
    /// As a hash table, but by a simple hash function of the pattern as text. Squares and diamonds only.
    Text {
        /// The number of values.
        size: u32,
        /// The hash function.
        hash: TextHash,
    },
    /// As a hash table, but each class has five slots. Its value is their mean, weighted by their quality.
    Probes {
        /// The number of slots.
        size: u32,
    },
    /// A map of bounded size. When it is full, classes are evicted until it is half full.
    Cache {
        /// The number of classes that it holds.
        size: u32,
        /// The classes that are evicted.
        forget: Forget,
    },
}

/// Which classes a full cache evicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forget {
    /// Those whose values are nearest to that of a new class. This is the flush of the thesis: its threshold assumes a
    /// uniform distribution of values, so the cache shrinks only to about half its size.
    Value,
    /// The least recently used.
    Oldest,
    /// Those whose values reduce the error least, on a running average.
    Useless,
}

impl Forget {
    /// The names of all policies.
    pub const WORDS: [&str; 3] = ["value", "oldest", "useless"];

    /// The policy of this name, or that of the thesis if the name is unknown.
    pub fn named(word: &str) -> Forget {
        match word {
            "oldest" => Forget::Oldest,
            "useless" => Forget::Useless,
            _ => Forget::Value,
        }
    }
}

/// The largest table.
pub const MAX_SIZE: u32 = 1 << 28;

/// A table of this size is not supported.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a table of {0} values is not supported: 16 to {MAX_SIZE}")]
pub struct TableError(pub u32);

impl Table {
    /// The names of the kinds of tables that players and teachers offer: all but the hash functions of text.
    pub const KINDS: [&str; 4] = ["map", "hash", "probes", "cache"];

    /// The kind of this name, or a hash table if the name is unknown; size and eviction policy, for kinds that have
    /// them.
    pub fn named(kind: &str, size: u32, forget: Forget) -> Table {
        match kind {
            "map" => Table::Map,
            "probes" => Table::Probes { size },
            "cache" => Table::Cache { size, forget },
            _ => Table::Hash { size },
        }
    }

    /// Checks the size.
    ///
    /// # Errors
    /// If it is not supported.
    pub fn check(&self) -> Result<(), TableError> {
        match *self {
            Table::Hash { size } | Table::Text { size, .. } | Table::Probes { size } | Table::Cache { size, .. }
                if !(16..=MAX_SIZE).contains(&size) =>
            {
                Err(TableError(size))
            }
            _ => Ok(()),
        }
    }
}

/// The values of classes.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Map(ClassMap<f32>),
    Hash(Box<[f32]>),
    Text(Box<[f32]>),
    Probes(Box<[Place]>),
    Cache(Cache),
}

/// A slot that several classes share, and its quality.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) value: f32,
    pub(super) quality: f32,
}

/// Classes are hashes already.
pub(super) type ClassMap<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;

/// The change of a slot's quality, relative to the change of its value.
const QUALITY_RATE: f32 = 1.0;
/// The lower bound of quality, so that the slots of a class never all have weight 0.
const WORST_QUALITY: f32 = 0.01;

impl Values {
    pub(super) fn new(table: Table) -> Values {
        match table {
            Table::Map => Values::Map(ClassMap::default()),
            Table::Hash { size } => Values::Hash(vec![0.0; size as usize].into()),
            Table::Text { size, .. } => Values::Text(vec![0.0; size as usize].into()),
            Table::Probes { size } => Values::Probes(vec![Place { value: 0.0, quality: 1.0 }; size as usize].into()),
            Table::Cache { size, forget } => Values::Cache(Cache::new(size as usize, forget)),
        }
    }

    /// The value of a class.
    #[inline]
    pub(super) fn get(&self, class: u64) -> f32 {
        match self {
            Values::Map(map) => map.get(&class).copied().unwrap_or(0.0),
            Values::Hash(values) => values[slot(class, values.len())],
            Values::Text(values) => values[remainder(class, values.len())],
            Values::Probes(places) => weigh(places, &probes(class, places.len())).value,
            Values::Cache(cache) => cache.known.get(&class).map_or(0.0, |entry| entry.value),
        }
    }

    /// Changes the value of a class.
    #[inline]
    pub(super) fn add(&mut self, class: u64, change: f32) {
        match self {
            Values::Map(map) => *map.entry(class).or_default() += change,
            Values::Hash(values) => values[slot(class, values.len())] += change,
            Values::Text(values) => values[remainder(class, values.len())] += change,
            Values::Probes(places) => {
                let probes = probes(class, places.len());
                let mean = weigh(places, &probes);
                for probe in probes {
                    let place = &mut places[probe];
                    let better = (place.value - mean.value) / mean.quality;
                    place.value += change * place.quality / mean.quality;
                    place.quality = (place.quality + QUALITY_RATE * change * better).max(WORST_QUALITY);
                }
            }
            Values::Cache(cache) => cache.add(class, change),
        }
    }

    /// The number of classes with a value, if known.
    pub(super) fn classes(&self) -> Option<usize> {
        match self {
            Values::Map(map) => Some(map.len()),
            Values::Cache(cache) => Some(cache.known.len()),
            Values::Hash(_) | Values::Text(_) | Values::Probes(_) => None,
        }
    }
}

/// The slot of a class.
#[inline(always)]
fn slot(class: u64, size: usize) -> usize {
    // The high bits of the product are as uniform as the remainder, and a division is slow.
    ((u128::from(class) * size as u128) >> 64) as usize
}

/// The slot of a class whose high bits are not uniform.
#[inline(always)]
fn remainder(class: u64, size: usize) -> usize {
    (class % size as u64) as usize
}

/// The slots of a class.
const PROBES: usize = 5;

/// The slots of a class, by double hashing.
fn probes(class: u64, size: usize) -> [usize; PROBES] {
    let (first, step) = (slot(class, size), 1 + (class as usize) % (size - 1));
    std::array::from_fn(|number| (first + number * step) % size)
}

/// The weighted mean of slots, and the sum of their qualities.
fn weigh(places: &[Place], probes: &[usize]) -> Place {
    let (mut value, mut quality) = (0.0, 0.0);
    for &probe in probes {
        value += places[probe].value * places[probe].quality;
        quality += places[probe].quality;
    }
    Place { value: value / quality, quality }
}

/// The pattern cache.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    pub(super) known: ClassMap<Entry>,
    size: usize,
    forget: Forget,
    /// Counts positions.
    pub(super) clock: u32,
}

/// A class in the cache.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) value: f32,
    /// The position in which it was last seen.
    pub(super) seen: u32,
    /// The error that it saves per position, on a running average.
    pub(super) benefit: f32,
}

/// The decay of that average from one occurrence to the next.
const MEMORY: f32 = 0.98;

impl Cache {
    fn new(size: usize, forget: Forget) -> Cache {
        Cache { known: ClassMap::default(), size, forget, clock: 0 }
    }

    /// The number of classes that it holds.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    fn add(&mut self, class: u64, change: f32) {
        let entry = self.known.entry(class).or_default();
        entry.value += change;
        entry.seen = self.clock;
    }

    /// Notes that a class occurs in this position, and the error that its value saves compared with a new class.
    pub(super) fn note(&mut self, class: u64, better: f32) {
        if let Some(entry) = self.known.get_mut(&class) {
            entry.seen = self.clock;
            entry.benefit = MEMORY * entry.benefit + (1.0 - MEMORY) * better;
        }
    }

    /// Ends a position, and evicts classes if the cache is full.
    pub(super) fn end_position(&mut self) {
        self.clock = self.clock.wrapping_add(1);
        if self.known.len() <= self.size {
            return;
        }
        let keep = self.size / 2;
        match self.forget {
            Forget::Value => {
                let sizes = self.known.values().map(|entry| entry.value.abs());
                let (low, high) = sizes.fold((f32::MAX, 0.0), |(low, high): (f32, f32), v| (low.min(v), high.max(v)));
                let share = 1.0 - keep as f32 / self.known.len() as f32;
                let least = low + (high - low) * share;
                self.known.retain(|_, entry| entry.value.abs() >= least);
            }
            Forget::Oldest => self.keep_best(keep, |entry| entry.seen as f32),
            Forget::Useless => self.keep_best(keep, |entry| entry.benefit),
        }
    }

    fn keep_best(&mut self, keep: usize, value: impl Fn(&Entry) -> f32) {
        let mut all: Vec<f32> = self.known.values().map(&value).collect();
        let place = all.len().saturating_sub(keep).min(all.len() - 1);
        let (_, &mut least, _) = all.select_nth_unstable_by(place, f32::total_cmp);
        self.known.retain(|_, entry| value(entry) > least);
    }
}

/// Uses a class as its own hash.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
