//! Convolutions over a board: where nearly all the time of a network goes.
//!
//! Written by hand for just this family of layers, since a library that runs any network takes longer to build than all of this
//! program and is no faster. A convolution is a product of matrices: some points side by side, times the weights of
//! thirty-two outputs, with all sums held in registers. The rows of a field follow one another with their borders, so that a
//! tile may run over the end of a row; what it computes for the border is not kept.

use super::field::Field;

/// How many outputs a tile has.
const OUTPUTS: usize = 32;
/// The most points that a tile has.
const MOST_POINTS: usize = 12;

/// A convolution of 3x3 or 1x1 points.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    inputs: usize,
    outputs: usize,
    /// 1 or 9.
    taps: usize,
    /// By thirty-two outputs, by tap, by input, by output.
    weights: Vec<f32>,
    kernel: Kernel,
}

/// What becomes of the sums.
pub(super) enum Finish<'a> {
    /// Below nought they are nought.
    Bend,
    /// The same, when what came in has been added.
    AddAndBend(&'a Field),
}

impl Convolution {
    /// A convolution of weights by output, input and tap, as they are trained.
    pub fn new(outputs: usize, inputs: usize, taps: usize, trained: &[f32]) -> Convolution {
        debug_assert!(outputs.is_multiple_of(OUTPUTS) && trained.len() == outputs * inputs * taps);
        let mut weights = Vec::with_capacity(trained.len());
        for first in (0..outputs).step_by(OUTPUTS) {
            for tap in 0..taps {
                for input in 0..inputs {
                    weights
                        .extend((first..first + OUTPUTS).map(|output| trained[(output * inputs + input) * taps + tap]));
                }
            }
        }
        Convolution { inputs, outputs, taps, weights, kernel: Kernel::best() }
    }

    /// How many outputs can be had: a multiple of this.
    pub const OUTPUTS: usize = OUTPUTS;

