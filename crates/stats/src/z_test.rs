//! The z-test for two proportions.
//!
//! The papers report this test: Baier and Drake (2010) in its two-sided form, SMARTSTART in its one-sided form with
//! Yates's correction for continuity.

use crate::alternative::Alternative;
use crate::normal;
use crate::score::{Moments, Score};

/// The p-value of the z-test for two proportions: whether one player does better than another against the same
/// opponent, or one player better under one condition than under another.
///
/// The variance of a game's result is pooled over all games, draws as half; without draws it is the usual `p(1-p)`. The
/// difference is corrected for continuity by half a game in either sample (Yates 1934), as R's `prop.test` does.
/// Without games, and where all results are the same, no difference is seen: the two-sided p-value is 1.
///
/// ```
/// use stats::{Alternative, Score, z_test};
///
/// let book = Score { wins: 3880, losses: 6120, draws: 0 };
/// let plain = Score { wins: 3870, losses: 6130, draws: 0 };
/// assert!(z_test(&book, &plain, Alternative::Different) > 0.05);
/// ```
pub fn z_test(first: &Score, second: &Score, alternative: Alternative) -> f64 {
    let z = z(first, second);
    match alternative {
        Alternative::Less => normal::cdf(z),
        Alternative::Greater => normal::cdf(-z),
        Alternative::Different => 2.0 * normal::cdf(-z.abs()),
    }
}

/// By how many standard errors the first win rate is above the second, corrected for continuity.
fn z(first: &Score, second: &Score) -> f64 {
    let mut all = *first;
    all += *second;
    let per_sample = 1.0 / first.games() as f64 + 1.0 / second.games() as f64;
    let error = Moments::of(&all).deviation * per_sample.sqrt();
    let difference = first.rate() - second.rate();
    let corrected = (difference.abs() - per_sample / 2.0).max(0.0).copysign(difference);
    if corrected == 0.0 || error == 0.0 || !error.is_finite() { 0.0 } else { corrected / error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(wins: u64, games: u64) -> Score {
        Score { wins, losses: games - wins, draws: 0 }
    }

    /// SMARTSTART, tables 2, 3 and 1. The wins follow from the printed win rates: one more or less in
    /// the first two tables, five in the last. The p-values turn out to be those with the correction for continuity.
    #[test]
    fn the_p_values_of_smartstart_follow_from_its_win_rates() {
        use Alternative::{Different, Greater};
        let orego = z_test(&won(5844, 14_000), &won(5657, 14_000), Greater);
        assert!((orego - 0.0119).abs() < 5e-5, "{orego}");
        let filtering = z_test(&won(7749, 14_000), &won(6513, 12_000), Greater);
        assert!((filtering - 0.0424).abs() < 5e-5, "{filtering}");
        let bias = z_test(&won(7818, 14_000), &won(6513, 12_000), Greater);
        assert!((bias - 0.0058).abs() < 5e-5, "{bias}");
        let book = z_test(&won(3883, 10_000), &won(3870, 10_000), Different);
        assert!((book - 0.862).abs() < 2e-3, "{book}");
    }

    /// A well-known example of R's `prop.test`: smokers among 500 patients and 500 controls, X-squared = 80.909.
    #[test]
    fn the_statistic_is_that_of_prop_test() {
        let z = z(&won(490, 500), &won(400, 500));
        assert!((z.powi(2) - 80.909).abs() < 5e-4, "{z}");
        assert!(z_test(&won(490, 500), &won(400, 500), Alternative::Different) < 2.2e-16);
    }

    /// The same win rates, once with every second game drawn: less is left to chance, so the difference is surer.
    #[test]
    fn draws_make_a_difference_surer() {
        let decided = z(&won(60, 100), &won(40, 100));
        let drawn = z(&Score { wins: 35, losses: 15, draws: 50 }, &Score { wins: 15, losses: 35, draws: 50 });
        assert!(drawn > 1.3 * decided, "{drawn} {decided}");
    }

    #[test]
    fn without_games_or_without_spread_the_p_value_is_one() {
        let none = Score::default();
        for (first, second) in [(none, none), (won(3, 5), none), (won(5, 5), won(9, 9))] {
            assert_eq!(z_test(&first, &second, Alternative::Different), 1.0);
        }
    }
}
