//! From counts to a field of heights over a grid.

use super::Density;

/// More rows or columns than this are counted together, so that a surface stays a mesh that can be seen.
const MOST: usize = 56;

/// Heights at the crossings of a grid over a square whose sides are 1 long.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    /// Where the grid lines are along the rows of the counts, from 0 to 1.
    pub us: Vec<f64>,
    /// Where they are along the columns, from 0 to 1.
    pub vs: Vec<f64>,
    /// The height at each crossing, for each `u` and then each `v`; not a number where nothing is known.
    pub heights: Vec<Vec<f64>>,
}

impl Field {
    /// The distributions of the rows. A height is in the middle of what was counted for it, and reaches from there to
    /// the edge of the square where there is no other.
    pub fn of(density: &Density) -> Field {
        let columns = density.counts.iter().map(Vec::len).max().unwrap_or(0);
        let rows = density.counts.len();
        if rows == 0 || columns == 0 {
            return Field { us: Vec::new(), vs: Vec::new(), heights: Vec::new() };
        }
        let (row_size, column_size) = (rows.div_ceil(MOST), columns.div_ceil(MOST));
        let mut counts = vec![vec![0.0; columns.div_ceil(column_size)]; rows.div_ceil(row_size)];
        for (row, line) in density.counts.iter().enumerate() {
            for (column, &count) in line.iter().enumerate() {
                if count > 0.0 && count <= 1e200 {
                    counts[row / row_size][column / column_size] += count;
                }
            }
        }
        for _ in 0..density.smooth.min(1000) {
            smooth(&mut counts);
        }
        let axis = density.column_axis();
        let span = axis.high.unwrap_or(1.0) - axis.low.unwrap_or(0.0);
        let (u_edges, v_edges) = (edges(rows, row_size), edges(columns, column_size));
        let heights =
            counts.iter().map(|line| extended(&densities(line, &v_edges, span), &f64::clone)).collect::<Vec<_>>();
        Field { us: nodes(&u_edges), vs: nodes(&v_edges), heights: extended(&heights, &Vec::clone) }
    }

    /// The highest of all heights, if any is known.
    pub fn top(&self) -> Option<f64> {
        self.heights.iter().flatten().copied().filter(|height| height.is_finite()).reduce(f64::max)
    }
}

/// The edges of bins, merged in groups.
fn edges(bins: usize, size: usize) -> Vec<f64> {
    (0..=bins.div_ceil(size)).map(|edge| (edge * size).min(bins) as f64 / bins as f64).collect()
}

/// The middles of bins, and both ends.
fn nodes(edges: &[f64]) -> Vec<f64> {
    let middles = edges.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    [0.0].into_iter().chain(middles).chain([1.0]).collect()
}

/// The first and the last twice, as they are at the ends.
fn extended<T>(line: &[T], copy: &dyn Fn(&T) -> T) -> Vec<T> {
    line.first().into_iter().chain(line).chain(line.last()).map(copy).collect()
}

fn densities(counts: &[f64], edges: &[f64], span: f64) -> Vec<f64> {
    let total: f64 = counts.iter().sum();
    let width = |column: usize| (edges[column + 1] - edges[column]) * span;
    let density = |(column, count): (usize, &f64)| if total > 0.0 { count / total / width(column) } else { f64::NAN };
    counts.iter().enumerate().map(density).collect()
}

/// Half of itself and a quarter of each neighbour; at an edge the missing neighbour is the count itself, so that
/// nothing is lost.
fn smooth(counts: &mut [Vec<f64>]) {
    for line in counts.iter_mut() {
        let old = line.clone();
        blend(&old, |place, value| line[place] = value);
    }
    for column in 0..counts[0].len() {
        let old: Vec<f64> = counts.iter().map(|line| line[column]).collect();
        blend(&old, |row, value| counts[row][column] = value);
    }
}

fn blend(old: &[f64], mut set: impl FnMut(usize, f64)) {
    let last = old.len() - 1;
    for (place, &value) in old.iter().enumerate() {
        let (before, after) = (old[place.saturating_sub(1)], old[(place + 1).min(last)]);
        set(place, value / 2.0 + (before + after) / 4.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(counts: Vec<Vec<f64>>) -> Field {
        Field::of(&Density { counts, ..Density::default() })
    }

    #[test]
    fn equal_counts_are_one_high_however_many_columns_there_are() {
        for columns in [1, 4, 50, 1000] {
            let field = field(vec![vec![3.0; columns]; 2]);
            assert!(field.heights.iter().flatten().all(|height| (height - 1.0).abs() < 1e-9), "{columns}");
        }
    }

    #[test]
    fn every_row_is_a_distribution_of_its_own() {
        let field = field(vec![vec![1.0, 3.0], vec![300.0, 100.0]]);
        assert_eq!(field.heights[1], [0.5, 0.5, 1.5, 1.5]);
        assert_eq!(field.heights[2], [1.5, 1.5, 0.5, 0.5]);
    }

    #[test]
    fn heights_are_in_the_middle_of_their_bins_and_reach_the_edge() {
        let field = field(vec![vec![1.0, 1.0]; 4]);
        assert_eq!(field.us, [0.0, 0.125, 0.375, 0.625, 0.875, 1.0]);
        assert_eq!(field.vs, [0.0, 0.25, 0.75, 1.0]);
    }

    #[test]
    fn a_row_without_counts_is_not_known() {
        let field = field(vec![vec![1.0, 1.0], vec![0.0, f64::NAN], vec![1.0]]);
        assert!(field.heights[2].iter().all(|height| height.is_nan()));
        assert_eq!(field.heights[3], [2.0, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn many_bins_are_counted_together() {
        let field = field(vec![vec![1.0; 101]; 300]);
        assert!(field.us.len() <= MOST + 2 && field.vs.len() <= MOST + 2);
        assert!(field.heights.iter().flatten().all(|height| (height - 1.0).abs() < 1e-9));
    }

    #[test]
    fn smoothing_moves_counts_and_loses_none() {
        let mut counts = vec![vec![0.0, 0.0, 0.0], vec![16.0, 0.0, 0.0]];
        smooth(&mut counts);
        assert_eq!(counts, [[3.0, 1.0, 0.0], [9.0, 3.0, 0.0]]);
        let rough = field(vec![vec![0.0, 8.0, 0.0, 8.0]]);
        let smoothed = Field::of(&Density { counts: vec![vec![0.0, 8.0, 0.0, 8.0]], smooth: 1, ..Density::default() });
        assert!(smoothed.top() < rough.top());
    }

    #[test]
    fn no_counts_are_no_field() {
        assert_eq!(field(Vec::new()).top(), None);
        assert_eq!(field(vec![Vec::new(); 3]).top(), None);
    }
}
