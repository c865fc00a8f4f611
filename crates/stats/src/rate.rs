//! Win rates with Wilson's interval.
//!
//! The interval is Wilson's (1927, "Probable inference, the law of succession, and statistical inference") and not the
//! textbook's `p ± 1.96 √(p(1-p)/n)` (Wald), which claims that a player with a clean sweep will never lose a game.

use crate::interval::{Confidence, Estimate, Interval};
use crate::score::Score;

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
    // At the very ends rounding would give an Elo of some thousands although there is no bound.
    let low = if rate == 0.0 { 0.0 } else { (center - half).max(0.0) };
    let high = if rate == 1.0 { 1.0 } else { (center + half).min(1.0) };
    Interval { low, high }
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

    proptest! {
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
