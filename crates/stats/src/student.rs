//! Student's t-distribution.

/// The `t` that a variable with these degrees of freedom exceeds with probability `p`, for `p` of at most one half;
/// infinite without a degree of freedom.
///
/// The tail is half the regularised incomplete beta function I(x; n/2, 1/2) at x = n / (n + t²) (Abramowitz and Stegun
/// 26.7.1), which falls as `t` grows, so that halving finds `t`.
pub(crate) fn upper_quantile(p: f64, degrees: usize) -> f64 {
    if degrees == 0 {
        return f64::INFINITY;
    }
    let n = degrees as f64;
    let tail = |t: f64| incomplete_beta(n / (n + t * t), n / 2.0, 0.5) / 2.0;
    let (mut low, mut high) = (0.0, 1.0);
    while tail(high) > p && high < 1e300 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if tail(middle) > p {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun 26.5.8) evaluated with
/// Lentz's method as modified by Thompson and Barnett (1986).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges quickly below the mean; above it the complement's does.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let ln_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let front = (a * x.ln() + b * (-x).ln_1p() - ln_beta).exp() / a;
    const TINY: f64 = 1e-300;
    let nonzero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..500 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / nonzero(1.0 + term * d);
            c = nonzero(1.0 + term / c);
            change = c * d;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The column for 95% (two-sided) of any printed table of Student's distribution.
    #[test]
    fn the_quantiles_of_the_tables() {
        let table = [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (10, 2.228),
            (20, 2.086),
            (30, 2.042),
            (60, 2.000),
            (120, 1.980),
        ];
        for (degrees, t) in table {
            let found = upper_quantile(0.025, degrees);
            assert!((found - t).abs() < 5.1e-4, "{degrees}: {found} is not {t}");
        }
        assert!((upper_quantile(0.005, 7) - 3.499).abs() < 5e-4);
    }

    #[test]
    fn with_many_degrees_it_is_the_normal_distribution() {
        assert!((upper_quantile(0.025, 1_000_000) - 1.959964).abs() < 1e-5);
        assert_eq!(upper_quantile(0.025, 0), f64::INFINITY);
    }
}
