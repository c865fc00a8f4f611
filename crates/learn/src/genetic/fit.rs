//! What a set of patterns is worth: the weights that come nearest to the win rates of some boards, and how much they
//! explain of those of others.
//!
//! Weights are found by least squares with a little ridge (the diagonal is made larger by a share), which has one
//! solution and needs no rate of learning. How often a pattern is on a board is counted once for each pattern and
//! board, for as long as somebody in the population has it.

use std::collections::HashMap;
use std::rc::Rc;

use goban::Color;
use models::genetic::{Matcher, Pattern, Planes, Population};
use models::library::Library;

/// Boards with their win rates, in three parts: those that are learnt from, those by which is selected, and those that
/// nobody sees until the end.
pub(super) struct Ground {
    size: usize,
    planes: Vec<Planes>,
    wins: Vec<f32>,
    /// How much each board counts: one that is known from many games at most twice as much as one from a single one.
    weights: Vec<f32>,
    /// Where the second and the third part begin.
    parts: [usize; 2],
    columns: HashMap<Pattern, Rc<[f32]>>,
}

/// What was found for a set of patterns.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fit {
    pub bias: f32,
    pub weights: Vec<f32>,
    /// The share of the variance that is explained on the boards for selection.
    pub fitness: f32,
    /// The same on the boards that nobody has seen.
    pub unseen: f32,
}

/// The share by which the diagonal is made larger.
const RIDGE: f64 = 0.01;
/// With fewer boards nothing can be learnt.
const FEWEST: usize = 50;

impl Ground {
    /// The first boards of a library, which are in no order; `None` if there are too few.
    pub fn new(library: &Library, boards: usize) -> Option<Ground> {
        let samples = &library.samples()[..boards.min(library.samples().len())];
        if samples.len() < FEWEST {
            return None;
        }
        let size = library.size();
        let planes = samples.iter().map(|sample| Some(Planes::of(&sample.stones.board(size).ok()?, Color::Black)));
        let count = samples.len();
        Some(Ground {
            size,
            planes: planes.collect::<Option<Vec<_>>>()?,
            wins: samples.iter().map(|sample| sample.win_rate()).collect(),
            weights: samples.iter().map(|sample| 2.0 - 2.0 / (sample.games as f32 + 1.0)).collect(),
            parts: [count * 3 / 5, count * 4 / 5],
            columns: HashMap::new(),
        })
    }

    /// The size of the boards.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The boards that are learnt from.
    pub fn lessons(&self) -> &[Planes] {
        &self.planes[..self.parts[0]]
    }

    /// Counts the patterns of a population, and forgets those of others.
    pub fn see(&mut self, population: &Population) {
        let before = std::mem::take(&mut self.columns);
        for &pattern in population.iter().flatten() {
            let count = || -> Rc<[f32]> {
                let matcher = Matcher::new(&pattern);
                self.planes.iter().map(|planes| matcher.count(planes) as f32).collect()
            };
            self.columns.entry(pattern).or_insert_with(|| before.get(&pattern).cloned().unwrap_or_else(count));
        }
    }

