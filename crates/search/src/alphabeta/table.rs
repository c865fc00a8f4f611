//! The transposition table: what was found out about positions, by their hash.

use goban::Move;

use super::past::{Past, Span};

/// What a value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the true one.
    Both,
    /// The true one is no less.
    Lower,
    /// The true one is no more.
    Upper,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The hash of the position; 0 for none.
    pub key: u64,
    /// The sum of the past that it was found out after.
    pub past: u64,
    /// The positions that the search came across, if the result holds after any past that does not touch them.
    pub span: Option<Span>,
    pub value: f32,
    pub bound: Bound,
    /// How many moves were read ahead; [`EXACT`] if to the end.
    pub depth: u8,
    /// The move that was best.
    pub best: Option<Move>,
}

/// Deeper than any search goes.
pub(super) const EXACT: u8 = u8::MAX;

const NONE: Entry = Entry { key: 0, past: 0, span: None, value: 0.0, bound: Bound::Both, depth: 0, best: None };

impl Entry {
    /// Whether what it says holds after that past.
    pub fn holds_after(&self, past: &Past) -> bool {
        self.past == past.sum() || self.span.is_some_and(|span| !past.touches(span))
    }
}

/// A table of a fixed size, a power of two.
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table of at most this number of bytes, but with space for a few positions in any case.
    pub fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Entry>()).max(64);
        Table { entries: vec![NONE; 1 << most.ilog2()] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(NONE);
    }

    /// What is known of a position.
    pub fn find(&self, key: u64) -> Option<&Entry> {
        Some(&self.entries[self.place(key)]).filter(|entry| entry.key == key && key != 0)
    }

    /// Remembers it, in place of another position or of what was known of this one, unless that went further.
    pub fn store(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        let old = &mut self.entries[place];
        if old.key != entry.key || old.depth <= entry.depth || old.past != entry.past {
            *old = entry;
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_further_is_kept() {
        let mut table = Table::new(1 << 12);
        let entry = |key, depth, value| Entry { key, depth, value, ..NONE };
        table.store(entry(7, 4, 1.0));
        table.store(entry(7, 2, 2.0));
        assert_eq!(table.find(7).map(|found| found.value), Some(1.0));
        table.store(entry(7, EXACT, 3.0));
        assert_eq!(table.find(7).map(|found| found.value), Some(3.0));
        let other = 7 + table.entries.len() as u64;
        table.store(entry(other, 1, 4.0));
        assert!(table.find(7).is_none() && table.find(other).is_some(), "another position took its place");
        table.clear();
        assert!(table.find(other).is_none());
    }
}
