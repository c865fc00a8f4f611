//! Convolutions of 3x3 points with a quarter of the multiplications (Winograd 1980; Lavin and Gray 2016).
//!
//! The output is computed in tiles of 4x4 points, or of 3x3 where these fit the board better. A tile of 4x4 depends on
//! an input tile of 6x6. The input tile is transformed into 36 numbers, each is multiplied by its own transformed
//! weights, and the 36 sums are transformed back into the output tile. So a convolution is 36 matrix products with a
//! row for each tile.

use std::sync::OnceLock;

use super::activations::Activations;
use super::convolution::Finish;
use super::kernel::{Kernel, OUTPUTS};
use super::transform::{Four, Three, Transform};
use super::vector::{Portable, Vector};

/// The side of the largest output tiles.
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
    /// For tiles of 3x3 and 4x4, made when a board first needs them: by 32 outputs, position in the tile, input,
    /// output.
    transformed: [OnceLock<Vec<f32>>; 2],
    kernel: Kernel,
}

/// Buffers for transformed tiles, reused by all convolutions.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    /// By position in the tile, tile, input.
    inputs: Vec<f32>,
    /// By position in the tile, tile, 32 outputs.
    sums: Vec<[f32; OUTPUTS]>,
}

impl Winograd {
    /// Takes trained weights by output, input and tap.
    pub fn new(outputs: usize, inputs: usize, trained: Vec<f32>) -> Winograd {
        debug_assert!(outputs.is_multiple_of(OUTPUTS) && inputs.is_multiple_of(LANES));
        debug_assert_eq!(trained.len(), outputs * inputs * 9);
        Winograd { inputs, outputs, trained, transformed: Default::default(), kernel: Kernel::best() }
    }

    #[cfg(test)]
    pub fn with(self, kernel: Kernel) -> Winograd {
        Winograd { kernel, ..self }
    }

    /// Convolves a board and adds `bias` to each output.
    pub fn run(&self, from: &Activations, bias: &[f32], finish: &Finish<'_>, tiles: &mut Tiles, to: &mut Activations) {
        debug_assert!(from.channels() == self.inputs && to.channels() == self.outputs && bias.len() == self.outputs);
        let size = from.stride() - 2;
        let work = |side: usize| size.div_ceil(side).pow(2) * (side + 2).pow(2);
        let [three, four] = &self.transformed;
        if work(3) < work(4) {
            self.run_by::<Three, 3, 5>(three, from, bias, finish, tiles, to);
        } else {
            self.run_by::<Four, 4, 6>(four, from, bias, finish, tiles, to);
        }
    }

    fn run_by<T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
        &self,
        weights: &OnceLock<Vec<f32>>,
        from: &Activations,
        bias: &[f32],
        finish: &Finish<'_>,
        tiles: &mut Tiles,
        to: &mut Activations,
    ) {
        let weights = weights.get_or_init(|| self.transform::<T, SIDE, INPUT>());
        let side = (from.stride() - 2).div_ceil(SIDE);
        let (count, places) = (side * side, INPUT * INPUT);
        tiles.inputs.resize(places * count * self.inputs, 0.0);
        tiles.sums.resize(places * count, [0.0; OUTPUTS]);
        by_instructions!(self.kernel, transform_input < T, SIDE, INPUT > (from, side, &mut tiles.inputs));
        let rows_at_once = self.kernel.rows_at_once(count);
        let rows = count * self.inputs;
        let blocks = weights.chunks_exact(places * self.inputs * OUTPUTS);
        for (block, weights) in blocks.enumerate() {
            let places = weights.chunks_exact(self.inputs * OUTPUTS).zip(tiles.inputs.chunks_exact(rows));
            for ((weights, inputs), sums) in places.zip(tiles.sums.chunks_exact_mut(count)) {
                for (number, sums) in sums.chunks_mut(rows_at_once).enumerate() {
                    let start = number * rows_at_once * self.inputs;
                    self.kernel.multiply(inputs, self.inputs, &[start], weights, sums);
                }
            }
            let bias = &bias[block * OUTPUTS..][..OUTPUTS];
            let begin = block * OUTPUTS;
            by_instructions!(
                self.kernel,
                transform_output < T,
                SIDE,
                INPUT > (&tiles.sums, side, begin, bias, finish, to)
            );
        }
    }

    /// The weights for one tile size.
    fn transform<T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(&self) -> Vec<f32> {
        let mut weights = vec![0.0; self.outputs * self.inputs * INPUT * INPUT];
        for (number, taps) in self.trained.chunks_exact(9).enumerate() {
            let (output, input) = (number / self.inputs, number % self.inputs);
            let (block, within) = (output / OUTPUTS, output % OUTPUTS);
            for (place, &weight) in T::weights(taps).as_flattened().iter().enumerate() {
                weights[((block * INPUT * INPUT + place) * self.inputs + input) * OUTPUTS + within] = weight;
            }
        }
        weights
    }
}

/// Calls a function with the vectors of a kernel.
macro_rules! by_instructions {
    ($kernel:expr, $name:ident<$($by:ty),*>($($argument:expr),*)) => {
        match $kernel {
            // SAFETY: the token proves that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => unsafe { avx512::$name::<$($by),*>(proof, $($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => unsafe { avx2::$name::<$($by),*>(proof, $($argument),*) },
            Kernel::Portable => $name::<Portable, $($by),*>((), $($argument),*),
        }
    };
}
use by_instructions;