    /// Convolves a field; `bias` is added to each output.
    pub fn run(&self, from: &Field, bias: &[f32], finish: &Finish<'_>, to: &mut Field) {
        debug_assert!(from.channels() == self.inputs && to.channels() == self.outputs && bias.len() == self.outputs);
        let stride = from.stride() as isize;
        let size = from.stride() - 2;
        let around = [-1, 0, 1].map(|row: isize| [-1, 0, 1].map(|col| row * stride + col));
        let reach: &[isize] = if self.taps == 9 { around.as_flattened() } else { &[0] };
        let (first, last) = (from.point(0, 0), from.point(size - 1, size - 1));
        let mut sums = [[0.0; OUTPUTS]; MOST_POINTS];
        let tile = self.taps * self.inputs * OUTPUTS;
        for (number, weights) in self.weights.chunks_exact(tile).enumerate() {
            let begin = number * OUTPUTS;
            let bias = &bias[begin..begin + OUTPUTS];
            for point in (first..=last).step_by(self.kernel.points()) {
                self.kernel.sum(from, point, reach, weights, &mut sums);
                for (point, sums) in (point..=last).zip(&sums[..self.kernel.points()]) {
                    if !to.is_inside(point) {
                        continue;
                    }
                    let out = &mut to.at_mut(point)[begin..begin + OUTPUTS];
                    match finish {
                        Finish::Bend => {
                            for ((out, sum), bias) in out.iter_mut().zip(sums).zip(bias) {
                                *out = (sum + bias).max(0.0);
                            }
                        }
                        Finish::AddAndBend(other) => {
                            let other = &other.at(point)[begin..begin + OUTPUTS];
                            for (((out, sum), bias), other) in out.iter_mut().zip(sums).zip(bias).zip(other) {
                                *out = (sum + bias + other).max(0.0);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The instructions that this processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kernel {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Plain,
}

impl Kernel {
    fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                return Kernel::Avx512;
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                return Kernel::Avx2;
            }
        }
        Kernel::Plain
    }

    /// How many points a tile has.
    fn points(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => MOST_POINTS,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => 3,
            Kernel::Plain => 4,
        }
    }

    /// The sums of a tile: for each of its points, over all points that are reached and all their numbers.
    fn sum(
        self,
        from: &Field,
        point: usize,
        reach: &[isize],
        weights: &[f32],
        sums: &mut [[f32; OUTPUTS]; MOST_POINTS],
    ) {
        let channels = from.channels();
        // The kernels read without looking: everything that they reach is here.
        let least = reach.iter().min().copied().unwrap_or(0);
        let most = reach.iter().max().copied().unwrap_or(0) + self.points() as isize;
        let begin = point.checked_add_signed(least);
        let end = point.checked_add_signed(most).map(|end| end * channels);
        assert!(
            begin.is_some() && end.is_some_and(|end| end <= from.values().len()),
            "a tile reaches out of the field"
        );
        assert_eq!(weights.len(), reach.len() * channels * OUTPUTS, "a tile has other weights");
        match self {
            // SAFETY: the processor has the instructions, or there would be no such kernel; the bounds were just looked at.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { x86::sum_avx512(from.values(), channels, point, reach, weights, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { x86::sum_avx2(from.values(), channels, point, reach, weights, sums) },
            Kernel::Plain => sum_plain(from.values(), channels, point, reach, weights, sums),
        }
    }
}

fn sum_plain(
    values: &[f32],
    channels: usize,
    point: usize,
    reach: &[isize],
    weights: &[f32],
    sums: &mut [[f32; OUTPUTS]; MOST_POINTS],
) {
    for (place, sums) in sums.iter_mut().take(Kernel::Plain.points()).enumerate() {
        *sums = [0.0; OUTPUTS];
        for (tap, weights) in reach.iter().zip(weights.chunks_exact(channels * OUTPUTS)) {
            let at = (point + place).wrapping_add_signed(*tap) * channels;
            for (value, weights) in values[at..at + channels].iter().zip(weights.chunks_exact(OUTPUTS)) {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{MOST_POINTS, OUTPUTS};

    /// A kernel: so many points by so many registers of sums.
    macro_rules! kernel {
        ($name:ident, $features:literal, $zero:ident, $load:ident, $spread:ident, $times:ident, $store:ident, $width:literal, $points:literal) => {
            /// # Safety
            /// The processor has the instructions, and all that is reached lies within the values and weights.
            #[target_feature(enable = $features)]
            pub unsafe fn $name(
                values: &[f32],
                channels: usize,
                point: usize,
                reach: &[isize],
                weights: &[f32],
                sums: &mut [[f32; OUTPUTS]; MOST_POINTS],
            ) {
                const REGISTERS: usize = OUTPUTS / $width;
                let mut all = [[$zero(); REGISTERS]; $points];
                let mut weights = weights.as_ptr();
                for &tap in reach {
                    let first = point.wrapping_add_signed(tap) * channels;
                    for channel in 0..channels {
                        // SAFETY: the caller has looked at the bounds.
                        unsafe {
                            let mut row = [$zero(); REGISTERS];
                            for (register, row) in row.iter_mut().enumerate() {
                                *row = $load(weights.add(register * $width));
                            }
                            for (place, own) in all.iter_mut().enumerate() {
                                let value = $spread(*values.get_unchecked(first + place * channels + channel));
                                for (own, row) in own.iter_mut().zip(row) {
                                    *own = $times(value, row, *own);
                                }
                            }
                            weights = weights.add(OUTPUTS);
                        }
                    }
                }
                for (own, sums) in all.iter().zip(sums) {
                    for (register, own) in own.iter().enumerate() {
                        // SAFETY: a row of sums holds all registers.
                        unsafe { $store(sums.as_mut_ptr().add(register * $width), *own) };
                    }
                }
            }
        };
    }

    kernel!(
        sum_avx512,
        "avx512f",
        _mm512_setzero_ps,
        _mm512_loadu_ps,
        _mm512_set1_ps,
        _mm512_fmadd_ps,
        _mm512_storeu_ps,
        16,
        12
    );
    kernel!(
        sum_avx2,
        "avx2,fma",
        _mm256_setzero_ps,
        _mm256_loadu_ps,
        _mm256_set1_ps,
        _mm256_fmadd_ps,
        _mm256_storeu_ps,
        8,
        3
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, from -1 to 1.
    fn noise(count: usize, seed: u64) -> Vec<f32> {
        (0..count as u64).map(|n| (crate::mix(seed << 32 | n) >> 40) as f32 / (1 << 23) as f32 - 1.0).collect()
    }

    fn field(size: usize, channels: usize, seed: u64) -> Field {
        let mut field = Field::new(size, channels);
        let noise = noise(size * size * channels, seed);
        for (point, noise) in field.points().collect::<Vec<_>>().into_iter().zip(noise.chunks_exact(channels)) {
            field.at_mut(point).copy_from_slice(noise);
        }
        field
    }

    /// As a textbook has it.
    fn by_the_book(from: &Field, size: usize, trained: &[f32], taps: usize, output: usize, place: usize) -> f32 {
        let (row, col) = (place / size, place % size);
        let mut sum = 0.0;
        for tap in 0..taps {
            let (down, right) = if taps == 9 { (tap / 3, tap % 3) } else { (1, 1) };
            let (Some(row), Some(col)) = ((row + down).checked_sub(1), (col + right).checked_sub(1)) else { continue };
            if row >= size || col >= size {
                continue;
            }
            for (input, value) in from.at(from.point(row, col)).iter().enumerate() {
                sum += value * trained[(output * from.channels() + input) * taps + tap];
            }
        }
        sum
    }

    fn kernels() -> Vec<Kernel> {
        let mut kernels = vec![Kernel::Plain, Kernel::best()];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            kernels.push(Kernel::Avx2);
        }
        kernels
    }

    #[test]
    fn every_kernel_convolves_as_the_textbook_does() {
        for (size, inputs, taps) in [(5, 18, 9), (9, 64, 9), (2, 3, 9), (19, 32, 1)] {
            let (from, outputs) = (field(size, inputs, 1), 64);
            let trained = noise(outputs * inputs * taps, 2);
            let bias = noise(outputs, 3);
            let other = field(size, outputs, 4);
            for kernel in kernels() {
                let convolution = Convolution { kernel, ..Convolution::new(outputs, inputs, taps, &trained) };
                let mut to = Field::new(size, outputs);
                convolution.run(&from, &bias, &Finish::AddAndBend(&other), &mut to);
                for (place, point) in to.points().enumerate().step_by(3) {
                    for output in (0..outputs).step_by(7) {
                        let sum = by_the_book(&from, size, &trained, taps, output, place) + bias[output];
                        let expected = (sum + other.at(point)[output]).max(0.0);
                        assert!((to.at(point)[output] - expected).abs() < 1e-3, "{kernel:?} on {size}x{size}");
                    }
                }
                let border = (0..to.values().len() / outputs).filter(|&point| !to.is_inside(point));
                assert!(border.flat_map(|point| to.at(point)).all(|&value| value == 0.0), "the border stays empty");
            }
        }
    }
}
