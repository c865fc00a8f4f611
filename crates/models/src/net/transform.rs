//! The transforms of Winograd's convolutions, for two tile sizes.
//!
//! A convolution multiplies polynomials, here by their values at a few points: 0, 1, -1, 2, -2 and infinity for tiles
//! of 4x4, the same without -2 for tiles of 3x3.

use super::vector::Vector;

/// A transform for output tiles of `SIDE` x `SIDE`, which depend on input tiles of `INPUT` x `INPUT`. Each function
/// transforms one dimension.
pub(super) trait Transform<const SIDE: usize, const INPUT: usize> {
    /// The transform of the weights.
    const WEIGHTS: [[f64; 3]; INPUT];

    /// The transform of an input tile.
    fn forward<V: Vector>(d: [V; INPUT]) -> [V; INPUT];

    /// The transform of sums into an output tile.
    fn back<V: Vector>(m: [V; INPUT]) -> [V; SIDE];

    /// The weights of one input for one output, transformed in both dimensions, row by row.
    fn weights(taps: &[f32]) -> [[f32; INPUT]; INPUT] {
        let sum = |down: &[f64; 3], right: &[f64; 3]| {
            let products = taps.iter().enumerate().map(|(tap, &taps)| down[tap / 3] * right[tap % 3] * f64::from(taps));
            products.sum::<f64>() as f32
        };
        std::array::from_fn(|row| std::array::from_fn(|col| sum(&Self::WEIGHTS[row], &Self::WEIGHTS[col])))
    }
}

/// Output tiles of 4x4 points: a quarter of the multiplications.
pub(super) struct Four;

impl Transform<4, 6> for Four {
    const WEIGHTS: [[f64; 3]; 6] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn forward<V: Vector>(d: [V; 6]) -> [V; 6] {
        let (even1, odd1) = (d[4] - d[2] * 4.0, d[3] - d[1] * 4.0);
        let (even2, odd2) = (d[4] - d[2], (d[3] - d[1]) * 2.0);
        [
            d[0] * 4.0 - d[2] * 5.0 + d[4],
            even1 + odd1,
            even1 - odd1,
            even2 + odd2,
            even2 - odd2,
            d[1] * 4.0 - d[3] * 5.0 + d[5],
        ]
    }

    #[inline(always)]
    fn back<V: Vector>(m: [V; 6]) -> [V; 4] {
        let (even1, odd1) = (m[1] + m[2], m[1] - m[2]);
        let (even2, odd2) = (m[3] + m[4], m[3] - m[4]);
        [m[0] + even1 + even2, odd1 + odd2 * 2.0, even1 + even2 * 4.0, odd1 + odd2 * 8.0 + m[5]]
    }
}

/// Output tiles of 3x3 points: three of them span a 9x9 board, which tiles of 4x4 would overshoot.
pub(super) struct Three;

impl Transform<3, 5> for Three {
    const WEIGHTS: [[f64; 3]; 5] = [
        [1.0 / 2.0, 0.0, 0.0],
        [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn forward<V: Vector>(d: [V; 5]) -> [V; 5] {
        let odd = d[3] - d[1];
        [
            (d[0] - d[2]) * 2.0 + odd,
            d[3] - d[2] - d[1] * 2.0,
            d[3] - d[2] * 3.0 + d[1] * 2.0,
            odd,
            d[4] - d[2] - odd * 2.0,
        ]
    }

    #[inline(always)]
    fn back<V: Vector>(m: [V; 5]) -> [V; 3] {
        let (even, odd) = (m[1] + m[2], m[1] - m[2]);
        [m[0] + even + m[3], odd + m[3] * 2.0, even + m[3] * 4.0 + m[4]]
    }
}
