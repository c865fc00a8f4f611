//! What becomes of stored replies: the numbers behind table I and figures 8 and 9 of Baier and Drake 2010.
//!
//! A counter belongs to one set of tables. In a game of a program against itself each side has its own tables and its
//! own counter, and the counts of both are added up.
//!
//! The type of a rule says what it counts: [`Uncounted`] leaves nothing in the program, an `Arc<Counter>` counts for
//! all threads that share it.
//!
//! ```
//! use std::sync::Arc;
//! use search::playout::{Counter, ReplyKind, ReplyTables, Replies};
//!
//! let kind: ReplyKind = "lgrf2".parse()?;
//! let (tables, counter) = (ReplyTables::new(kind, 0.1, 9), Arc::new(Counter::new(kind, 9)));
//! let policy = || (Replies::counting(tables.clone(), counter.clone()),);
//! // A `Searcher` made with that policy searches; then:
//! assert_eq!(counter.counts().tables[1].lookups(), 0);
//! # Ok::<(), search::playout::UnknownReply>(())
//! ```

use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use goban::Point;

use super::ReplyKind;
use super::last_good::{LONGEST, places};

/// What a look into a table of last good replies has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// A reply that can be played.
    Legal,
    /// A reply that is illegal here.
    Illegal,
    /// A legal reply that would fill an own eye, on which the paper is silent.
    OwnEye,
    /// Nothing.
    None,
}

/// Counts lookups and replies.
pub trait Count: Send {
    /// Whether it does.
    const ON: bool;

    /// A table was asked: that for contexts of this length.
    fn looked_up(&self, length: usize, found: Lookup);

    /// A playout has ended, and is about to teach.
    fn playout(&self);

    /// At a place of the table for contexts of this length another reply to `last` takes the place of an old one, or of
    /// none, or an old one is forgotten.
    fn changed(&self, length: usize, place: usize, old: Option<Point>, new: Option<Point>, last: Point);
}

/// Counts nothing and costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uncounted;

impl Count for Uncounted {
    const ON: bool = false;

    #[inline(always)]
    fn looked_up(&self, _: usize, _: Lookup) {}

    #[inline(always)]
    fn playout(&self) {}

    #[inline(always)]
    fn changed(&self, _: usize, _: usize, _: Option<Point>, _: Option<Point>, _: Point) {}
}

/// Counts everything, for any number of threads.
pub struct Counter {
    playouts: AtomicU64,
    tables: [Table; LONGEST],
}

/// What was counted. One entry for the tables of one, two and three moves of context.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReplyCounts {
    /// The playouts that have taught, or were draws and could not.
    pub playouts: u64,
    /// Table by table, the shortest context first.
    pub tables: [TableCounts; LONGEST],
}

/// What was counted of one table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableCounts {
    /// Lookups that found a reply that can be played.
    pub legal: u64,
    /// Lookups that found one that is illegal.
    pub illegal: u64,
    /// Lookups that found a legal one that would fill an own eye.
    pub own_eye: u64,
    /// Lookups that found nothing.
    pub none: u64,
    /// The lifetimes of all replies that were overwritten by others or forgotten, summed up.
    pub lifetime: u64,
    /// Those replies by how long they lived, the shortest first. A reply that is stored again while it is there lives
    /// on. One that was overwritten in the playout that stored it lived for none.
    pub lifetimes: Vec<LifetimeCount>,
}

/// The replies that lived for this number of playouts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LifetimeCount {
    /// The shortest lifetime in here.
    pub from: u64,
    /// The longest.
    pub to: u64,
    /// How many replies.
    pub replies: u64,
    /// The Euclidean distances of these replies from the moves that they answered, summed up.
    pub distance: f64,
}

impl TableCounts {
    /// How often the table was asked.
    pub fn lookups(&self) -> u64 {
        self.legal + self.illegal + self.own_eye + self.none
    }

    /// How many replies were overwritten by others or forgotten.
    pub fn removed(&self) -> u64 {
        self.lifetimes.iter().map(|lifetime| lifetime.replies).sum()
    }

