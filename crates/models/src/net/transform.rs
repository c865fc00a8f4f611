//! The transforms of Winograd's convolutions, for squares of two sizes.
//!
//! They are polynomials that are multiplied by their values at some places: for squares of four 0, 1, -1, 2, -2 and infinity, for
//! squares of three the same without -2.

use super::vector::Vector;

/// Tiles of so many points a side, and how many points a side they see.
pub(super) trait Transform<const SIDE: usize, const SEEN: usize> {
    /// The transform of weights, one way.
    const WEIGHTS: [[f64; 3]; SEEN];

    /// The transform of what is seen, one way.
    fn forward<V: Vector>(d: [V; SEEN]) -> [V; SEEN];

    /// The transform of sums into a square, one way.
    fn back<V: Vector>(m: [V; SEEN]) -> [V; SIDE];

    /// The weights of one input for one output, transformed both ways, row by row.
    fn weights(taps: &[f32]) -> [[f32; SEEN]; SEEN] {
        let sum = |down: &[f64; 3], right: &[f64; 3]| {
            let products = taps.iter().enumerate().map(|(tap, &taps)| down[tap / 3] * right[tap % 3] * f64::from(taps));
            products.sum::<f64>() as f32
        };
        std::array::from_fn(|row| std::array::from_fn(|col| sum(&Self::WEIGHTS[row], &Self::WEIGHTS[col])))
    }
}

/// Tiles of 4x4 points: a quarter of the multiplications.
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
        let (near, far) = (d[4].less(d[2].times(4.0)), d[3].less(d[1].times(4.0)));
        let (even, odd) = (d[4].less(d[2]), d[3].less(d[1]).times(2.0));
        [
            d[0].times(4.0).less(d[2].times(5.0)).plus(d[4]),
            near.plus(far),
            near.less(far),
            even.plus(odd),
            even.less(odd),
            d[1].times(4.0).less(d[3].times(5.0)).plus(d[5]),
        ]
    }

    #[inline(always)]
    fn back<V: Vector>(m: [V; 6]) -> [V; 4] {
        let (even, odd) = (m[1].plus(m[2]), m[1].less(m[2]));
        let (further, odder) = (m[3].plus(m[4]), m[3].less(m[4]));
        [
            m[0].plus(even).plus(further),
            odd.plus(odder.times(2.0)),
            even.plus(further.times(4.0)),
            odd.plus(odder.times(8.0)).plus(m[5]),
        ]
    }
}

/// Tiles of 3x3 points: three of them make a side of 9x9, where squares of four would reach far beyond the edge.
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
        let odd = d[3].less(d[1]);
        [
            d[0].less(d[2]).times(2.0).plus(odd),
            d[3].less(d[2]).less(d[1].times(2.0)),
            d[3].less(d[2].times(3.0)).plus(d[1].times(2.0)),
            odd,
            d[4].less(d[2]).less(odd.times(2.0)),
        ]
    }

    #[inline(always)]
    fn back<V: Vector>(m: [V; 5]) -> [V; 3] {
        let (even, odd) = (m[1].plus(m[2]), m[1].less(m[2]));
        [m[0].plus(even).plus(m[3]), odd.plus(m[3].times(2.0)), even.plus(m[3].times(4.0)).plus(m[4])]
    }
}
