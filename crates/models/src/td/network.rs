//! The network: sigmoid hidden units, a linear output, no bias.
//!
//! All weights are in one list, layer by layer: for each unit of a layer the row of its weights to the next layer's units.
//! The output has one row, from the last hidden layer. Rows are filled up to eights with noughts, which stay noughts.

use std::ops::Range;

use goban::{Board, Color};

use super::lanes::{Lanes, NONE, add_times, bend, dot, eights};
use super::representation::{Link, Representation};

/// A feed-forward network for boards of one size.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    representation: Representation,
    size: usize,
    links: Vec<Link>,
    /// The number of inputs, and of the units of each hidden layer.
    widths: Vec<usize>,
    /// Where the rows of each layer begin, and at last that of the output.
    begins: Vec<usize>,
    weights: Vec<Lanes>,
}

/// How much what a network says of a position changes with each of its weights. For every layer that is a product: what the
/// units below say, times what those above are to blame for; and so it is kept.
#[derive(Clone, Debug)]
pub struct Gradient {
    inputs: Vec<f32>,
    /// What the units of each hidden layer say, and what they are to blame for.
    said: Vec<Vec<Lanes>>,
    blame: Vec<Vec<Lanes>>,
}

/// A sum of gradients, weight by weight: an eligibility trace.
#[derive(Clone, Debug)]
pub struct Trace {
    weights: Vec<Lanes>,
}

impl Network {
    /// A network with these hidden layers whose weights are drawn evenly from -1 to 1; `unit` draws from 0 to 1.
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

    /// A network whose weights come one after the other, layer by layer, the rows of each unit together.
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
        let weights = vec![NONE; begins[last] + eights(widths[last])];
        let mut network = Network { representation, size, links: representation.links(size), widths, begins, weights };
        network.each_weight_mut(|weight| *weight = next());
        network
    }

    /// What its inputs are.
    pub fn representation(&self) -> Representation {
        self.representation
    }

    /// The size of the board that it is for.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of units of each hidden layer.
    pub fn hidden(&self) -> &[usize] {
        &self.widths[1..]
    }

    /// How many weights it has.
    pub fn weights(&self) -> usize {
        self.widths.windows(2).map(|pair| pair[0] * pair[1]).sum::<usize>() + self.widths[self.widths.len() - 1]
    }

    /// Visits every weight: layer by layer, the weights of each unit together, at last those of the output.
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

    /// The stones of a board of its size in a player's view, row by row: 1 for an own one, -1 for the opponent's.
    pub fn stones(board: &Board, view: Color, stones: &mut Vec<f32>) {
        stones.clear();
        stones.extend(board.points().map(|point| match board.cell(point).color() {
            None => 0.0,
            Some(color) if color == view => 1.0,
            Some(_) => -1.0,
        }));
    }

    /// What it says of stones, each in the view of the player that it speaks of: the slow way.
    pub fn value(&self, stones: &[f32]) -> f32 {
        self.forward(stones, &mut Gradient::new(self))
    }

    /// What it says of stones, and how much that changes with each weight.
    pub fn gradient(&self, stones: &[f32], gradient: &mut Gradient) -> f32 {
        let value = self.forward(stones, gradient);
        let last = self.widths.len() - 1;
        let Gradient { said, blame, .. } = gradient;
        blame[last - 1].copy_from_slice(&self.weights[self.begins[last]..]);
        blame_for(&mut blame[last - 1], &said[last - 1]);
        for layer in (1..last).rev() {
            let (below, above) = blame.split_at_mut(layer);
            let (below, above) = (&mut below[layer - 1], &above[0]);
            for (row, below) in self.rows(layer).chunks_exact(above.len()).zip(below.as_flattened_mut()) {
                *below = dot(row, above);
            }
            blame_for(below, &said[layer - 1]);
        }
        value
    }

    /// Adds a gradient so many times.
    pub fn add(&mut self, gradient: &Gradient, times: f32) {
        add_product(&mut self.weights, &self.widths, &self.begins, gradient, times);
    }

    /// Adds a trace so many times.
    pub fn add_trace(&mut self, trace: &Trace, times: f32) {
        add_times(&mut self.weights, &trace.weights, times);
    }

    fn forward(&self, stones: &[f32], room: &mut Gradient) -> f32 {
        self.inputs(stones, &mut room.inputs);
        let last = self.widths.len() - 1;
        for layer in 0..last {
            let (before, here) = room.said.split_at_mut(layer);
            let here = &mut here[0];
            here.fill(NONE);
            let rows = self.rows(layer).chunks_exact(eights(self.widths[layer + 1]));
            match before.last() {
                None => rows.zip(&room.inputs).for_each(|(row, &input)| {
                    if input != 0.0 {
                        add_times(here, row, input);
                    }
                }),
                Some(before) => {
                    rows.enumerate().for_each(|(unit, row)| add_times(here, row, before.as_flattened()[unit]))
                }
            }
            bend(here);
        }
        dot(&self.weights[self.begins[last]..], &room.said[last - 1])
    }

    /// The inputs that stones make.
    fn inputs(&self, stones: &[f32], inputs: &mut Vec<f32>) {
        inputs.clear();
        inputs.resize(self.widths[0], 0.0);
        self.links.iter().for_each(|link| inputs[link.input] += link.weight * stones[link.point]);
    }

    /// What the layers above the first say, given what the first sums up to, which is put through its sigmoid here.
    #[inline(always)]
    pub(super) fn above(&self, sums: &mut [Lanes], room: &mut [Vec<Lanes>]) -> f32 {
        bend(sums);
        let mut before: &[Lanes] = sums;
        for (layer, here) in (1..).zip(room) {
            here.fill(NONE);
            let rows = self.rows(layer).chunks_exact(here.len());
            rows.zip(before.as_flattened()).for_each(|(row, &said)| add_times(here, row, said));
            bend(here);
            before = here;
        }
        dot(&self.weights[self.begins[self.widths.len() - 1]..], before)
    }

    /// The rows of a layer that is not the output.
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

    /// The weights of a unit of a hidden layer, the first being 1, to the layer above; above the last there is one row, that of
    /// the output.
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

    /// Room for what the layers above the first sum up to.
    pub(super) fn room_above(&self) -> Vec<Vec<Lanes>> {
        self.widths[2..].iter().map(|&units| vec![NONE; eights(units)]).collect()
    }
}

