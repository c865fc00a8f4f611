//! Steinmetz and Gini, "Mining Expert Play to Guide Monte Carlo Search in the Opening Moves of Go" (2015): SmartStart.

mod agglomerative;
mod clusters;
mod compared;
mod default;
mod fig1;
mod fig2;
mod growing;
mod numbers;
mod openings;
mod refined;
mod table1;
mod table2;
mod table3;
mod tightness;
mod tournament;
mod until;

use stats::{Alternative, Confidence, Estimate, Interval, Score, mean_estimate, rate_difference, z_test};

use crate::verdict::{Finding, Verdict};
use crate::{Family, Scale, percent};

/// The experiments of the paper.
pub(crate) const FAMILY: Family = Family {
    name: "smartstart",
    source: "Erik Steinmetz and Maria Gini, \"Mining Expert Play to Guide Monte Carlo Search in the Opening Moves of \
             Go\" (2015)",
    experiments: &[
        &table1::EXPERIMENT,
        &fig1::EXPERIMENT,
        &refined::EXPERIMENT,
        &agglomerative::EXPERIMENT,
        &tightness::EXPERIMENT,
        &growing::EXPERIMENT,
        &default::EXPERIMENT,
        &fig2::EXPERIMENT,
        &table2::EXPERIMENT,
        &until::EXPERIMENT,
        &numbers::EXPERIMENT,
        &table3::EXPERIMENT,
    ],
};

/// The engine: `orego` at a constant number of playouts, with these further settings.
fn orego(playouts: u64, settings: &str, scale: Scale) -> String {
    let playouts = scale.pick(playouts, 2);
    let comma = if settings.is_empty() { "" } else { "," };
    format!("orego:playouts={playouts},early=false{comma}{settings}")
}

/// The least difference of win rates that counts: one percentage point. Every gain that the paper reports is above it.
const LEAST: f64 = 0.01;
/// The one-sided 5% and a power of 80%, in standard deviations.
const ONE_SIDED: f64 = 1.644854;
const POWER: f64 = 0.841621;

/// The test of the claims that one player wins more often than another.
const GAIN_TEST: &str = "one-sided z-test for two proportions with Yates's correction, p < 0.05, as in the paper; \
                         refuted by the same test in the other direction, or where the 95% interval of the gain lies \
                         below one percentage point, which is less than any gain in the paper";

/// The first player wins more often than the second against the same opponent: see [`GAIN_TEST`].
fn gains((name, first): (&str, &Score), (other, second): (&str, &Score)) -> Finding {
    if first.games() == 0 || second.games() == 0 {
        return Finding { figures: format!("{name} and {other}: not measured yet"), ..Finding::no_evidence() };
    }
    let [better, worse] = [Alternative::Greater, Alternative::Less].map(|side| z_test(first, second, side));
    let Estimate { value, interval } = rate_difference(first, second, Confidence::P95);
    let verdict = if better < 0.05 {
        Verdict::Holds
    } else if worse < 0.05 || interval.high < LEAST {
        Verdict::DoesNotHold
    } else {
        Verdict::Undecided
    };
    let rate = |name: &str, score: &Score| format!("{name} {} of {}", percent(score.rate()), score.games());
    let figures = format!(
        "{}, {}, gain {:+.1} points ({:+.1} to {:+.1}), one-sided p = {better:.4}",
        rate(name, first),
        rate(other, second),
        100.0 * value,
        100.0 * interval.low,
        100.0 * interval.high
    );
    let variance = |score: &Score| score.rate() * (1.0 - score.rate());
    let games = |room: f64| ((ONE_SIDED + POWER) / room.abs().max(1e-6)).powi(2) * (variance(first) + variance(second));
    Finding::new(verdict, figures).needing(games(value).min(games(LEAST - value)))
}

/// The mean of values, one of each unit, is above a bound, by Student's interval.
fn above(name: &str, values: &[f64], bound: f64, parts: usize) -> Finding {
    // Values without any spread that equal the bound are not above it.
    Finding::mean_within(name, values, Interval { low: bound.next_up(), high: f64::INFINITY }, parts)
}

/// A mean with its 95% interval over units: `0.61 (0.60 to 0.62)`; a dash without values.
fn mean_in_words(values: &[f64], write: impl Fn(f64) -> String) -> String {
    match mean_estimate(values, Confidence::P95) {
        None => "-".to_string(),
        Some(estimate) if !estimate.error().is_finite() => write(estimate.value),
        Some(Estimate { value, interval }) => {
            format!("{} ({} to {})", write(value), write(interval.low), write(interval.high))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    fn won(wins: u64, games: u64) -> Score {
        Score { wins, losses: games - wins, draws: 0 }
    }

    /// The paper's own results, by its own test: tables 2 and 3.
    #[test]
    fn the_papers_gains_hold_on_its_own_games() {
        for (first, second) in [
            (won(5844, 14_000), won(5657, 14_000)),
            (won(7749, 14_000), won(6513, 12_000)),
            (won(7818, 14_000), won(6513, 12_000)),
        ] {
            assert_eq!(gains(("with", &first), ("without", &second)).verdict, Holds);
        }
    }

    #[test]
    fn a_gain_is_refuted_or_open() {
        let verdict = |first: Score, second: Score| gains(("with", &first), ("without", &second));
        assert_eq!(verdict(won(380, 1_000), won(430, 1_000)).verdict, DoesNotHold);
        assert_eq!(verdict(won(20_000, 50_000), won(20_000, 50_000)).verdict, DoesNotHold, "below one point");
        let open = verdict(won(84, 200), won(80, 200));
        assert_eq!(open.verdict, Undecided);
        assert!(open.needed.is_some_and(|games| games > 5_000), "{open:?}");
        assert_eq!(verdict(won(0, 0), won(80, 200)).figures, "with and without: not measured yet");
    }

    #[test]
    fn a_mean_above_a_bound() {
        assert_eq!(above("x", &[1.0, 1.1, 0.9], 0.5, 1).verdict, Holds);
        assert_eq!(above("x", &[1.0, 1.1, 0.9], 1.5, 3).verdict, DoesNotHold);
        assert_eq!(above("x", &[1.0, 1.1, 0.9], 1.05, 1).verdict, Undecided);
        assert_eq!(above("x", &[1.0], 0.5, 1).verdict, Undecided, "one unit has no spread");
        assert_eq!(above("x", &[], 0.5, 1).figures, "x: not measured yet");
        assert_eq!(mean_in_words(&[0.5, 0.5, 0.5], percent), "50.0% (50.0% to 50.0%)");
    }
}
