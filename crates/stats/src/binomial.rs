//! The exact binomial test, and the sign test that is its case of a fair coin.

use crate::alternative::Alternative;
use crate::ln_factorial;
use crate::score::Score;

/// The p-value of the sign test: whether the players of a match are equal, by the [`binomial_test`] against one half.
/// Draws are set aside (Dixon and Mood 1946, "The statistical sign test").
pub fn sign_test(score: &Score, alternative: Alternative) -> f64 {
    binomial_test(score.wins, score.losses, 0.5, alternative)
}

/// The p-value of the exact binomial test (Conover 1971, pages 97 to 104): how likely a result at least as extreme as
/// this one is if each game is won with the given probability.
///
/// Two-sided, every result that is no likelier than the one seen counts, as in R's `binom.test`. NaN where the
/// probability is not between 0 and 1.
///
/// ```
/// use stats::{Alternative, binomial_test};
///
/// let p_value = binomial_test(682, 243, 0.75, Alternative::Different);
/// assert_eq!(format!("{p_value:.4}"), "0.3825");
/// ```
pub fn binomial_test(wins: u64, losses: u64, chance: f64, alternative: Alternative) -> f64 {
    if !(0.0..=1.0).contains(&chance) {
        return f64::NAN;
    }
    let seen = Binomial { games: wins + losses, chance };
    match alternative {
        Alternative::Less => seen.at_most(wins),
        Alternative::Greater => seen.at_least(wins),
        Alternative::Different if (wins as f64) < seen.mean() => seen.no_likelier_than(wins),
        Alternative::Different => seen.opposite().no_likelier_than(losses),
    }
}

/// The number of wins in a number of games.
#[derive(Clone, Copy)]
struct Binomial {
    games: u64,
    chance: f64,
}

impl Binomial {
    /// The number of losses.
    fn opposite(self) -> Binomial {
        Binomial { games: self.games, chance: 1.0 - self.chance }
    }

    fn mean(self) -> f64 {
        self.games as f64 * self.chance
    }

    /// The logarithm of the probability of exactly this number of wins.
    fn ln_probability(self, wins: u64) -> f64 {
        let power = |ln: f64, n: u64| if n == 0 { 0.0 } else { n as f64 * ln };
        let losses = self.games - wins;
        ln_factorial(self.games) - ln_factorial(wins) - ln_factorial(losses)
            + power(self.chance.ln(), wins)
            + power((-self.chance).ln_1p(), losses)
    }

    fn at_most(self, wins: u64) -> f64 {
        if wins >= self.games {
            1.0
        } else if (wins as f64) < self.mean() {
            self.lower_tail(wins)
        } else {
            1.0 - self.opposite().lower_tail(self.games - wins - 1)
        }
    }

    fn at_least(self, wins: u64) -> f64 {
        self.opposite().at_most(self.games - wins)
    }

    /// The probability of at most this number of wins, if it is below the mean: the terms fall, and are added until
    /// they no longer matter.
    fn lower_tail(self, wins: u64) -> f64 {
        let odds_against = (1.0 - self.chance) / self.chance;
        let mut term = self.ln_probability(wins).exp();
        let mut sum = term;
        for fewer in (0..wins).rev() {
            term *= (fewer + 1) as f64 / (self.games - fewer) as f64 * odds_against;
            sum += term;
            if term < sum * 1e-17 {
                break;
            }
        }
        sum.min(1.0)
    }

