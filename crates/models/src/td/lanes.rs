//! Rows of numbers in groups of eight, padded with zeros, which the compiler vectorises. Elementwise operations loop
//! over the flat row; sums keep eight partial sums. Nothing is fused or reordered, so results are bit-identical on
//! every machine.

/// Eight numbers.
pub(super) type Lanes = [f32; 8];

/// Eight zeros.
pub(super) const ZEROS: Lanes = [0.0; 8];

/// The number of groups that hold this many numbers.
pub(super) const fn eights(numbers: usize) -> usize {
    numbers.div_ceil(8)
}

/// Adds a row.
#[inline(always)]
pub(super) fn add(sum: &mut [Lanes], row: &[Lanes]) {
    for (sum, row) in sum.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
        *sum += row;
    }
}

/// Adds a multiple of a row.
#[inline(always)]
pub(super) fn add_times(sum: &mut [Lanes], row: &[Lanes], times: f32) {
    for (sum, row) in sum.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
        *sum += times * row;
    }
}

/// Sets a row to the sum of two rows.
#[inline(always)]
pub(super) fn set_sum(own: &mut [Lanes], one: &[Lanes], other: &[Lanes]) {
    let both = one.as_flattened().iter().zip(other.as_flattened());
    for (own, (one, other)) in own.as_flattened_mut().iter_mut().zip(both) {
        *own = one + other;
    }
}

/// The dot product.
#[inline(always)]
pub(super) fn dot(one: &[Lanes], other: &[Lanes]) -> f32 {
    let mut sum = ZEROS;
    for (one, other) in one.iter().zip(other) {
        for k in 0..8 {
            sum[k] += one[k] * other[k];
        }
    }
    let half: [f32; 4] = std::array::from_fn(|k| sum[k] + sum[k + 4]);
    (half[0] + half[2]) + (half[1] + half[3])
}

/// Applies the [sigmoid] to every number.
#[inline(always)]
pub(super) fn apply_sigmoid(row: &mut [Lanes]) {
    for x in row.as_flattened_mut() {
        *x = sigmoid(*x);
    }
}

/// 1 / (1 + e^-x), the activation of hidden units, with an error below 2e-7.
///
/// e^-x is 2^n 2^f with |f| <= 1/2: 2^n goes into the exponent, and 2^f is a polynomial that interpolates it at
/// Chebyshev nodes.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    /// Adding and subtracting this rounds to an integer, which is in the lowest bits in between.
    const ROUND: f32 = 12_582_912.0;
    // Not `clamp` or `max`, whose treatment of NaN costs time.
    let x = if x < -60.0 { -60.0 } else { x };
    let x = if x > 60.0 { 60.0 } else { x };
    let t = x * -std::f32::consts::LOG2_E;
    let rounded = t + ROUND;
    let f = t - (rounded - ROUND);
    let rest = 0.240_223_5 + f * (0.055_503_81 + f * (0.009_666_368 + f * 0.001_338_130_2));
    let power = 1.0 + f * (std::f32::consts::LN_2 + f * rest);
    1.0 / (1.0 + f32::from_bits(power.to_bits().wrapping_add(rounded.to_bits() << 23)))
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
        let one = [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]];
        let other = [[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0], [2.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0]];
        assert_eq!(dot(&one, &other), 28.0 + 16.0 + 18.0);
        let (mut sum, mut set) = (one, [ZEROS; 2]);
        add_times(&mut sum, &other, -1.0);
        add(&mut sum, &other);
        assert_eq!(sum, one);
        set_sum(&mut set, &one, &other);
        assert_eq!((set[0][7], set[1][0], set[1][1]), (10.0, 11.0, 9.0));
        assert_eq!((eights(8), eights(9)), (1, 2));
        apply_sigmoid(&mut sum[1..]);
        assert_eq!(sum[1][7], 0.5);
    }
}
