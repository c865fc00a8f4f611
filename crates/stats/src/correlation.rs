//! Intervals of correlations.

use crate::interval::{Confidence, Estimate, Interval};
use crate::mean::correlation;

/// By how much a first series correlates better with a third than a second one does, from the values of each at the
/// same times: (first, second, third). The interval is that of Zou ("Toward using confidence intervals to compare
/// correlations", 2007) for correlations that share a variable. `None` with fewer than four values, and where one of
/// the series does not vary.
pub fn correlation_difference(values: &[(f64, f64, f64)], confidence: Confidence) -> Option<Estimate> {
    let of = |pair: fn(&(f64, f64, f64)) -> (f64, f64)| correlation(&values.iter().map(pair).collect::<Vec<_>>());
    let (first, second, between) = (of(|v| (v.0, v.2))?, of(|v| (v.1, v.2))?, of(|v| (v.0, v.1))?);
    (values.len() >= 4).then(|| overlapping(first, second, between, values.len(), confidence))
}

/// The difference of two correlations with one variable, where the other two variables correlate by `between`.
fn overlapping(first: f64, second: f64, between: f64, count: usize, confidence: Confidence) -> Estimate {
    let [one, other] = [first, second].map(|value| interval(value, count, confidence));
    let rest = 1.0 - first.powi(2) - second.powi(2) - between.powi(2);
    let shared = (between - 0.5 * first * second) * rest + between.powi(3);
    let shared = shared / ((1.0 - first.powi(2)) * (1.0 - second.powi(2)));
    let margin = |a: f64, b: f64| (a.powi(2) + b.powi(2) - 2.0 * shared * a * b).max(0.0).sqrt();
    let value = first - second;
    let low = value - margin(first - one.low, other.high - second);
    let high = value + margin(one.high - first, second - other.low);
    Estimate { value, interval: Interval { low, high } }
}

/// The interval of a correlation, by Fisher's z.
fn interval(value: f64, count: usize, confidence: Confidence) -> Interval {
    let (z, margin) = (value.atanh(), confidence.deviations() / (count as f64 - 3.0).sqrt());
    Interval { low: (z - margin).tanh(), high: (z + margin).tanh() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zou's example of overlapping correlations: 0.396 and 0.179 among 66 values, with 0.088 between them, differ by
    /// 0.217, from -0.093 to 0.517.
    #[test]
    fn the_example_of_zou() {
        let Estimate { value, interval } = overlapping(0.396, 0.179, 0.088, 66, Confidence::P95);
        assert!((value - 0.217).abs() < 1e-12);
        assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "-0.093 0.517");
    }

    #[test]
    fn a_series_that_follows_the_third_correlates_better() {
        let values: Vec<(f64, f64, f64)> = (0..40)
            .map(|n| (f64::from(n) + f64::from(n % 3), f64::from(n * 7 % 11), f64::from(n) - f64::from(n % 5)))
            .collect();
        let found = correlation_difference(&values, Confidence::P95).unwrap();
        assert!(found.interval.low > 0.3, "{found:?}");
        let swapped: Vec<_> = values.iter().map(|&(a, b, c)| (b, a, c)).collect();
        assert!(correlation_difference(&swapped, Confidence::P95).unwrap().interval.high < -0.3);
        assert_eq!(correlation_difference(&values[..3], Confidence::P95), None);
        assert_eq!(correlation_difference(&[(1.0, 2.0, 3.0); 9], Confidence::P95), None);
    }
}
