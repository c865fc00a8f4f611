//! The stones of a board as bits, from the perspective of the player who has just moved.

use goban::{Board, Color, MAX_SIZE, Point, PositionError, Symmetry};

use crate::mix;

/// The words of one side's stones on the largest board.
const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// Own stones and the opponent's, a bit for each point in row-major order, without colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Stones {
    sides: [[u64; WORDS]; 2],
}

/// The words of one side's stones on a board of this size.
pub(super) fn words(size: usize) -> usize {
    (size * size).div_ceil(64).min(WORDS)
}

impl Stones {
    /// The stones of a board; own stones are those of this colour.
    pub fn of(board: &Board, own: Color) -> Stones {
        let mut stones = Stones::default();
        for (place, point) in board.points().enumerate() {
            if let Some(color) = board.cell(point).color() {
                stones.put(place, usize::from(color != own));
            }
        }
        stones
    }

    /// Puts a stone of a side (0 for own) on the point with this index.
    pub(super) fn put(&mut self, place: usize, side: usize) {
        self.sides[side][place / 64] |= 1 << (place % 64);
    }

    /// The side, if any, that has a stone on the point with this index.
    pub(super) fn at(&self, place: usize) -> Option<usize> {
        (0..2).find(|&side| self.sides[side][place / 64] >> (place % 64) & 1 != 0)
    }

    /// The stones under all eight symmetries, the identity first.
    pub fn images(&self, size: usize) -> [Stones; 8] {
        let mut images = [Stones::default(); 8];
        for (side, words) in self.sides.iter().enumerate() {
            for (number, &word) in words.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let place = 64 * number + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let point = Point::from_row_major(place, size);
                    for (image, symmetry) in images.iter_mut().zip(Symmetry::ALL) {
                        let turned = symmetry.apply(point, size);
                        image.put(turned.row_major(size), side);
                    }
                }
            }
        }
        images
    }

    /// The same for boards that are images of each other, and only for those.
    #[must_use]
    pub fn canonical(&self, size: usize) -> Stones {
        self.images(size).into_iter().min().unwrap_or_default()
    }

    /// A hash of the stones and a seed, the same on every machine.
    pub fn lot(&self, seed: u64) -> u64 {
        self.sides.iter().flatten().fold(mix(seed), |lot, &word| mix(lot ^ word))
    }

    /// The words of own stones and of the opponent's that a board of this size needs.
    pub(super) fn packed(&self, size: usize) -> impl Iterator<Item = u64> + '_ {
        let words = words(size);
        self.sides.iter().flat_map(move |side| &side[..words]).copied()
    }

    /// The number of points that differ from [packed](Stones::packed) stones.
    #[inline]
    pub(super) fn differing(&self, packed: &[u64]) -> u32 {
        let (own, other) = packed.split_at(packed.len() / 2);
        let mut differing = 0;
        for (word, (own, other)) in own.iter().zip(other).enumerate() {
            differing += ((self.sides[0][word] ^ own) | (self.sides[1][word] ^ other)).count_ones();
        }
        differing
    }

    /// A board with these stones, own stones black.
    ///
    /// # Errors
    /// If the size is not supported, or a chain has no liberty.
    pub fn board(&self, size: usize) -> Result<Board, PositionError> {
        let stone = |place: usize| {
            let side = self.at(place)?;
            Some((Point::from_row_major(place, size), Color::BOTH[side]))
        };
        Board::with_stones(size, (0..size * size).filter_map(stone))
    }
}
