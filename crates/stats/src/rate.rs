//! Win rates: how far off one may be, and whether one is better than another.
//!
//! These are the tests that the papers report: Baier and Drake (2010) use the two-tailed z-test for two proportions,
//! and SMARTSTART's p-values are those of its one-sided form with a correction for continuity. The interval is Wilson's
//! (1927) and not the `p ± 1.96 √(p(1-p)/n)` of the textbooks, which says that a player that won all of its games will
//! never lose one.

use super::interval::{Confidence, Estimate, Interval};
use super::normal;
use super::score::{Moments, Score};

/// The win rate, draws as half, with Wilson's interval.
///
/// A draw takes chance out of a match, which the interval does not see: with many draws it is longer than it need be.
pub fn win_rate(score: &Score, confidence: Confidence) -> Estimate {
    Estimate { value: score.rate(), interval: wilson(score.points(), score.games() as f64, confidence) }
}

/// Wilson's interval for a proportion: all values that a z-test on these games would not reject.
///
/// Fractions are allowed, for draws and for numbers of games that stand for something else. Without games it is 0 to 1.
///
/// ```
/// use stats::{Confidence, wilson};
///
/// let interval = wilson(15.0, 148.0, Confidence::P95);
/// assert_eq!(format!("{:.4} {:.4}", interval.low, interval.high), "0.0624 0.1605");
/// ```
pub fn wilson(points: f64, games: f64, confidence: Confidence) -> Interval {
    if games <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = confidence.deviations();
    let rate = (points / games).clamp(0.0, 1.0);
    let shrink = 1.0 + z * z / games;
    let center = (rate + z * z / (2.0 * games)) / shrink;
    let half = z * (rate * (1.0 - rate) / games + (z / (2.0 * games)).powi(2)).sqrt() / shrink;
    // At the very ends rounding would leave an Elo of some thousands where there is no bound at all.
    let low = if rate == 0.0 { 0.0 } else { (center - half).max(0.0) };
    let high = if rate == 1.0 { 1.0 } else { (center + half).min(1.0) };
    Interval { low, high }
}

/// What a test is to show of the first player's win rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alternative {
    /// It is lower (one-sided).
    Less,
    /// It is higher (one-sided).
    Greater,
    /// It is another (two-sided).
    Different,
}

/// Whether the z-test allows for games coming in whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Correction {
    /// As the formula says.
    None,
    /// The difference is taken to be smaller by half a game in either match (Yates), as R's `prop.test` does.
    Continuity,
}

/// What a z-test found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ZTest {
    /// By how many standard deviations the first win rate is above the second.
    pub z: f64,
    /// How likely a difference like this one is among players that are equal.
    pub p_value: f64,
}

/// The z-test for two proportions: whether one player has done better than another against the same opponent.
///
/// The spread of a game's result is that of all games together, draws as half; without draws that is the usual
/// `p(1-p)`. Where there is no spread, or no game, there is no difference to be seen either, and the p-value is 1.
///
/// ```
/// use stats::{Alternative, Correction, Score, z_test};
///
/// let book = Score { wins: 3880, losses: 6120, draws: 0 };
/// let plain = Score { wins: 3870, losses: 6130, draws: 0 };
/// assert!(z_test(&book, &plain, Alternative::Different, Correction::None).p_value > 0.05);
/// ```
pub fn z_test(first: &Score, second: &Score, alternative: Alternative, correction: Correction) -> ZTest {
    let mut all = *first;
    all += *second;
    let per_match = 1.0 / first.games() as f64 + 1.0 / second.games() as f64;
    let deviation = Moments::of(&all).deviation * per_match.sqrt();
    let difference = first.rate() - second.rate();
    let allowance = match correction {
        Correction::None => 0.0,
        Correction::Continuity => per_match / 2.0,
    };
    let seen = (difference.abs() - allowance).max(0.0).copysign(difference);
    let z = if seen == 0.0 || deviation == 0.0 || !deviation.is_finite() { 0.0 } else { seen / deviation };
    let p_value = match alternative {
        Alternative::Less => normal::cdf(z),
        Alternative::Greater => normal::cdf(-z),
        Alternative::Different => 2.0 * normal::cdf(-z.abs()),
    };
    ZTest { z, p_value }
}

/// Whether the players of a match are equal, by the exact binomial test: the p-value. Draws say nothing to that and are
/// set aside.
pub fn sign_test(score: &Score, alternative: Alternative) -> f64 {
    binomial_test(score.wins, score.losses, 0.5, alternative)
}

/// The exact binomial test: how likely a result like this one is, if each game is won with the given chance.
///
/// Two-sided, every result that is no likelier than the one seen counts, as in R's `binom.test`. NaN where the chance
/// is not between 0 and 1.
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

