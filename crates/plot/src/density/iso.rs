//! Lines of equal height in a field, by marching squares.
//!
//! Each cell of the grid whose corners are partly above the level is crossed by a piece of line, or by two where
//! opposite corners are above it; there the mean of the four says which of them are joined. Every piece goes with the
//! high ground at its left, so that it starts where exactly one other ends, and joining them gives whole lines.

use std::collections::BTreeMap;

use super::field::Field;
use crate::svg::Xy;

/// A line of equal height, in the field's own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Iso {
    pub points: Vec<Xy>,
    /// The line comes back to where it began.
    pub closed: bool,
}

/// The lines at a level. There is no line where heights are unknown, or where a peak just touches the level.
pub(super) fn lines(field: &Field, level: f64) -> Vec<Iso> {
    let mut lines = trace(field, level, |height| height.is_finite());
    lines.retain(|iso| !iso.is_speck());
    lines
}

impl Iso {
    /// The line comes back to where it began, and there is nothing inside it.
    fn is_speck(&self) -> bool {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else { return true };
        let back = self.closed || (first.0 - last.0).abs() + (first.1 - last.1).abs() < 1e-9;
        back && self.turning().abs() < 1e-9
    }

    /// Twice the area inside the line, above zero if it goes against the clock.
    fn turning(&self) -> f64 {
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum()
    }
}

/// The ground at a level and above it, as outlines; the edge of the field and what is not known end it.
pub(super) fn regions(field: &Field, level: f64) -> Vec<Iso> {
    let deep = |height: &f64| if height.is_nan() { f64::NEG_INFINITY } else { *height };
    let ring = |line: Vec<f64>| [f64::NEG_INFINITY].into_iter().chain(line).chain([f64::NEG_INFINITY]).collect();
    let twice = |places: &[f64]| places.first().into_iter().chain(places).chain(places.last()).copied().collect();
    let outside = || vec![f64::NEG_INFINITY; field.vs.len() + 2];
    let inside = field.heights.iter().map(|line| ring(line.iter().map(deep).collect()));
    let heights = [outside()].into_iter().chain(inside).chain([outside()]).collect();
    // The ring around the field takes no room: outlines run along the edge itself.
    let padded = Field { us: twice(&field.us), vs: twice(&field.vs), heights };
    trace(&padded, level, |_| true)
}

/// A side of a cell: the one that goes from a crossing in the direction of `u`, or of `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    u: usize,
    v: usize,
    along_u: bool,
}

fn trace(field: &Field, level: f64, known: impl Fn(f64) -> bool) -> Vec<Iso> {
    let mut next: BTreeMap<Side, Side> = BTreeMap::new();
    for u in 0..field.us.len().saturating_sub(1) {
        for v in 0..field.vs.len().saturating_sub(1) {
            let corners = [(u, v), (u + 1, v), (u + 1, v + 1), (u, v + 1)].map(|(u, v)| field.heights[u][v]);
            if corners.iter().all(|&corner| known(corner)) {
                let sides = [
                    Side { u, v, along_u: true },
                    Side { u: u + 1, v, along_u: false },
                    Side { u, v: v + 1, along_u: true },
                    Side { u, v, along_u: false },
                ];
                next.extend(pieces(corners, level).iter().map(|&(from, to)| (sides[from], sides[to])));
            }
        }
    }
    let ends: std::collections::BTreeSet<Side> = next.values().copied().collect();
    let open: Vec<Side> = next.keys().copied().filter(|side| !ends.contains(side)).collect();
    let mut lines: Vec<Iso> = open.into_iter().map(|start| follow(field, level, &mut next, start)).collect();
    while let Some((&start, _)) = next.first_key_value() {
        lines.push(follow(field, level, &mut next, start));
    }
    lines
}

