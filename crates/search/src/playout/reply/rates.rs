//! Replies by win rates: for each neighbourhood of similar states, how often each move won (Baier and Drake 2010,
//! section III-B and section IV-D).
//!
//! A playout adds, for every simulated move, one visit to the tallies of that move in the neighbourhoods of the state
//! it was made in, and one win if its player won. The sampling draws from all available moves, legal and filling no own
//! eye, by the Gibbs (or Boltzmann) policy of Softmax-1: a move comes with a probability proportional to
//! exp(win rate / temperature). Of a move without visits, on which the paper is silent, the rate is taken to be a half.
//! It is a whole policy: where it has a context it leaves nothing to the rules behind it.
//!
//! The tallies are shared by all threads through relaxed atomics: visits and wins are one word. The paper found this
//! weak, and it is slow, as it considers every empty point for each move; it is here for comparison.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use goban::{Board, CAPACITY, Color, MAX_SIZE, Point, PointList, PointSet};
use player::Rng;

use super::point;
use crate::playout::Trace;

/// Which states are similar, so that what won in one of them is tried in another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighborhood {
    /// Those with the same last move: Softmax-1.
    SameLast,
    /// Those with the same last two moves: Softmax-2. As LGR-2 does, it falls back on the last move alone, here for
    /// each reply that was never made to the two.
    SameLastTwo,
    /// All of them: all moves as first.
    All,
    /// Those where the player has made, at any time, the move that was its own last one: contextual Monte Carlo (Rimmel
    /// and Teytaud 2010). Of the moves before the playout only the last few count.
    SameOwn,
    /// Those that share a true predicate: predicate-average sampling (Finnsson and Björnsson 2009). The predicates are
    /// 'colour c on point p', but only of the last move's point and of the eight around it: at most nine are true,
    /// where a whole board of them would cost hundreds of times as much and say the same of nearly every state. A
    /// move's rate is taken over the tallies of all that are true, so that states that share more of them weigh more.
    SameStone,
}

/// How often a move was made, and how often its player won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How often it was made.
    pub visits: u64,
    /// How often that was won.
    pub wins: u64,
}

/// The tables of win rates.
pub struct Rates {
    neighborhood: Neighborhood,
    temperature: f32,
    /// For each player, context and reply: visits in the upper half, wins in the lower.
    tallies: Box<[AtomicU64]>,
    /// The same for contexts of two moves, hashed.
    pairs: Box<[AtomicU64]>,
}

/// Colder than that makes no difference.
const COLDEST: f32 = 1e-5;
/// The rate of a move that was never made.
const UNKNOWN: f32 = 0.5;

impl Rates {
    /// Empty tables. The temperature is that of the Gibbs policy: the colder, the more often the best move is taken.
    pub fn new(neighborhood: Neighborhood, temperature: f32) -> Rates {
        let words = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        let pairs = if neighborhood == Neighborhood::SameLastTwo { 1 << PAIR_BITS } else { 0 };
        Rates {
            neighborhood,
            temperature: temperature.max(COLDEST),
            tallies: words(2 * contexts(neighborhood) * CAPACITY),
            pairs: words(pairs),
        }
    }

    /// Forgets everything, for a new game.
    pub fn clear(&self) {
        self.tallies.iter().chain(&self.pairs).for_each(|word| word.store(0, Relaxed));
    }

    /// What is known of a reply in this position; `None` where there is no context to know it by.
    pub fn tally(&self, board: &Board, reply: Point) -> Option<Tally> {
        let mut tally = None;
        self.with_tallies(board, |of| tally = Some(of(reply)));
        tally
    }

    /// A move sampled by the Gibbs policy; `None` if none is available or there is no context.
    pub(super) fn propose(&self, board: &Board, rng: &mut Rng) -> Option<Point> {
        let mut sampled = None;
        self.with_tallies(board, |of| sampled = self.sample(board, rng, of));
        sampled
    }

    /// Counts a playout. A draw is not counted.
    pub fn learn(&self, trace: &Trace, winner: Option<Color>) {
        let Some(winner) = winner else { return };
        match self.neighborhood {
            Neighborhood::SameOwn => self.learn_own(trace, winner),
            Neighborhood::SameStone => self.learn_stones(trace, winner),
            Neighborhood::All | Neighborhood::SameLast | Neighborhood::SameLastTwo => self.learn_last(trace, winner),
        }
    }

