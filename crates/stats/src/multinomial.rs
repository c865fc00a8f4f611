//! The likeliest distribution of results under a hypothesis, and the log-likelihood ratio of two hypotheses.
//!
//! A hypothesis fixes one figure of the distribution, its mean or its mean in units of its spread, and leaves the rest
//! open; the generalised likelihood ratio compares the likeliest distribution under one with the likeliest under the
//! other. The method is Van den Bergh's, as fishtest has it: "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution" (proposition 1.1) for the mean, "Comments on normalized Elo"
//! (sections 4.1 and 4.2) for the mean in units of the spread.
//!
//! With observed shares q, the likeliest distribution has the form qᵢ / (1 + θφᵢ), where φᵢ is how the `i`th result
//! bears on the hypothesis and θ solves Σ qᵢφᵢ / (1 + θφᵢ) = 0. So only the denominators have to be compared.

use crate::score::{Sample, class_value};

/// What a result that was never seen is counted as, so that no hypothesis is impossible. Fishtest has the same number.
const UNSEEN: f64 = 1e-3;

/// Shares of `N` classes of results, whose values go from 0 to 1 in equal steps.
pub(crate) struct Shares<const N: usize> {
    /// How many results there were.
    count: f64,
    shares: [f64; N],
}

impl<const N: usize> Shares<N> {
    /// The shares in a sample; `None` without results.
    pub fn of(sample: &impl Sample<N>) -> Option<Shares<N>> {
        let counts = sample.counts();
        if counts.iter().all(|&count| count == 0) {
            return None;
        }
        let counts = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let count = counts.iter().sum();
        Some(Shares { count, shares: counts.map(|part| part / count) })
    }

    /// The logarithm of how much likelier the results are if the mean is `mean1` than if it is `mean0`, both between 0
    /// and 1.
    pub fn mean_ratio(&self, mean0: f64, mean1: f64) -> f64 {
        match (self.with_mean(mean0), self.with_mean(mean1)) {
            (Some(h0), Some(h1)) => self.ratio(&h0, &h1),
            _ => 0.0,
        }
    }

    /// The same for the number of standard deviations by which the mean is above one half.
    pub fn deviations_ratio(&self, t0: f64, t1: f64) -> f64 {
        match (self.with_deviations(t0), self.with_deviations(t1)) {
            (Some(h0), Some(h1)) => self.ratio(&h0, &h1),
            _ => self.approximate_deviations_ratio(t0, t1),
        }
    }

    /// Σ q ln(p1 / p0), for each result.
    fn ratio(&self, h0: &[f64; N], h1: &[f64; N]) -> f64 {
        self.count * (0..N).map(|i| self.shares[i] * (h0[i] / h1[i]).ln()).sum::<f64>()
    }

    /// Section 4.2 of the second source, for hypotheses so far from the results that the iteration for the exact ratio
    /// finds no way.
    fn approximate_deviations_ratio(&self, t0: f64, t1: f64) -> f64 {
        let (mean, deviation) = moments(&self.shares);
        let t = (mean - 0.5) / deviation;
        self.count / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln()
    }

    /// The denominators of the likeliest distribution with the given mean.
    fn with_mean(&self, mean: f64) -> Option<[f64; N]> {
        self.denominators(&std::array::from_fn(|i| class_value::<N>(i) - mean))
    }

    /// The denominators of the likeliest distribution whose mean is `t` standard deviations above one half.
    ///
    /// How a result bears on that depends on the mean and the deviation of the distribution that is sought, so they are
    /// found in turns. The first distribution is one that fulfils the hypothesis already, as from a poor one there
    /// would be no way where `t` is large.
    fn with_deviations(&self, t: f64) -> Option<[f64; N]> {
        let mut denominators = self.first_with_deviations(t)?;
        for _ in 0..MOST_TURNS {
            let (mean, deviation) = moments(&self.divided(&denominators));
            let bearing = std::array::from_fn(|i| {
                let off = (class_value::<N>(i) - mean) / deviation;
                class_value::<N>(i) - 0.5 - t * deviation * (1.0 + off * off) / 2.0
            });
            let next = self.denominators(&bearing)?;
            let change = (0..N).map(|i| (self.shares[i] / next[i] - self.shares[i] / denominators[i]).abs());
            let settled = change.fold(0.0, f64::max) < 1e-10;
            denominators = next;
            if settled {
                return Some(denominators);
            }
        }
        None
    }

