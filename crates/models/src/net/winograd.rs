//! Convolutions of 3x3 points with a quarter of the multiplications (Winograd 1980; Lavin and Gray 2016), in integers.
//!
//! The output is computed in tiles of 4x4 points, or of 3x3 where these fit the board better. A tile of 4x4 depends on
//! an input tile of 6x6. The input tile is transformed into 36 numbers, each is multiplied by its own transformed
//! weights, and the 36 sums are transformed back into the output tile. So a convolution is 36 matrix products with a
//! row for each tile.
//!
//! The products are of integers. The weights of one output at one position in the tile share a scale, and have at most
//! 14 bits. So do the inputs of one tile at that position, which have as many bits as no sum overflows with, whatever
//! the inputs are. Sums are exact, so every processor gets the same ones.

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
/// The largest integer of a weight.
const STEPS: f32 = 8192.0;

/// A convolution of 3x3 points.
#[derive(Clone, Debug)]
pub(super) struct Winograd {
    inputs: usize,
    outputs: usize,
    /// By output, input and tap.
    trained: Vec<f32>,
    /// For tiles of 3x3 and 4x4, made when a board first needs them.
    transformed: [OnceLock<Weights>; 2],
    kernel: Kernel,
}

/// Transformed weights.
#[derive(Clone, Debug)]
struct Weights {
    /// In units of their scales: by 32 outputs, position in the tile, pair of inputs, output, input of the pair.
    integers: Vec<i16>,
    /// By 32 outputs, position in the tile, output.
    scales: Vec<f32>,
    /// By position in the tile: the largest integer that an input may be.
    limits: Vec<f32>,
}

/// Buffers for transformed tiles, reused by all convolutions.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    /// One tile: by position in it, input.
    one: Vec<f32>,
    /// In units of their scales: by position in the tile, tile, input.
    inputs: Vec<i16>,
    /// By position in the tile, tile.
    scales: Vec<f32>,
    /// In units of both scales: by position in the tile, tile, 32 outputs.
    sums: Vec<[i32; OUTPUTS]>,
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
        weights: &OnceLock<Weights>,
        from: &Activations,
        bias: &[f32],
        finish: &Finish<'_>,
        tiles: &mut Tiles,
        to: &mut Activations,
    ) {
        let weights = weights.get_or_init(|| self.transform::<T, SIDE, INPUT>());
        let side = (from.stride() - 2).div_ceil(SIDE);
        let (count, places) = (side * side, INPUT * INPUT);
        tiles.one.resize(places * self.inputs, 0.0);
        tiles.inputs.resize(places * count * self.inputs, 0);
        tiles.scales.resize(places * count, 0.0);
        tiles.sums.resize(places * count, [0; OUTPUTS]);
        by_instructions!(self.kernel, transform_input < T, SIDE, INPUT > (from, side, &weights.limits, tiles));
        let rows_at_once = self.kernel.rows_at_once(count);
        let block_size = places * self.inputs * OUTPUTS;
        let blocks = weights.integers.chunks_exact(block_size).zip(weights.scales.chunks_exact(places * OUTPUTS));
        for (block, (weights, scales)) in blocks.enumerate() {
            let rows = tiles.inputs.chunks_exact(count * self.inputs);
            let places = weights.chunks_exact(self.inputs * OUTPUTS).zip(rows);
            for ((weights, inputs), sums) in places.zip(tiles.sums.chunks_exact_mut(count)) {
                let rows = inputs.chunks(rows_at_once * self.inputs);
                for (inputs, sums) in rows.zip(sums.chunks_mut(rows_at_once)) {
                    self.kernel.multiply_integers(inputs, self.inputs, weights, sums);
                }
            }
            let begin = block * OUTPUTS;
            let finish = Ending { begin, bias: &bias[begin..][..OUTPUTS], scales, finish };
            by_instructions!(self.kernel, transform_output < T, SIDE, INPUT > (tiles, side, &finish, to));
        }
    }

    /// The weights for one tile size.
    fn transform<T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(&self) -> Weights {
        let places = INPUT * INPUT;
        let mut integers = vec![0; self.outputs * self.inputs * places];
        let mut scales = vec![0.0; self.outputs * places];
        // The largest sums of the sizes of an output's weights.
        let mut sums = vec![1; places];
        for (output, trained) in self.trained.chunks_exact(self.inputs * 9).enumerate() {
            let (block, within) = (output / OUTPUTS, output % OUTPUTS);
            let transformed: Vec<[[f32; INPUT]; INPUT]> = trained.chunks_exact(9).map(T::weights).collect();
            for place in 0..places {
                let weights = transformed.iter().map(|weights| weights.as_flattened()[place]);
                let scale = weights.clone().fold(0.0, |most: f32, weight| most.max(weight.abs())) / STEPS;
                scales[(block * places + place) * OUTPUTS + within] = scale;
                let mut sum = 0;
                for (input, weight) in weights.enumerate() {
                    let pair = ((block * places + place) * self.inputs + input / 2 * 2) * OUTPUTS;
                    let steps = (weight / scale.max(f32::MIN_POSITIVE)).round_ties_even() as i16;
                    integers[pair + 2 * within + input % 2] = steps;
                    sum += i32::from(steps.unsigned_abs());
                }
                sums[place] = sum.max(sums[place]);
            }
        }
        let limit = |sum: i32| (i32::MAX / sum).min(i32::from(i16::MAX)) as f32;
        Weights { integers, scales, limits: sums.into_iter().map(limit).collect() }
    }
}

