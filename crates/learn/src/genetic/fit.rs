//! The fitness of a set of patterns: weights that fit the win rates of some boards, and the share of variance that they
//! explain on others.
//!
//! Weights are found by ridge regression, which has one solution and needs no learning rate. The matches of a pattern
//! are counted once per board, for as long as an individual of the population has it.

use std::collections::HashMap;
use std::rc::Rc;

use goban::Color;
use models::genetic::{Matcher, Pattern, Planes, Population};
use models::library::Library;

/// Boards with their win rates, in three parts: for training, for selection, and hold-out boards.
pub(super) struct RatedBoards {
    size: usize,
    planes: Vec<Planes>,
    wins: Vec<f32>,
    /// The weight of each board: one of many games counts at most twice as much as one of a single game.
    weights: Vec<f32>,
    /// The starts of the second and the third part.
    parts: [usize; 2],
    columns: HashMap<Pattern, Rc<[f32]>>,
}

/// The fit of a set of patterns.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fit {
    pub bias: f32,
    pub weights: Vec<f32>,
    /// The share of variance explained on the selection boards.
    pub fitness: f32,
    /// The same on the hold-out boards.
    pub unseen: f32,
}

/// The ridge, as a share of the diagonal.
const RIDGE: f64 = 0.01;
/// The fewest boards.
const FEWEST: usize = 50;

impl RatedBoards {
    /// The first boards of a library, which are a random sample; `None` if there are too few.
    pub fn new(library: &Library, boards: usize) -> Option<RatedBoards> {
        let samples = &library.samples()[..boards.min(library.samples().len())];
        if samples.len() < FEWEST {
            return None;
        }
        let size = library.size();
        let planes = samples.iter().map(|sample| Some(Planes::of(&sample.stones.board(size).ok()?, Color::Black)));
        let count = samples.len();
        Some(RatedBoards {
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

    /// The training boards.
    pub fn training_boards(&self) -> &[Planes] {
        &self.planes[..self.parts[0]]
    }

    /// Counts the matches of a population, and drops those of other patterns.
    pub fn count(&mut self, population: &Population) {
        let before = std::mem::take(&mut self.columns);
        for &pattern in population.iter().flatten() {
            let count = || -> Rc<[f32]> {
                let matcher = Matcher::new(&pattern);
                self.planes.iter().map(|planes| matcher.count(planes) as f32).collect()
            };
            self.columns.entry(pattern).or_insert_with(|| before.get(&pattern).cloned().unwrap_or_else(count));
        }
    }

    /// Finds weights for patterns that were [counted](RatedBoards::count).
    pub fn fit(&self, vector: &[Pattern]) -> Fit {
        let columns: Vec<&[f32]> =
            vector.iter().filter_map(|pattern| self.columns.get(pattern).map(|c| &**c)).collect();
        let trained = self.parts[0];
        let weights = &self.weights[..trained];
        let total = f64::from(weights.iter().sum::<f32>());
        let weighted =
            |column: &[f32]| -> Vec<f32> { column.iter().zip(weights).map(|(x, weight)| x * weight).collect() };
        let ones = vec![1.0f32; trained];
        let target = weighted(&self.wins[..trained]);
        let mean_win = dot(&target, &ones) / total;
        let scaled: Vec<Vec<f32>> = columns.iter().map(|column| weighted(&column[..trained])).collect();
        let means: Vec<f64> = scaled.iter().map(|column| dot(column, &ones) / total).collect();
        // Normal equations of the deviations from the means.
        let count = columns.len();
        let mut matrix = vec![vec![0.0f64; count]; count];
        let mut right = vec![0.0f64; count];
        for i in 0..count {
            for j in 0..=i {
                matrix[i][j] = dot(&scaled[i], &columns[j][..trained]) - total * means[i] * means[j];
            }
            // A pattern without matches has no variance, and gets no weight.
            matrix[i][i] += RIDGE * matrix[i][i] + 1e-3;
            right[i] = dot(&target, &columns[i][..trained]) - total * means[i] * mean_win;
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

    /// The share of the variance of win rates explained on some boards.
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

/// The dot product, in eight partial sums.
fn dot(a: &[f32], b: &[f32]) -> f64 {
    let mut sums = [0.0f32; 8];
    let mut total = 0.0f64;
    // Sums in single precision stay short, which limits rounding errors.
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

/// Solves linear equations by Cholesky decomposition; reads the lower half of a symmetric, positive definite matrix.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for i in 0..count {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - known;
            // Rounding may make it zero or negative.
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
    fn a_dot_product_is_exact_for_any_length() {
        for length in [0, 1, 7, 8, 9, 1023, 1024, 1030, 5000] {
            let (a, b): (Vec<f32>, Vec<f32>) = (0..length).map(|n| (n as f32 % 7.0, n as f32 % 5.0 - 2.0)).unzip();
            let slow: f64 = a.iter().zip(&b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            assert!((dot(&a, &b) - slow).abs() < 1e-6, "{length}");
        }
    }
}