/// The number of wins in so many games.
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

    /// The logarithm of the probability of exactly so many wins.
    fn ln_probability(self, wins: u64) -> f64 {
        let ln_factorial = |n: u64| libm::lgamma(n as f64 + 1.0);
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

    /// The probability of at most so many wins, where that is below the mean: the terms fall, and are added until they
    /// no longer matter.
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
        // Results that are equally likely must not be told apart by rounding; R allows the same.
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

    fn won(wins: u64, games: u64) -> Score {
        Score { wins, losses: games - wins, draws: 0 }
    }

    /// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    #[test]
    fn wilson_as_newcombe_printed_it() {
        for (wins, games, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = win_rate(&won(wins, games), Confidence::P95).interval;
            assert!(
                (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5,
                "{wins}/{games}: {interval:?}"
            );
        }
    }

    /// SMARTSTART, section 5.1: 14,000 games give a 95% interval of about 1.65%, 10,000 games one of about 2%.
    #[test]
    fn fourteen_thousand_games_are_sure_to_one_and_two_thirds_per_cent() {
        let length = |games| {
            let interval = win_rate(&won(games / 2, games), Confidence::P95).interval;
            interval.high - interval.low
        };
        assert!((length(14_000) - 0.0165).abs() < 1e-4);
        assert!((length(10_000) - 0.02).abs() < 5e-4);
    }

    #[test]
    fn a_draw_counts_as_half_in_the_interval() {
        let drawn = Score { wins: 10, losses: 30, draws: 20 };
        assert_eq!(win_rate(&drawn, Confidence::P95), win_rate(&won(20, 60), Confidence::P95));
        assert_eq!(win_rate(&Score::default(), Confidence::P95).interval, Interval { low: 0.0, high: 1.0 });
    }

    /// Baier and Drake (2010), section V-C: the best Softmax policy won three games of 600. Wald's interval would reach
    /// below none.
    #[test]
    fn three_of_six_hundred_is_more_than_none() {
        let interval = win_rate(&won(3, 600), Confidence::P95).interval;
        assert!(interval.low > 0.001 && interval.high < 0.02, "{interval:?}");
    }

    /// SMARTSTART, tables 2, 3 and 1. The wins are those that the printed win rates leave room for: one more or less in
    /// the first two tables, five in the last. The p-values turn out to be those with the correction for continuity.
    #[test]
    fn the_p_values_of_smartstart_follow_from_its_win_rates() {
        use Alternative::{Different, Greater};
        let p = |first: &Score, second: &Score, alternative| {
            z_test(first, second, alternative, Correction::Continuity).p_value
        };
        let orego = p(&won(5844, 14_000), &won(5657, 14_000), Greater);
        assert!((orego - 0.0119).abs() < 5e-5, "{orego}");
        let filtering = p(&won(7749, 14_000), &won(6513, 12_000), Greater);
        assert!((filtering - 0.0424).abs() < 5e-5, "{filtering}");
        let bias = p(&won(7818, 14_000), &won(6513, 12_000), Greater);
        assert!((bias - 0.0058).abs() < 5e-5, "{bias}");
        let book = p(&won(3883, 10_000), &won(3870, 10_000), Different);
        assert!((book - 0.862).abs() < 2e-3, "{book}");
    }

    /// The example of statsmodels' `proportions_ztest`, without a correction, and a well-known one of R's `prop.test`,
    /// with it (X-squared = 80.909).
    #[test]
    fn the_z_test_of_other_programs() {
        let plain = z_test(&won(5, 83), &won(12, 99), Alternative::Different, Correction::None);
        assert!((plain.p_value - 0.159).abs() < 5e-4, "{plain:?}");
        let corrected = z_test(&won(490, 500), &won(400, 500), Alternative::Different, Correction::Continuity);
        assert!((corrected.z.powi(2) - 80.909).abs() < 5e-4, "{corrected:?}");
    }

    /// The same win rates, once with every second game drawn: less is left to chance, so the difference is surer.
    #[test]
    fn draws_make_a_difference_surer() {
        let z = |first, second| z_test(&first, &second, Alternative::Greater, Correction::None).z;
        let decided = z(won(60, 100), won(40, 100));
        let drawn = z(Score { wins: 35, losses: 15, draws: 50 }, Score { wins: 15, losses: 35, draws: 50 });
        assert!(drawn > 1.3 * decided, "{drawn} {decided}");
    }

    #[test]
    fn where_there_is_nothing_to_see_nothing_is_seen() {
        let none = Score::default();
        for (first, second) in [(none, none), (won(3, 5), none), (won(5, 5), won(9, 9))] {
            let test = z_test(&first, &second, Alternative::Different, Correction::Continuity);
            assert_eq!(test, ZTest { z: 0.0, p_value: 1.0 });
        }
    }

    /// R's `binom.test` (Conover 1971, page 97: 682 giants of 925) and SciPy's `binomtest` (3 of 15 at 0.1).
    #[test]
    fn the_binomial_test_of_other_programs() {
        assert!((binomial_test(682, 243, 0.75, Alternative::Different) - 0.3825).abs() < 5e-5);
        assert!((binomial_test(3, 12, 0.1, Alternative::Greater) - 0.18406106910639114).abs() < 1e-12);
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

        #[test]
        fn an_interval_holds_its_rate_and_mirrors(wins in 0u64..1000, losses in 0u64..1000, draws in 0u64..1000) {
            let score = Score { wins, losses, draws };
            let rate = win_rate(&score, Confidence::P95);
            let mirror = win_rate(&score.opposite(), Confidence::P95);
            prop_assert!(rate.interval.contains(rate.value));
            prop_assert!(rate.interval.low >= 0.0 && rate.interval.high <= 1.0);
            prop_assert!((rate.interval.low + mirror.interval.high - 1.0).abs() < 1e-12);
        }
    }
}
