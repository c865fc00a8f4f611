//! Elo: how much stronger one player is than another, and how sure that is.
//!
//! The difference is read off the win rate, draws as half: 100 points are 64%, 200 are 76%. Its interval is Wilson's on
//! that scale, with one refinement. Draws leave less to chance than wins and losses do, and pairs of games with both
//! colours leave less than single games, so the interval is computed for the number of games that would be as sure if
//! they were played singly and without draws. For thousands of games this is the error that fishtest, fastchess and
//! cutechess print; for few games or lopsided results it is somewhat shorter and always a number, where theirs is not.
//!
//! Normalised Elo measures the difference by the spread of a game's result instead of by the win rate, so that the same
//! number of games gives the same certainty about five points for any share of draws (Van den Bergh, "Comments on
//! normalized Elo").

use std::f64::consts::LN_10;

use crate::interval::{Confidence, Estimate, Interval};
use crate::normal;
use crate::rate::wilson;
use crate::score::{Moments, Sample};

/// Normalised Elo for each standard deviation that the mean is above one half. With this number logistic and normalised
/// Elo agree for small differences between players that never draw.
pub(crate) const NORMALIZED: f64 = 800.0 / LN_10;

/// The difference in Elo that goes with a win rate: infinite at 0 and 1.
///
/// ```
/// use stats::{elo_of_rate, rate_of_elo};
///
/// assert_eq!(format!("{:.1}", elo_of_rate(0.75)), "190.8");
/// assert_eq!(format!("{:.2}", rate_of_elo(100.0)), "0.64");
/// ```
pub fn elo_of_rate(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

/// The win rate that goes with a difference in Elo.
pub fn rate_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo, from a [`Score`](crate::Score) or from [`Pairs`](crate::Pairs).
pub fn elo<const N: usize>(sample: &impl Sample<N>, confidence: Confidence) -> Estimate {
    let moments = Moments::of(sample);
    let games = effective_games(&moments);
    let interval = wilson(moments.mean * games, games, confidence);
    Estimate { value: moments.mean, interval }.map(elo_of_rate)
}

/// The number of single games without draws in which the mean would be as sure as it is here. Where all results are the
/// same there is no spread to go by, and each game counts for itself.
fn effective_games(moments: &Moments) -> f64 {
    if moments.deviation == 0.0 {
        return moments.games;
    }
    moments.games * moments.mean * (1.0 - moments.mean) / moments.deviation.powi(2)
}

/// The difference in normalised Elo. It is infinite where all results are the same and no draws.
pub fn normalized_elo<const N: usize>(sample: &impl Sample<N>, confidence: Confidence) -> Estimate {
    let Moments { games, mean, deviation } = Moments::of(sample);
    let above = mean - 0.5;
    let value = if above == 0.0 { 0.0 } else { NORMALIZED * above / deviation };
    let error = NORMALIZED * confidence.deviations() / games.sqrt();
    Estimate { value, interval: Interval { low: value - error, high: value + error } }
}

/// The likelihood of superiority (LOS): how sure the results make it that the first player is the stronger one, if
/// nothing was known before. One half without games.
pub fn superiority<const N: usize>(sample: &impl Sample<N>) -> f64 {
    let Moments { games, mean, deviation } = Moments::of(sample);
    let above = mean - 0.5;
    if above == 0.0 {
        return 0.5;
    }
    // Where all results are the same, their spread around one half stands in for the one around the mean.
    let deviation = if deviation == 0.0 { above.abs() } else { deviation };
    normal::cdf(above / deviation * games.sqrt())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::score::{Pairs, Score};

    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} is not {expected}");
    }

    /// Figures that fastchess, OpenBench and cutechess printed, to their last digit: Elo and its error.
    #[test]
    fn elo_as_others_print_it() {
        let pairs = [
            (Pairs([50, 287, 610, 387, 73]), 18.04, 8.23),
            (Pairs([235, 1384, 2521, 1341, 239]), -1.06, 4.05),
            (Pairs([584, 11950, 25215, 11975, 596]), 0.17, 1.15),
            (Pairs([7895, 8757, 5685, 568, 9999]), -21.04, 2.95),
        ];
        for (pairs, value, error) in pairs {
            let estimate = elo(&pairs, Confidence::P95);
            near(estimate.value, value, 0.005);
            near(estimate.error(), error, 0.01);
        }
        let games = elo(&Score { wins: 880, losses: 759, draws: 1863 }, Confidence::P95);
        near(games.value, 12.0, 0.05);
        near(games.error(), 7.9, 0.05);
    }

    /// The tests of fastchess with few games: the error is within two per cent of the normal interval's.
    #[test]
    fn with_few_games_the_interval_is_close_to_the_normal_one() {
        let games = elo(&Score { wins: 136, losses: 96, draws: 111 }, Confidence::P95);
        near(games.value, 40.70, 0.005);
        near(games.error(), 30.43, 0.02 * 30.43);
        let pairs = elo(&Pairs([34, 54, 63, 64, 75]), Confidence::P95);
        near(pairs.value, 55.58, 0.005);
        near(pairs.error(), 27.65, 0.02 * 27.65);
    }

    /// The same sources: normalised Elo and its error.
    #[test]
    fn normalized_elo_as_others_print_it() {
        let check = |estimate: Estimate, value: f64, error: f64| {
            near(estimate.value, value, 0.005);
            near(estimate.error(), error, 0.005);
        };
        check(normalized_elo(&Pairs([50, 287, 610, 387, 73]), Confidence::P95), 28.19, 12.84);
        check(normalized_elo(&Pairs([235, 1384, 2521, 1341, 239]), Confidence::P95), -1.67, 6.37);
        check(normalized_elo(&Pairs([0, 0, 2, 0, 37]), Confidence::P95), 1056.68, 77.10);
        check(normalized_elo(&Score { wins: 76, losses: 89, draws: 123 }, Confidence::P95), -20.76, 40.13);
        check(normalized_elo(&Score { wins: 136, losses: 96, draws: 111 }, Confidence::P95), 49.77, 36.77);
    }

    /// The same sources: the likelihood of superiority.
    #[test]
    fn superiority_as_others_print_it() {
        near(superiority(&Score { wins: 76, losses: 89, draws: 123 }), 0.1553, 5e-5);
        near(superiority(&Score { wins: 136, losses: 96, draws: 111 }), 0.9960, 5e-5);
        near(superiority(&Score { wins: 880, losses: 759, draws: 1863 }), 0.999, 5e-4);
        near(superiority(&Pairs([235, 1384, 2521, 1341, 239])), 0.3033, 5e-5);
        near(superiority(&Pairs([332, 433, 498, 333, 334])), 0.0505, 5e-5);
    }

    #[test]
    fn single_games_without_draws_are_wilsons() {
        let estimate = elo(&Score { wins: 182, losses: 18, draws: 0 }, Confidence::P95);
        let interval = wilson(182.0, 200.0, Confidence::P95).map(elo_of_rate);
        near(estimate.interval.low, interval.low, 1e-9);
        near(estimate.interval.high, interval.high, 1e-9);
    }

    /// Twenty games, each opening won by Black with either player: by pairs the players are surely close.
    #[test]
    fn pairs_are_surer_than_their_games() {
        let pairs = elo(&Pairs([1, 0, 18, 0, 1]), Confidence::P95);
        let games = elo(&Score { wins: 20, losses: 20, draws: 0 }, Confidence::P95);
        assert!(pairs.error() < games.error() / 2.0, "{pairs} {games}");
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound() {
        let sweep = Score { wins: 20, losses: 0, draws: 0 };
        assert_eq!(elo(&sweep, Confidence::P95).to_string(), "above 286.61");
        assert_eq!(normalized_elo(&sweep, Confidence::P95).value, f64::INFINITY);
        assert!(superiority(&sweep) > 0.99 && superiority(&sweep) < 1.0);
        assert!(superiority(&sweep.opposite()) < 0.01);
    }

    #[test]
    fn draws_alone_prove_nothing() {
        let drawn = Score { wins: 0, losses: 0, draws: 4 };
        let estimate = elo(&drawn, Confidence::P95);
        assert!(estimate.value == 0.0 && estimate.error() > 100.0, "{estimate}");
        assert_eq!(superiority(&drawn), 0.5);
        let none = elo(&Score::default(), Confidence::P95);
        assert_eq!(none.to_string(), "unknown");
        assert_eq!(
            (normalized_elo(&Score::default(), Confidence::P95).value, superiority(&Score::default())),
            (0.0, 0.5)
        );
    }

    proptest! {
        #[test]
        fn the_scale_goes_both_ways(difference in -2000.0f64..2000.0) {
            prop_assert!((elo_of_rate(rate_of_elo(difference)) - difference).abs() < 1e-6);
        }

        #[test]
        fn nothing_is_ever_nan(counts in proptest::array::uniform5(0u64..50)) {
            for estimate in [elo(&Pairs(counts), Confidence::P95), normalized_elo(&Pairs(counts), Confidence::P95)] {
                prop_assert!(estimate.interval.contains(estimate.value), "{estimate:?}");
            }
            prop_assert!((0.0..=1.0).contains(&superiority(&Pairs(counts))));
        }

        #[test]
        fn the_other_side_sees_the_opposite(counts in proptest::array::uniform5(0u64..50)) {
            let (here, there) = (Pairs(counts), Pairs(counts).opposite());
            prop_assert!((superiority(&here) + superiority(&there) - 1.0).abs() < 1e-9);
            let (here, there) = (elo(&here, Confidence::P95), elo(&there, Confidence::P95));
            let (low, high) = (here.interval.low, -there.interval.high);
            prop_assert!(low == high || (low - high).abs() < 1e-6);
        }
    }
}