    /// The probability of all results that are no likelier than this one, which is not above the mean.
    fn no_likelier_than(self, wins: u64) -> f64 {
        // Rounding must not separate equally likely results; R uses the same tolerance.
        let limit = self.ln_probability(wins) + 1e-7;
        let (mut likelier, mut end) = (self.mean().ceil() as u64, self.games + 1);
        while likelier < end {
            let middle = likelier + (end - likelier) / 2;
            if self.ln_probability(middle) > limit {
                likelier = middle + 1;
            } else {
                end = middle;
            }
        }
        let above = if end > self.games { 0.0 } else { self.at_least(end) };
        (self.at_most(wins) + above).min(1.0)
    }
}
#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::normal;

    /// R's `binom.test` (Conover 1971, page 97: 682 giants of 925) and SciPy's `binomtest` (3 of 15 at 0.1).
    #[test]
    fn the_binomial_test_of_other_programs() {
        assert!((binomial_test(682, 243, 0.75, Alternative::Different) - 0.3825).abs() < 5e-5);
        assert!((binomial_test(3, 12, 0.1, Alternative::Greater) - 0.18406106910639114).abs() < 1e-12);
    }

    /// The first sign test (Arbuthnot 1710, "An argument for divine providence"): in 82 years of 82 more boys than
    /// girls were christened in London, a chance of 1 in 2 to the 82nd.
    #[test]
    fn the_christenings_of_arbuthnot() {
        let years = Score { wins: 82, losses: 0, draws: 0 };
        let p_value = sign_test(&years, Alternative::Greater);
        assert!((p_value * 2f64.powi(82) - 1.0).abs() < 1e-9, "{p_value}");
    }

    /// Five games of five: one chance in 32, twice that if it might have been the other player.
    #[test]
    fn five_wins_in_a_row() {
        let clean = Score { wins: 5, losses: 0, draws: 7 };
        assert!((sign_test(&clean, Alternative::Greater) - 1.0 / 32.0).abs() < 1e-15);
        assert!((sign_test(&clean, Alternative::Different) - 1.0 / 16.0).abs() < 1e-15);
        assert_eq!(sign_test(&clean, Alternative::Less), 1.0);
    }

    #[test]
    fn a_certain_game_and_no_game() {
        assert_eq!(binomial_test(0, 4, 0.0, Alternative::Different), 1.0);
        assert_eq!(binomial_test(1, 3, 0.0, Alternative::Greater), 0.0);
        assert_eq!(binomial_test(4, 0, 1.0, Alternative::Different), 1.0);
        assert_eq!(binomial_test(0, 0, 0.5, Alternative::Different), 1.0);
        assert!(binomial_test(1, 1, 1.5, Alternative::Less).is_nan());
    }

    /// For many games the exact test and the z-test are the same.
    #[test]
    fn a_million_games_are_no_trouble() {
        let exact = binomial_test(501_000, 499_000, 0.5, Alternative::Greater);
        let normal = normal::cdf(-(1999.0 / 1e6f64.sqrt()));
        assert!((exact / normal - 1.0).abs() < 1e-3, "{exact} {normal}");
    }

    /// All results of so few games that they can be counted with whole numbers.
    fn probability(wins: u64, games: u64, chance: f64) -> f64 {
        let ways = (0..wins).fold(1u64, |ways, k| ways * (games - k) / (k + 1));
        ways as f64 * chance.powi(wins as i32) * (1.0 - chance).powi((games - wins) as i32)
    }

    proptest! {
        #[test]
        fn the_binomial_test_counts_what_it_says(games in 0u64..40, share in 0.0f64..=1.0, chance in 0.01f64..0.99) {
            let wins = (share * games as f64) as u64;
            let sum = |wanted: &dyn Fn(u64) -> bool| -> f64 {
                (0..=games).filter(|&k| wanted(k)).map(|k| probability(k, games, chance)).sum()
            };
            let limit = probability(wins, games, chance) * (1.0 + 1e-7);
            for (alternative, expected) in [
                (Alternative::Less, sum(&|k| k <= wins)),
                (Alternative::Greater, sum(&|k| k >= wins)),
                (Alternative::Different, sum(&|k| probability(k, games, chance) <= limit)),
            ] {
                let p = binomial_test(wins, games - wins, chance, alternative);
                prop_assert!((p - expected).abs() < 1e-9, "{alternative:?}: {p} {expected}");
            }
        }
    }
}
