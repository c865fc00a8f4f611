//! The eight symmetries of the board.

use crate::point::Point;

/// One of the eight ways to turn and mirror a square board. The bits say, in this order: mirror left and right (1),
/// mirror top and bottom (2), then swap rows and columns (4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] =
        [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3), Symmetry(4), Symmetry(5), Symmetry(6), Symmetry(7)];

    /// Where a point of a board of that size goes.
    #[inline]
    pub const fn apply(self, point: Point, size: usize) -> Point {
        let (mut row, mut col) = (point.row(), point.col());
        if self.0 & 1 != 0 {
            col = size - 1 - col;
        }
        if self.0 & 2 != 0 {
            row = size - 1 - row;
        }
        if self.0 & 4 != 0 { Point::new(col, row) } else { Point::new(row, col) }
    }

    /// The symmetry that takes everything back.
    #[inline]
    pub const fn inverse(self) -> Symmetry {
        // Swapping last makes a quarter turn of one mirror and the swap; the opposite turn uses the other mirror.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            _ => self,
        }
    }

    /// This symmetry after another one.
    pub fn after(self, first: Symmetry) -> Symmetry {
        let mirrors = if first.0 & 4 == 0 { self.0 & 3 } else { (self.0 & 1) << 1 | (self.0 & 2) >> 1 };
        Symmetry((first.0 & 3 ^ mirrors) | (first.0 ^ self.0) & 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_in_the_open_has_eight_images_and_the_centre_one() {
        let images = |point| {
            let mut all: Vec<Point> = Symmetry::ALL.iter().map(|s| s.apply(point, 9)).collect();
            all.sort();
            all.dedup();
            all.len()
        };
        assert_eq!(images(Point::new(1, 2)), 8);
        assert_eq!(images(Point::new(2, 2)), 4);
        assert_eq!(images(Point::new(4, 4)), 1);
    }

    #[test]
    fn every_symmetry_can_be_taken_back_and_followed_by_another() {
        for a in Symmetry::ALL {
            assert_eq!(a.inverse().after(a), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                for point in Point::all(6) {
                    assert_eq!(a.inverse().apply(a.apply(point, 6), 6), point);
                    assert_eq!(b.after(a).apply(point, 6), b.apply(a.apply(point, 6), 6));
                }
            }
        }
    }
}