    /// How many playouts those lived for on average, if there were any.
    pub fn mean_lifetime(&self) -> Option<f64> {
        let removed = self.removed();
        (removed > 0).then(|| self.lifetime as f64 / removed as f64)
    }
}

impl AddAssign<&ReplyCounts> for ReplyCounts {
    fn add_assign(&mut self, other: &ReplyCounts) {
        self.playouts += other.playouts;
        self.tables.iter_mut().zip(&other.tables).for_each(|(table, other)| *table += other);
    }
}

impl AddAssign<&TableCounts> for TableCounts {
    fn add_assign(&mut self, other: &TableCounts) {
        self.legal += other.legal;
        self.illegal += other.illegal;
        self.own_eye += other.own_eye;
        self.none += other.none;
        self.lifetime += other.lifetime;
        for theirs in &other.lifetimes {
            match self.lifetimes.binary_search_by_key(&theirs.from, |ours| ours.from) {
                Ok(place) => {
                    self.lifetimes[place].replies += theirs.replies;
                    self.lifetimes[place].distance += theirs.distance;
                }
                Err(place) => self.lifetimes.insert(place, *theirs),
            }
        }
    }
}

impl LifetimeCount {
    /// How far from the moves that they answered these replies were on average, if there were any.
    pub fn mean_distance(&self) -> Option<f64> {
        (self.replies > 0).then(|| self.distance / self.replies as f64)
    }
}

struct Table {
    lookups: [AtomicU64; 4],
    /// For each place, when its reply was stored and to what: the number of the playout, and 16 bits for the point.
    births: Box<[AtomicU64]>,
    lifetime: AtomicU64,
    lifetimes: [AtomicU64; BUCKETS],
    /// In parts of a point.
    distances: [AtomicU64; BUCKETS],
}

/// Lifetimes below this have a bucket each; beyond, each doubling has four.
const EXACT: u64 = 128;
const QUARTERS: u64 = 4;
const BUCKETS: usize = bucket(u32::MAX as u64) + 1;
/// The parts of a point in which distances are summed up.
const PARTS: f64 = 65_536.0;

impl Counter {
    /// A counter for the tables of that policy on boards of that size; tables of win rates are not counted.
    pub fn new(kind: ReplyKind, size: usize) -> Counter {
        let places = |length| match kind {
            ReplyKind::LastGood(memory) => places(memory, size, length),
            ReplyKind::Off | ReplyKind::Rates(_) => 0,
        };
        Counter { playouts: AtomicU64::new(0), tables: [1, 2, 3].map(|length| Table::new(places(length))) }
    }

    /// What was counted so far.
    pub fn counts(&self) -> ReplyCounts {
        ReplyCounts { playouts: self.playouts.load(Relaxed), tables: self.tables.each_ref().map(Table::counts) }
    }

    /// Begins to count anew. The tables it counts are to be cleared with it.
    pub fn clear(&self) {
        self.playouts.store(0, Relaxed);
        for table in &self.tables {
            let numbers = table.lookups.iter().chain(&table.births).chain(&table.lifetimes).chain(&table.distances);
            numbers.chain([&table.lifetime]).for_each(|number| number.store(0, Relaxed));
        }
    }
}

impl Count for Arc<Counter> {
    const ON: bool = true;

    fn looked_up(&self, length: usize, found: Lookup) {
        self.tables[length - 1].lookups[found as usize].fetch_add(1, Relaxed);
    }

    fn playout(&self) {
        self.playouts.fetch_add(1, Relaxed);
    }

    fn changed(&self, length: usize, place: usize, old: Option<Point>, new: Option<Point>, last: Point) {
        let now = self.playouts.load(Relaxed);
        let table = &self.tables[length - 1];
        let Some(birth) = table.births.get(place) else { return };
        let born = match new {
            Some(_) => birth.swap(now << 16 | last.index() as u64, Relaxed),
            None => birth.load(Relaxed),
        };
        // What was stored before the counting began has no birth.
        if let Some(old) = old
            && born != 0
        {
            table.removed(now.saturating_sub(born >> 16), distance(old, Point::from_index(born as usize & 0xffff)));
        }
    }
}

