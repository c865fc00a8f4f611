//! Boards out of games, no more than are wanted.
//!
//! Which boards are kept is decided by lot, and the lot of a board follows from its stones and the seed: those with the
//! smallest are kept. A board that has been put aside would never come back, so that games may come one by one, in
//! several runs or in one, and the library is the same.

use std::collections::BTreeMap;

use goban::{Color, Move};
use models::library::{Library, Sample, Stones};
use player::Rng;

use crate::lessons::Lesson;

/// Which boards are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of the board.
    pub size: usize,
    /// How many boards, at most.
    pub boards: usize,
    /// One board out of so many moves of each game.
    pub every: usize,
    /// The seed of what is drawn by lot.
    pub seed: u64,
}

/// A library in the making.
#[derive(Clone, Debug)]
pub struct Collector {
    settings: Settings,
    games: u64,
    /// The boards by their lots, in the symmetry in which their stones come first.
    boards: BTreeMap<(u64, Stones, [u16; 2]), Sample>,
}

impl Collector {
    /// Begins with nothing.
    pub fn new(settings: Settings) -> Collector {
        Collector { settings, games: 0, boards: BTreeMap::new() }
    }

    /// Goes on with what an earlier run with the same settings has left.
    pub fn resume(settings: Settings, library: &Library) -> Collector {
        let key = |sample: &Sample| (sample.stones.lot(settings.seed), sample.stones, sample.captured);
        let boards = library.samples().iter().map(|sample| (key(sample), *sample)).collect();
        Collector { settings, games: library.about().games, boards }
    }

    /// How many games it has seen, those of earlier runs included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many boards it has.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Takes boards out of a game that this colour won, or nobody: those after every so manieth move, the first of them
    /// drawn by lot. Boards of another size are left alone.
    pub fn add(&mut self, lesson: &Lesson, winner: Option<Color>) {
        let Settings { size, every, seed, .. } = self.settings;
        let every = every.max(1);
        let mut lots = Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(self.games));
        let first = lots.below(every as u32) as usize;
        self.games += 1;
        if lesson.size() != size {
            return;
        }
        let mut number = 0;
        let mut see = |board: &goban::Board, color: Color| {
            if matches!(board.last_move(), Some(Move::Play(_))) {
                if number % every == first {
                    let half_wins = winner.map_or(1, |winner| if winner == color { 2 } else { 0 });
                    self.put(Sample { half_wins, games: 1, ..Sample::of(board, color) });
                }
                number += 1;
            }
        };
        lesson.each_move(|board, _, _| see(board, board.to_play().other()));
        let end = lesson.end();
        see(&end, end.to_play().other());
    }

    fn put(&mut self, mut sample: Sample) {
        let Settings { size, boards, seed, .. } = self.settings;
        sample.stones = sample.stones.canonical(size);
        let key = (sample.stones.lot(seed), sample.stones, sample.captured);
        if self.boards.len() >= boards && self.boards.last_key_value().is_none_or(|(last, _)| key > *last) {
            return;
        }
        let known = self.boards.entry(key).or_insert(Sample { half_wins: 0, games: 0, ..sample });
        known.half_wins = known.half_wins.saturating_add(sample.half_wins);
        known.games = known.games.saturating_add(sample.games);
        if self.boards.len() > boards {
            self.boards.pop_last();
        }
    }

    /// The boards, in the order of their lots: the first so many of them are as good a sample as any.
    pub fn samples(&self) -> Vec<Sample> {
        self.boards.values().copied().collect()
    }
}
