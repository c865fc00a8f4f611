//! Last good reply, with and without forgetting (Baier and Drake 2010, section IV-A to C and V-F).
//!
//! A playout that was won teaches: each of the winner's moves becomes the stored reply to the move before it, to the
//! pair of moves before it and, where three moves of context are asked for, to the three before it; what was stored
//! there is overwritten. With forgetting, a playout that was lost unteaches: the loser's replies that were played and
//! are stored are deleted. In the sampling the longest context that has a playable reply answers; one that has none, or
//! one that is illegal or would fill an own eye, leaves it to the next shorter, and the last to the next rule.
//!
//! The tables are shared by all threads through relaxed atomics: a reply is one word, so that a reader sees an old or a
//! new one and never half of each. They are made for one size of board and as small as that allows, since a playout
//! looks all over them: what they cost is the way to memory.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use goban::{Board, Color, Point, PointMap, PointSet};

use super::count::{Count, Lookup};
use crate::playout::Trace;

/// What is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// How many moves of context the longest table has, 1 to 3. Shorter ones are kept too.
    pub context: u8,
    /// Whether the loser's replies are forgotten.
    pub forgetting: bool,
    /// Whether a reply is stored only to the first appearance in a playout of the move it answers, colour and point.
    /// Forgetting does not ask for that.
    pub no_duplicates: bool,
}

/// The tables of last good replies.
pub struct LastGood {
    memory: Memory,
    /// The points of the board, numbered without gaps.
    numbers: PointMap<u16>,
    points: usize,
    exact: Exact,
    /// Hashed, as 2 * 361^3 contexts would be too many: contexts that meet overwrite each other.
    three: Box<[AtomicU64]>,
}

/// The tables for one and two moves of context, in bytes where every point's number fits into one.
enum Exact {
    Narrow(Box<[AtomicU8]>, Box<[AtomicU8]>),
    Wide(Box<[AtomicU16]>, Box<[AtomicU16]>),
}

/// The longest context.
pub(super) const LONGEST: usize = 3;
/// No reply. Point number 0 is edge, which is never played.
const NONE: u16 = 0;
const NOWHERE: Point = Point::from_index(NONE as usize);
const THREE_BITS: u32 = 20;

/// The same with the tables laid open, however wide they are.
macro_rules! open {
    ($tables:expr, $open:ident => $then:expr) => {
        match &$tables.exact {
            Exact::Narrow(one, two) => {
                let $open = Open { one, two, tables: $tables };
                $then
            }
            Exact::Wide(one, two) => {
                let $open = Open { one, two, tables: $tables };
                $then
            }
        }
    };
}

impl LastGood {
    /// Empty tables for boards of that size.
    pub fn new(memory: Memory, size: usize) -> LastGood {
        fn words<W: Default>(places: usize) -> Box<[W]> {
            (0..places).map(|_| W::default()).collect()
        }
        let [one, two, three] = [1, 2, 3].map(|length| places(memory, size, length));
        let narrow = Point::all(size).all(|point| point.index() <= usize::from(u8::MAX));
        let mut numbers = PointMap::new(0);
        for (number, point) in Point::all(size).enumerate() {
            numbers[point] = number as u16;
        }
        LastGood {
            memory,
            numbers,
            points: size * size,
            exact: if narrow { Exact::Narrow(words(one), words(two)) } else { Exact::Wide(words(one), words(two)) },
            three: words(three),
        }
    }