/// How sums become outputs.
struct Ending<'a> {
    /// The first of the 32 outputs.
    begin: usize,
    /// The bias of each.
    bias: &'a [f32],
    /// The scales of their weights: by position in the tile, output.
    scales: &'a [f32],
    finish: &'a Finish<'a>,
}

/// Calls a function with the vectors of a kernel.
macro_rules! by_instructions {
    ($kernel:expr, $name:ident<$($by:ty),*>($($argument:expr),*)) => {
        match $kernel {
            // SAFETY: the token proves that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni512(proof, _) | Kernel::Avx512(proof) => unsafe {
                avx512::$name::<$($by),*>(proof, $($argument),*)
            },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni256(proof, _) | Kernel::Avx2(proof) => unsafe {
                avx2::$name::<$($by),*>(proof, $($argument),*)
            },
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
            use super::{Activations, Ending, Tiles, Transform};

            #[target_feature(enable = $features)]
            pub fn transform_input<T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
                proof: $proof,
                from: &Activations,
                side: usize,
                limits: &[f32],
                tiles: &mut Tiles,
            ) {
                super::transform_input::<$vector, T, SIDE, INPUT>(proof, from, side, limits, tiles);
            }

            #[target_feature(enable = $features)]
            pub fn transform_output<T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
                proof: $proof,
                tiles: &Tiles,
                side: usize,
                ending: &Ending<'_>,
                to: &mut Activations,
            ) {
                super::transform_output::<$vector, T, SIDE, INPUT>(proof, tiles, side, ending, to);
            }
        }
    };
}
instructions!(avx512, "avx512f,avx512bw", Avx512, Lanes16);
instructions!(avx2, "avx2,fma", Avx2, Lanes8);

/// Transforms all input tiles, and rounds them.
#[inline(always)]
fn transform_input<V: Vector, T: Transform<SIDE, INPUT>, const SIDE: usize, const INPUT: usize>(
    proof: V::Proof,
    from: &Activations,
    side: usize,
    limits: &[f32],
    tiles: &mut Tiles,
) {
    let (channels, stride, count) = (from.channels(), from.stride(), side * side);
    for tile in 0..count {
        let corner = tile / side * SIDE * stride + tile % side * SIDE;
        // By column, row.
        let mut most = [[V::zero(proof); INPUT]; INPUT];
        for begin in (0..channels).step_by(V::LANES) {
            let mut rows = [[V::zero(proof); INPUT]; INPUT];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let at = (corner + row * stride) * channels + begin;
                *transformed = T::forward(load_strided(proof, from.values(), at, channels));
            }
            for (col, most) in most.iter_mut().enumerate() {
                let column = T::forward(column(&rows, col));
                for (row, (values, most)) in column.into_iter().zip(most).enumerate() {
                    values.store(&mut tiles.one[(row * INPUT + col) * channels + begin..]);
                    *most = most.max_abs(values);
                }
            }
        }
        for (place, (values, limit)) in tiles.one.chunks_exact(channels).zip(limits).enumerate() {
            let (row, most) = (place * count + tile, most[place % INPUT][place / INPUT].largest());
            // All inputs may be zero.
            let steps = if most > 0.0 { limit / most } else { 0.0 };
            tiles.scales[row] = most / limit;
            let integers = &mut tiles.inputs[row * channels..][..channels];
            for (values, integers) in values.chunks_exact(V::LANES).zip(integers.chunks_exact_mut(V::LANES)) {
                (V::load(proof, values) * steps).store_rounded(integers);
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
    tiles: &Tiles,
    side: usize,
    ending: &Ending<'_>,
    to: &mut Activations,
) {
    let size = to.stride() - 2;
    let count = side * side;
    let Ending { begin, bias, scales, finish } = ending;
    for tile in 0..count {
        let (top, left) = (tile / side * SIDE, tile % side * SIDE);
        for first in (0..OUTPUTS).step_by(V::LANES) {
            let mut rows = [[V::zero(proof); SIDE]; INPUT];
            for (row, transformed) in rows.iter_mut().enumerate() {
                let mut sums = [V::zero(proof); INPUT];
                for (col, sum) in sums.iter_mut().enumerate() {
                    let place = row * INPUT + col;
                    let at = place * count + tile;
                    let scale = V::load(proof, &scales[place * OUTPUTS + first..]) * tiles.scales[at];
                    *sum = V::load_integers(proof, &tiles.sums[at][first..]) * scale;
                }
                *transformed = T::back(sums);
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
            let mut first: Option<Vec<f32>> = None;
            for kernel in Kernel::all() {
                let convolution = Winograd::new(outputs, inputs, trained.clone()).with(kernel);
                let mut to = Activations::new(size, outputs);
                convolution.run(&from, &bias, &Finish::AddRelu(&other), &mut tiles, &mut to);
                for (place, point) in to.points().enumerate() {
                    for output in (0..outputs).step_by(7) {
                        let sum = convolved(&from, size, &trained, 9, output, place) + bias[output];
                        let expected = (sum + other.at(point)[output]).max(0.0);
                        let off = (to.at(point)[output] - expected).abs();
                        // The sum has a standard deviation of a third of this root.
                        let tolerance = 0.004 * ((9 * inputs) as f32).sqrt();
                        assert!(off < tolerance, "{kernel:?} on {size}x{size}: {off}");
                    }
                }
                let border = (0..to.values().len() / outputs).filter(|&point| !to.is_inside(point));
                assert!(border.flat_map(|point| to.at(point)).all(|&value| value == 0.0), "the border stays empty");
                let first = first.get_or_insert_with(|| to.values().to_vec());
                assert!(to.values() == first, "{kernel:?} on {size}x{size}: not the numbers of the portable kernel");
            }
        }
    }
}