/// The pieces of line in a cell, from side to side. Corners and sides are counted from the first corner and the side
/// that leaves it in the direction of `u`, with `u` to the right and `v` up, against the clock.
fn pieces(corners: [f64; 4], level: f64) -> &'static [(usize, usize)] {
    let above = corners.map(|corner| corner >= level);
    let joined = || corners.iter().sum::<f64>() / 4.0 >= level;
    match above {
        [false, false, false, false] | [true, true, true, true] => &[],
        [true, false, false, false] => &[(0, 3)],
        [false, true, false, false] => &[(1, 0)],
        [false, false, true, false] => &[(2, 1)],
        [false, false, false, true] => &[(3, 2)],
        [true, true, false, false] => &[(1, 3)],
        [false, true, true, false] => &[(2, 0)],
        [false, false, true, true] => &[(3, 1)],
        [true, false, false, true] => &[(0, 2)],
        [false, true, true, true] => &[(3, 0)],
        [true, false, true, true] => &[(0, 1)],
        [true, true, false, true] => &[(1, 2)],
        [true, true, true, false] => &[(2, 3)],
        [true, false, true, false] if joined() => &[(0, 1), (2, 3)],
        [true, false, true, false] => &[(0, 3), (2, 1)],
        [false, true, false, true] if joined() => &[(3, 0), (1, 2)],
        [false, true, false, true] => &[(1, 0), (3, 2)],
    }
}

/// Removes the line that starts at a side from the pieces.
fn follow(field: &Field, level: f64, next: &mut BTreeMap<Side, Side>, start: Side) -> Iso {
    let mut points = vec![crossing(field, level, start)];
    let mut side = start;
    while let Some(to) = next.remove(&side) {
        side = to;
        if side == start {
            return Iso { points, closed: true };
        }
        points.push(crossing(field, level, side));
    }
    Iso { points, closed: false }
}