    /// Finds weights for patterns that were [seen](Ground::see).
    pub fn fit(&self, vector: &[Pattern]) -> Fit {
        let columns: Vec<&[f32]> =
            vector.iter().filter_map(|pattern| self.columns.get(pattern).map(|c| &**c)).collect();
        let learnt = self.parts[0];
        let weights = &self.weights[..learnt];
        let total = f64::from(weights.iter().sum::<f32>());
        let weighted =
            |column: &[f32]| -> Vec<f32> { column.iter().zip(weights).map(|(x, weight)| x * weight).collect() };
        let ones = vec![1.0f32; learnt];
        let target = weighted(&self.wins[..learnt]);
        let mean_win = dot(&target, &ones) / total;
        let scaled: Vec<Vec<f32>> = columns.iter().map(|column| weighted(&column[..learnt])).collect();
        let means: Vec<f64> = scaled.iter().map(|column| dot(column, &ones) / total).collect();
        // Normal equations of the deviations from the means.
        let count = columns.len();
        let mut matrix = vec![vec![0.0f64; count]; count];
        let mut right = vec![0.0f64; count];
        for i in 0..count {
            for j in 0..=i {
                matrix[i][j] = dot(&scaled[i], &columns[j][..learnt]) - total * means[i] * means[j];
            }
            // A pattern that is nowhere has no variance, and gets no weight.
            matrix[i][i] += RIDGE * matrix[i][i] + 1e-3;
            right[i] = dot(&target, &columns[i][..learnt]) - total * means[i] * mean_win;
        }
        let solution = solve(matrix, right);
        let bias = mean_win - solution.iter().zip(&means).map(|(weight, mean)| weight * mean).sum::<f64>();
        let weights: Vec<f32> = solution.iter().map(|&weight| weight as f32).collect();
        let explained =
            |from: usize, to: usize| self.explained(&columns, bias as f32, &weights, mean_win as f32, from..to);
        let fitness = explained(self.parts[0], self.parts[1]);
        let unseen = explained(self.parts[1], self.wins.len());
        Fit { bias: bias as f32, weights, fitness, unseen }
    }

    /// The share of the variance of win rates that is explained on some boards.
    fn explained(
        &self,
        columns: &[&[f32]],
        bias: f32,
        weights: &[f32],
        mean_win: f32,
        boards: std::ops::Range<usize>,
    ) -> f32 {
        let mut guesses = vec![bias; boards.len()];
        for (column, weight) in columns.iter().zip(weights) {
            guesses.iter_mut().zip(&column[boards.clone()]).for_each(|(guess, x)| *guess += weight * x);
        }
        let (mut left, mut all) = (0.0f64, 0.0f64);
        for (number, guess) in boards.zip(guesses) {
            let (win, weight) = (self.wins[number], f64::from(self.weights[number]));
            left += weight * f64::from(win - guess.clamp(0.0, 1.0)).powi(2);
            all += weight * f64::from(win - mean_win).powi(2);
        }
        if all > 0.0 { (1.0 - left / all) as f32 } else { 0.0 }
    }
}

/// The sum of products, in eight sums side by side.
fn dot(a: &[f32], b: &[f32]) -> f64 {
    let mut sums = [0.0f32; 8];
    let mut total = 0.0f64;
    // Sums of single precision stay short, so that nothing is lost in them.
    for (a, b) in a.chunks(1024).zip(b.chunks(1024)) {
        sums.fill(0.0);
        let (a, b) = (a.chunks_exact(8), b.chunks_exact(8));
        total += a.remainder().iter().zip(b.remainder()).map(|(a, b)| f64::from(a * b)).sum::<f64>();
        for (a, b) in a.zip(b) {
            sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
        }
        total += sums.iter().copied().map(f64::from).sum::<f64>();
    }
    total
}

/// Solves linear equations by Cholesky's method; the lower half of a symmetric, positive definite matrix is enough.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for i in 0..count {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - known;
            // What rounding has made of nothing is taken for a little.
            matrix[i][j] = if i == j { rest.max(1e-9).sqrt() } else { rest / matrix[j][j] };
        }
    }
    for i in 0..count {
        let known: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        // 4x + 2y = 10 and 2x + 3y = 9.
        let solution = solve(vec![vec![4.0, 0.0], vec![2.0, 3.0]], vec![10.0, 9.0]);
        assert!((solution[0] - 1.5).abs() < 1e-9 && (solution[1] - 2.0).abs() < 1e-9, "{solution:?}");
    }

    #[test]
    fn a_sum_of_products_is_what_it_is_whatever_its_length() {
        for length in [0, 1, 7, 8, 9, 1023, 1024, 1030, 5000] {
            let (a, b): (Vec<f32>, Vec<f32>) = (0..length).map(|n| (n as f32 % 7.0, n as f32 % 5.0 - 2.0)).unzip();
            let slow: f64 = a.iter().zip(&b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            assert!((dot(&a, &b) - slow).abs() < 1e-6, "{length}");
        }
    }
}
