//! A bounded random sample of the boards of games.
//!
//! Each board has a hash of its stones and the seed, and those with the smallest hashes are kept. An evicted board can
//! never come back, so the library is the same whether the games come in one run or in several.

use std::collections::BTreeMap;

use goban::{Color, Move};
use models::library::{Library, Sample, Stones};
use player::Rng;

use crate::training_game::TrainingGame;

/// Which boards are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// The size of the board.
    pub size: usize,
    /// The most boards.
    pub boards: usize,
    /// One board is taken of this many moves of a game.
    pub every: usize,
    /// The seed.
    pub seed: u64,
}

/// A library in the making.
#[derive(Clone, Debug)]
pub struct Collector {
    settings: Sampling,
    games: u64,
    /// The boards by their hashes, in their canonical symmetry.
    boards: BTreeMap<(u64, Stones, [u16; 2]), Sample>,
}

impl Collector {
    /// An empty collection.
    pub fn new(settings: Sampling) -> Collector {
        Collector { settings, games: 0, boards: BTreeMap::new() }
    }

    /// Resumes an earlier run with the same settings.
    pub fn resume(settings: Sampling, library: &Library) -> Collector {
        let key = |sample: &Sample| (sample.stones.lot(settings.seed), sample.stones, sample.captured);
        let boards = library.samples().iter().map(|sample| (key(sample), *sample)).collect();
        Collector { settings, games: library.about().games, boards }
    }

    /// The number of games, those of earlier runs included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Takes boards from a game with this winner (`None` for a draw), one of every few moves from a random first one.
    /// Games of another size are only counted.
    pub fn add(&mut self, lesson: &TrainingGame, winner: Option<Color>) {
        let Sampling { size, every, seed, .. } = self.settings;
        let every = every.max(1);
        let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(self.games));
        let first = rng.below(every as u32) as usize;
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
        let Sampling { size, boards, seed, .. } = self.settings;
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

    /// The boards in the order of their hashes: any number of the first ones is a random sample.
    pub fn samples(&self) -> Vec<Sample> {
        self.boards.values().copied().collect()
    }
}
