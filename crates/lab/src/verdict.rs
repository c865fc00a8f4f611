//! Verdicts on claims, by tests that are stated.
//!
//! Every verdict follows from an estimate and its 95% interval, or from a p-value below 5%, two-sided:
//!
//! - *holds*: the evidence excludes the contrary;
//! - *does not hold*: the evidence excludes the claim, or shows that any difference is smaller than a margin that is
//!   stated;
//! - *undecided*: neither, with the number of units that would decide if the estimates stay as they are.
//!
//! A claim of several parts holds if all of them do, each at 5%, which is conservative. It does not hold if one of them
//! is refuted; since one of many may be refuted by chance, each part is refuted at 5% divided by their number.

use std::fmt;

use stats::{
    Confidence, Estimate, Interval, RateTest, Score, mean_difference, mean_estimate, rate_difference, win_rate,
};

use crate::percent;

/// What the evidence says of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// It is confirmed.
    Holds,
    /// There is not enough evidence.
    Undecided,
    /// It is refuted.
    DoesNotHold,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Holds => "holds",
            Verdict::Undecided => "undecided",
            Verdict::DoesNotHold => "does not hold",
        })
    }
}

/// A verdict with its grounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The figures that it follows from.
    pub figures: String,
    /// The number of units in each condition that would decide, if the estimates stay as they are.
    pub needed: Option<u64>,
}

/// What findings without evidence say.
const NOT_MEASURED: &str = "not measured yet";
/// The significance level.
const LEVEL: f64 = 0.05;
/// The difference of win rates that is too small to speak of: 5 percentage points.
pub const MARGIN: f64 = 0.05;
/// Deviations of a two-sided test at 5%, and of a power of 80%.
const TWO_SIDED: f64 = 1.959964;
const POWER: f64 = 0.841621;
/// More units than anyone would measure.
const TOO_MANY: f64 = 1e7;

impl Finding {
    /// A finding without evidence.
    pub fn no_evidence() -> Finding {
        Finding { verdict: Verdict::Undecided, figures: NOT_MEASURED.to_string(), needed: None }
    }

    /// Whether there is no evidence at all.
    pub fn is_unmeasured(&self) -> bool {
        self.figures.ends_with(NOT_MEASURED) && !self.figures.contains(';')
    }

    /// A verdict with its figures.
    pub fn new(verdict: Verdict, figures: impl Into<String>) -> Finding {
        Finding { verdict, figures: figures.into(), needed: None }
    }

    /// The same with a number of units that would decide; only undecided findings have one.
    pub fn needing(self, units: f64) -> Finding {
        let needed = (self.verdict == Verdict::Undecided && units < TOO_MANY).then(|| units.ceil() as u64);
        Finding { needed, ..self }
    }

    /// The finding on a claim of several parts.
    pub fn all(parts: impl IntoIterator<Item = Finding>) -> Finding {
        let parts: Vec<Finding> = parts.into_iter().collect();
        let Some(verdict) = parts.iter().map(|part| part.verdict).max() else { return Finding::no_evidence() };
        let (missing, measured): (Vec<&Finding>, Vec<&Finding>) =
            parts.iter().partition(|part| part.figures.ends_with(NOT_MEASURED));
        let open = measured.iter().filter(|part| part.verdict == Verdict::Undecided);
        // Without a number for each open part, no number is known to be enough.
        let needed = open.map(|part| part.needed).try_fold(0, |most, part| part.map(|part| part.max(most)));
        let mut figures: Vec<String> = measured.iter().map(|part| part.figures.clone()).collect();
        match missing.len() {
            0 => {}
            missing if missing == parts.len() => figures.push(NOT_MEASURED.to_string()),
            1 => figures.push(format!("one more comparison: {NOT_MEASURED}")),
            missing => figures.push(format!("{missing} more comparisons: {NOT_MEASURED}")),
        }
        let needed = needed.filter(|&n| n > 0 && verdict == Verdict::Undecided);
        Finding { verdict, figures: figures.join("; "), needed }
    }

