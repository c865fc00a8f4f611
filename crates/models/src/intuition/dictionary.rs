//! The features that have a weight: a hash table that is filled once.

use super::features::BITS;

/// Features, each with a place of its own and a value beside it, so that one look into memory finds both.
#[derive(Clone, Debug)]
pub struct Dictionary<V = ()> {
    entries: Box<[Entry<V>]>,
    /// By how much a feature is shifted to its first place.
    shift: u32,
    len: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct Entry<V> {
    /// The low bits of the feature; 0 where there is none.
    tag: u32,
    value: V,
}

impl<V: Copy + Default> Dictionary<V> {
    /// These features, which are all different. Of two that cannot be told apart (one in four thousand million) the first
    /// has the place of both.
    pub fn new(features: impl ExactSizeIterator<Item = (u64, V)>) -> Dictionary<V> {
        let places = (2 * features.len()).next_power_of_two().clamp(16, 1 << BITS);
        let entries = vec![Entry::default(); places].into();
        let mut dictionary = Dictionary { entries, shift: BITS - places.trailing_zeros(), len: 0 };
        features.for_each(|(feature, value)| dictionary.insert(feature, value));
        dictionary
    }

    fn insert(&mut self, feature: u64, value: V) {
        let (mut place, tag) = self.begin(feature);
        while self.entries[place].tag != 0 {
            if self.entries[place].tag == tag {
                return;
            }
            place = (place + 1) & (self.entries.len() - 1);
        }
        self.entries[place] = Entry { tag, value };
        self.len += 1;
    }

    /// The place of a feature, if it has one.
    #[inline(always)]
    pub fn find(&self, feature: u64) -> Option<usize> {
        let (mut place, tag) = self.begin(feature);
        loop {
            let found = self.entries[place].tag;
            if found == tag {
                return Some(place);
            }
            if found == 0 {
                return None;
            }
            place = (place + 1) & (self.entries.len() - 1);
        }
    }

    /// The value of a feature, if it has one.
    #[inline(always)]
    pub fn value(&self, feature: u64) -> Option<V> {
        Some(self.entries[self.find(feature)?].value)
    }

    #[inline(always)]
    fn begin(&self, feature: u64) -> (usize, u32) {
        ((feature >> self.shift) as usize, (feature as u32).max(1))
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many places there are: all places are below this.
    pub fn places(&self) -> usize {
        self.entries.len()
    }
}
