//! The features that have a weight: a hash table that is filled once.

use super::features::BITS;

/// Features, each with a place of its own.
#[derive(Clone, Debug)]
pub struct Dictionary {
    /// The low bits of the feature at each place; 0 where there is none.
    tags: Box<[u32]>,
    /// By how much a feature is shifted to its first place.
    shift: u32,
    len: usize,
}

impl Dictionary {
    /// These features, which are all different. Of two that cannot be told apart (one in four thousand million) the first
    /// has the place of both.
    pub fn new(features: impl ExactSizeIterator<Item = u64>) -> Dictionary {
        let places = (2 * features.len()).next_power_of_two().clamp(16, 1 << BITS);
        let mut dictionary = Dictionary { tags: vec![0; places].into(), shift: BITS - places.trailing_zeros(), len: 0 };
        features.for_each(|feature| dictionary.insert(feature));
        dictionary
    }

    fn insert(&mut self, feature: u64) {
        let (mut place, tag) = self.begin(feature);
        while self.tags[place] != 0 {
            if self.tags[place] == tag {
                return;
            }
            place = (place + 1) & (self.tags.len() - 1);
        }
        self.tags[place] = tag;
        self.len += 1;
    }

    /// The place of a feature, if it has one.
    #[inline(always)]
    pub fn find(&self, feature: u64) -> Option<usize> {
        let (mut place, tag) = self.begin(feature);
        loop {
            let found = self.tags[place];
            if found == tag {
                return Some(place);
            }
            if found == 0 {
                return None;
            }
            place = (place + 1) & (self.tags.len() - 1);
        }
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
        self.tags.len()
    }
}
