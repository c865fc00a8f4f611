//! Convolutions of 3x3 points with a quarter of the multiplications (Winograd 1980; Lavin and Gray 2016).
//!
//! Squares of 4x4 points of the output are computed together. The 6x6 points that they see become 36 other numbers, which are
//! multiplied by the weights, transformed likewise, each by itself; and 36 sums become the square. So a convolution is 36
//! products of matrices, a row for each square, and some additions.

use super::convolution::Finish;
use super::field::Field;
use super::kernel::{Kernel, OUTPUTS};
use super::vector::Vector;

/// The side of a square of the output.
pub(super) const SIDE: usize = 4;
/// The side of what such a square sees.
const SEEN: usize = SIDE + 2;
/// How many numbers that is.
const PLACES: usize = SEEN * SEEN;
/// Channels come in multiples of this.
const LANES: usize = 16;

/// A convolution of 3x3 points.
#[derive(Clone, Debug)]
pub(super) struct Winograd {
    inputs: usize,
    outputs: usize,
    /// By thirty-two outputs, by place, by input, by output.
    weights: Vec<f32>,
    kernel: Kernel,
}

/// Room to work in, kept from one convolution to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Squares {
    /// By place, by square, by input.
    seen: Vec<f32>,
    /// By place, by square, by thirty-two outputs.
    sums: Vec<[f32; OUTPUTS]>,
}

impl Winograd {
    /// A convolution of weights by output, input and tap, as they are trained.
    pub fn new(outputs: usize, inputs: usize, trained: &[f32]) -> Winograd {
        debug_assert!(outputs.is_multiple_of(OUTPUTS) && inputs.is_multiple_of(LANES));
        debug_assert_eq!(trained.len(), outputs * inputs * 9);
        let mut weights = vec![0.0; outputs * inputs * PLACES];
        for (number, taps) in trained.chunks_exact(9).enumerate() {
            let (output, input) = (number / inputs, number % inputs);
            let (block, within) = (output / OUTPUTS, output % OUTPUTS);
            for (place, weight) in transformed(taps).into_iter().enumerate() {
                weights[((block * PLACES + place) * inputs + input) * OUTPUTS + within] = weight;
            }
        }
        Winograd { inputs, outputs, weights, kernel: Kernel::best() }
    }

    #[cfg(test)]
    pub fn with(self, kernel: Kernel) -> Winograd {
        Winograd { kernel, ..self }
    }

    /// Convolves a field; `bias` is added to each output.
    pub fn run(&self, from: &Field, bias: &[f32], finish: &Finish<'_>, squares: &mut Squares, to: &mut Field) {
        debug_assert!(from.channels() == self.inputs && to.channels() == self.outputs && bias.len() == self.outputs);
        let side = (from.stride() - 2).div_ceil(SIDE);
        let count = side * side;
        squares.seen.resize(PLACES * count * self.inputs, 0.0);
        squares.sums.resize(PLACES * count, [0.0; OUTPUTS]);
        by_instructions!(self.kernel, see(from, side, &mut squares.seen));
        let piece = self.kernel.piece(count);
        let rows = count * self.inputs;
        let blocks = self.weights.chunks_exact(PLACES * self.inputs * OUTPUTS);
        for (block, weights) in blocks.enumerate() {
            let places = weights.chunks_exact(self.inputs * OUTPUTS).zip(squares.seen.chunks_exact(rows));
            for ((weights, seen), sums) in places.zip(squares.sums.chunks_exact_mut(count)) {
                for (number, sums) in sums.chunks_mut(piece).enumerate() {
                    let start = number * piece * self.inputs;
                    self.kernel.multiply(seen, self.inputs, &[start], weights, sums);
                }
            }
            let bias = &bias[block * OUTPUTS..][..OUTPUTS];
            by_instructions!(self.kernel, collect(&squares.sums, side, block * OUTPUTS, bias, finish, to));
        }
    }
}

/// The same function, with the vectors of each kind of instructions.
macro_rules! by_instructions {
    ($kernel:expr, $name:ident($($argument:expr),*)) => {
        match $kernel {
            // SAFETY: the processor has the instructions, or there would be no such kernel.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { avx512::$name($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::$name($($argument),*) },
            Kernel::Plain => $name::<[f32; 8]>($($argument),*),
        }
    };
}
use by_instructions;

macro_rules! instructions {
    ($module:ident, $features:literal, $vector:ident) => {
        #[cfg(target_arch = "x86_64")]
        mod $module {
            use std::arch::x86_64::$vector;

            use super::{Field, Finish, OUTPUTS};

            #[target_feature(enable = $features)]
            pub fn see(from: &Field, side: usize, seen: &mut [f32]) {
                super::see::<$vector>(from, side, seen);
            }

            #[target_feature(enable = $features)]
            pub fn collect(
                sums: &[[f32; OUTPUTS]],
                side: usize,
                begin: usize,
                bias: &[f32],
                finish: &Finish<'_>,
                to: &mut Field,
            ) {
                super::collect::<$vector>(sums, side, begin, bias, finish, to);
            }
        }
    };
}
instructions!(avx512, "avx512f", __m512);
instructions!(avx2, "avx2,fma", __m256);

