//! The distance between boards.
//!
//! It is a sum of weighted differences: for every feature, the mean difference of the two sides, with its
//! [weight](Feature::weight); for the stones, the share of points that differ under the best symmetry. Each part is a
//! metric and so is the sum: symmetries are isometries, so the minimum over them obeys the triangle inequality too.
//! Distances are integers, from 0 to [`FARTHEST`], which stands for 1, so that the pruning of a tree has no rounding
//! errors. (The share of points is rounded up, which keeps the inequality; rounding to the nearest would not.)
//!
//! Boards of different sizes have no points in common: all their stones differ, and the features decide.

use goban::{Board, Color};

use super::features::{Feature, Features, STEPS};
use super::stones::Stones;

/// The weight of the stones in the distance, in hundredths.
pub const OVERLAP: u32 = 15;
/// The distance that stands for 1.
pub const FARTHEST: u32 = 100 * 2 * STEPS;

const _: () = {
    let (mut sum, mut place) = (OVERLAP, 0);
    while place < Feature::ALL.len() {
        sum += Feature::ALL[place].weight();
        place += 1;
    }
    assert!(sum == 100, "the weights add up to 1");
};

/// A board as a query: its features, and its stones under the eight symmetries.
#[derive(Clone, PartialEq, Debug)]
pub struct Portrait {
    size: usize,
    pub(super) features: Features,
    images: [Stones; 8],
}

impl Portrait {
    /// The portrait of a board, from the perspective of a player.
    ///
    /// ```
    /// use goban::{Color, diagram};
    /// use models::library::{FARTHEST, Portrait};
    ///
    /// let board = diagram::board("
    ///     . . . . .
    ///     . X . . .
    ///     . . . O .
    ///     . . . . .
    ///     . . . . .");
    /// let [black, white] = Color::BOTH.map(|color| Portrait::of(&board, color));
    /// assert_eq!(black.distance(&black), 0);
    /// assert!(black.distance(&white) > 0 && black.distance(&white) < FARTHEST);
    /// ```
    pub fn of(board: &Board, own: Color) -> Portrait {
        Portrait::with_captures(board, own, [own.other(), own].map(|color| board.captured(color)))
    }

    /// The same with the captures given, for a board that does not know them.
    pub fn with_captures(board: &Board, own: Color, captured: [u32; 2]) -> Portrait {
        Portrait::new(board.size(), Features::of(board, own, captured), &Stones::of(board, own))
    }

    pub(super) fn new(size: usize, features: Features, stones: &Stones) -> Portrait {
        Portrait { size, features, images: stones.images(size) }
    }

    /// The distance to another board.
    pub fn distance(&self, other: &Portrait) -> u32 {
        let packed: Vec<u64> = other.images[0].packed(other.size).collect();
        self.distance_to(other.size, &other.features, &packed, u32::MAX)
    }

    /// The distance to a board of this size with these features and stones, or anything above the limit if the distance
    /// is above it.
    #[inline]
    pub(super) fn distance_to(&self, size: usize, features: &Features, stones: &[u64], limit: u32) -> u32 {
        let apart = features_apart(&self.features, features);
        if size != self.size {
            return apart + OVERLAP * 2 * STEPS;
        }
        if apart > limit {
            return apart;
        }
        let differing = self.images.iter().map(|image| image.differing(stones)).min().unwrap_or(0);
        apart + OVERLAP * (2 * STEPS * differing).div_ceil((size * size) as u32)
    }
}

#[inline]
fn features_apart(a: &Features, b: &Features) -> u32 {
    const WEIGHTS: [u32; 14] = {
        let mut weights = [0; 14];
        let mut place = 0;
        while place < 14 {
            weights[place] = Feature::ALL[place % 7].weight();
            place += 1;
        }
        weights
    };
    let mut apart = 0;
    for ((&a, &b), weight) in a.0.iter().zip(&b.0).zip(WEIGHTS) {
        apart += weight * u32::from(a.abs_diff(b));
    }
    apart
}