    /// Of the likeliest distributions with a given mean, the one whose mean is `t` deviations above one half.
    fn first_with_deviations(&self, t: f64) -> Option<[f64; N]> {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..MOST_HALVINGS {
            let middle = (low + high) / 2.0;
            let (mean, deviation) = moments(&self.divided(&self.with_mean(middle)?));
            if mean - 0.5 < t * deviation {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.with_mean((low + high) / 2.0)
    }

    fn divided(&self, denominators: &[f64; N]) -> [f64; N] {
        std::array::from_fn(|i| self.shares[i] / denominators[i])
    }

    /// The denominators 1 + θφ, with the θ for which Σ qφ / (1 + θφ) = 0. There is none if all results speak for the
    /// hypothesis or all against it.
    ///
    /// One result bears most strongly against what the shares by themselves would say, and may have been seen hardly
    /// ever. Then its denominator, here `w`, is tiny, and the others follow from it with all their digits: they are 1 -
    /// r + wr, where r is how a result bears in units of that one. The sum falls as `w` grows, from infinity at 0 to
    /// less than nothing at 1. Newton's method finds the root, and halving where Newton would go astray.
    fn denominators(&self, bearing: &[f64; N]) -> Option<[f64; N]> {
        let mean: f64 = (0..N).map(|i| self.shares[i] * bearing[i]).sum();
        if mean == 0.0 {
            return Some([1.0; N]);
        }
        let strongest =
            bearing.iter().fold(0.0f64, |most, &next| if mean > 0.0 { most.min(next) } else { most.max(next) });
        if strongest == 0.0 {
            return None;
        }
        let relative = bearing.map(|bearing| bearing / strongest);
        let at = |w: f64| relative.map(|r| 1.0 - r + w * r);
        let (mut low, mut high) = (0.0, 1.0);
        let mut w = 0.5;
        for _ in 0..MOST_HALVINGS {
            let (mut sum, mut slope) = (0.0, 0.0);
            for ((share, r), denominator) in self.shares.iter().zip(&relative).zip(at(w)) {
                let part = r / denominator;
                sum += share * part;
                slope += share * part * part;
            }
            if sum > 0.0 {
                low = w;
            } else {
                high = w;
            }
            let newton = w + sum / slope;
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            let step = (next - w).abs();
            w = next;
            if step <= 1e-15 * w {
                break;
            }
        }
        Some(at(w))
    }
}

/// Enough to halve an interval down to the precision of a number.
const MOST_HALVINGS: u32 = 100;

/// Ordinary results need five to ten.
const MOST_TURNS: u32 = 200;

/// Mean and standard deviation of a distribution.
fn moments<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let mean: f64 = (0..N).map(|i| shares[i] * class_value::<N>(i)).sum();
    let variance: f64 = (0..N).map(|i| shares[i] * (class_value::<N>(i) - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::score::{Pairs, Score};

    /// Wins and losses alone leave one distribution with a given mean, so the ratio is that of two coins.
    #[test]
    fn without_draws_it_is_the_ratio_of_two_coins() {
        let score = Score { wins: 60, losses: 40, draws: 0 };
        let ratio = Shares::of(&score).unwrap().mean_ratio(0.5, 0.6);
        let coins = 60.0 * (0.6f64 / 0.5).ln() + 40.0 * (0.4f64 / 0.5).ln();
        assert!((ratio - coins).abs() < 2e-3, "{ratio} {coins}");
    }

    /// The worked example of a Rust engine's change to the same method, checked there against fishtest's own program.
    #[test]
    fn the_exact_ratio_as_fishtest_computes_it() {
        let t = 2f64.sqrt() * 10.0 / crate::elo::NORMALIZED;
        let ratio = Shares::of(&Pairs([0, 84, 840, 126, 0])).unwrap().deviations_ratio(0.0, t);
        assert!((ratio - 2.960172391).abs() < 1e-6, "{ratio}");
    }

    /// A game or two in a thousand pairs decide little, so the approximation is good; and it stands in where the
    /// iteration finds no way, which took millions of pairs and a hypothesis far off to come across.
    #[test]
    fn the_approximation_is_close_and_always_there() {
        let usual = Shares::of(&Pairs([379, 10170, 21828, 10640, 343])).unwrap();
        let (exact, close) = (usual.deviations_ratio(0.0, 0.008), usual.approximate_deviations_ratio(0.0, 0.008));
        assert!((exact / close - 1.0).abs() < 1e-3, "{exact} {close}");
        let astray = Shares::of(&Pairs([600954, 10, 776863, 927183, 48531])).unwrap();
        assert!(astray.with_deviations(1.9778597398744133).is_none());
        assert!(astray.deviations_ratio(0.0, 1.9778597398744133) < -1e5);
    }

    proptest! {
        #[test]
        fn the_likeliest_distribution_fulfils_its_hypothesis(
            counts in proptest::array::uniform5(0u64..1000),
            mean in 0.01f64..0.99,
            t in -5.0f64..5.0,
        ) {
            let Some(shares) = Shares::of(&Pairs(counts)) else { return Ok(()) };
            let found = shares.divided(&shares.with_mean(mean).unwrap());
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            prop_assert!((moments(&found).0 - mean).abs() < 1e-6);
            if let Some(denominators) = shares.with_deviations(t) {
                let (mean, deviation) = moments(&shares.divided(&denominators));
                prop_assert!(((mean - 0.5) / deviation - t).abs() < 1e-5);
            }
        }

        /// No other distribution with the same mean is likelier: a little of it moved from the outer results to the
        /// middle one, or back, keeps the mean.
        #[test]
        fn no_distribution_with_the_same_mean_is_likelier(
            counts in proptest::array::uniform3(1u64..1000),
            mean in 0.1f64..0.9,
            moved in -0.01f64..0.01,
        ) {
            let score = Score { losses: counts[0], draws: counts[1], wins: counts[2] };
            let shares = Shares::of(&score).unwrap();
            let best = shares.divided(&shares.with_mean(mean).unwrap());
            let other = [best[0] + moved, best[1] - 2.0 * moved, best[2] + moved];
            prop_assume!(other.iter().all(|&share| share > 0.0));
            let likelihood = |p: &[f64; 3]| (0..3).map(|i| shares.shares[i] * p[i].ln()).sum::<f64>();
            prop_assert!(likelihood(&other) <= likelihood(&best) + 1e-12);
        }
    }
}