/// What all squares see, transformed.
#[inline(always)]
fn see<V: Vector>(from: &Field, side: usize, seen: &mut [f32]) {
    let (channels, stride) = (from.channels(), from.stride());
    let apart = side * side * channels;
    for square in 0..side * side {
        let corner = square / side * SIDE * stride + square % side * SIDE;
        for begin in (0..channels).step_by(V::LANES) {
            let mut rows = [[V::nought(); SEEN]; SEEN];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let at = (corner + row * stride) * channels + begin;
                *transformed = forward(six(from.values(), at, channels));
            }
            for col in 0..SEEN {
                let column = forward(column(&rows, col));
                for (row, values) in column.into_iter().enumerate() {
                    values.put(&mut seen[(row * SEEN + col) * apart + square * channels + begin..]);
                }
            }
        }
    }
}

/// A column of some rows.
#[inline(always)]
fn column<V: Vector, const N: usize>(rows: &[[V; N]; SEEN], col: usize) -> [V; SEEN] {
    [rows[0][col], rows[1][col], rows[2][col], rows[3][col], rows[4][col], rows[5][col]]
}

/// Six vectors, as far apart.
#[inline(always)]
fn six<V: Vector>(values: &[f32], at: usize, apart: usize) -> [V; SEEN] {
    let values = &values[at..at + 5 * apart + V::LANES];
    let mut six = [V::nought(); SEEN];
    for (number, vector) in six.iter_mut().enumerate() {
        *vector = V::take(&values[number * apart..]);
    }
    six
}

/// The transform of what is seen, one way.
#[inline(always)]
fn forward<V: Vector>(d: [V; SEEN]) -> [V; SEEN] {
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

/// Makes squares of sums again, and writes those points of them that are on the board.
#[inline(always)]
fn collect<V: Vector>(
    sums: &[[f32; OUTPUTS]],
    side: usize,
    begin: usize,
    bias: &[f32],
    finish: &Finish<'_>,
    to: &mut Field,
) {
    let size = to.stride() - 2;
    let count = side * side;
    for square in 0..count {
        let (top, left) = (square / side * SIDE, square % side * SIDE);
        for first in (0..OUTPUTS).step_by(V::LANES) {
            let mut rows = [[V::nought(); SIDE]; SEEN];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let at = (row * SEEN * count + square) * OUTPUTS + first;
                *transformed = back(six(sums.as_flattened(), at, count * OUTPUTS));
            }
            let bias = V::take(&bias[first..]);
            for col in 0..SIDE.min(size - left) {
                let column = back(column(&rows, col));
                for (row, sums) in column.into_iter().enumerate().take(size - top) {
                    let point = to.point(top + row, left + col);
                    let sums = match finish {
                        Finish::Bend => sums.plus(bias),
                        Finish::AddAndBend(other) => sums.plus(bias).plus(V::take(&other.at(point)[begin + first..])),
                    };
                    sums.bent().put(&mut to.at_mut(point)[begin + first..]);
                }
            }
        }
    }
}

/// The transform of sums into a square, one way.
#[inline(always)]
fn back<V: Vector>(m: [V; SEEN]) -> [V; SIDE] {
    let (even, odd) = (m[1].plus(m[2]), m[1].less(m[2]));
    let (further, odder) = (m[3].plus(m[4]), m[3].less(m[4]));
    [
        m[0].plus(even).plus(further),
        odd.plus(odder.times(2.0)),
        even.plus(further.times(4.0)),
        odd.plus(odder.times(8.0)).plus(m[5]),
    ]
}

/// The weights of one input for one output, transformed both ways.
fn transformed(taps: &[f32]) -> [f32; PLACES] {
    const WAY: [[f64; 3]; SEEN] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    let mut places = [0.0; PLACES];
    for (place, weight) in places.iter_mut().enumerate() {
        let (down, right) = (WAY[place / SEEN], WAY[place % SEEN]);
        let products = taps.iter().enumerate().map(|(tap, &taps)| down[tap / 3] * right[tap % 3] * f64::from(taps));
        *weight = products.sum::<f64>() as f32;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::textbook::{by_the_book, field, noise};
    use super::*;

    #[test]
    fn with_a_quarter_of_the_multiplications_it_comes_to_the_same() {
        for (size, inputs) in [(2, 16), (5, 32), (9, 64), (13, 32), (19, 64)] {
            let (from, outputs) = (field(size, inputs, 1), 64);
            let trained = noise(outputs * inputs * 9, 2);
            let bias = noise(outputs, 3);
            let other = field(size, outputs, 4);
            let mut squares = Squares::default();
            for kernel in Kernel::all() {
                let convolution = Winograd::new(outputs, inputs, &trained).with(kernel);
                let mut to = Field::new(size, outputs);
                convolution.run(&from, &bias, &Finish::AddAndBend(&other), &mut squares, &mut to);
                for (place, point) in to.points().enumerate() {
                    for output in (0..outputs).step_by(7) {
                        let sum = by_the_book(&from, size, &trained, 9, output, place) + bias[output];
                        let expected = (sum + other.at(point)[output]).max(0.0);
                        let off = (to.at(point)[output] - expected).abs();
                        assert!(off < 1e-3, "{kernel:?} on {size}x{size}: {off}");
                    }
                }
                let border = (0..to.values().len() / outputs).filter(|&point| !to.is_inside(point));
                assert!(border.flat_map(|point| to.at(point)).all(|&value| value == 0.0), "the border stays empty");
            }
        }
    }
}
