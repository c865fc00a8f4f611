//! A figure and how sure it is.

use std::fmt;

use crate::normal;

/// How sure an interval shall be, such as 95%.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confidence(f64);

impl Confidence {
    /// The usual 95%.
    pub const P95: Confidence = Confidence(0.95);

    /// A level between 0 and 1, both excluded.
    pub fn new(level: f64) -> Option<Confidence> {
        (level > 0.0 && level < 1.0).then_some(Confidence(level))
    }

    /// The level, such as 0.95.
    pub fn level(self) -> f64 {
        self.0
    }

    /// How many standard deviations to either side of a normal distribution's mean this is: 1.96 for 95%.
    pub fn deviations(self) -> f64 {
        -normal::quantile((1.0 - self.0) / 2.0)
    }
}

impl Default for Confidence {
    fn default() -> Confidence {
        Confidence::P95
    }
}

/// A range. Its ends may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether the value lies in it, the ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval on another, increasing scale.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Interval {
        Interval { low: scale(self.low), high: scale(self.high) }
    }
}

/// An estimated value and the interval around it.
///
/// It is written as people write it, `12.00 +- 7.90`. Where every game was won the value is infinite, and the end of
/// the interval is what is known: `above 412.31`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The interval, which need not be symmetric around the value.
    pub interval: Interval,
}

impl Estimate {
    /// The estimate on another, increasing scale.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), interval: self.interval.map(scale) }
    }

    /// Half the length of the interval: the `7.90` in `12.00 +- 7.90`.
    pub fn error(&self) -> f64 {
        (self.interval.high - self.interval.low) / 2.0
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => write!(f, "{:.2} +- {:.2}", self.value, self.error()),
            (true, false) => write!(f, "above {low:.2}"),
            (false, true) => write!(f, "below {high:.2}"),
            (false, false) => write!(f, "unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_probability_that_leaves_some_doubt() {
        assert!((Confidence::P95.deviations() - 1.959964).abs() < 1e-6);
        assert!((Confidence::new(0.99).unwrap().deviations() - 2.575829).abs() < 1e-6);
        for level in [0.0, 1.0, -0.5, 1.5, f64::NAN] {
            assert_eq!(Confidence::new(level), None);
        }
    }

    #[test]
    fn an_open_end_is_said_in_words() {
        let estimate = |value, low, high| Estimate { value, interval: Interval { low, high } }.to_string();
        let infinity = f64::INFINITY;
        assert_eq!(estimate(12.0, 4.1, 19.9), "12.00 +- 7.90");
        assert_eq!(estimate(infinity, 412.309, infinity), "above 412.31");
        assert_eq!(estimate(-infinity, -infinity, -100.0), "below -100.00");
        assert_eq!(estimate(0.0, -infinity, infinity), "unknown");
    }
}