    /// Hands on the way to look up replies in this position, if it has the context that takes.
    #[inline]
    fn with_tallies(&self, board: &Board, mut then: impl FnMut(&dyn Fn(Point) -> Tally)) -> Option<()> {
        let us = board.to_play();
        let (last, before) = (point(board.last_move()), point(board.before_last_move()));
        match self.neighborhood {
            Neighborhood::All => then(&|reply| self.get(us, 0, reply)),
            Neighborhood::SameLast => {
                let last = last?.index();
                then(&|reply| self.get(us, last, reply));
            }
            Neighborhood::SameLastTwo => {
                let last = last?;
                then(&|reply| {
                    let pair = before.map_or(Tally::default(), |before| self.pair(us, [last, before], reply).get());
                    if pair.visits > 0 { pair } else { self.get(us, last.index(), reply) }
                });
            }
            Neighborhood::SameOwn => {
                let own = before?.index();
                then(&|reply| self.get(us, own, reply));
            }
            Neighborhood::SameStone => {
                let stones = Stones::near(board, last?);
                then(&|reply| {
                    let tallies = stones.predicates().iter().map(|&predicate| self.get(us, predicate, reply));
                    tallies.fold(Tally::default(), |sum, tally| Tally {
                        visits: sum.visits + tally.visits,
                        wins: sum.wins + tally.wins,
                    })
                });
            }
        }
        Some(())
    }

    fn sample(&self, board: &Board, rng: &mut Rng, tally: &dyn Fn(Point) -> Tally) -> Option<Point> {
        let us = board.to_play();
        let mut moves = PointList::<{ MAX_SIZE * MAX_SIZE }>::new();
        let mut weights = [0.0; MAX_SIZE * MAX_SIZE];
        let mut best = 0.0_f32;
        for &point in board.empties() {
            if !board.is_eye_like(point, us) && board.is_legal(point) {
                let rate = tally(point).rate().unwrap_or(UNKNOWN);
                weights[moves.len()] = rate;
                best = best.max(rate);
                moves.push(point);
            }
        }
        // Less the best rate, which leaves the proportions as they are, as otherwise low temperatures overflow.
        let weights = &mut weights[..moves.len()];
        weights.iter_mut().for_each(|weight| *weight = ((*weight - best) / self.temperature).exp());
        let mut left = rng.unit() * weights.iter().sum::<f32>();
        let place = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        // By rounding, something may be left behind the last of them.
        let place = place.or_else(|| weights.iter().rposition(|&weight| weight > 0.0));
        moves.get(place?).copied()
    }

    fn learn_last(&self, trace: &Trace, winner: Color) {
        let moves = trace.with_context();
        for (number, &mv) in moves.iter().enumerate().skip(trace.context_len()) {
            let (Some(reply), player) = (mv, trace.color_with_context(number)) else { continue };
            let back = |count: usize| number.checked_sub(count).and_then(|number| moves[number]);
            let (last, before) = (back(1), back(2));
            let won = player == winner;
            if self.neighborhood == Neighborhood::All {
                self.add(player, 0, reply, won);
            } else if let Some(last) = last {
                self.add(player, last.index(), reply, won);
                if let (Neighborhood::SameLastTwo, Some(before)) = (self.neighborhood, before) {
                    self.pair(player, [last, before], reply).add(won);
                }
            }
        }
    }

    fn learn_own(&self, trace: &Trace, winner: Color) {
        // A move that a player has made twice makes a state no more similar than one that was made once.
        let mut earlier = [const { (PointList::<CAPACITY>::new(), PointSet::new()) }; 2];
        for (number, &mv) in trace.with_context().iter().enumerate() {
            let (Some(reply), player) = (mv, trace.color_with_context(number)) else { continue };
            let (list, set) = &mut earlier[player.index()];
            if number >= trace.context_len() {
                list.iter().for_each(|own| self.add(player, own.index(), reply, player == winner));
            }
            if set.insert(reply) {
                list.push(reply);
            }
        }
    }

    /// The stones of each state are found by playing the playout again.
    fn learn_stones(&self, trace: &Trace, winner: Color) {
        let Some(mut board) = trace.start().copied() else { return };
        for &mv in trace.moves() {
            let player = board.to_play();
            let Some(reply) = mv else {
                board.pass();
                continue;
            };
            if let Some(last) = point(board.last_move()) {
                for &predicate in Stones::near(&board, last).predicates() {
                    self.add(player, predicate, reply, player == winner);
                }
            }
            if board.play(goban::Move::Play(reply)).is_err() {
                return;
            }
        }
    }

    #[inline]
    fn word(&self, player: Color, context: usize, reply: Point) -> &AtomicU64 {
        &self.tallies[(player.index() * contexts(self.neighborhood) + context) * CAPACITY + reply.index()]
    }

    #[inline]
    fn get(&self, player: Color, context: usize, reply: Point) -> Tally {
        Tally::unpack(self.word(player, context, reply).load(Relaxed))
    }

