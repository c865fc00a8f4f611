//! Connected regions of the board.

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::point::{Point, PointSet};

/// A maximal connected set of points with a common property, and the chains around it.
pub(crate) struct Region {
    /// The points.
    pub points: Vec<Point>,
    /// The heads of the chains around it.
    pub borders: Vec<Point>,
}

impl Region {
    /// Whether the chain with this head is one of those around it.
    pub fn touches(&self, chain: Point) -> bool {
        self.borders.contains(&chain)
    }

    /// The colour of the chains around it, if it is only one.
    pub fn owner(&self, board: &Board) -> Option<Color> {
        let mut colors = self.borders.iter().map(|&chain| board.cell(chain).color());
        let first = colors.next()??;
        colors.all(|color| color == Some(first)).then_some(first)
    }
}

/// The regions of points that are inside, in the order of their first points from the top left. Every point that is
/// not inside has a stone.
pub(crate) fn regions(board: &Board, inside: impl Fn(Point) -> bool) -> Vec<Region> {
    let mut seen = PointSet::new();
    let mut all = Vec::new();
    for start in board.points() {
        if !inside(start) || !seen.insert(start) {
            continue;
        }
        let mut touched = PointSet::new();
        let mut region = Region { points: vec![start], borders: Vec::new() };
        let mut next = 0;
        while let Some(point) = region.points.get(next) {
            next += 1;
            for n in point.neighbors().into_iter().filter(|&n| board.cell(n) != Cell::Edge) {
                if !inside(n) {
                    if touched.insert(board.head(n)) {
                        region.borders.push(board.head(n));
                    }
                } else if seen.insert(n) {
                    region.points.push(n);
                }
            }
        }
        all.push(region);
    }
    all
}