/// Where a side is at the level, if heights between its ends are on a straight line.
fn crossing(field: &Field, level: f64, Side { u, v, along_u }: Side) -> Xy {
    let (to_u, to_v) = if along_u { (u + 1, v) } else { (u, v + 1) };
    let (from, to) = (field.heights[u][v], field.heights[to_u][to_v]);
    let part = match () {
        () if from == f64::NEG_INFINITY => 1.0,
        () if to == f64::NEG_INFINITY => 0.0,
        () => ((level - from) / (to - from)).clamp(0.0, 1.0),
    };
    (field.us[u] + part * (field.us[to_u] - field.us[u]), field.vs[v] + part * (field.vs[to_v] - field.vs[v]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A field over evenly spaced lines. Its first line is that of the first `u`.
    fn field<const N: usize>(heights: &[[f64; N]]) -> Field {
        let even = |count: usize| (0..count).map(|n| n as f64 / (count - 1) as f64).collect();
        Field { us: even(heights.len()), vs: even(N), heights: heights.iter().map(|line| line.to_vec()).collect() }
    }

    fn sampled(size: usize, height: impl Fn(f64, f64) -> f64) -> Field {
        let even: Vec<f64> = (0..size).map(|n| n as f64 / (size - 1) as f64).collect();
        let heights = even.iter().map(|&u| even.iter().map(|&v| height(u, v)).collect()).collect();
        Field { us: even.clone(), vs: even, heights }
    }

    /// Rough ground from 0 to 4.
    fn rough() -> impl Strategy<Value = Field> {
        proptest::array::uniform5(proptest::array::uniform6(0.0..4.0f64)).prop_map(|heights| field(&heights))
    }

    #[test]
    fn a_hill_has_one_closed_line_around_it() {
        let hill = sampled(41, |u, v| 1.0 - (u - 0.5).hypot(v - 0.5));
        let found = lines(&hill, 0.7);
        assert_eq!(found.len(), 1);
        assert!(found[0].closed);
        for (u, v) in &found[0].points {
            assert!(((u - 0.5).hypot(v - 0.5) - 0.3).abs() < 0.002, "({u}, {v})");
        }
        let area = found[0].turning() / 2.0;
        assert!((area - std::f64::consts::PI * 0.09).abs() < 0.002, "the hill is not at the left: {area}");
    }

    #[test]
    fn a_hollow_is_walked_around_the_other_way() {
        let hollow = sampled(41, |u, v| (u - 0.5).hypot(v - 0.5));
        let found = lines(&hollow, 0.3);
        assert!(found.len() == 1 && found[0].closed && found[0].turning() < 0.0);
    }

    #[test]
    fn the_lines_of_a_slope_are_straight() {
        let slope = sampled(7, |u, v| 2.0 * u + v);
        let found = lines(&slope, 1.3);
        assert_eq!(found.len(), 1);
        assert!(!found[0].closed);
        for (u, v) in &found[0].points {
            assert!((2.0 * u + v - 1.3).abs() < 1e-12, "({u}, {v})");
        }
        let (first, last) = (found[0].points[0], found[0].points[found[0].points.len() - 1]);
        assert!(first.1 == 1.0 && last.1 == 0.0, "from edge to edge, high ground at the left: {first:?} {last:?}");
    }

    #[test]
    fn at_a_saddle_the_mean_says_who_is_joined() {
        let joined = lines(&field(&[[4.0, 0.0], [0.0, 4.0]]), 1.0);
        let apart = lines(&field(&[[4.0, 0.0], [0.0, 4.0]]), 3.0);
        // Below the mean the two hills are one ridge, and the lines cut off the two hollows; above it each hill is
        // alone.
        let near =
            |iso: &Iso, corner: Xy| iso.points.iter().all(|&(u, v)| (u - corner.0).abs() + (v - corner.1).abs() < 1.0);
        assert!(
            joined.len() == 2
                && [(0.0, 1.0), (1.0, 0.0)].iter().all(|&hollow| joined.iter().any(|iso| near(iso, hollow)))
        );
        assert!(
            apart.len() == 2 && [(0.0, 0.0), (1.0, 1.0)].iter().all(|&hill| apart.iter().any(|iso| near(iso, hill)))
        );
    }

    #[test]
    fn a_saddle_is_the_same_from_either_side() {
        let one = lines(&field(&[[4.0, 0.0], [1.0, 4.0]]), 2.0);
        let mirrored = lines(&field(&[[1.0, 4.0], [4.0, 0.0]]), 2.0);
        let set = |lines: &[Iso], flip: bool| {
            let place = |&(u, v): &Xy| format!("{:.6} {v:.6}", if flip { 1.0 - u } else { u });
            let mut all: Vec<String> = lines.iter().flat_map(|iso| iso.points.iter().map(place)).collect();
            all.sort();
            all
        };
        assert_eq!(set(&one, false), set(&mirrored, true));
        assert_eq!((one.len(), mirrored.len()), (2, 2));
    }

    #[test]
    fn a_peak_that_just_touches_the_level_has_no_line() {
        assert!(lines(&field(&[[0.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 0.0]]), 1.0).is_empty());
        assert_eq!(lines(&field(&[[0.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 0.0]]), 0.99).len(), 1);
    }

    #[test]
    fn a_region_ends_at_the_edge_of_the_field() {
        let flat = field(&[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]);
        let found = regions(&flat, 1.0);
        assert!(found.len() == 1 && found[0].closed);
        assert!((found[0].turning() / 2.0 - 1.0).abs() < 1e-12, "all of the square");
        assert!(regions(&flat, 3.0).is_empty());
    }

    #[test]
    fn what_is_not_known_has_no_lines_and_is_no_ground() {
        let gap = f64::NAN;
        let torn = field(&[[0.0, 2.0], [0.0, 2.0], [gap, gap], [0.0, 2.0], [0.0, 2.0]]);
        let found = lines(&torn, 1.0);
        assert!(found.len() == 2 && found.iter().all(|iso| !iso.closed && iso.points.len() == 2), "{found:?}");
        let area: f64 = regions(&torn, f64::MIN).iter().map(|iso| iso.turning() / 2.0).sum();
        assert!((area - 0.5).abs() < 1e-12, "{area}");
    }

    #[test]
    fn an_empty_field_has_nothing() {
        let empty = Field { us: Vec::new(), vs: Vec::new(), heights: Vec::new() };
        assert!(lines(&empty, 1.0).is_empty() && regions(&empty, 1.0).is_empty());
    }

    proptest! {
        #[test]
        fn regions_are_closed_and_shrink_as_the_level_rises(field in rough()) {
            let areas: Vec<f64> = [0.0, 0.5, 1.0, 2.0, 3.0, 5.0]
                .map(|level| {
                    let outlines = regions(&field, level);
                    assert!(outlines.iter().all(|iso| iso.closed));
                    outlines.iter().map(|iso| iso.turning() / 2.0).sum()
                })
                .to_vec();
            prop_assert!((areas[0] - 1.0).abs() < 1e-9 && areas[5] == 0.0, "{areas:?}");
            prop_assert!(areas.is_sorted_by(|low, high| *low >= high - 1e-9), "{areas:?}");
        }

        #[test]
        fn open_lines_begin_and_end_at_the_edge(field in rough(), level in 0.0..4.0f64) {
            let edge = |&(u, v): &Xy| u == 0.0 || u == 1.0 || v == 0.0 || v == 1.0;
            for iso in lines(&field, level).iter().filter(|iso| !iso.closed) {
                prop_assert!(iso.points.first().is_some_and(edge) && iso.points.last().is_some_and(edge));
            }
        }
    }
}
