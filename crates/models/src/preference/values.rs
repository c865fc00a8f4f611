//! What classes are worth: where the values are kept, and what is forgotten when there is no room
//! (Stoutamire 1991, sections 5.2 to 5.4).
//!
//! A class that was never heard of is worth 0, the same as a pass.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Where values are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "table")]
pub enum Table {
    /// Each class has its own, however many there are.
    Map,
    /// So many values; classes share them as it falls out, and what they share goes to the one that is seen more often.
    Hash {
        /// The number of values.
        size: u32,
    },
    /// As a hash table, but each class has five places, and its value is their mean, weighted by how good each has proved.
    Probes {
        /// The number of places.
        size: u32,
    },
    /// As a map of bounded size: when it is full, the least deserving are forgotten until it is half full.
    Cache {
        /// How many classes it holds.
        size: u32,
        /// Who is forgotten.
        forget: Forget,
    },
}

/// Which classes a full cache forgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forget {
    /// Those whose values are nearest to what they would be worth if they were new. The flush of the thesis: its threshold
    /// takes values to be spread evenly, so that the cache comes only near to half its size.
    Value,
    /// Those that were not seen for the longest time.
    Oldest,
    /// Those whose values have done least to make the error smaller, on a running average.
    Useless,
}

impl Forget {
    /// What they are called.
    pub const WORDS: [&str; 3] = ["value", "oldest", "useless"];

    /// The one of that name, or the thesis's if there is none.
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

/// A table of that size cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a table of {0} values is not supported: 16 to {MAX_SIZE}")]
pub struct TableError(pub u32);

impl Table {
    /// What the kinds of tables are called.
    pub const KINDS: [&str; 4] = ["map", "hash", "probes", "cache"];

    /// The kind of that name, or a hash table if there is none; the size and what is forgotten, for those that have one.
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
            Table::Hash { size } | Table::Probes { size } | Table::Cache { size, .. }
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
    Probes(Box<[Place]>),
    Cache(Cache),
}

/// A place that several classes share, and how good it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) value: f32,
    pub(super) quality: f32,
}

/// Classes are hashes already.
pub(super) type ClassMap<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;

/// How much a place becomes better or worse, measured by how much its value does.
const QUALITY_RATE: f32 = 1.0;
/// No place becomes so bad that all places of a class could be without weight.
const WORST_QUALITY: f32 = 0.01;

impl Values {
    pub(super) fn new(table: Table) -> Values {
        match table {
            Table::Map => Values::Map(ClassMap::default()),
            Table::Hash { size } => Values::Hash(vec![0.0; size as usize].into()),
            Table::Probes { size } => Values::Probes(vec![Place { value: 0.0, quality: 1.0 }; size as usize].into()),
            Table::Cache { size, forget } => Values::Cache(Cache::new(size as usize, forget)),
        }
    }

    /// What a class is worth.
    #[inline]
    pub(super) fn get(&self, class: u64) -> f32 {
        match self {
            Values::Map(map) => map.get(&class).copied().unwrap_or(0.0),
            Values::Hash(values) => values[slot(class, values.len())],
            Values::Probes(places) => weigh(places, &probes(class, places.len())).value,
            Values::Cache(cache) => cache.known.get(&class).map_or(0.0, |entry| entry.value),
        }
    }

    /// Makes a class worth more or less.
    #[inline]
    pub(super) fn add(&mut self, class: u64, change: f32) {
        match self {
            Values::Map(map) => *map.entry(class).or_default() += change,
            Values::Hash(values) => values[slot(class, values.len())] += change,
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

    /// How many classes have a value, where that is known.
    pub(super) fn classes(&self) -> Option<usize> {
        match self {
            Values::Map(map) => Some(map.len()),
            Values::Cache(cache) => Some(cache.known.len()),
            Values::Hash(_) | Values::Probes(_) => None,
        }
    }
}

/// Where a class is in a table.
#[inline(always)]
fn slot(class: u64, size: usize) -> usize {
    // The high bits of the product are as even as the remainder, and a division dearer than all the rest.
    ((u128::from(class) * size as u128) >> 64) as usize
}

/// How many places a class has.
const PROBES: usize = 5;

/// The places of a class, by double hashing.
fn probes(class: u64, size: usize) -> [usize; PROBES] {
    let (first, step) = (slot(class, size), 1 + (class as usize) % (size - 1));
    std::array::from_fn(|number| (first + number * step) % size)
}

/// The mean value of some places, and the sum of their qualities.
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
    /// Counts the positions.
    pub(super) clock: u32,
}

/// A class that the cache knows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) value: f32,
    /// When it was last seen.
    pub(super) seen: u32,
    /// How much smaller it has made the error of a position, on a running average.
    pub(super) benefit: f32,
}

/// How much of its usefulness a class keeps from one position to the next in which it is seen.
const MEMORY: f32 = 0.98;

impl Cache {
    fn new(size: usize, forget: Forget) -> Cache {
        Cache { known: ClassMap::default(), size, forget, clock: 0 }
    }

    /// How many classes it holds.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    fn add(&mut self, class: u64, change: f32) {
        let entry = self.known.entry(class).or_default();
        entry.value += change;
        entry.seen = self.clock;
    }

    /// A class was seen in this position, and its value has made the error so much smaller than if it were new.
    pub(super) fn note(&mut self, class: u64, better: f32) {
        if let Some(entry) = self.known.get_mut(&class) {
            entry.seen = self.clock;
            entry.benefit = MEMORY * entry.benefit + (1.0 - MEMORY) * better;
        }
    }

    /// A position is over: the time to forget, if there is no more room.
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

    fn keep_best(&mut self, keep: usize, worth: impl Fn(&Entry) -> f32) {
        let mut all: Vec<f32> = self.known.values().map(&worth).collect();
        let place = all.len().saturating_sub(keep).min(all.len() - 1);
        let (_, &mut least, _) = all.select_nth_unstable_by(place, f32::total_cmp);
        self.known.retain(|_, entry| worth(entry) > least);
    }
}

/// Takes a class for its own hash.
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
