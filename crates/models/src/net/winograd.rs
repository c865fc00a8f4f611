//! Convolutions of 3x3 points with a quarter of the multiplications (Winograd 1980; Lavin and Gray 2016).
//!
//! Tiles of 4x4 points of the output are computed together, or of 3x3 where these fit the board better. The 6x6 points that they see
//! become 36 other numbers, which are multiplied by the weights, transformed likewise, each by itself; and 36 sums become the
//! square. So a convolution is 36 products of matrices, a row for each square, and some additions.

use std::sync::OnceLock;

use super::activations::Activations;
use super::convolution::Finish;
use super::kernel::{Kernel, OUTPUTS};
use super::transform::{Four, Three, Transform};
use super::vector::Vector;

/// The side of the largest squares of the output.
pub(super) const SIDE: usize = 4;
/// Channels come in multiples of this.
const LANES: usize = 16;

/// A convolution of 3x3 points.
#[derive(Clone, Debug)]
pub(super) struct Winograd {
    inputs: usize,
    outputs: usize,
    /// By output, input and tap.
    trained: Vec<f32>,
    /// For squares of three and of four, once a board wants them: by thirty-two outputs, by place, by input, by output.
    transformed: [OnceLock<Vec<f32>>; 2],
    kernel: Kernel,
}

/// Workspace to work in, kept from one convolution to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    /// By place, by square, by input.
    seen: Vec<f32>,
    /// By place, by square, by thirty-two outputs.
    sums: Vec<[f32; OUTPUTS]>,
}

impl Winograd {
    /// A convolution of weights by output, input and tap, as they are trained.
    pub fn new(outputs: usize, inputs: usize, trained: Vec<f32>) -> Winograd {
        debug_assert!(outputs.is_multiple_of(OUTPUTS) && inputs.is_multiple_of(LANES));
        debug_assert_eq!(trained.len(), outputs * inputs * 9);
        Winograd { inputs, outputs, trained, transformed: Default::default(), kernel: Kernel::best() }
    }

    #[cfg(test)]
    pub fn with(self, kernel: Kernel) -> Winograd {
        Winograd { kernel, ..self }
    }

    /// Convolves a field; `bias` is added to each output.
    pub fn run(
        &self,
        from: &Activations,
        bias: &[f32],
        finish: &Finish<'_>,
        squares: &mut Tiles,
        to: &mut Activations,
    ) {
        debug_assert!(from.channels() == self.inputs && to.channels() == self.outputs && bias.len() == self.outputs);
        let size = from.stride() - 2;
        let work = |side: usize| size.div_ceil(side).pow(2) * (side + 2).pow(2);
        let [three, four] = &self.transformed;
        if work(3) < work(4) {
            self.run_by::<Three, 3, 5>(three, from, bias, finish, squares, to);
        } else {
            self.run_by::<Four, 4, 6>(four, from, bias, finish, squares, to);
        }
    }

    fn run_by<T: Transform<SIDE, SEEN>, const SIDE: usize, const SEEN: usize>(
        &self,
        weights: &OnceLock<Vec<f32>>,
        from: &Activations,
        bias: &[f32],
        finish: &Finish<'_>,
        squares: &mut Tiles,
        to: &mut Activations,
    ) {
        let weights = weights.get_or_init(|| self.transform::<T, SIDE, SEEN>());
        let side = (from.stride() - 2).div_ceil(SIDE);
        let (count, places) = (side * side, SEEN * SEEN);
        squares.seen.resize(places * count * self.inputs, 0.0);
        squares.sums.resize(places * count, [0.0; OUTPUTS]);
        by_instructions!(self.kernel, see < T, SIDE, SEEN > (from, side, &mut squares.seen));
        let piece = self.kernel.piece(count);
        let rows = count * self.inputs;
        let blocks = weights.chunks_exact(places * self.inputs * OUTPUTS);
        for (block, weights) in blocks.enumerate() {
            let places = weights.chunks_exact(self.inputs * OUTPUTS).zip(squares.seen.chunks_exact(rows));
            for ((weights, seen), sums) in places.zip(squares.sums.chunks_exact_mut(count)) {
                for (number, sums) in sums.chunks_mut(piece).enumerate() {
                    let start = number * piece * self.inputs;
                    self.kernel.multiply(seen, self.inputs, &[start], weights, sums);
                }
            }
            let bias = &bias[block * OUTPUTS..][..OUTPUTS];
            let begin = block * OUTPUTS;
            by_instructions!(self.kernel, collect < T, SIDE, SEEN > (&squares.sums, side, begin, bias, finish, to));
        }
    }

    /// The weights for squares of a size.
    fn transform<T: Transform<SIDE, SEEN>, const SIDE: usize, const SEEN: usize>(&self) -> Vec<f32> {
        let mut weights = vec![0.0; self.outputs * self.inputs * SEEN * SEEN];
        for (number, taps) in self.trained.chunks_exact(9).enumerate() {
            let (output, input) = (number / self.inputs, number % self.inputs);
            let (block, within) = (output / OUTPUTS, output % OUTPUTS);
            for (place, &weight) in T::weights(taps).as_flattened().iter().enumerate() {
                weights[((block * SEEN * SEEN + place) * self.inputs + input) * OUTPUTS + within] = weight;
            }
        }
        weights
    }
}