impl Table {
    fn new(places: usize) -> Table {
        Table {
            lookups: Default::default(),
            births: (0..places).map(|_| AtomicU64::new(0)).collect(),
            lifetime: AtomicU64::new(0),
            lifetimes: [const { AtomicU64::new(0) }; BUCKETS],
            distances: [const { AtomicU64::new(0) }; BUCKETS],
        }
    }

    fn removed(&self, lifetime: u64, distance: f64) {
        let bucket = bucket(lifetime).min(BUCKETS - 1);
        self.lifetime.fetch_add(lifetime, Relaxed);
        self.lifetimes[bucket].fetch_add(1, Relaxed);
        self.distances[bucket].fetch_add((distance * PARTS) as u64, Relaxed);
    }

    fn counts(&self) -> TableCounts {
        let [legal, illegal, own_eye, none] = self.lookups.each_ref().map(|number| number.load(Relaxed));
        let lifetimes = (0..BUCKETS).map(|bucket| LifetimeCount {
            from: shortest(bucket),
            to: shortest(bucket + 1) - 1,
            replies: self.lifetimes[bucket].load(Relaxed),
            distance: self.distances[bucket].load(Relaxed) as f64 / PARTS,
        });
        let lifetimes = lifetimes.filter(|lifetime| lifetime.replies > 0).collect();
        TableCounts { legal, illegal, own_eye, none, lifetime: self.lifetime.load(Relaxed), lifetimes }
    }
}

/// The bucket of a lifetime.
const fn bucket(lifetime: u64) -> usize {
    if lifetime < EXACT {
        return lifetime as usize;
    }
    let doublings = (lifetime.ilog2() - EXACT.ilog2()) as u64;
    let quarter = lifetime * QUARTERS / (EXACT << doublings) - QUARTERS;
    (EXACT + QUARTERS * doublings + quarter) as usize
}

/// The shortest lifetime of a bucket.
fn shortest(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < EXACT {
        return bucket;
    }
    let (doublings, quarter) = ((bucket - EXACT) / QUARTERS, (bucket - EXACT) % QUARTERS);
    ((QUARTERS + quarter) * EXACT / QUARTERS) << doublings
}