    /// What they remember.
    #[inline(always)]
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// Forgets everything, for a new game.
    pub fn clear(&self) {
        open!(self, open => open.one.iter().chain(open.two).for_each(|word| word.set(NONE)));
        self.three.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// How many replies are stored, in all tables together.
    pub fn stored(&self) -> usize {
        let exact = open!(self, open => open.one.iter().chain(open.two).filter(|word| word.get() != NONE).count());
        exact + self.three.iter().filter(|word| word.load(Relaxed) != 0).count()
    }

    /// The stored reply of a player to the moves before it, the last one first. A context that no table is kept for has
    /// none.
    pub fn reply(&self, player: Color, context: &[Point]) -> Option<Point> {
        let length = context.len();
        let context = self.context(&[0, 1, 2].map(|back| context.get(back).copied()));
        open!(self, open => known(open.slot(player, &context, length)?.reply()))
    }

    /// A stored reply to these moves that can be played, for the player whose turn it is.
    #[inline(always)]
    pub(super) fn propose<C: Count>(&self, board: &Board, context: &Context, count: &C) -> Option<Point> {
        // The number of tables is built into the loops, so that nothing of them is left but the look-ups.
        open!(self, open => match self.memory.context {
            1 => open.propose::<1, C>(board, context, count),
            2 => open.propose::<2, C>(board, context, count),
            _ => open.propose::<LONGEST, C>(board, context, count),
        })
    }

    /// Learns from a playout and, with forgetting, unlearns. Nothing is learnt from a draw.
    #[inline]
    pub fn learn<C: Count>(&self, trace: &Trace, winner: Option<Color>, count: &C) {
        count.playout();
        let Some(winner) = winner else { return };
        open!(self, open => match self.memory.context {
            1 => open.learn::<1, C>(trace, winner, count),
            2 => open.learn::<2, C>(trace, winner, count),
            _ => open.learn::<LONGEST, C>(trace, winner, count),
        });
    }

    /// The context of these moves, the last one first.
    #[inline]
    pub(super) fn context(&self, moves: &[Option<Point>; LONGEST]) -> Context {
        let mut context = Context::default();
        for (number, mv) in context.numbers.iter_mut().zip(moves) {
            let Some(point) = *mv else { break };
            *number = self.number(point);
            context.length += 1;
        }
        context.last = moves[0].unwrap_or(NOWHERE);
        context
    }

    /// The number of a point, as contexts have it.
    #[inline(always)]
    pub(super) fn number(&self, point: Point) -> usize {
        usize::from(self.numbers[point])
    }
}

/// How many places the table for contexts of a length has.
pub(super) fn places(memory: Memory, size: usize, length: usize) -> usize {
    let points = size * size;
    match length {
        _ if length > usize::from(memory.context) => 0,
        1 => 2 * points,
        2 => 2 * points * points,
        3 => 1 << THREE_BITS,
        _ => 0,
    }
}

/// A reply, or [`NONE`].
trait Word {
    fn get(&self) -> u16;
    fn set(&self, reply: u16);
}

impl Word for AtomicU8 {
    #[inline(always)]
    fn get(&self) -> u16 {
        self.load(Relaxed).into()
    }

    #[inline(always)]
    fn set(&self, reply: u16) {
        self.store(reply as u8, Relaxed);
    }
}

impl Word for AtomicU16 {
    #[inline(always)]
    fn get(&self) -> u16 {
        self.load(Relaxed)
    }

    #[inline(always)]
    fn set(&self, reply: u16) {
        self.store(reply, Relaxed);
    }
}

/// Tables whose width is known.
struct Open<'a, W> {
    one: &'a [W],
    two: &'a [W],
    tables: &'a LastGood,
}

impl<'a, W: Word> Open<'a, W> {
    #[inline(always)]
    fn propose<const TABLES: usize, C: Count>(&self, board: &Board, context: &Context, count: &C) -> Option<Point> {
        let us = board.to_play();
        for length in (1..=TABLES).rev().filter(|&length| length <= context.length) {
            let reply = self.slot(us, context, length)?.reply();
            let found = look_at(board, reply, us);
            count.looked_up(length, found);
            if found == Lookup::Legal {
                return Some(reply);
            }
        }
        None
    }

    #[inline(always)]
    fn learn<const TABLES: usize, C: Count>(&self, trace: &Trace, winner: Color, count: &C) {
        let memory = self.tables.memory;
        let moves = trace.with_context();
        let first = trace.context_len();
        let real = |back: usize| first.checked_sub(back).and_then(|number| moves[number]);
        let mut context = self.tables.context(&[real(1), real(2), real(3)]);
        let mut appeared = memory.no_duplicates.then(|| [PointSet::new(), PointSet::new()]);
        let mut player = trace.color(0);
        for &mv in &moves[first..] {
            let fresh = match &mut appeared {
                Some(appeared) if context.length > 0 => appeared[player.index()].insert(context.last),
                _ => true,
            };
            match mv {
                Some(reply) => {
                    if player == winner && fresh {
                        self.remember::<TABLES, C>(player, &context, reply, count);
                    } else if player != winner && memory.forgetting {
                        self.forget::<TABLES, C>(player, &context, reply, count);
                    }
                    context.push(reply, self.tables.number(reply));
                }
                None => context.length = 0,
            }
            player = player.other();
        }
    }

    #[inline(always)]
    fn remember<const TABLES: usize, C: Count>(&self, player: Color, context: &Context, reply: Point, count: &C) {
        for length in (1..=TABLES).filter(|&length| length <= context.length) {
            let Some(slot) = self.slot(player, context, length) else { return };
            if C::ON && slot.reply() != reply {
                count.changed(length, slot.place, slot.held(), Some(reply), context.last);
            }
            slot.store(reply.index() as u16);
        }
    }

