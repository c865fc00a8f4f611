//! The network: sigmoid hidden units, a linear output, no bias.
//!
//! All weights are in one list, layer by layer: for each unit of a layer, the row of its weights to the next layer's
//! units. The output has one row, from the last hidden layer. Rows are padded with zeros to multiples of eight.

use std::ops::Range;

use goban::{Board, Color};

use super::lanes::{Lanes, ZEROS, add_times, apply_sigmoid, dot, eights};
use super::representation::{Link, Representation};

/// A feed-forward network for boards of one size.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    representation: Representation,
    size: usize,
    links: Vec<Link>,
    /// The number of inputs, and of the units of each hidden layer.
    widths: Vec<usize>,
    /// The first row of each layer, then that of the output.
    begins: Vec<usize>,
    weights: Vec<Lanes>,
}

/// The gradient of a network's value with respect to its weights. For each layer it is the product of the activations
/// below and the errors above, and is stored as these two factors.
#[derive(Clone, Debug)]
pub struct Gradient {
    inputs: Vec<f32>,
    /// The activations and the errors of each hidden layer.
    activations: Vec<Vec<Lanes>>,
    errors: Vec<Vec<Lanes>>,
}

/// A sum of gradients, weight by weight: an eligibility trace.
#[derive(Clone, Debug)]
pub struct Trace {
    weights: Vec<Lanes>,
}

impl Network {
    /// A network with these hidden layers and uniformly random weights from -1 to 1; `unit` samples from 0 to 1.
    ///
    /// # Panics
    /// If there is no hidden layer, or one without units.
    pub fn random(
        representation: Representation,
        size: usize,
        hidden: &[usize],
        mut unit: impl FnMut() -> f32,
    ) -> Network {
        Network::with(representation, size, hidden, || 2.0 * unit() - 1.0)
    }

    /// A network whose weights come from `next`, layer by layer, the row of each unit together.
    pub(super) fn with(
        representation: Representation,
        size: usize,
        hidden: &[usize],
        mut next: impl FnMut() -> f32,
    ) -> Network {
        assert!(!hidden.is_empty() && hidden.iter().all(|&units| units > 0), "a network needs hidden units");
        let widths = [&[representation.inputs(size)], hidden].concat();
        let mut begins = vec![0];
        for (layer, pair) in widths.windows(2).enumerate() {
            begins.push(begins[layer] + pair[0] * eights(pair[1]));
        }
        let last = widths.len() - 1;
        let weights = vec![ZEROS; begins[last] + eights(widths[last])];
        let mut network = Network { representation, size, links: representation.links(size), widths, begins, weights };
        network.each_weight_mut(|weight| *weight = next());
        network
    }

    /// The representation of its inputs.
    pub fn representation(&self) -> Representation {
        self.representation
    }

    /// The board size.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of units of each hidden layer.
    pub fn hidden(&self) -> &[usize] {
        &self.widths[1..]
    }

    /// The number of weights.
    pub fn weights(&self) -> usize {
        self.widths.windows(2).map(|pair| pair[0] * pair[1]).sum::<usize>() + self.widths[self.widths.len() - 1]
    }

    /// Visits every weight: layer by layer, the row of each unit together, then the output.
    pub fn each_weight_mut(&mut self, mut visit: impl FnMut(&mut f32)) {
        let last = self.widths.len() - 1;
        for layer in 0..=last {
            let (rows, units) =
                if layer < last { (self.widths[layer], self.widths[layer + 1]) } else { (1, self.widths[last]) };
            for row in 0..rows {
                let begin = self.begins[layer] + row * eights(units);
                let weights = self.weights[begin..begin + eights(units)].as_flattened_mut();
                weights[..units].iter_mut().for_each(&mut visit);
            }
        }
    }

