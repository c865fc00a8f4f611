//! The empty points of a board.

use crate::point::{CAPACITY, Point, PointMap};

/// A list of points from which any can be removed in constant time.
#[derive(Clone, Copy)]
pub(crate) struct Empties {
    list: [Point; CAPACITY],
    place: PointMap<u16>,
    len: u16,
}

impl Empties {
    /// The empty list.
    pub fn new() -> Empties {
        Empties { list: [Point::from_index(0); CAPACITY], place: PointMap::new(0), len: 0 }
    }

    /// Copies a list of at most `area` points, all below the number `points`.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Empties, area: usize, points: usize) {
        self.list[..area].copy_from_slice(&other.list[..area]);
        self.place.0[..points].copy_from_slice(&other.place.0[..points]);
        self.len = other.len;
    }

    /// The number of points.
    #[inline(always)]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The points.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Point] {
        &self.list[..self.len()]
    }

    /// The point at a place.
    #[inline(always)]
    pub fn get(&self, place: usize) -> Point {
        self.list[place & (CAPACITY - 1)]
    }

    /// Exchanges the points at two places.
    #[inline(always)]
    pub fn swap(&mut self, a: usize, b: usize) {
        let (a, b) = (a & (CAPACITY - 1), b & (CAPACITY - 1));
        self.list.swap(a, b);
        self.place[self.list[a]] = a as u16;
        self.place[self.list[b]] = b as u16;
    }

    /// Adds a point at the end.
    #[inline(always)]
    pub fn push(&mut self, point: Point) {
        self.list[self.len() & (CAPACITY - 1)] = point;
        self.place[point] = self.len;
        self.len += 1;
    }

    /// Removes a point; the last one takes its place.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) {
        self.len -= 1;
        let (last, place) = (self.get(self.len()), self.place[point]);
        self.list[usize::from(place) & (CAPACITY - 1)] = last;
        self.place[last] = place;
    }
}
