//! Differences of two samples, with intervals.

use crate::interval::{Confidence, Estimate, Interval};
use crate::mean::mean;
use crate::rate::win_rate;
use crate::score::Score;
use crate::student;

/// By how much the first win rate is above the second, with Newcombe's interval (1998, "Interval estimation for the
/// difference between independent proportions", method 10), which combines the two Wilson intervals.
pub fn rate_difference(first: &Score, second: &Score, confidence: Confidence) -> Estimate {
    let (one, other) = (win_rate(first, confidence), win_rate(second, confidence));
    let value = one.value - other.value;
    let below = (one.value - one.interval.low).hypot(other.interval.high - other.value);
    let above = (one.interval.high - one.value).hypot(other.value - other.interval.low);
    Estimate { value, interval: Interval { low: value - below, high: value + above } }
}

/// By how much the mean of the first sample is above that of the second, with Welch's interval (1947), whose samples
/// need not have the same variance. `None` if either has fewer than two values.
pub fn mean_difference(first: &[f64], second: &[f64], confidence: Confidence) -> Option<Estimate> {
    let (one, other) = (Spread::of(first)?, Spread::of(second)?);
    let value = one.mean - other.mean;
    let squared = one.squared_error + other.squared_error;
    let degrees = squared * squared
        / (one.squared_error.powi(2) / (one.count - 1.0) + other.squared_error.powi(2) / (other.count - 1.0));
    // Rounded down, which makes the interval no shorter. Without any spread there is nothing to be unsure about.
    let t = if squared > 0.0 {
        student::upper_quantile((1.0 - confidence.level()) / 2.0, degrees.floor().max(1.0) as usize)
    } else {
        0.0
    };
    let margin = t * squared.sqrt();
    Some(Estimate { value, interval: Interval { low: value - margin, high: value + margin } })
}

struct Spread {
    count: f64,
    mean: f64,
    /// The square of the standard error of the mean.
    squared_error: f64,
}

impl Spread {
    fn of(values: &[f64]) -> Option<Spread> {
        let middle = mean(values.iter().copied()).filter(|_| values.len() > 1)?;
        let count = values.len() as f64;
        let variance = values.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / (count - 1.0);
        Some(Spread { count, mean: middle, squared_error: variance / count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 5e-4, "{value} is not {expected}");
    }

    /// Newcombe (1998), table II, column of method 10: 56 of 70 against 48 of 80, and 9 of 10 against 3 of 10.
    #[test]
    fn newcombes_examples() {
        let won = |wins, games| Score { wins, losses: games - wins, draws: 0 };
        for (first, second, low, high) in
            [(won(56, 70), won(48, 80), 0.0524, 0.3339), (won(9, 10), won(3, 10), 0.1705, 0.8090)]
        {
            let Estimate { interval, .. } = rate_difference(&first, &second, Confidence::P95);
            near(interval.low, low);
            near(interval.high, high);
        }
    }

    /// R: `t.test(extra ~ group, data = sleep)`, Student's hours of sleep with two drugs.
    #[test]
    fn the_hours_of_sleep_by_welch() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let two = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let Estimate { value, interval } = mean_difference(&one, &two, Confidence::P95).unwrap();
        assert!((value + 1.58).abs() < 1e-12);
        // R has -3.3654832 to 0.2054832 with 17.776 degrees of freedom; 17 make it a little longer.
        assert!((interval.low + 3.3655).abs() < 0.01 && (interval.high - 0.2055).abs() < 0.01, "{interval:?}");
        assert!(interval.low <= -3.3654832 && interval.high >= 0.2054832);
        assert_eq!(mean_difference(&one[..1], &two, Confidence::P95), None);
    }
}
