//! Thins curves of many points: drops points that cannot be seen.
//!
//! Of the points that follow each other within a column of the screen, only the first, the lowest, the highest and the
//! last make a difference to the line that is drawn (Jugel, Jerzak, Hackenbroich and Markl 2014, "M4").

use crate::svg::Xy;

/// The width of a column: half a point, for screens that have two pixels to the point.
const COLUMN: f64 = 0.5;

/// The points that can be seen, in their order.
pub(crate) fn thinned(points: &[Xy]) -> Vec<Xy> {
    let column = |&(x, _): &Xy| (x / COLUMN).floor();
    points.chunk_by(|one, next| column(one) == column(next)).flat_map(outline).collect()
}

fn outline(points: &[Xy]) -> Vec<Xy> {
    if points.len() <= 4 {
        return points.to_vec();
    }
    let by_height = |&one: &usize, &other: &usize| points[one].1.total_cmp(&points[other].1);
    let lowest = (0..points.len()).min_by(by_height).unwrap_or(0);
    let highest = (0..points.len()).max_by(by_height).unwrap_or(0);
    let mut kept = [0, lowest, highest, points.len() - 1];
    kept.sort_unstable();
    let mut kept = kept.to_vec();
    kept.dedup();
    kept.into_iter().map(|place| points[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_points_are_all_kept() {
        let points = [(0.0, 1.0), (10.0, 2.0), (20.0, 0.0)];
        assert_eq!(thinned(&points), points);
    }

    #[test]
    fn of_a_column_the_first_the_extremes_and_the_last_are_kept() {
        let points = [(0.0, 5.0), (0.1, 9.0), (0.2, 6.0), (0.3, 1.0), (0.4, 4.0), (0.45, 5.5)];
        assert_eq!(thinned(&points), [(0.0, 5.0), (0.1, 9.0), (0.3, 1.0), (0.45, 5.5)]);
    }

    #[test]
    fn a_spike_among_a_million_points_is_still_there() {
        let mut points: Vec<Xy> = (0..1_000_000).map(|n| (f64::from(n) * 6e-4, 50.0)).collect();
        points[654_321].1 = 0.0;
        let kept = thinned(&points);
        assert!(kept.len() < 5000 && kept.contains(&points[654_321]), "{}", kept.len());
    }
}
