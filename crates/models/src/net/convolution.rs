//! Direct convolutions: the entry and the heads of a network.
//!
//! Written by hand for these layers, since a library that runs any network takes longer to build than this whole
//! program and is no faster. A convolution is a matrix product with a row for each point. The points of a board lie in
//! memory row after row with a border, so a product may run over the end of a row. Its results for the border are
//! dropped.

use super::activations::Activations;
use super::kernel::{Kernel, MAX_ROWS, OUTPUTS};

/// A convolution of 3x3 or 1x1 points.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    inputs: usize,
    outputs: usize,
    /// 1 or 9.
    taps: usize,
    /// By 32 outputs, tap, input, output.
    weights: Vec<f32>,
    kernel: Kernel,
}

/// The activation function of a convolution.
pub(super) enum Finish<'a> {
    /// ReLU.
    Relu,
    /// ReLU after adding the input of the residual block.
    AddRelu(&'a Activations),
}

impl Convolution {
    /// Takes trained weights by output, input and tap.
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

    /// Outputs come in multiples of this.
    pub const OUTPUTS: usize = OUTPUTS;

    /// Convolves a board and adds `bias` to each output.
    pub fn run(&self, from: &Activations, bias: &[f32], finish: &Finish<'_>, to: &mut Activations) {
        debug_assert!(from.channels() == self.inputs && to.channels() == self.outputs && bias.len() == self.outputs);
        let stride = from.stride() as isize;
        let size = from.stride() - 2;
        let around = [-1, 0, 1].map(|row: isize| [-1, 0, 1].map(|col| row * stride + col));
        let offsets: &[isize] = if self.taps == 9 { around.as_flattened() } else { &[0] };
        let (first, last) = (from.point(0, 0), from.point(size - 1, size - 1));
        let rows_at_once = self.kernel.rows_at_once(last + 1 - first);
        let mut sums = [[0.0; OUTPUTS]; MAX_ROWS];
        let mut starts = [0; 9];
        let starts = &mut starts[..self.taps];
        let block = self.taps * self.inputs * OUTPUTS;
        for (number, weights) in self.weights.chunks_exact(block).enumerate() {
            let begin = number * OUTPUTS;
            let bias = &bias[begin..begin + OUTPUTS];
            for point in (first..=last).step_by(rows_at_once) {
                let from_tap = |tap: &isize| point.wrapping_add_signed(*tap) * self.inputs;
                starts.iter_mut().zip(offsets).for_each(|(start, tap)| *start = from_tap(tap));
                self.kernel.multiply(from.values(), self.inputs, starts, weights, &mut sums[..rows_at_once]);
                for (point, sums) in (point..=last).zip(&sums[..rows_at_once]) {
                    if !to.is_inside(point) {
                        continue;
                    }
                    let out = &mut to.at_mut(point)[begin..begin + OUTPUTS];
                    match finish {
                        Finish::Relu => {
                            for ((out, sum), bias) in out.iter_mut().zip(sums).zip(bias) {
                                *out = (sum + bias).max(0.0);
                            }
                        }
                        Finish::AddRelu(other) => {
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

#[cfg(test)]
mod tests {
    use super::super::reference::{convolved, noise, random_activations};
    use super::*;

    #[test]
    fn every_kernel_convolves_as_the_textbook_does() {
        for (size, inputs, taps) in [(5, 18, 9), (9, 64, 9), (2, 3, 9), (19, 32, 1)] {
            let (from, outputs) = (random_activations(size, inputs, 1), 64);
            let trained = noise(outputs * inputs * taps, 2);
            let bias = noise(outputs, 3);
            let other = random_activations(size, outputs, 4);
            for kernel in Kernel::all() {
                let convolution = Convolution { kernel, ..Convolution::new(outputs, inputs, taps, &trained) };
                let mut to = Activations::new(size, outputs);
                convolution.run(&from, &bias, &Finish::AddRelu(&other), &mut to);
                for (place, point) in to.points().enumerate().step_by(3) {
                    for output in (0..outputs).step_by(7) {
                        let sum = convolved(&from, size, &trained, taps, output, place) + bias[output];
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