    /// The finding on a claim that one of several parts is enough for. Each part must hold at 5% divided by their
    /// number, which is up to the caller.
    pub fn any(parts: impl IntoIterator<Item = Finding>) -> Finding {
        let parts: Vec<Finding> = parts.into_iter().collect();
        let Some(verdict) = parts.iter().map(|part| part.verdict).min() else { return Finding::no_evidence() };
        let open = parts.iter().filter(|part| part.verdict == Verdict::Undecided);
        let needed = open.filter_map(|part| part.needed).min().filter(|_| verdict == Verdict::Undecided);
        let figures = parts.iter().map(|part| part.figures.as_str()).collect::<Vec<_>>().join("; ");
        Finding { verdict, figures, needed }
    }

    /// The first player wins more often than the second, both against the same opponent.
    ///
    /// The z-test for two proportions or, for small samples, Fisher's exact test. Any advantage below [`MARGIN`] does
    /// not count as one. `parts` is the number of such comparisons in the claim.
    pub fn higher(first: (&str, &Score), second: (&str, &Score), parts: usize) -> Finding {
        Finding::higher_by(first, second, MARGIN, parts)
    }

    /// As [`higher`](Finding::higher), with another margin; where win rates are close to 0 or 1, with none.
    pub fn higher_by(
        (name, first): (&str, &Score),
        (other, second): (&str, &Score),
        margin: f64,
        parts: usize,
    ) -> Finding {
        if first.games() == 0 || second.games() == 0 {
            return Finding { figures: format!("{name} and {other}: not measured yet"), ..Finding::no_evidence() };
        }
        let p = RateTest::suited_to(first, second).p_value(first, second);
        let refuting = LEVEL / parts.max(1) as f64;
        let confidence = Confidence::new(1.0 - refuting).unwrap_or_default();
        let Estimate { value, interval } = rate_difference(first, second, confidence);
        let verdict = if p < LEVEL && value > 0.0 {
            Verdict::Holds
        } else if (p < refuting && value < 0.0) || interval.high < margin {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
        };
        Finding::new(verdict, compared(name, first, other, second, p))
            .needing(games_to_decide(first, second, value, margin))
    }

    /// Two players win equally often against the same opponent: the 95% interval of the difference lies within the
    /// margin. A significant difference refutes it.
    pub fn alike((name, first): (&str, &Score), (other, second): (&str, &Score), margin: f64, parts: usize) -> Finding {
        if first.games() == 0 || second.games() == 0 {
            return Finding { figures: format!("{name} and {other}: not measured yet"), ..Finding::no_evidence() };
        }
        let p = RateTest::suited_to(first, second).p_value(first, second);
        let Estimate { value, interval } = rate_difference(first, second, Confidence::P95);
        let verdict = if p < LEVEL / parts.max(1) as f64 {
            Verdict::DoesNotHold
        } else if interval.low > -margin && interval.high < margin {
            Verdict::Holds
        } else {
            Verdict::Undecided
        };
        let room = (margin - value.abs()).abs().max(1e-4);
        let needed = ((TWO_SIDED + POWER) / room).powi(2) * spread(first, second);
        Finding::new(verdict, compared(name, first, other, second, p)).needing(needed)
    }

