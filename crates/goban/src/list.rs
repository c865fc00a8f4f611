//! A short list of points that lives on the stack.

use std::ops::Deref;

use crate::point::Point;

/// At most `N` points, in the order in which they were added, without allocation.
#[derive(Clone, Copy, Debug)]
pub struct PointList<const N: usize> {
    points: [Point; N],
    len: usize,
}

impl<const N: usize> PointList<N> {
    /// The empty list.
    #[inline]
    pub const fn new() -> PointList<N> {
        PointList { points: [Point::from_index(0); N], len: 0 }
    }

    /// Removes every point.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether there is room for no more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len == N
    }

    /// Adds a point at the end, if it is wanted and fits: without a branch on `wanted`.
    #[inline]
    pub fn push_if(&mut self, point: Point, wanted: bool) {
        if let Some(place) = self.points.get_mut(self.len) {
            *place = point;
            self.len += usize::from(wanted);
        }
    }

    /// Adds a point at the end; says whether there was room.
    #[inline]
    pub fn push(&mut self, point: Point) -> bool {
        let room = self.points.get_mut(self.len);
        let fits = room.is_some();
        if let Some(place) = room {
            *place = point;
            self.len += 1;
        }
        fits
    }

    /// Removes the point at a place, putting the last one there; `None` if there is none.
    #[inline]
    pub fn swap_remove(&mut self, place: usize) -> Option<Point> {
        let point = *self.get(place)?;
        self.len -= 1;
        self.points[place] = self.points[self.len];
        Some(point)
    }

    /// Adds a point at the end unless it is there already; says whether it was added.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        !self.contains(&point) && self.push(point)
    }
}

impl<const N: usize> Default for PointList<N> {
    fn default() -> PointList<N> {
        PointList::new()
    }
}

impl<const N: usize> Deref for PointList<N> {
    type Target = [Point];

    #[inline]
    fn deref(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

impl<'a, const N: usize> IntoIterator for &'a PointList<N> {
    type Item = &'a Point;
    type IntoIter = std::slice::Iter<'a, Point>;

    fn into_iter(self) -> std::slice::Iter<'a, Point> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_takes_no_more() {
        let [a, b, c] = [0, 1, 2].map(|col| Point::new(0, col));
        let mut list = PointList::<2>::new();
        assert!(list.push(a) && !list.insert(a) && list.insert(b));
        assert!(list.is_full() && !list.push(c));
        assert_eq!(*list, [a, b]);
        list.clear();
        assert!(list.is_empty() && list.push(c));
    }
}