/// The same function, with the vectors of each kind of instructions.
macro_rules! by_instructions {
    ($kernel:expr, $name:ident<$($by:ty),*>($($argument:expr),*)) => {
        match $kernel {
            // SAFETY: the processor has the instructions, or there would be no such kernel.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { avx512::$name::<$($by),*>($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::$name::<$($by),*>($($argument),*) },
            Kernel::Plain => $name::<[f32; 8], $($by),*>($($argument),*),
        }
    };
}
use by_instructions;

macro_rules! instructions {
    ($module:ident, $features:literal, $vector:ident) => {
        #[cfg(target_arch = "x86_64")]
        mod $module {
            use std::arch::x86_64::$vector;

            use super::{Activations, Finish, OUTPUTS, Transform};

            #[target_feature(enable = $features)]
            pub fn see<T: Transform<SIDE, SEEN>, const SIDE: usize, const SEEN: usize>(
                from: &Activations,
                side: usize,
                seen: &mut [f32],
            ) {
                super::see::<$vector, T, SIDE, SEEN>(from, side, seen);
            }

            #[target_feature(enable = $features)]
            pub fn collect<T: Transform<SIDE, SEEN>, const SIDE: usize, const SEEN: usize>(
                sums: &[[f32; OUTPUTS]],
                side: usize,
                begin: usize,
                bias: &[f32],
                finish: &Finish<'_>,
                to: &mut Activations,
            ) {
                super::collect::<$vector, T, SIDE, SEEN>(sums, side, begin, bias, finish, to);
            }
        }
    };
}
instructions!(avx512, "avx512f", __m512);
instructions!(avx2, "avx2,fma", __m256);

/// What all squares see, transformed.
#[inline(always)]
fn see<V: Vector, T: Transform<SIDE, SEEN>, const SIDE: usize, const SEEN: usize>(
    from: &Activations,
    side: usize,
    seen: &mut [f32],
) {
    let (channels, stride) = (from.channels(), from.stride());
    let apart = side * side * channels;
    for square in 0..side * side {
        let corner = square / side * SIDE * stride + square % side * SIDE;
        for begin in (0..channels).step_by(V::LANES) {
            let mut rows = [[V::zero(); SEEN]; SEEN];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let at = (corner + row * stride) * channels + begin;
                *transformed = T::forward(some(from.values(), at, channels));
            }
            for col in 0..SEEN {
                let column = T::forward(column(&rows, col));
                for (row, values) in column.into_iter().enumerate() {
                    values.put(&mut seen[(row * SEEN + col) * apart + square * channels + begin..]);
                }
            }
        }
    }
}

/// A column of some rows.
#[inline(always)]
fn column<V: Vector, const N: usize, const SEEN: usize>(rows: &[[V; N]; SEEN], col: usize) -> [V; SEEN] {
    std::array::from_fn(|row| rows[row][col])
}

/// Some vectors, as far apart.
#[inline(always)]
fn some<V: Vector, const SEEN: usize>(values: &[f32], at: usize, apart: usize) -> [V; SEEN] {
    let values = &values[at..at + (SEEN - 1) * apart + V::LANES];
    let mut some = [V::zero(); SEEN];
    for (number, vector) in some.iter_mut().enumerate() {
        *vector = V::take(&values[number * apart..]);
    }
    some
}

/// Makes squares of sums again, and writes those points of them that are on the board.
#[inline(always)]
fn collect<V: Vector, T: Transform<SIDE, SEEN>, const SIDE: usize, const SEEN: usize>(
    sums: &[[f32; OUTPUTS]],
    side: usize,
    begin: usize,
    bias: &[f32],
    finish: &Finish<'_>,
    to: &mut Activations,
) {
    let size = to.stride() - 2;
    let count = side * side;
    for square in 0..count {
        let (top, left) = (square / side * SIDE, square % side * SIDE);
        for first in (0..OUTPUTS).step_by(V::LANES) {
            let mut rows = [[V::zero(); SIDE]; SEEN];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let at = (row * SEEN * count + square) * OUTPUTS + first;
                *transformed = T::back(some(sums.as_flattened(), at, count * OUTPUTS));
            }
            let bias = V::take(&bias[first..]);
            for col in 0..SIDE.min(size - left) {
                let column = T::back(column(&rows, col));
                for (row, sums) in column.into_iter().enumerate().take(size - top) {
                    let point = to.point(top + row, left + col);
                    let sums = match finish {
                        Finish::Relu => sums.plus(bias),
                        Finish::AddRelu(other) => sums.plus(bias).plus(V::take(&other.at(point)[begin + first..])),
                    };
                    sums.relu().put(&mut to.at_mut(point)[begin + first..]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{by_the_book, field, noise};
    use super::*;

    #[test]
    fn with_fewer_multiplications_it_comes_to_the_same() {
        for (size, inputs) in [(2, 16), (5, 32), (6, 32), (7, 32), (9, 64), (13, 32), (19, 64)] {
            let (from, outputs) = (field(size, inputs, 1), 64);
            let trained = noise(outputs * inputs * 9, 2);
            let bias = noise(outputs, 3);
            let other = field(size, outputs, 4);
            let mut squares = Tiles::default();
            for kernel in Kernel::all() {
                let convolution = Winograd::new(outputs, inputs, trained.clone()).with(kernel);
                let mut to = Activations::new(size, outputs);
                convolution.run(&from, &bias, &Finish::AddRelu(&other), &mut squares, &mut to);
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