    /// A win rate lies in a range: its 95% interval (Wilson's) lies inside, or outside.
    pub fn rate_within(name: &str, score: &Score, range: Interval) -> Finding {
        if score.games() == 0 {
            return Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() };
        }
        let figures = format!("{name} won {} of {}", score.points(), score.games());
        Finding::within(&figures, win_rate(score, Confidence::P95), range, score.games())
    }

    /// An estimate lies in a range: its interval lies inside, or outside. `units` is the number of units behind it.
    pub fn within(name: &str, estimate: Estimate, range: Interval, units: u64) -> Finding {
        let Estimate { value, interval } = estimate;
        let verdict = if interval.low >= range.low && interval.high <= range.high {
            Verdict::Holds
        } else if interval.high < range.low || interval.low > range.high {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
        };
        // Intervals shrink with the root of the number of units, until the nearest end of the range is outside.
        let room = [range.low, range.high].map(|end| (value - end).abs()).into_iter().fold(f64::INFINITY, f64::min);
        let needed = units as f64 * (estimate.error() / room.max(1e-12)).powi(2);
        let figures = if interval.low.is_finite() || interval.high.is_finite() {
            format!("{name}: {} ({} to {})", number(value), number(interval.low), number(interval.high))
        } else {
            format!("{name}: {} without an interval", number(value))
        };
        Finding::new(verdict, figures).needing(needed.max(units as f64 + 1.0))
    }

    /// The mean of a sample lies in a range, by Student's interval. `parts` is the number of such statements in the
    /// claim.
    pub fn mean_within(name: &str, values: &[f64], range: Interval, parts: usize) -> Finding {
        let refuting = Confidence::new(1.0 - LEVEL / parts.max(1) as f64).unwrap_or_default();
        let (Some(usual), Some(wider)) = (mean_estimate(values, Confidence::P95), mean_estimate(values, refuting))
        else {
            return Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() };
        };
        let units = values.len() as u64;
        let finding = Finding::within(name, usual, range, units);
        let refuted = Finding::within(name, wider, range, units);
        if finding.verdict == Verdict::DoesNotHold && refuted.verdict != Verdict::DoesNotHold {
            return Finding { figures: finding.figures, ..refuted };
        }
        finding
    }

    /// A player wins more than a share of its games: the 95% interval of its win rate (Wilson's) lies above it. Less
    /// than the margin more does not count. `parts` is the number of such comparisons in the claim.
    pub fn rate_above(name: &str, score: &Score, share: f64, margin: f64, parts: usize) -> Finding {
        if score.games() == 0 {
            return Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() };
        }
        let Estimate { value, interval } = win_rate(score, Confidence::P95);
        let verdict = if interval.low > share {
            Verdict::Holds
        } else if win_rate(score, refuting(parts)).interval.high < share + margin {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
        };
        let games = |room: f64| ((TWO_SIDED + POWER) / room.abs().max(1e-6)).powi(2) * variance(score);
        let needed = games(value - share).min(games(share + margin - value));
        let (low, high) = (percent(interval.low), percent(interval.high));
        let figures = format!("{name} {} of {} ({low} to {high})", percent(value), score.games());
        Finding::new(verdict, figures).needing(needed.max(score.games() as f64 + 1.0))
    }

    /// An estimate is positive: its 95% interval lies above 0. `wider` is the same estimate with the interval that
    /// refutes one part of a claim, `units` the number of units behind it.
    pub fn positive(name: &str, estimate: Estimate, wider: Estimate, units: u64) -> Finding {
        Finding::above(name, estimate, wider, 0.0, units)
    }

    /// An estimate is above a limit; otherwise as [`positive`](Finding::positive).
    pub fn above(name: &str, estimate: Estimate, wider: Estimate, limit: f64, units: u64) -> Finding {
        let Estimate { value, interval } = estimate;
        let verdict = if interval.low > limit {
            Verdict::Holds
        } else if wider.interval.high < limit {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
        };
        let needed = units as f64 * (estimate.error() / (value - limit).abs().max(1e-12)).powi(2);
        let figures = format!("{name}: {} ({} to {})", number(value), number(interval.low), number(interval.high));
        Finding::new(verdict, figures).needing(needed.max(units as f64 + 1.0))
    }

    /// The finding on the contrary of a claim.
    pub fn contrary(self) -> Finding {
        let verdict = match self.verdict {
            Verdict::Holds => Verdict::DoesNotHold,
            Verdict::DoesNotHold => Verdict::Holds,
            Verdict::Undecided => Verdict::Undecided,
        };
        Finding { verdict, ..self }
    }

    /// The mean of the first sample is above that of the second, by Welch's interval of the difference.
    pub fn mean_higher((name, first): (&str, &[f64]), (other, second): (&str, &[f64]), parts: usize) -> Finding {
        let confidence = Confidence::P95;
        let refuting = Confidence::new(1.0 - LEVEL / parts.max(1) as f64).unwrap_or_default();
        let differences = (mean_difference(first, second, confidence), mean_difference(first, second, refuting));
        let (Some(difference), Some(wider)) = differences else {
            return Finding { figures: format!("{name} and {other}: not measured yet"), ..Finding::no_evidence() };
        };
        let Estimate { value, interval } = difference;
        let verdict = if interval.low > 0.0 {
            Verdict::Holds
        } else if wider.interval.high < 0.0 {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
        };
        let units = first.len().min(second.len()) as f64;
        let needed = units * (difference.error() / value.abs().max(1e-12)).powi(2);
        let mean = |values: &[f64]| number(stats::mean(values.iter().copied()).unwrap_or(f64::NAN));
        let figures = format!(
            "{name} {} of {}, {other} {} of {}, difference {} ({} to {})",
            mean(first),
            first.len(),
            mean(second),
            second.len(),
            number(value),
            number(interval.low),
            number(interval.high)
        );
        Finding::new(verdict, figures).needing(needed.max(units + 1.0))
    }
}