    #[inline(always)]
    fn forget<const TABLES: usize, C: Count>(&self, player: Color, context: &Context, reply: Point, count: &C) {
        for length in (1..=TABLES).filter(|&length| length <= context.length) {
            let Some(slot) = self.slot(player, context, length) else { return };
            if C::ON && slot.reply() == reply {
                count.changed(length, slot.place, Some(reply), None, context.last);
            }
            slot.forget(reply.index() as u16);
        }
    }

    /// The place of a player's reply to the last moves of a context.
    #[inline(always)]
    fn slot(&self, player: Color, context: &Context, length: usize) -> Option<Slot<'a, W>> {
        let points = self.tables.points;
        let [last, before, third] = context.numbers;
        let one = |number: usize| player.index() * points + number;
        let two = one(before) * points + last;
        Some(match length {
            1 => Slot { place: one(last), entry: Entry::Exact(self.one.get(one(last))?) },
            2 => Slot { place: two, entry: Entry::Exact(self.two.get(two)?) },
            _ => {
                // By Fibonacci hashing. The multiples of the golden ratio keep so far apart that no two of the at most
                // 2^31 contexts agree in 48 bits.
                let hash = ((two * points + third) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let place = (hash >> (u64::BITS - THREE_BITS)) as usize;
                Slot { place, entry: Entry::Hashed(self.tables.three.get(place)?, hash & !0xffff) }
            }
        })
    }
}

/// Whether a reply can be played.
#[inline(always)]
fn look_at(board: &Board, reply: Point, us: Color) -> Lookup {
    // Most that can be played have room around them, and none at all is a point off the board: one question for all of
    // that is guessed better than three.
    if board.is_open(reply) {
        Lookup::Legal
    } else if reply == NOWHERE {
        Lookup::None
    } else if !board.is_legal(reply) {
        Lookup::Illegal
    } else if board.is_eye_like(reply, us) {
        Lookup::OwnEye
    } else {
        Lookup::Legal
    }
}

/// The moves before a reply. Passes, and the moves before a pass, are not part of it.
pub(super) struct Context {
    last: Point,
    /// The numbers of the moves, the last one first.
    numbers: [usize; LONGEST],
    length: usize,
}

impl Default for Context {
    #[inline(always)]
    fn default() -> Context {
        Context { last: NOWHERE, numbers: [0; LONGEST], length: 0 }
    }
}

impl Context {
    /// One more move.
    #[inline(always)]
    pub(super) fn push(&mut self, point: Point, number: usize) {
        self.last = point;
        self.numbers = [number, self.numbers[0], self.numbers[1]];
        self.length = LONGEST.min(self.length + 1);
    }
}

/// The place of one context's reply.
struct Slot<'a, W> {
    place: usize,
    entry: Entry<'a, W>,
}

enum Entry<'a, W> {
    /// The reply.
    Exact(&'a W),
    /// The upper 48 bits of the context's hash, and the reply.
    Hashed(&'a AtomicU64, u64),
}

impl<W: Word> Slot<'_, W> {
    /// The reply that is stored for this context, or [`NOWHERE`].
    #[inline(always)]
    fn reply(&self) -> Point {
        let reply = match self.entry {
            Entry::Exact(word) => word.get(),
            Entry::Hashed(word, hash) => match word.load(Relaxed) ^ hash {
                reply @ 0..0x1_0000 => reply as u16,
                _ => NONE,
            },
        };
        Point::from_index(usize::from(reply))
    }

    /// The reply that is stored here, be it for this context or another that has the same place.
    fn held(&self) -> Option<Point> {
        known(match self.entry {
            Entry::Exact(word) => Point::from_index(usize::from(word.get())),
            Entry::Hashed(word, _) => Point::from_index(usize::from(word.load(Relaxed) as u16)),
        })
    }

    #[inline(always)]
    fn store(&self, reply: u16) {
        match self.entry {
            Entry::Exact(word) => word.set(reply),
            Entry::Hashed(word, hash) => word.store(hash | u64::from(reply), Relaxed),
        }
    }

    /// Forgets the reply if it is this one: without a branch, as it can't be guessed.
    #[inline(always)]
    fn forget(&self, reply: u16) {
        match self.entry {
            Entry::Exact(word) => {
                let held = word.get();
                word.set(if held == reply { NONE } else { held });
            }
            Entry::Hashed(word, hash) => {
                let held = word.load(Relaxed);
                word.store(if held == hash | u64::from(reply) { 0 } else { held }, Relaxed);
            }
        }
    }
}

fn known(reply: Point) -> Option<Point> {
    (reply != NOWHERE).then_some(reply)
}

#[cfg(test)]
mod tests;