macro_rules! instructions {
    ($module:ident, $features:literal, $proof:ident, $vector:ident) => {
        #[cfg(target_arch = "x86_64")]
        mod $module {
            use super::super::processor::$proof;
            use super::super::vector::$vector;
            use super::{Activations, Finish, OUTPUTS, Transform};

            #[target_feature(enable = $features)]
            pub fn transform_input<T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
                proof: $proof,
                from: &Activations,
                side: usize,
                inputs: &mut [f32],
            ) {
                super::transform_input::<$vector, T, SIDE, INPUT>(proof, from, side, inputs);
            }

            #[target_feature(enable = $features)]
            pub fn transform_output<T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
                proof: $proof,
                sums: &[[f32; OUTPUTS]],
                side: usize,
                begin: usize,
                bias: &[f32],
                finish: &Finish<'_>,
                to: &mut Activations,
            ) {
                super::transform_output::<$vector, T, SIDE, INPUT>(proof, sums, side, begin, bias, finish, to);
            }
        }
    };
}
instructions!(avx512, "avx512f", Avx512, Lanes16);
instructions!(avx2, "avx2,fma", Avx2, Lanes8);

/// Transforms all input tiles.
#[inline(always)]
fn transform_input<V: Vector, T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
    proof: V::Proof,
    from: &Activations,
    side: usize,
    inputs: &mut [f32],
) {
    let (channels, stride) = (from.channels(), from.stride());
    let apart = side * side * channels;
    for tile in 0..side * side {
        let corner = tile / side * SIDE * stride + tile % side * SIDE;
        for begin in (0..channels).step_by(V::LANES) {
            let mut rows = [[V::zero(proof); INPUT]; INPUT];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let at = (corner + row * stride) * channels + begin;
                *transformed = T::forward(load_strided(proof, from.values(), at, channels));
            }
            for col in 0..INPUT {
                let column = T::forward(column(&rows, col));
                for (row, values) in column.into_iter().enumerate() {
                    values.store(&mut inputs[(row * INPUT + col) * apart + tile * channels + begin..]);
                }
            }
        }
    }
}

#[inline(always)]
fn column<V: Vector, const N: usize, const INPUT: usize>(rows: &[[V; N]; INPUT], col: usize) -> [V; INPUT] {
    std::array::from_fn(|row| rows[row][col])
}

/// Loads vectors that lie `stride` values apart.
#[inline(always)]
fn load_strided<V: Vector, const N: usize>(proof: V::Proof, values: &[f32], at: usize, stride: usize) -> [V; N] {
    let values = &values[at..at + (N - 1) * stride + V::LANES];
    let mut vectors = [V::zero(proof); N];
    for (number, vector) in vectors.iter_mut().enumerate() {
        *vector = V::load(proof, &values[number * stride..]);
    }
    vectors
}

/// Transforms sums back into output tiles, and writes the points that are on the board.
#[inline(always)]
fn transform_output<V: Vector, T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
    proof: V::Proof,
    sums: &[[f32; OUTPUTS]],
    side: usize,
    begin: usize,
    bias: &[f32],
    finish: &Finish<'_>,
    to: &mut Activations,
) {
    let size = to.stride() - 2;
    let count = side * side;
    for tile in 0..count {
        let (top, left) = (tile / side * SIDE, tile % side * SIDE);
        for first in (0..OUTPUTS).step_by(V::LANES) {
            let mut rows = [[V::zero(proof); SIDE]; INPUT];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let at = (row * INPUT * count + tile) * OUTPUTS + first;
                *transformed = T::back(load_strided(proof, sums.as_flattened(), at, count * OUTPUTS));
            }
            let bias = V::load(proof, &bias[first..]);
            for col in 0..SIDE.min(size - left) {
                let column = T::back(column(&rows, col));
                for (row, sums) in column.into_iter().enumerate().take(size - top) {
                    let point = to.point(top + row, left + col);
                    let sums = match finish {
                        Finish::Relu => sums + bias,
                        Finish::AddRelu(other) => sums + bias + V::load(proof, &other.at(point)[begin + first..]),
                    };
                    sums.relu().store(&mut to.at_mut(point)[begin + first..]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{convolved, noise, random_activations};
    use super::*;

    #[test]
    fn every_kernel_convolves_as_the_textbook_does() {
        for (size, inputs) in [(2, 16), (5, 32), (6, 32), (7, 32), (9, 64), (13, 32), (19, 64)] {
            let (from, outputs) = (random_activations(size, inputs, 1), 64);
            let trained = noise(outputs * inputs * 9, 2);
            let bias = noise(outputs, 3);
            let other = random_activations(size, outputs, 4);
            let mut tiles = Tiles::default();
            for kernel in Kernel::all() {
                let convolution = Winograd::new(outputs, inputs, trained.clone()).with(kernel);
                let mut to = Activations::new(size, outputs);
                convolution.run(&from, &bias, &Finish::AddRelu(&other), &mut tiles, &mut to);
                for (place, point) in to.points().enumerate() {
                    for output in (0..outputs).step_by(7) {
                        let sum = convolved(&from, size, &trained, 9, output, place) + bias[output];
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