/// A number with four significant digits.
pub fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let digits = (3 - value.abs().log10().floor() as i32).clamp(0, 6) as usize;
    format!("{value:.digits$}")
}

/// `lgrf1 62.0% of 400, off 55.0% of 400, p = 0.045`.
fn compared(name: &str, first: &Score, other: &str, second: &Score, p: f64) -> String {
    let rate = |name: &str, score: &Score| format!("{name} {} of {}", percent(score.rate()), score.games());
    let p = if p < 0.0001 { "p < 0.0001".to_string() } else { format!("p = {p:.4}") };
    format!("{}, {}, {p}", rate(name, first), rate(other, second))
}

/// The sum of the variances of one game of each player.
fn spread(first: &Score, second: &Score) -> f64 {
    variance(first) + variance(second)
}

/// The variance of one game.
fn variance(score: &Score) -> f64 {
    // A rate of 0 or 1 in a sample is not certainty.
    let rate = (score.points() + 1.0) / (score.games() as f64 + 2.0);
    rate * (1.0 - rate)
}

/// The confidence of an interval that refutes one of so many parts of a claim.
pub fn refuting(parts: usize) -> Confidence {
    Confidence::new(1.0 - LEVEL / parts.max(1) as f64).unwrap_or_default()
}

/// The games of each player that would decide whether the first is better: to find the difference, or to find that it
/// is below the margin, whichever takes fewer.
fn games_to_decide(first: &Score, second: &Score, difference: f64, margin: f64) -> f64 {
    let games = |room: f64| ((TWO_SIDED + POWER) / room.max(1e-6)).powi(2) * spread(first, second);
    games(difference.abs()).min(games((margin - difference).abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(wins: u64, games: u64) -> Score {
        Score { wins, losses: games - wins, draws: 0 }
    }

    fn higher(first: Score, second: Score) -> Finding {
        Finding::higher(("a", &first), ("b", &second), 1)
    }

    #[test]
    fn a_stronger_player_is_found_refuted_or_open() {
        assert_eq!(higher(won(300, 400), won(200, 400)).verdict, Verdict::Holds);
        assert_eq!(higher(won(200, 400), won(300, 400)).verdict, Verdict::DoesNotHold);
        let open = higher(won(11, 20), won(9, 20));
        assert_eq!(open.verdict, Verdict::Undecided);
        assert_eq!(
            higher(won(0, 0), won(9, 20)),
            Finding { verdict: Verdict::Undecided, needed: None, figures: "a and b: not measured yet".to_string() }
        );
    }

    /// An advantage of at most a few points in tens of thousands of games is none to speak of.
    #[test]
    fn an_advantage_below_the_margin_is_refuted() {
        assert_eq!(higher(won(10_000, 20_000), won(10_000, 20_000)).verdict, Verdict::DoesNotHold);
    }

    /// Fleiss, "Statistical methods for rates and proportions": about 388 in each group find 60% against 50% with a
    /// power of 80% at 5%, two-sided, without a correction for continuity.
    #[test]
    fn the_number_of_games_that_would_decide() {
        let needed = higher(won(30, 50), won(25, 50)).needed.unwrap();
        assert!((370..=400).contains(&needed), "{needed}");
        assert_eq!(higher(won(300, 400), won(200, 400)).needed, None);
    }

    #[test]
    fn one_of_many_comparisons_is_not_refuted_by_chance() {
        let (first, second) = (won(12, 40), won(22, 40));
        assert_eq!(Finding::higher(("a", &first), ("b", &second), 1).verdict, Verdict::DoesNotHold);
        assert_eq!(Finding::higher(("a", &first), ("b", &second), 10).verdict, Verdict::Undecided);
    }

    #[test]
    fn equality_needs_evidence() {
        let alike = |first: Score, second: Score| Finding::alike(("a", &first), ("b", &second), 0.05, 1).verdict;
        assert_eq!(alike(won(50, 100), won(50, 100)), Verdict::Undecided);
        assert_eq!(alike(won(5_000, 10_000), won(5_030, 10_000)), Verdict::Holds);
        assert_eq!(alike(won(600, 1_000), won(500, 1_000)), Verdict::DoesNotHold);
    }

    #[test]
    fn a_rate_in_a_range() {
        let range = Interval { low: 0.75, high: 0.8 };
        let verdict = |wins, games| Finding::rate_within("a", &won(wins, games), range).verdict;
        assert_eq!(verdict(7_750, 10_000), Verdict::Holds);
        assert_eq!(verdict(9_000, 10_000), Verdict::DoesNotHold);
        assert_eq!(verdict(77, 100), Verdict::Undecided);
    }

    #[test]
    fn a_mean_in_a_range() {
        let verdict = |values: &[f64], parts| {
            Finding::mean_within("a", values, Interval { low: 0.0, high: f64::INFINITY }, parts).verdict
        };
        assert_eq!(verdict(&[2.0, 2.1, 1.9], 1), Verdict::Holds);
        assert_eq!(verdict(&[-1.0, -1.2, -0.8], 1), Verdict::DoesNotHold);
        assert_eq!(verdict(&[-1.0, -1.2, -0.8], 20), Verdict::Undecided, "one of twenty by chance");
        assert_eq!([verdict(&[1.0, -1.0], 1), verdict(&[1.0], 1), verdict(&[], 1)], [Verdict::Undecided; 3]);
    }

    #[test]
    fn near_zero_a_small_advantage_is_one() {
        let by = |margin| Finding::higher_by(("a", &won(3, 600)), ("b", &won(0, 600)), margin, 1).verdict;
        assert_eq!([by(MARGIN), by(0.0)], [Verdict::DoesNotHold, Verdict::Undecided]);
        assert_eq!(Finding::higher_by(("a", &won(0, 600)), ("b", &won(9, 600)), 0.0, 1).verdict, Verdict::DoesNotHold);
    }

    #[test]
    fn a_rate_above_a_share() {
        let verdict = |wins, games, margin| Finding::rate_above("a", &won(wins, games), 0.5, margin, 1).verdict;
        assert_eq!(verdict(600, 1_000, 0.05), Verdict::Holds);
        assert_eq!(verdict(400, 1_000, 0.05), Verdict::DoesNotHold);
        assert_eq!(verdict(510, 1_000, 0.05), Verdict::DoesNotHold, "less than the margin");
        assert_eq!(verdict(510, 1_000, 0.0), Verdict::Undecided);
        assert_eq!(verdict(0, 0, 0.0), Verdict::Undecided);
        let open = Finding::rate_above("a", &won(11, 20), 0.5, 0.0, 1);
        assert_eq!(open.figures, "a 55.0% of 20 (34.2% to 74.2%)");
        // (1.96 + 0.84)^2 / 4 over the square of the difference.
        assert!((740..=800).contains(&open.needed.unwrap()), "{open:?}");
    }

    #[test]
    fn an_estimate_above_zero() {
        let around = |value: f64, error| {
            let estimate = Estimate { value, interval: Interval { low: value - error, high: value + error } };
            Finding::positive("a", estimate, estimate, 100)
        };
        assert_eq!(around(2.0, 1.0).verdict, Verdict::Holds);
        assert_eq!(around(-2.0, 1.0).verdict, Verdict::DoesNotHold);
        let open = around(1.0, 2.0);
        assert_eq!((open.verdict, open.needed), (Verdict::Undecided, Some(400)));
    }

    #[test]
    fn an_estimate_above_a_limit() {
        let estimate = |value| Estimate { value, interval: Interval { low: value - 1.0, high: value + 1.0 } };
        let above = |value| Finding::above("a", estimate(value), estimate(value), 10.0, 20);
        assert_eq!(
            [12.0, 8.0, 10.5].map(|value| above(value).verdict),
            [Verdict::Holds, Verdict::DoesNotHold, Verdict::Undecided]
        );
        assert_eq!(above(10.5).needed, Some(80), "half the length takes four times as many");
        assert_eq!(
            [12.0, 8.0, 10.5].map(|value| above(value).contrary().verdict),
            [Verdict::DoesNotHold, Verdict::Holds, Verdict::Undecided]
        );
    }

    #[test]
    fn means_are_compared_by_welch() {
        let verdict = |first: &[f64], second: &[f64]| Finding::mean_higher(("a", first), ("b", second), 1).verdict;
        assert_eq!(verdict(&[2.0, 2.1, 1.9], &[1.0, 1.1, 0.9]), Verdict::Holds);
        assert_eq!(verdict(&[1.0, 1.1, 0.9], &[2.0, 2.1, 1.9]), Verdict::DoesNotHold);
        assert_eq!(verdict(&[1.0, 5.0], &[0.0, 4.0]), Verdict::Undecided);
        assert_eq!(verdict(&[1.0], &[0.0, 4.0]), Verdict::Undecided);
    }

    #[test]
    fn one_of_several_parts_is_enough() {
        let part = |verdict, needed| Finding { verdict, figures: "x".to_string(), needed };
        let [holds, open, fails] =
            [part(Verdict::Holds, None), part(Verdict::Undecided, Some(70)), part(Verdict::DoesNotHold, None)];
        assert_eq!(Finding::any([fails.clone(), holds, open.clone()]).verdict, Verdict::Holds);
        assert_eq!(Finding::any([fails.clone(), fails.clone()]).verdict, Verdict::DoesNotHold);
        let either = Finding::any([fails, open, part(Verdict::Undecided, Some(30))]);
        assert_eq!((either.verdict, either.needed), (Verdict::Undecided, Some(30)));
        assert!(Finding::any([]).is_unmeasured());
    }

    #[test]
    fn a_claim_of_parts_is_as_good_as_its_worst_part() {
        let part = |verdict, needed| Finding { verdict, figures: "x".to_string(), needed };
        let open_part = part(Verdict::Undecided, Some(70));
        let [holds, open, fails] =
            [part(Verdict::Holds, None), part(Verdict::Undecided, Some(70)), part(Verdict::DoesNotHold, None)];
        assert_eq!(Finding::all([holds.clone(), holds.clone()]).verdict, Verdict::Holds);
        let both = Finding::all([holds.clone(), open.clone()]);
        assert_eq!((both.verdict, both.needed), (Verdict::Undecided, Some(70)));
        assert_eq!(Finding::all([holds, open, fails]).verdict, Verdict::DoesNotHold);
        assert_eq!(Finding::all([]).verdict, Verdict::Undecided);
        let missing = Finding::higher(("a", &won(0, 0)), ("b", &won(0, 0)), 2);
        assert_eq!(Finding::all([missing.clone(), missing.clone()]).figures, "not measured yet");
        let partly = Finding::all([missing, open_part]);
        assert_eq!((partly.figures.as_str(), partly.needed), ("x; one more comparison: not measured yet", Some(70)));
        assert_eq!(Finding::all([part(Verdict::Undecided, None), part(Verdict::Undecided, Some(3))]).needed, None);
    }
}
