//! Last good reply, with and without forgetting (Baier and Drake 2010, section IV-A to C and V-F).
//!
//! A playout that was won teaches: each of the winner's moves becomes the stored reply to the move before it, to the
//! pair of moves before it and, where three moves of context are asked for, to the three before it; what was stored
//! there is overwritten. With forgetting, a playout that was lost unteaches: the loser's replies that were played and
//! are stored are deleted. In the sampling the longest context that has a playable reply answers; one that has none, or
//! one that is illegal or would fill an own eye, leaves it to the next shorter, and the last to the next rule.
//!
//! The tables are shared by all threads through relaxed atomics: a reply is one word, so that a reader sees an old or a
//! new one and never half of each.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use goban::{Board, CAPACITY, Color, Point, PointSet};

use super::count::{Count, Lookup};
use super::point;
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
    one: Box<[AtomicU16]>,
    two: Box<[AtomicU16]>,
    /// Hashed, as 2 * 361^3 contexts would be too many: contexts that meet overwrite each other.
    three: Box<[AtomicU64]>,
}

/// The longest context.
pub(super) const LONGEST: usize = 3;
/// No reply. Point number 0 is edge, which nobody plays.
const NONE: u16 = 0;
const THREE_BITS: u32 = 20;

impl LastGood {
    /// Empty tables.
    pub fn new(memory: Memory) -> LastGood {
        let words = |length| (0..places(memory, length)).map(|_| AtomicU16::new(NONE)).collect();
        LastGood {
            memory,
            one: words(1),
            two: words(2),
            three: (0..places(memory, 3)).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// What they remember.
    #[inline(always)]
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// Forgets everything, for a new game.
    pub fn clear(&self) {
        self.one.iter().chain(&self.two).for_each(|word| word.store(NONE, Relaxed));
        self.three.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// How many replies are stored, in all tables together.
    pub fn stored(&self) -> usize {
        let short = self.one.iter().chain(&self.two).filter(|word| word.load(Relaxed) != NONE).count();
        short + self.three.iter().filter(|word| word.load(Relaxed) != 0).count()
    }

    /// The stored reply of a player to the moves before it, the last one first. A context that no table is kept for has
    /// none.
    #[inline]
    pub fn reply(&self, player: Color, context: &[Point]) -> Option<Point> {
        self.slot(player, context)?.reply()
    }

    /// A stored reply that can be played, for the player whose turn it is. The third last move is told, as the board
    /// doesn't know it.
    #[inline]
    pub(super) fn propose<C: Count>(&self, board: &Board, third_last: Option<Point>, count: &C) -> Option<Point> {
        // The number of tables is built into the loops, so that nothing of them is left but the look-ups.
        match self.memory.context {
            1 => self.propose_from::<1, C>(board, third_last, count),
            2 => self.propose_from::<2, C>(board, third_last, count),
            _ => self.propose_from::<LONGEST, C>(board, third_last, count),
        }
    }

    #[inline(always)]
    fn propose_from<const TABLES: usize, C: Count>(
        &self,
        board: &Board,
        third_last: Option<Point>,
        count: &C,
    ) -> Option<Point> {
        let us = board.to_play();
        let context = Context::of([point(board.last_move()), point(board.before_last_move()), third_last]);
        for length in (1..=TABLES).rev().filter(|&length| length <= context.length) {
            let reply = self.reply(us, context.last(length));
            let found = match reply {
                None => Lookup::None,
                Some(reply) if !board.is_legal(reply) => Lookup::Illegal,
                Some(reply) if board.is_eye_like(reply, us) => Lookup::OwnEye,
                Some(_) => Lookup::Legal,
            };
            count.looked_up(length, found);
            if found == Lookup::Legal {
                return reply;
            }
        }
        None
    }

    /// Learns from a playout and, with forgetting, unlearns. Nothing is learnt from a draw.
    #[inline]
    pub fn learn<C: Count>(&self, trace: &Trace, winner: Option<Color>, count: &C) {
        count.playout();
        let Some(winner) = winner else { return };
        match self.memory.context {
            1 => self.learn_into::<1, C>(trace, winner, count),
            2 => self.learn_into::<2, C>(trace, winner, count),
            _ => self.learn_into::<LONGEST, C>(trace, winner, count),
        }
    }

    #[inline(always)]
    fn learn_into<const TABLES: usize, C: Count>(&self, trace: &Trace, winner: Color, count: &C) {
        let moves = trace.with_context();
        let first = trace.context_len();
        let real = |back: usize| first.checked_sub(back).and_then(|number| moves[number]);
        let mut context = Context::of([real(1), real(2), real(3)]);
        let mut appeared = self.memory.no_duplicates.then(|| [PointSet::new(), PointSet::new()]);
        let mut player = trace.color(0);
        for &mv in &moves[first..] {
            if context.length > 0 {
                let fresh = match &mut appeared {
                    Some(appeared) => appeared[player.index()].insert(context.moves[0]),
                    None => true,
                };
                if let Some(reply) = mv {
                    if player == winner && fresh {
                        self.remember::<TABLES, C>(player, &context, reply, count);
                    } else if player != winner && self.memory.forgetting {
                        self.forget::<TABLES, C>(player, &context, reply, count);
                    }
                }
            }
            context.push(mv);
            player = player.other();
        }
    }

    #[inline(always)]
    fn remember<const TABLES: usize, C: Count>(&self, player: Color, context: &Context, reply: Point, count: &C) {
        for length in (1..=TABLES).filter(|&length| length <= context.length) {
            let context = context.last(length);
            let Some(slot) = self.slot(player, context) else { return };
            if C::ON && slot.reply() != Some(reply) {
                count.changed(length, slot.place, slot.held(), Some(reply), context[0]);
            }
            slot.store(reply.index() as u16);
        }
    }

    #[inline(always)]
    fn forget<const TABLES: usize, C: Count>(&self, player: Color, context: &Context, reply: Point, count: &C) {
        for length in (1..=TABLES).filter(|&length| length <= context.length) {
            let context = context.last(length);
            let Some(slot) = self.slot(player, context) else { return };
            if slot.reply() == Some(reply) {
                if C::ON {
                    count.changed(length, slot.place, Some(reply), None, context[0]);
                }
                slot.store(NONE);
            }
        }
    }

    #[inline(always)]
    fn slot(&self, player: Color, context: &[Point]) -> Option<Slot<'_>> {
        let one = |last: Point| player.index() * CAPACITY + last.index();
        let two = |last: Point, before: Point| (player.index() * CAPACITY + before.index()) * CAPACITY + last.index();
        match *context {
            [last] => Slot::exact(&self.one, one(last)),
            [last, before] => Slot::exact(&self.two, two(last, before)),
            [last, before, third] => Slot::hashed(&self.three, two(last, before) * CAPACITY + third.index()),
            _ => None,
        }
    }
}

/// How many places the table for contexts of a length has.
pub(super) fn places(memory: Memory, length: usize) -> usize {
    match length {
        _ if length > usize::from(memory.context) => 0,
        1 => 2 * CAPACITY,
        2 => 2 * CAPACITY * CAPACITY,
        3 => 1 << THREE_BITS,
        _ => 0,
    }
}

/// The moves before a reply, the last one first. A pass is no part of it, nor is anything before a pass.
struct Context {
    moves: [Point; LONGEST],
    length: usize,
}

impl Context {
    #[inline(always)]
    fn of(moves: [Option<Point>; LONGEST]) -> Context {
        let length = moves.iter().take_while(|mv| mv.is_some()).count();
        Context { moves: moves.map(|mv| mv.unwrap_or(Point::from_index(NONE.into()))), length }
    }

    #[inline(always)]
    fn push(&mut self, mv: Option<Point>) {
        match mv {
            Some(point) => {
                self.moves = [point, self.moves[0], self.moves[1]];
                self.length = LONGEST.min(self.length + 1);
            }
            None => self.length = 0,
        }
    }

    #[inline(always)]
    fn last(&self, length: usize) -> &[Point] {
        &self.moves[..length]
    }
}

/// The place of one context's reply.
#[derive(Clone, Copy)]
struct Slot<'a> {
    place: usize,
    word: Word<'a>,
}

#[derive(Clone, Copy)]
enum Word<'a> {
    /// The reply.
    Exact(&'a AtomicU16),
    /// The upper 48 bits of the context's hash, and the reply.
    Hashed(&'a AtomicU64, u64),
}

impl<'a> Slot<'a> {
    #[inline(always)]
    fn exact(table: &'a [AtomicU16], place: usize) -> Option<Slot<'a>> {
        Some(Slot { place, word: Word::Exact(table.get(place)?) })
    }

    /// By Fibonacci hashing. The multiples of the golden ratio keep so far apart that no two of the at most 2^31
    /// contexts agree in 48 bits.
    #[inline(always)]
    fn hashed(table: &'a [AtomicU64], context: usize) -> Option<Slot<'a>> {
        let hash = (context as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (hash >> (u64::BITS - THREE_BITS)) as usize;
        Some(Slot { place, word: Word::Hashed(table.get(place)?, hash & !0xffff) })
    }

    /// The reply that is stored for this context.
    #[inline(always)]
    fn reply(self) -> Option<Point> {
        let reply = match self.word {
            Word::Exact(word) => word.load(Relaxed),
            Word::Hashed(word, hash) => match word.load(Relaxed) ^ hash {
                reply @ 0..0x1_0000 => reply as u16,
                _ => NONE,
            },
        };
        known(reply)
    }

    /// The reply that is stored here, be it for this context or another that has the same place.
    fn held(self) -> Option<Point> {
        match self.word {
            Word::Exact(word) => known(word.load(Relaxed)),
            Word::Hashed(word, _) => known(word.load(Relaxed) as u16),
        }
    }

    #[inline(always)]
    fn store(self, reply: u16) {
        match self.word {
            Word::Exact(word) => word.store(reply, Relaxed),
            Word::Hashed(word, _) if reply == NONE => word.store(0, Relaxed),
            Word::Hashed(word, hash) => word.store(hash | u64::from(reply), Relaxed),
        }
    }
}

#[inline(always)]
fn known(reply: u16) -> Option<Point> {
    (reply != NONE).then(|| Point::from_index(usize::from(reply)))
}

#[cfg(test)]
mod tests;
