//! Two samples against the same opponent: the test that suits their size.

use std::fmt;

use crate::alternative::Alternative;
use crate::fisher::fisher_test;
use crate::score::Score;
use crate::z_test::z_test;

/// The least expected count for which the z-test is good enough (Cochran 1954, "Some methods for strengthening the
/// common χ² tests").
const LEAST_EXPECTED: f64 = 5.0;

/// A test of whether two win rates differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateTest {
    /// [Fisher's exact test](fisher_test) of the decisive games, for small samples.
    Fisher,
    /// The [z-test](z_test) for two proportions, draws as half, for large ones.
    Z,
}

impl RateTest {
    /// The test for these samples: Fisher's where fewer than five wins or losses would be expected in either sample if
    /// both had the same win rate, the z-test otherwise.
    pub fn suited_to(first: &Score, second: &Score) -> RateTest {
        let mut all = *first;
        all += *second;
        let smaller = first.games().min(second.games()) as f64;
        let expected = smaller * all.rate().min(1.0 - all.rate());
        if expected < LEAST_EXPECTED { RateTest::Fisher } else { RateTest::Z }
    }

    /// The two-sided p-value.
    pub fn p_value(self, first: &Score, second: &Score) -> f64 {
        let decisive = |score: &Score| [score.wins, score.losses];
        match self {
            RateTest::Fisher => fisher_test(decisive(first), decisive(second), Alternative::Different),
            RateTest::Z => z_test(first, second, Alternative::Different),
        }
    }
}

impl fmt::Display for RateTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RateTest::Fisher => "Fisher",
            RateTest::Z => "z",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(wins: u64, games: u64) -> Score {
        Score { wins, losses: games - wins, draws: 0 }
    }

    #[test]
    fn few_games_or_lopsided_results_are_for_fisher() {
        assert_eq!(RateTest::suited_to(&won(3, 4), &won(1, 4)), RateTest::Fisher);
        assert_eq!(RateTest::suited_to(&won(100, 100), &won(98, 100)), RateTest::Fisher);
        assert_eq!(RateTest::suited_to(&won(60, 100), &won(40, 100)), RateTest::Z);
        assert_eq!(RateTest::suited_to(&Score::default(), &Score::default()), RateTest::Fisher);
    }

    #[test]
    fn each_test_gives_its_own_p_value() {
        assert_eq!(format!("{:.4}", RateTest::Fisher.p_value(&won(3, 4), &won(1, 4))), "0.4857");
        assert!(RateTest::Z.p_value(&won(490, 500), &won(400, 500)) < 1e-15);
    }
}