fn distance(a: Point, b: Point) -> f64 {
    let (rows, cols) = (a.row() as f64 - b.row() as f64, a.col() as f64 - b.col() as f64);
    rows.hypot(cols)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, game, playout};
    use super::super::{LastGood, Memory};
    use super::*;
    use goban::Color;

    const LGRF1: Memory = Memory { context: 1, forgetting: true, no_duplicates: false };

    /// Plays these playouts from the empty board of 5x5, each with its winner, and returns the counts.
    fn count(memory: Memory, playouts: &[(&str, Option<Color>)]) -> ReplyCounts {
        let (tables, counter) = (LastGood::new(memory, 5), Arc::new(Counter::new(ReplyKind::LastGood(memory), 5)));
        for (moves, winner) in playouts {
            tables.learn(&playout(&game(""), moves), *winner, &counter);
        }
        counter.counts()
    }

    fn lived(lifetime: u64, replies: u64, distance: f64) -> LifetimeCount {
        LifetimeCount { from: lifetime, to: lifetime, replies, distance }
    }

    const BLACK: Option<Color> = Some(Color::Black);
    const WHITE: Option<Color> = Some(Color::White);

    #[test]
    fn a_reply_that_is_overwritten_has_lived_since_it_was_stored() {
        let counts = count(LGRF1, &[("A1 B1 C1", BLACK), ("A1 A2", None), ("A1 B1 C1", BLACK), ("A1 B1 E5", BLACK)]);
        assert_eq!(counts.playouts, 4);
        assert_eq!(counts.tables[0].lifetimes, [lived(3, 1, 1.0)], "the third playout stored it again: it lives on");
        assert_eq!(counts.tables[0].mean_lifetime(), Some(3.0));
        assert_eq!(counts.tables[1], TableCounts::default());
    }

    #[test]
    fn a_reply_that_is_forgotten_has_lived_and_one_stored_later_begins_anew() {
        let playouts =
            [("A1 B1 E5", BLACK), ("A1 B1 E5", WHITE), ("A5", None), ("A1 B1 B3", BLACK), ("A1 B1 B3", WHITE)];
        let counts = count(LGRF1, &playouts);
        // E5 is three columns and four rows from B1. White's B1 in reply to A1 was stored by the second playout, and
        // forgotten by the fourth.
        assert_eq!(counts.tables[0].lifetimes, [lived(1, 2, 7.0), lived(2, 1, 1.0)]);
        assert_eq!(counts.tables[0].lifetimes[0].mean_distance(), Some(3.5));
    }

    #[test]
    fn a_reply_overwritten_in_its_own_playout_has_not_lived() {
        let counts = count(LGRF1, &[("A1 B1 B2 A1 A2 B1 D1", BLACK)]);
        assert_eq!(counts.tables[0].lifetimes, [lived(0, 1, 1.0)]);
    }

    #[test]
    fn every_table_is_counted_by_itself() {
        let memory = Memory { context: 3, ..LGRF1 };
        let playouts = [("A1 B1 C1 D1", WHITE), ("A5 E1 C1 D1", BLACK), ("A1 B1 C1 E1", WHITE)];
        let counts = count(memory, &playouts);
        // D1 in reply to C1 was forgotten by the second playout, which does not know the longer contexts.
        assert_eq!(counts.tables[0].lifetimes, [lived(1, 1, 1.0)]);
        assert_eq!(counts.tables[1].lifetimes, [lived(2, 1, 1.0)]);
        assert_eq!(counts.tables[2].lifetimes, [lived(2, 1, 1.0)]);
    }

    #[test]
    fn long_lives_share_four_buckets_for_each_doubling() {
        let table = Table::new(0);
        for lifetime in [0, 127, 128, 159, 160, 255, 256, 1000, u64::from(u32::MAX), 1 << 40] {
            table.removed(lifetime, 0.0);
        }
        let found: Vec<(u64, u64, u64)> =
            table.counts().lifetimes.iter().map(|lifetime| (lifetime.from, lifetime.to, lifetime.replies)).collect();
        let short = [(0, 0, 1), (127, 127, 1), (128, 159, 2), (160, 191, 1), (224, 255, 1)];
        let long = [(256, 319, 1), (896, 1023, 1), (7 << 29, (1 << 32) - 1, 2)];
        assert_eq!(found, [short.as_slice(), &long].concat());
    }

    #[test]
    fn the_counts_of_two_sides_are_added_up() {
        let mut both = count(LGRF1, &[("A1 B1 C1", BLACK), ("A1 B1 E5", BLACK), ("A5", None), ("A1 B1 A2", BLACK)]);
        let other = count(LGRF1, &[("A1 B1 C1", BLACK), ("A5", None), ("A5", None), ("A1 B1 E5", BLACK)]);
        both += &other;
        assert_eq!((both.playouts, both.tables[0].lifetime), (8, 1 + 2 + 3));
        assert_eq!(both.tables[0].lifetimes, [lived(1, 1, 1.0), lived(2, 1, 5.0), lived(3, 1, 1.0)]);
        let mut twice = other.clone();
        twice += &other;
        assert_eq!(twice.tables[0].lifetimes, [lived(3, 2, 2.0)]);
    }

    #[test]
    fn a_cleared_counter_begins_anew() {
        let counter = Arc::new(Counter::new(ReplyKind::LastGood(LGRF1), 5));
        counter.playout();
        counter.looked_up(1, Lookup::Illegal);
        counter.changed(1, 7, None, Some(at("B1")), at("C1"));
        counter.changed(1, 7, Some(at("B1")), Some(at("D1")), at("C1"));
        assert_eq!(counter.counts().tables[0].removed(), 1);
        counter.clear();
        assert_eq!(counter.counts(), ReplyCounts::default());
        counter.changed(1, 7, Some(at("D1")), None, at("C1"));
        assert_eq!(counter.counts().tables[0].removed(), 0, "the time of storing is unknown");
    }
}
