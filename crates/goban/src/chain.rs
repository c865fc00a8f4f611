//! The liberties of a chain in one word.
//!
//! A chain counts each of its liberties once for every stone that touches it (pseudo-liberties), and keeps their
//! number, the sum of their point numbers, and the sum of the squares. By Cauchy and Schwarz, number times squares
//! equals the sum squared exactly when all of them are the same point: the chain is in atari, and the point is sum
//! over number. Joining two chains adds their words; a stone on a liberty subtracts one. The idea is that of libego
//! and its successors; here all three numbers share 64 bits, so that each of these steps is a single addition.

use std::ops::{AddAssign, SubAssign};

use crate::point::{CAPACITY, MAX_SIZE, Point, STRIDE};

const SUM: u32 = 12;
const SQUARES: u32 = 33;

// The fields cannot run into each other: with four pseudo-liberties a point and the highest point number on every one
// of them, each sum still fits below the next.
const _: () = {
    let most = (4 * MAX_SIZE * MAX_SIZE) as u64;
    let highest = (MAX_SIZE * STRIDE + MAX_SIZE) as u64;
    assert!(highest < CAPACITY as u64);
    assert!(most < 1 << SUM);
    assert!(most * highest < 1 << (SQUARES - SUM));
    assert!(most * highest * highest < 1 << (64 - SQUARES));
};

/// The pseudo-liberties of a chain, or of an empty point as if a stone stood there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Liberties(u64);

impl Liberties {
    pub const NONE: Liberties = Liberties(0);

    /// One pseudo-liberty at that point.
    #[inline(always)]
    pub const fn at(point: Point) -> Liberties {
        let number = point.index() as u64;
        Liberties(1 + number * ((1 << SUM) + (number << SQUARES)))
    }

    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether there is exactly one liberty, seen from however many stones.
    #[inline(always)]
    pub fn is_one(self) -> bool {
        let sum = self.sum();
        !self.is_none() & (self.count() * (self.0 >> SQUARES) == sum * sum)
    }

    /// Whether this is the only liberty, for a chain that is known to have it. Cheaper than
    /// [`is_one`](Liberties::is_one).
    #[inline(always)]
    pub fn is_only(self, point: Point) -> bool {
        self.count().wrapping_mul(Liberties::at(point).0) == self.0
    }

    /// The one liberty, where [`is_one`](Liberties::is_one) holds.
    #[inline(always)]
    pub fn the_one(self) -> Point {
        Point::from_index((self.sum() as u32 / self.count() as u32) as usize)
    }

    #[inline(always)]
    fn count(self) -> u64 {
        self.0 & ((1 << SUM) - 1)
    }

    #[inline(always)]
    fn sum(self) -> u64 {
        (self.0 >> SUM) & ((1 << (SQUARES - SUM)) - 1)
    }
}

// Wrapping, because the words kept for edge points are never read and count down below nothing.
impl AddAssign for Liberties {
    #[inline(always)]
    fn add_assign(&mut self, other: Liberties) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl SubAssign for Liberties {
    #[inline(always)]
    fn sub_assign(&mut self, other: Liberties) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn liberties(points: &[(usize, usize)]) -> Liberties {
        let mut all = Liberties::NONE;
        points.iter().for_each(|&(row, col)| all += Liberties::at(Point::new(row, col)));
        all
    }

    #[test]
    fn one_liberty_seen_from_three_stones_is_atari() {
        let three_times = liberties(&[(4, 7), (4, 7), (4, 7)]);
        assert!(three_times.is_one());
        assert_eq!(three_times.the_one(), Point::new(4, 7));
    }

    #[test]
    fn any_two_different_liberties_are_no_atari() {
        let last = MAX_SIZE - 1;
        for a in Point::all(MAX_SIZE) {
            let mut both = Liberties::at(a);
            both += Liberties::at(Point::new(last, last));
            assert_eq!(both.is_one(), a == Point::new(last, last));
        }
        assert!(
            !liberties(&[(0, 0), (0, 2), (0, 1)]).is_one(),
            "the middle of three is their mean, but not all of them"
        );
    }

    #[test]
    fn no_liberty_is_no_atari() {
        let mut gone = liberties(&[(3, 3), (5, 5)]);
        gone -= Liberties::at(Point::new(5, 5));
        gone -= Liberties::at(Point::new(3, 3));
        assert!(gone.is_none() && !gone.is_one());
    }
}
