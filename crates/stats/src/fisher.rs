//! Fisher's exact test for a table of two rows and two columns.

use crate::alternative::Alternative;
use crate::ln_factorial;

/// The p-value of Fisher's exact test ("The Design of Experiments", 1935, chapter II): how likely two samples are to
/// differ as much as these do, if both are won with the same probability.
///
/// Each sample is its wins and losses. The totals are taken as given, so that the wins of the first sample have a
/// hypergeometric distribution. Two-sided, every table that is no likelier than the one seen counts, as in R's
/// `fisher.test`.
///
/// ```
/// use stats::{Alternative, fisher_test};
///
/// // The lady identified three of four cups with the milk first, and three of four with the tea first.
/// let p_value = fisher_test([3, 1], [1, 3], Alternative::Different);
/// assert_eq!(format!("{p_value:.4}"), "0.4857");
/// ```
pub fn fisher_test(first: [u64; 2], second: [u64; 2], alternative: Alternative) -> f64 {
    let table =
        Hypergeometric { first: first[0] + first[1], second: second[0] + second[1], wins: first[0] + second[0] };
    let seen = first[0];
    let (least, most) = (table.wins.saturating_sub(table.second), table.wins.min(table.first));
    // Rounding must not separate equally likely tables; R uses the same tolerance.
    let limit = table.ln_probability(seen) + 1e-7;
    let counts = |wins: u64| match alternative {
        Alternative::Less => wins <= seen,
        Alternative::Greater => wins >= seen,
        Alternative::Different => table.ln_probability(wins) <= limit,
    };
    let p_value: f64 = (least..=most).filter(|&wins| counts(wins)).map(|wins| table.ln_probability(wins).exp()).sum();
    p_value.min(1.0)
}

/// The wins of the first of two samples, where the wins of both are known.
struct Hypergeometric {
    /// The size of the first sample.
    first: u64,
    /// The size of the second.
    second: u64,
    /// The wins of both.
    wins: u64,
}

impl Hypergeometric {
    /// The logarithm of the probability that this number of wins falls into the first sample.
    fn ln_probability(&self, wins: u64) -> f64 {
        ln_choose(self.first, wins) + ln_choose(self.second, self.wins - wins)
            - ln_choose(self.first + self.second, self.wins)
    }
}

fn ln_choose(n: u64, k: u64) -> f64 {
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use Alternative::{Different, Greater, Less};

    fn assert_near(p_value: f64, published: f64, within: f64) {
        assert!((p_value - published).abs() < within, "{p_value} is not {published}");
    }

    /// The first example of R's `fisher.test`: Fisher's tea drinker (Agresti 1990, page 61).
    #[test]
    fn the_lady_tasting_tea() {
        assert_near(fisher_test([3, 1], [1, 3], Greater), 0.2429, 5e-5);
        assert_near(fisher_test([3, 1], [1, 3], Different), 0.4857, 5e-5);
    }

    /// The second: the like-sex twins of criminals (Fisher 1970), 2 of 17 dizygotic and 10 of 13 monozygotic convicted.
    #[test]
    fn the_convictions_of_twins() {
        assert_near(fisher_test([2, 15], [10, 3], Less), 0.0004652, 5e-8);
        assert_near(fisher_test([2, 15], [10, 3], Different), 0.0005367, 5e-8);
    }

    /// The example of SciPy's `fisher_exact`.
    #[test]
    fn the_example_of_scipy() {
        assert_near(fisher_test([6, 2], [1, 4], Different), 0.10256410256410257, 1e-12);
        assert_near(fisher_test([6, 2], [1, 4], Less), 0.9953379953379957, 1e-12);
    }

    #[test]
    fn samples_that_cannot_differ_do_not() {
        for (first, second) in [([0, 0], [0, 0]), ([3, 2], [0, 0]), ([5, 0], [9, 0]), ([0, 4], [0, 7])] {
            assert_near(fisher_test(first, second, Different), 1.0, 1e-12);
        }
    }

    proptest! {
        #[test]
        fn it_does_not_matter_which_sample_is_first(table in proptest::array::uniform4(0u64..60)) {
            let [a, b, c, d] = table;
            let p_value = fisher_test([a, b], [c, d], Different);
            prop_assert!((0.0..=1.0).contains(&p_value));
            prop_assert!((p_value - fisher_test([c, d], [a, b], Different)).abs() < 1e-9);
            prop_assert!((fisher_test([a, b], [c, d], Less) - fisher_test([c, d], [a, b], Greater)).abs() < 1e-9);
        }
    }
}