    #[inline]
    fn add(&self, player: Color, context: usize, reply: Point, won: bool) {
        let word = self.word(player, context, reply);
        let packed = word.fetch_add(Tally { visits: 1, wins: won.into() }.pack(), Relaxed);
        if packed >= FULL {
            // Some visit of another thread may be lost here, once in two thousand million.
            word.store(Tally::unpack(packed).halved().pack(), Relaxed);
        }
    }

    #[inline]
    fn pair(&self, player: Color, [last, before]: [Point; 2], reply: Point) -> Pair<'_> {
        let context = (player.index() * CAPACITY + before.index()) * CAPACITY + last.index();
        let key = (context * CAPACITY + reply.index()) as u64;
        let mixed = key.wrapping_mul(MIX) & ((1 << KEY_BITS) - 1);
        Pair { word: &self.pairs[(mixed >> TAG_BITS) as usize], tag: mixed & ((1 << TAG_BITS) - 1) }
    }
}

/// How many contexts a neighbourhood has for each player.
const fn contexts(neighborhood: Neighborhood) -> usize {
    match neighborhood {
        Neighborhood::All => 1,
        Neighborhood::SameLast | Neighborhood::SameLastTwo | Neighborhood::SameOwn => CAPACITY,
        Neighborhood::SameStone => 2 * CAPACITY,
    }
}

/// From here on a packed tally is halved.
const FULL: u64 = 1 << 63;

impl Tally {
    /// The win rate, if there is one.
    #[inline]
    pub fn rate(self) -> Option<f32> {
        (self.visits > 0).then(|| self.wins as f32 / self.visits as f32)
    }

    #[inline]
    fn pack(self) -> u64 {
        self.visits << 32 | self.wins
    }

    #[inline]
    fn unpack(word: u64) -> Tally {
        Tally { visits: word >> 32, wins: word & 0xffff_ffff }
    }

    #[inline]
    fn halved(self) -> Tally {
        Tally { visits: self.visits / 2, wins: self.wins / 2 }
    }

    #[inline]
    fn and(self, won: bool) -> Tally {
        Tally { visits: self.visits + 1, wins: self.wins + u64::from(won) }
    }
}

/// The stones on and around the point of the last move, as numbers of predicates.
struct Stones {
    predicates: [usize; 9],
    count: usize,
}

impl Stones {
    fn near(board: &Board, last: Point) -> Stones {
        let mut stones = Stones { predicates: [0; 9], count: 0 };
        for point in std::iter::once(last).chain(last.around()) {
            if let Some(color) = board.cell(point).color() {
                stones.predicates[stones.count] = color.index() * CAPACITY + point.index();
                stones.count += 1;
            }
        }
        stones
    }

    fn predicates(&self) -> &[usize] {
        &self.predicates[..self.count]
    }
}

/// The place of the tally of a reply to two moves.
///
/// Player, two moves and reply together are a number of `KEY_BITS` bits. It is multiplied by an odd one modulo a power
/// of two, which is invertible. The upper bits of the product are the place; the lower ones, kept in the word,
/// distinguish keys that collide there. A colliding key halves the stored tally, and replaces it once it is empty.
struct Pair<'a> {
    word: &'a AtomicU64,
    tag: u64,
}

const KEY_BITS: u32 = 1 + 3 * CAPACITY.ilog2();
const PAIR_BITS: u32 = 22;
const TAG_BITS: u32 = KEY_BITS - PAIR_BITS;
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
/// The bits of visits and of wins, below the tag.
const NUMBER_BITS: u32 = 24;

impl Pair<'_> {
    fn get(&self) -> Tally {
        let (tag, tally) = Pair::unpack(self.word.load(Relaxed));
        if tag == self.tag { tally } else { Tally::default() }
    }

    fn add(&self, won: bool) {
        let next = |word| {
            let (tag, tally) = Pair::unpack(word);
            Some(match tally {
                tally if tag == self.tag && tally.visits < NUMBER => Pair::pack(tag, tally.and(won)),
                tally if tag == self.tag => Pair::pack(tag, tally.halved().and(won)),
                Tally { visits: 0 | 1, .. } => Pair::pack(self.tag, Tally::default().and(won)),
                tally => Pair::pack(tag, tally.halved()),
            })
        };
        // It always has a next value, so that this cannot fail.
        let _ = self.word.fetch_update(Relaxed, Relaxed, next);
    }

    fn pack(tag: u64, tally: Tally) -> u64 {
        tag << (2 * NUMBER_BITS) | tally.visits << NUMBER_BITS | tally.wins
    }

    fn unpack(word: u64) -> (u64, Tally) {
        (word >> (2 * NUMBER_BITS), Tally { visits: word >> NUMBER_BITS & NUMBER, wins: word & NUMBER })
    }
}

/// The largest number of those bits.
const NUMBER: u64 = (1 << NUMBER_BITS) - 1;

#[cfg(test)]
mod tests;
