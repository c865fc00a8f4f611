//! The error functions that Stoutamire considers (1991, sections 4.1.2 and 4.1.3) before he chooses the normalised
//! rank.
//!
//! All take the values h(m) of the legal moves of a position and the value h(M) of the move that was played, and are
//! summed over the positions.

use crate::metric::Placing;

/// An error function of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorMeasure {
    /// 1 unless the move that was played has the greatest value. A tie counts as a prediction in part.
    Missed,
    /// The sum of h(m) - h(M).
    Difference,
    /// The sum of h(m) / h(M).
    Ratio,
    /// The sum of exp(h(m) / h(M)).
    Exponential,
    /// The number of moves with h(m) >= h(M): the rank.
    Rank,
    /// The number of moves with h(m) > h(M) over the number of moves: the final function without its second case.
    Strict,
    /// The normalised rank, the final function.
    Normalized,
}

impl ErrorMeasure {
    /// All functions, in the order of the thesis.
    pub const ALL: [ErrorMeasure; 7] = [
        ErrorMeasure::Missed,
        ErrorMeasure::Difference,
        ErrorMeasure::Ratio,
        ErrorMeasure::Exponential,
        ErrorMeasure::Rank,
        ErrorMeasure::Strict,
        ErrorMeasure::Normalized,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ErrorMeasure::Missed => "missed",
            ErrorMeasure::Difference => "difference",
            ErrorMeasure::Ratio => "ratio",
            ErrorMeasure::Exponential => "exponential",
            ErrorMeasure::Rank => "rank",
            ErrorMeasure::Strict => "strict rank",
            ErrorMeasure::Normalized => "normalised rank",
        }
    }

    /// The error in a position with these values of the legal moves, that of the move played among them.
    ///
    /// ```
    /// use learn::measures::ErrorMeasure;
    ///
    /// let error = |measure: ErrorMeasure| measure.error(&[3.0, 2.0, 2.0, 1.0], 2.0);
    /// assert_eq!(error(ErrorMeasure::Difference), 0.0);
    /// assert_eq!(error(ErrorMeasure::Ratio), 4.0);
    /// assert_eq!(error(ErrorMeasure::Rank), 3.0);
    /// assert_eq!(error(ErrorMeasure::Normalized), 0.5);
    /// ```
    pub fn error(self, values: &[f32], played: f32) -> f64 {
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            values.iter().map(|&value| of(f64::from(value), f64::from(played))).sum()
        };
        let placing = || Placing::among(values.iter().copied(), played);
        match self {
            ErrorMeasure::Missed => 1.0 - placing().top(1),
            ErrorMeasure::Difference => sum(&|value, played| value - played),
            ErrorMeasure::Ratio => sum(&|value, played| value / played),
            ErrorMeasure::Exponential => sum(&|value, played| (value / played).exp()),
            ErrorMeasure::Rank => sum(&|value, played| f64::from(u8::from(value >= played))),
            ErrorMeasure::Strict => f64::from(placing().rank() - 1) / f64::from(placing().legal()),
            ErrorMeasure::Normalized => placing().error(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(values: &[f32], played: f32) -> [f64; 7] {
        ErrorMeasure::ALL.map(|measure| measure.error(values, played))
    }

    #[test]
    fn each_function_is_that_of_the_text() {
        let e = std::f64::consts::E;
        let expected = [1.0, 1.0, 4.5, e.powf(2.0) + e + e.sqrt() + e, 3.0, 0.25, 0.5];
        for (found, expected) in errors(&[4.0, 2.0, 1.0, 2.0], 2.0).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    /// The trivial solution: all values equal. Differences and the strict rank call it perfect.
    #[test]
    fn equal_values_are_perfect_for_two_of_them() {
        let equal = errors(&[1.0; 8], 1.0);
        assert_eq!((equal[1], equal[5], equal[6]), (0.0, 0.0, 0.5));
        assert_eq!((equal[0], equal[2], equal[4]), (0.875, 8.0, 8.0));
    }

    /// One very bad move that was not played makes up for everything where a move's share is not bounded.
    #[test]
    fn one_very_bad_move_makes_up_for_others_without_a_bound() {
        let before = errors(&[4.0, 2.0, 1.0, 3.0], 1.0);
        let after = errors(&[4.0, 2.0, 1.0, -1e6], 1.0);
        assert!(after[1] < -9e5 && after[2] < -9e5, "difference and ratio");
        assert!(after[3] > 0.5 * before[3], "the exponential loses one move at most");
        assert_eq!((before[6], after[6]), (3.5 / 4.0, 2.5 / 4.0));
    }

    /// The ranks ignore by how much values differ.
    #[test]
    fn ranks_depend_on_the_order_only() {
        let (plain, cubed) = (errors(&[3.0, 2.0, 1.5, 1.0], 1.5), errors(&[27.0, 8.0, 3.375, 1.0], 3.375));
        assert_eq!((plain[0], &plain[4..]), (cubed[0], &cubed[4..]));
        assert!(plain[1] != cubed[1] && plain[2] != cubed[2] && plain[3] != cubed[3]);
    }
}
