//! Convolutions over a board, as the textbook has them: the entry and the heads of a network.
//!
//! Written by hand for just this family of layers, since a library that runs any network takes longer to build than all of this
//! program and is no faster. A convolution is a product of matrices with a row for each point. The rows of a field follow one another
//! with their borders, so that a piece may run over the end of a row; what it computes for the border is not kept.

use super::activations::Activations;
use super::kernel::{Kernel, MOST_ROWS, OUTPUTS};

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
    /// Below zero they are zero.
    Relu,
    /// The same, when what came in has been added.
    AddRelu(&'a Activations),
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
    pub fn run(&self, from: &Activations, bias: &[f32], finish: &Finish<'_>, to: &mut Activations) {
        debug_assert!(from.channels() == self.inputs && to.channels() == self.outputs && bias.len() == self.outputs);
        let stride = from.stride() as isize;
        let size = from.stride() - 2;
        let around = [-1, 0, 1].map(|row: isize| [-1, 0, 1].map(|col| row * stride + col));
        let reach: &[isize] = if self.taps == 9 { around.as_flattened() } else { &[0] };
        let (first, last) = (from.point(0, 0), from.point(size - 1, size - 1));
        let piece = self.kernel.piece(last + 1 - first);
        let mut sums = [[0.0; OUTPUTS]; MOST_ROWS];
        let mut starts = [0; 9];
        let starts = &mut starts[..self.taps];
        let tile = self.taps * self.inputs * OUTPUTS;
        for (number, weights) in self.weights.chunks_exact(tile).enumerate() {
            let begin = number * OUTPUTS;
            let bias = &bias[begin..begin + OUTPUTS];
            for point in (first..=last).step_by(piece) {
                let from_tap = |tap: &isize| point.wrapping_add_signed(*tap) * self.inputs;
                starts.iter_mut().zip(reach).for_each(|(start, tap)| *start = from_tap(tap));
                self.kernel.multiply(from.values(), self.inputs, starts, weights, &mut sums[..piece]);
                for (point, sums) in (point..=last).zip(&sums[..piece]) {
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
    use super::super::reference::{by_the_book, field, noise};
    use super::*;

    #[test]
    fn every_kernel_convolves_as_the_textbook_does() {
        for (size, inputs, taps) in [(5, 18, 9), (9, 64, 9), (2, 3, 9), (19, 32, 1)] {
            let (from, outputs) = (field(size, inputs, 1), 64);
            let trained = noise(outputs * inputs * taps, 2);
            let bias = noise(outputs, 3);
            let other = field(size, outputs, 4);
            for kernel in Kernel::all() {
                let convolution = Convolution { kernel, ..Convolution::new(outputs, inputs, taps, &trained) };
                let mut to = Activations::new(size, outputs);
                convolution.run(&from, &bias, &Finish::AddRelu(&other), &mut to);
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
