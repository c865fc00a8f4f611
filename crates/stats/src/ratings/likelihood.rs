//! The likeliest strengths of players who have all met, directly or through others, and their covariance.
//!
//! The log-likelihood is concave, so Newton's method finds its one maximum; steps are shortened where they would go too
//! far. Games are added up for each two players first, so the work does not depend on their number.

use super::super::cross::CrossTable;
use super::super::score::Score;
use super::RatingSettings;
use super::matrix::Matrix;

/// The different games of each two players, and the virtual ones.
pub(super) struct Encounters {
    scores: Vec<Vec<Score>>,
    /// Imagined draws.
    virtual_draws: Vec<Vec<f64>>,
}

impl Encounters {
    pub fn of(table: &CrossTable, settings: &RatingSettings) -> Encounters {
        let players = table.players();
        let score = |one, other| match (one == other, settings.forfeits) {
            (true, _) => Score::default(),
            (false, true) => table.cell(one, other).different(),
            (false, false) => table.cell(one, other).played.different,
        };
        let scores: Vec<Vec<Score>> =
            (0..players).map(|one| (0..players).map(|other| score(one, other)).collect()).collect();
        // Each player's virtual draws are shared out among its opponents as its games are.
        let games = |one: usize, other: usize| scores[one][other].games() as f64;
        let total: Vec<f64> = (0..players).map(|one| (0..players).map(|other| games(one, other)).sum()).collect();
        let virtual_draws = |one: usize, other: usize| match games(one, other) {
            0.0 => 0.0,
            games => settings.prior * games * (1.0 / total[one] + 1.0 / total[other]) / 2.0,
        };
        let virtual_draws =
            (0..players).map(|one| (0..players).map(|other| virtual_draws(one, other)).collect()).collect();
        Encounters { scores, virtual_draws }
    }

    /// The same for some of the players, renumbered.
    pub fn among(&self, members: &[usize]) -> Encounters {
        fn pick<T: Copy>(rows: &[Vec<T>], members: &[usize]) -> Vec<Vec<T>> {
            members.iter().map(|&one| members.iter().map(|&other| rows[one][other]).collect()).collect()
        }
        Encounters { scores: pick(&self.scores, members), virtual_draws: pick(&self.virtual_draws, members) }
    }

    pub fn players(&self) -> usize {
        self.scores.len()
    }

    /// A player's real games.
    pub fn score(&self, player: usize) -> Score {
        let mut total = Score::default();
        for &score in &self.scores[player] {
            total += score;
        }
        total
    }

    /// The games of two players, with the virtual ones.
    pub fn games(&self, one: usize, other: usize) -> f64 {
        self.scores[one][other].games() as f64 + self.virtual_draws[one][other]
    }

    /// The points of the one against the other, with the virtual ones.
    pub fn points(&self, one: usize, other: usize) -> f64 {
        self.scores[one][other].points() + self.virtual_draws[one][other] / 2.0
    }

    /// The variance that draws take away from the games of two players who are expected to share the points like this.
    ///
    /// As if one more game had been played and not drawn, so that draws alone do not make a rating certain; and no more
    /// draws than such shares of the points leave room for.
    fn taken_by_draws(&self, one: usize, other: usize, rate: f64) -> f64 {
        let score = self.scores[one][other];
        let games = score.games() as f64;
        let drawn = score.draws as f64 / (games + 1.0);
        games * drawn.min(2.0 * rate.min(1.0 - rate)) / 4.0
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (one, strength) in strengths.iter().enumerate() {
            for (other, opponent) in strengths.iter().enumerate() {
                // The logarithm of the logistic function, without an overflow on either side.
                let difference = strength - opponent;
                sum += self.points(one, other) * (difference.min(0.0) - (-difference.abs()).exp().ln_1p());
            }
        }
        sum
    }
}

/// Strengths in natural units, and their covariance.
pub(super) struct Fit {
    pub strengths: Vec<f64>,
    pub covariance: Matrix,
}

/// Newton's method comes close in a few steps; more are only needed where ratings are thousands apart.
const MOST_STEPS: u32 = 500;
/// A step this short is the last one: the next would be about its square.
const NEARLY_THERE: f64 = 1e-6;
/// No strength is changed by more than this in one step: about 700 Elo.
const LONGEST_STEP: f64 = 4.0;

