//! The normal distribution: its distribution function and the inverse of that.

use std::f64::consts::{PI, SQRT_2};

/// The probability that a standard normal variable is at most `x`. Precise in the lower tail, so for the upper tail ask
/// for `cdf(-x)`.
pub(crate) fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The `x` at which [`cdf`] is `p`; infinite at 0 and 1, and NaN outside them.
///
/// A rational approximation that is good to three digits (Abramowitz and Stegun 26.2.23), then Halley's method.
pub(crate) fn quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -quantile(1.0 - p);
    }
    if p == 0.0 {
        return f64::NEG_INFINITY;
    }
    let t = (-2.0 * p.ln()).sqrt();
    let above = 2.515517 + t * (0.802853 + t * 0.010328);
    let below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    let mut x = above / below - t;
    for _ in 0..3 {
        let step = (cdf(x) - p) * (2.0 * PI).sqrt() * (x * x / 2.0).exp();
        x -= step / (1.0 + x * step / 2.0);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of any printed table of the normal distribution.
    #[test]
    fn the_quantiles_of_the_tables() {
        for (p, x) in [(0.5, 0.0), (0.975, 1.959963984540054), (0.95, 1.6448536269514722), (0.001, -3.090232306167813)]
        {
            assert!((quantile(p) - x).abs() < 1e-12, "{p}: {}", quantile(p));
        }
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(quantile(1.5).is_nan() && quantile(-0.1).is_nan());
    }

    #[test]
    fn the_quantile_undoes_the_distribution_far_into_the_tail() {
        for exponent in 1..300 {
            let p = 10f64.powi(-exponent);
            assert!((cdf(quantile(p)) / p - 1.0).abs() < 1e-9, "1e-{exponent}");
        }
    }
}
