//! Rows of numbers in fours, which is what every processor of this family adds and multiplies at once. Rows that are shorter
//! are filled up with noughts. Nothing is fused or reordered by the compiler, so that results are the same to the bit wherever
//! they are computed.

/// Four numbers.
pub(super) type Lanes = [f32; 4];

/// How many fours hold so many numbers.
pub(super) const fn fours(numbers: usize) -> usize {
    numbers.div_ceil(4)
}

/// One number of a row.
#[inline(always)]
pub(super) fn at(row: &[Lanes], place: usize) -> f32 {
    row[place / 4][place % 4]
}

/// Adds a row.
#[inline(always)]
pub(super) fn add(sum: &mut [Lanes], row: &[Lanes]) {
    for (sum, row) in sum.iter_mut().zip(row) {
        (0..4).for_each(|k| sum[k] += row[k]);
    }
}

/// Adds a row so many times.
#[inline(always)]
pub(super) fn add_times(sum: &mut [Lanes], row: &[Lanes], times: f32) {
    for (sum, row) in sum.iter_mut().zip(row) {
        (0..4).for_each(|k| sum[k] += times * row[k]);
    }
}

/// The sum of products.
#[inline(always)]
pub(super) fn dot(one: &[Lanes], other: &[Lanes]) -> f32 {
    let mut sum = [0.0; 4];
    for (one, other) in one.iter().zip(other) {
        (0..4).for_each(|k| sum[k] += one[k] * other[k]);
    }
    total(sum)
}

/// The sum of products of one row with the sigmoids of another.
#[inline(always)]
pub(super) fn dot_sigmoid(one: &[Lanes], other: &[Lanes]) -> f32 {
    let mut sum = [0.0; 4];
    for (one, &other) in one.iter().zip(other) {
        let bent = sigmoids(other);
        (0..4).for_each(|k| sum[k] += one[k] * bent[k]);
    }
    total(sum)
}

#[inline(always)]
fn total(sum: Lanes) -> f32 {
    (sum[0] + sum[1]) + (sum[2] + sum[3])
}

/// 1 / (1 + e^-x), of four numbers at once.
///
/// e^-x is 2^n 2^f with f within a half of nought: 2^n is written into the exponent, 2^f is a polynomial that interpolates it
/// at Chebyshev's places. It differs from the true value by less than 2e-7.
#[inline(always)]
pub(super) fn sigmoids(x: Lanes) -> Lanes {
    /// Adding and taking away so much rounds to a whole number, which can be read off the lowest bits in between.
    const ROUND: f32 = 12_582_912.0;
    let mut y = [0.0; 4];
    for k in 0..4 {
        let t = x[k].max(-60.0).min(60.0) * -std::f32::consts::LOG2_E;
        let rounded = t + ROUND;
        let n = rounded.to_bits().wrapping_sub(ROUND.to_bits());
        let f = t - (rounded - ROUND);
        let rest = 0.240_223_49 + f * (0.055_503_81 + f * (0.009_666_368_5 + f * 0.001_338_130_2));
        let power = 1.0 + f * (std::f32::consts::LN_2 + f * rest);
        y[k] = 1.0 / (1.0 + f32::from_bits(power.to_bits().wrapping_add(n << 23)));
    }
    y
}

/// 1 / (1 + e^-x), with an error of less than 2e-7: what the hidden units of a network make of their sums.
pub fn sigmoid(x: f32) -> f32 {
    sigmoids([x; 4])[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sigmoid_is_that_of_the_mathematical_library() {
        let error = |place: i32| {
            let x = place as f32 / 1000.0;
            (f64::from(sigmoid(x)) - 1.0 / (1.0 + (-f64::from(x)).exp())).abs()
        };
        let worst = (-60_000..=60_000).map(error).fold(0.0, f64::max);
        assert!(worst < 2e-7, "{worst}");
        assert_eq!(sigmoid(0.0), 0.5);
        assert_eq!([sigmoid(f32::INFINITY), sigmoid(1e9)], [1.0; 2]);
        assert!([-1e9, f32::NEG_INFINITY].iter().all(|&x| sigmoid(x) < 1e-25));
    }

    #[test]
    fn rows_are_added_and_multiplied_number_by_number() {
        let (one, other) = ([[1.0, 2.0, 3.0, 4.0], [5.0, 0.0, 0.0, 0.0]], [[1.0, 1.0, 1.0, 2.0], [2.0, 9.0, 9.0, 9.0]]);
        assert_eq!(dot(&one, &other), 1.0 + 2.0 + 3.0 + 8.0 + 10.0);
        let mut sum = one;
        add_times(&mut sum, &other, -1.0);
        add(&mut sum, &other);
        assert_eq!(sum, one);
        assert_eq!((at(&one, 4), fours(4), fours(5)), (5.0, 1, 2));
        let bent = dot_sigmoid(&one, &[[0.0; 4]; 2]);
        assert_eq!(bent, 7.5);
    }
}