/// The likeliest strengths: relative to the reference, or to the mean of all.
pub(super) fn fit(encounters: &Encounters, reference: Option<usize>) -> Fit {
    let players = encounters.players();
    // Only differences matter, so one strength is held at zero while the others are found.
    let held = reference.unwrap_or(0);
    let free: Vec<usize> = (0..players).filter(|&player| player != held).collect();
    let mut strengths = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let surplus: Vec<f64> = free.iter().map(|&one| surplus_of(encounters, &strengths, one)).collect();
        let Some(step) = information(encounters, &strengths, &free).inverse().map(|inverse| inverse.times(&surplus))
        else {
            break;
        };
        let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
        if longest < NEARLY_THERE {
            advance(&mut strengths, &free, &step, 1.0);
            break;
        }
        if !improve(encounters, &mut strengths, &free, &step, longest) {
            break;
        }
    }
    let covariance = covariance(encounters, &strengths, &free);
    match reference {
        Some(_) => Fit { strengths, covariance },
        None => around_the_mean(&strengths, &covariance),
    }
}

/// Follows the step as long as it improves the likelihood; `true` if it did.
fn improve(encounters: &Encounters, strengths: &mut [f64], free: &[usize], step: &[f64], longest: f64) -> bool {
    let before = encounters.log_likelihood(strengths);
    let mut length = (LONGEST_STEP / longest).min(1.0);
    while length > 1e-6 {
        let mut tried = strengths.to_vec();
        advance(&mut tried, free, step, length);
        if encounters.log_likelihood(&tried) > before {
            strengths.copy_from_slice(&tried);
            return true;
        }
        length /= 2.0;
    }
    false
}

fn advance(strengths: &mut [f64], free: &[usize], step: &[f64], length: f64) {
    for (&player, part) in free.iter().zip(step) {
        strengths[player] += length * part;
    }
}

fn expected(strengths: &[f64], one: usize, other: usize) -> f64 {
    1.0 / (1.0 + (strengths[other] - strengths[one]).exp())
}

/// The points that a player has scored beyond its expectation: the gradient of the log-likelihood.
fn surplus_of(encounters: &Encounters, strengths: &[f64], one: usize) -> f64 {
    (0..strengths.len())
        .map(|other| encounters.points(one, other) - encounters.games(one, other) * expected(strengths, one, other))
        .sum()
}

/// The Hessian of the negative log-likelihood, for the players who are free to move.
fn information(encounters: &Encounters, strengths: &[f64], free: &[usize]) -> Matrix {
    differences(strengths.len(), free, |one, other| {
        let rate = expected(strengths, one, other);
        encounters.games(one, other) * rate * (1.0 - rate)
    })
}

/// A form in the differences between players: each two of them have a weight, which is in the diagonal of both and,
/// with the opposite sign, where they cross.
fn differences(players: usize, free: &[usize], weight: impl Fn(usize, usize) -> f64) -> Matrix {
    let mut matrix = Matrix::zero(free.len());
    for (i, &one) in free.iter().enumerate() {
        for (j, &other) in free.iter().enumerate() {
            *matrix.at_mut(i, j) = if i == j {
                (0..players).filter(|&opponent| opponent != one).map(|opponent| weight(one, opponent)).sum()
            } else {
                -weight(one, other)
            };
        }
    }
    matrix
}

/// H⁻¹(H - Q)H⁻¹, with zeros for the player who was held.
fn covariance(encounters: &Encounters, strengths: &[f64], free: &[usize]) -> Matrix {
    let players = strengths.len();
    let mut covariance = Matrix::zero(players);
    let Some(inverse) = information(encounters, strengths, free).inverse() else { return covariance };
    let spread = differences(players, free, |one, other| {
        let rate = expected(strengths, one, other);
        encounters.games(one, other) * rate * (1.0 - rate) - encounters.taken_by_draws(one, other, rate)
    });
    let product = inverse.multiply(&spread).multiply(&inverse);
    for (i, &one) in free.iter().enumerate() {
        for (j, &other) in free.iter().enumerate() {
            *covariance.at_mut(one, other) = product.at(i, j);
        }
    }
    covariance
}

/// The same strengths relative to their mean.
fn around_the_mean(strengths: &[f64], covariance: &Matrix) -> Fit {
    let players = strengths.len();
    let mean = |values: &dyn Fn(usize) -> f64| (0..players).map(values).sum::<f64>() / players as f64;
    let row: Vec<f64> = (0..players).map(|one| mean(&|other| covariance.at(one, other))).collect();
    let all = mean(&|one| row[one]);
    let mut centered = Matrix::zero(players);
    for one in 0..players {
        for other in 0..players {
            *centered.at_mut(one, other) = covariance.at(one, other) - row[one] - row[other] + all;
        }
    }
    let middle = mean(&|one| strengths[one]);
    Fit { strengths: strengths.iter().map(|strength| strength - middle).collect(), covariance: centered }
}