    /// The stones of a board from a player's perspective in row-major order: 1 for an own stone, -1 for the opponent's.
    pub fn stones(board: &Board, view: Color, stones: &mut Vec<f32>) {
        stones.clear();
        stones.extend(board.points().map(|point| match board.cell(point).color() {
            None => 0.0,
            Some(color) if color == view => 1.0,
            Some(_) => -1.0,
        }));
    }

    /// Evaluates stones, each from the perspective of the player whose chance is estimated. Slow: nothing is
    /// incremental.
    pub fn value(&self, stones: &[f32]) -> f32 {
        self.forward(stones, &mut Gradient::new(self))
    }

    /// Evaluates stones, and computes the gradient.
    pub fn gradient(&self, stones: &[f32], gradient: &mut Gradient) -> f32 {
        let value = self.forward(stones, gradient);
        let last = self.widths.len() - 1;
        let Gradient { activations, errors, .. } = gradient;
        errors[last - 1].copy_from_slice(&self.weights[self.begins[last]..]);
        apply_derivative(&mut errors[last - 1], &activations[last - 1]);
        for layer in (1..last).rev() {
            let (below, above) = errors.split_at_mut(layer);
            let (below, above) = (&mut below[layer - 1], &above[0]);
            for (row, below) in self.rows(layer).chunks_exact(above.len()).zip(below.as_flattened_mut()) {
                *below = dot(row, above);
            }
            apply_derivative(below, &activations[layer - 1]);
        }
        value
    }

    /// Adds a multiple of a gradient to the weights.
    pub fn add(&mut self, gradient: &Gradient, times: f32) {
        add_product(&mut self.weights, &self.widths, &self.begins, gradient, times);
    }

    /// Adds a multiple of a trace to the weights.
    pub fn add_trace(&mut self, trace: &Trace, times: f32) {
        add_times(&mut self.weights, &trace.weights, times);
    }

    fn forward(&self, stones: &[f32], buffers: &mut Gradient) -> f32 {
        self.inputs(stones, &mut buffers.inputs);
        let last = self.widths.len() - 1;
        for layer in 0..last {
            let (before, here) = buffers.activations.split_at_mut(layer);
            let here = &mut here[0];
            here.fill(ZEROS);
            let rows = self.rows(layer).chunks_exact(eights(self.widths[layer + 1]));
            match before.last() {
                None => rows.zip(&buffers.inputs).for_each(|(row, &input)| {
                    if input != 0.0 {
                        add_times(here, row, input);
                    }
                }),
                Some(before) => {
                    rows.enumerate().for_each(|(unit, row)| add_times(here, row, before.as_flattened()[unit]))
                }
            }
            apply_sigmoid(here);
        }
        dot(&self.weights[self.begins[last]..], &buffers.activations[last - 1])
    }

    /// Computes the inputs from stones.
    fn inputs(&self, stones: &[f32], inputs: &mut Vec<f32>) {
        inputs.clear();
        inputs.resize(self.widths[0], 0.0);
        self.links.iter().for_each(|link| inputs[link.input] += link.weight * stones[link.point]);
    }

    /// Evaluates the layers above the first. `sums` are the sums of the first layer, before its sigmoid.
    #[inline(always)]
    pub(super) fn above(&self, sums: &mut [Lanes], buffers: &mut [Vec<Lanes>]) -> f32 {
        apply_sigmoid(sums);
        let mut before: &[Lanes] = sums;
        for (layer, here) in (1..).zip(buffers) {
            here.fill(ZEROS);
            let rows = self.rows(layer).chunks_exact(here.len());
            rows.zip(before.as_flattened()).for_each(|(row, &activation)| add_times(here, row, activation));
            apply_sigmoid(here);
            before = here;
        }
        dot(&self.weights[self.begins[self.widths.len() - 1]..], before)
    }

    /// The rows of a hidden layer's weights.
    fn rows(&self, layer: usize) -> &[Lanes] {
        &self.weights[self.begins[layer]..self.begins[layer + 1]]
    }

