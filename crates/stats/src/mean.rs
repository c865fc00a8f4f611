//! Means of measured values, with intervals, and Pearson's correlation.

use crate::interval::{Confidence, Estimate, Interval};
use crate::student;

/// The mean; `None` without values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.into_iter().fold((0u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

/// The standard deviation of a sample; `None` with fewer than two values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    let middle = mean(values.iter().copied()).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - middle).powi(2)).sum();
    Some((squares / (values.len() as f64 - 1.0)).sqrt())
}

/// The mean of independent values, with the interval by Student's distribution (1908): `t s / √n` to either side, where
/// `s` is the standard deviation of the sample. The interval of a single value is infinite. `None` without values.
///
/// ```
/// use stats::{Confidence, mean_estimate};
///
/// let estimate = mean_estimate(&[0.1, 0.2, 0.3], Confidence::P95).unwrap();
/// assert_eq!(estimate.to_string(), "0.20 +- 0.25");
/// ```
pub fn mean_estimate(values: &[f64], confidence: Confidence) -> Option<Estimate> {
    let value = mean(values.iter().copied())?;
    let squares: f64 = values.iter().map(|each| (each - value).powi(2)).sum();
    let count = values.len() as f64;
    Some(around(value, (squares / (count - 1.0) / count).sqrt(), values.len(), confidence))
}

/// A cluster of values, such as the positions of one game: their number and their sum.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cluster {
    /// How many values.
    pub count: f64,
    /// Their sum.
    pub sum: f64,
}

/// The mean of all values of independent clusters, with the interval of the jackknife that leaves out one cluster at a
/// time (Quenouille 1956, Tukey 1958) and Student's distribution for one degree of freedom less than there are
/// clusters. The interval of a single cluster is infinite. `None` without values.
pub fn cluster_mean(clusters: &[Cluster], confidence: Confidence) -> Option<Estimate> {
    let (count, sum) =
        clusters.iter().fold((0.0, 0.0), |(count, sum), cluster| (count + cluster.count, sum + cluster.sum));
    if count == 0.0 {
        return None;
    }
    let without: Vec<f64> = clusters.iter().map(|cluster| (sum - cluster.sum) / (count - cluster.count)).collect();
    let middle = mean(without.iter().copied())?;
    let squares: f64 = without.iter().map(|each| (each - middle).powi(2)).sum();
    let many = clusters.len() as f64;
    Some(around(sum / count, ((many - 1.0) / many * squares).sqrt(), clusters.len(), confidence))
}

/// An estimate with a standard error, from a number of independent values.
fn around(value: f64, standard_error: f64, count: usize, confidence: Confidence) -> Estimate {
    let t = student::upper_quantile((1.0 - confidence.level()) / 2.0, count - 1);
    let margin = if count > 1 { t * standard_error } else { f64::INFINITY };
    Estimate { value, interval: Interval { low: value - margin, high: value + margin } }
}

/// Pearson's correlation of pairs of values; `None` where either does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let (x, y) = (mean(pairs.iter().map(|pair| pair.0))?, mean(pairs.iter().map(|pair| pair.1))?);
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum::<f64>();
    let (xx, yy, xy) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
    (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() < within, "{value} is not {expected}");
    }

    /// The hours of sleep that ten patients gained with the second drug of Student's example (1908), R's data set
    /// `sleep`: `t.test(sleep$extra[sleep$group == 2])`.
    #[test]
    fn the_hours_of_sleep_of_student() {
        let extra = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let Estimate { value, interval } = mean_estimate(&extra, Confidence::P95).unwrap();
        near(value, 2.33, 1e-12);
        near(interval.low, 0.8976775, 5e-7);
        near(interval.high, 3.7623225, 5e-7);
    }

    /// R: `sd(sleep$extra[sleep$group == 2])`.
    #[test]
    fn the_spread_of_the_hours_of_sleep() {
        let extra = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        near(deviation(&extra).unwrap(), 2.002249, 5e-7);
        assert_eq!(deviation(&extra[..1]), None);
    }

    #[test]
    fn a_single_value_has_no_finite_interval() {
        assert_eq!(mean_estimate(&[], Confidence::P95), None);
        assert_eq!(cluster_mean(&[], Confidence::P95), None);
        let one = mean_estimate(&[0.3], Confidence::P95).unwrap();
        assert_eq!((one.value, one.error()), (0.3, f64::INFINITY));
        let one = cluster_mean(&[Cluster { count: 4.0, sum: 2.0 }], Confidence::P95).unwrap();
        assert_eq!((one.value, one.error()), (0.5, f64::INFINITY));
    }

    /// For clusters of one size the jackknife is the usual interval of their means.
    #[test]
    fn clusters_of_one_size_are_values_by_themselves() {
        let values = [1.0, 1.0, 0.5, 0.5, 0.8];
        let clusters = values.map(|value| Cluster { count: 7.0, sum: 7.0 * value });
        let (one, other) = (mean_estimate(&values, Confidence::P95), cluster_mean(&clusters, Confidence::P95));
        near(one.unwrap().error(), other.unwrap().error(), 1e-12);
    }

    /// Anscombe's quartet (1973): each of the four has a correlation of 0.816.
    #[test]
    fn the_correlation_of_anscombe() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let pairs: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        near(correlation(&pairs).unwrap(), 0.81642, 5e-6);
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
    }
}