impl Gradient {
    /// Room for the gradients of a network.
    pub fn new(network: &Network) -> Gradient {
        let room: Vec<Vec<Lanes>> = network.hidden().iter().map(|&units| vec![NONE; eights(units)]).collect();
        Gradient { inputs: vec![0.0; network.widths[0]], said: room.clone(), blame: room }
    }

    /// The inputs, and what the first hidden layer is to blame for.
    pub(super) fn first(&self) -> (&[f32], &[Lanes]) {
        (&self.inputs, &self.blame[0])
    }
}

impl Trace {
    /// An empty trace of a network's weights.
    pub fn new(network: &Network) -> Trace {
        Trace { weights: vec![NONE; network.weights.len()] }
    }

    /// Makes it empty.
    pub fn clear(&mut self) {
        self.weights.fill(NONE);
    }

    /// Makes it so many times what it was, and adds a gradient of that network.
    pub fn fade_and_add(&mut self, times: f32, gradient: &Gradient, network: &Network) {
        self.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight *= times);
        add_product(&mut self.weights, &network.widths, &network.begins, gradient, 1.0);
    }
}

/// Adds a gradient to weights so many times.
fn add_product(weights: &mut [Lanes], widths: &[usize], begins: &[usize], gradient: &Gradient, times: f32) {
    let Gradient { inputs, said, blame } = gradient;
    let last = widths.len() - 1;
    let (hidden, output) = weights.split_at_mut(begins[last]);
    // What stands behind the last unit has to stay nought, though it says something.
    let units = output.as_flattened_mut()[..widths[last]].iter_mut().zip(said[last - 1].as_flattened());
    units.for_each(|(weight, said)| *weight += times * said);
    for layer in 0..last {
        let below = if layer == 0 { inputs.as_slice() } else { said[layer - 1].as_flattened() };
        let rows = hidden[begins[layer]..begins[layer + 1]].chunks_exact_mut(blame[layer].len());
        for (row, &said) in rows.zip(below) {
            if said != 0.0 {
                add_times(row, &blame[layer], times * said);
            }
        }
    }
}

/// What units are to blame for, given what their output is to blame for.
#[inline(always)]
fn blame_for(blame: &mut [Lanes], said: &[Lanes]) {
    for (blame, said) in blame.as_flattened_mut().iter_mut().zip(said.as_flattened()) {
        *blame *= said * (1.0 - said);
    }
}