    /// The row of weights of an input.
    pub(super) fn row_of(&self, input: usize) -> &[Lanes] {
        let width = eights(self.widths[1]);
        &self.weights[input * width..(input + 1) * width]
    }

    pub(super) fn row_of_mut(&mut self, input: usize) -> &mut [Lanes] {
        let width = eights(self.widths[1]);
        &mut self.weights[input * width..(input + 1) * width]
    }

    /// The weights of a unit of a hidden layer, counted from 1, to the layer above. Above the last hidden layer there
    /// is one row, that of the output.
    pub(super) fn row_above(&self, layer: usize, unit: usize) -> &[f32] {
        self.weights[self.place_above(layer, unit)].as_flattened()
    }

    pub(super) fn row_above_mut(&mut self, layer: usize, unit: usize) -> &mut [f32] {
        let place = self.place_above(layer, unit);
        self.weights[place].as_flattened_mut()
    }

    fn place_above(&self, layer: usize, unit: usize) -> Range<usize> {
        let width = eights(*self.widths.get(layer + 1).unwrap_or(&self.widths[layer]));
        let begin = self.begins[layer] + unit * width;
        begin..begin + width
    }

    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }

    /// Buffers for the layers above the first.
    pub(super) fn buffers_above(&self) -> Vec<Vec<Lanes>> {
        self.widths[2..].iter().map(|&units| vec![ZEROS; eights(units)]).collect()
    }
}

impl Gradient {
    /// Buffers for the gradients of a network.
    pub fn new(network: &Network) -> Gradient {
        let buffers: Vec<Vec<Lanes>> = network.hidden().iter().map(|&units| vec![ZEROS; eights(units)]).collect();
        Gradient { inputs: vec![0.0; network.widths[0]], activations: buffers.clone(), errors: buffers }
    }

    /// The inputs, and the errors of the first hidden layer.
    pub(super) fn first(&self) -> (&[f32], &[Lanes]) {
        (&self.inputs, &self.errors[0])
    }
}

impl Trace {
    /// An empty trace of a network's weights.
    pub fn new(network: &Network) -> Trace {
        Trace { weights: vec![ZEROS; network.weights.len()] }
    }

    /// Clears the trace.
    pub fn clear(&mut self) {
        self.weights.fill(ZEROS);
    }

    /// Multiplies the trace by a factor, and adds a gradient of that network.
    pub fn fade_and_add(&mut self, times: f32, gradient: &Gradient, network: &Network) {
        self.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight *= times);
        add_product(&mut self.weights, &network.widths, &network.begins, gradient, 1.0);
    }
}

/// Adds a multiple of a gradient to weights.
fn add_product(weights: &mut [Lanes], widths: &[usize], begins: &[usize], gradient: &Gradient, times: f32) {
    let Gradient { inputs, activations, errors } = gradient;
    let last = widths.len() - 1;
    let (hidden, output) = weights.split_at_mut(begins[last]);
    // The padding behind the last unit must stay zero, though its activation is not.
    let units = output.as_flattened_mut()[..widths[last]].iter_mut().zip(activations[last - 1].as_flattened());
    units.for_each(|(weight, activation)| *weight += times * activation);
    for layer in 0..last {
        let below = if layer == 0 { inputs.as_slice() } else { activations[layer - 1].as_flattened() };
        let rows = hidden[begins[layer]..begins[layer + 1]].chunks_exact_mut(errors[layer].len());
        for (row, &activation) in rows.zip(below) {
            if activation != 0.0 {
                add_times(row, &errors[layer], times * activation);
            }
        }
    }
}

/// Turns the errors of activations into errors of sums, by the derivative of the sigmoid.
#[inline(always)]
fn apply_derivative(errors: &mut [Lanes], activations: &[Lanes]) {
    for (error, activation) in errors.as_flattened_mut().iter_mut().zip(activations.as_flattened()) {
        *error *= activation * (1.0 - activation);
    }
}
