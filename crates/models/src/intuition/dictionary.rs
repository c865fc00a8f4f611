//! A hash table of features that is filled once.

use super::features::BITS;

/// Features, each with its own slot and a value next to it, so that one memory access finds both.
#[derive(Clone, Debug)]
pub struct Dictionary<V = ()> {
    entries: Box<[Entry<V>]>,
    /// The shift from a feature to its first slot.
    shift: u32,
    len: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct Entry<V> {
    /// The low bits of the feature; 0 in an empty slot.
    tag: u32,
    value: V,
}

impl<V: Copy + Default> Dictionary<V> {
    /// A dictionary of distinct features. If two have the same hash (one pair in 2^32), the first gets the slot of
    /// both.
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

    /// The slot of a feature, if it has one.
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

    /// The number of features.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no features.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of slots.
    pub fn places(&self) -> usize {
        self.entries.len()
    }
}
