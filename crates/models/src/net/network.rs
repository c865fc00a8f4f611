//! The network: its weights, its model file, and inference.
//!
//! The layers are those of `training/network.py`, with the norms folded into the convolutions: an entry, residual
//! blocks of two 3x3 convolutions, every third with global pooling, and heads for policy, win rate, lead and ownership.
//!
//! Komi is an input of the trunk, or of the heads alone. A komi head estimates the lead on the board, the fair komi and
//! the weight of a point, and then subtracts komi. So the lead follows komi point by point, and the win rate falls with
//! it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::activations::Activations;
use super::bits::Bits;
use super::convolution::{Convolution, Finish};
use super::features;
use super::shape::{HEAD, HIDDEN, OUTCOME, Shape};
use super::winograd::{Tiles, Winograd};
use crate::file::{self, ModelError};

/// The input planes: features of each point.
pub const PLANES: usize = 18;
/// The input features of the whole position: komi, passes, rules.
pub const FACTS: usize = 5;
/// The last moves that are input features.
pub const RECENT: usize = 5;

const KIND: &str = "net";
/// Komi is an input in units of this many points.
const KOMI_SCALE: f32 = 15.0;
/// The lead is an output in units of this many points.
const LEAD_SCALE: f32 = 20.0;

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    /// A description: training data and settings.
    pub about: String,
    entry: Convolution,
    /// Turns the features of the whole position into the bias of the entry.
    facts: Linear,
    blocks: Vec<Block>,
    policy: Convolution,
    policy_pool: Linear,
    moves: Linear,
    pass: Linear,
    value: Convolution,
    value_bias: Vec<f32>,
    value_hidden: Linear,
    value_out: Linear,
    /// What a komi head adds to the policy and to the pass.
    outcome: Option<[Linear; 2]>,
    owner: Linear,
    /// All weights by name.
    tensors: BTreeMap<String, Vec<f32>>,
}

#[derive(Clone, Debug)]
struct Block {
    first: Winograd,
    first_bias: Vec<f32>,
    pool: Option<Linear>,
    second: Winograd,
    second_bias: Vec<f32>,
}

/// A fully connected layer.
#[derive(Clone, Debug)]
struct Linear {
    inputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// The input of the network, from the perspective of the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Input<'a> {
    /// The board size.
    pub size: usize,
    /// The features of each point in row-major order, as [`features`] encodes them.
    pub seen: &'a [u8],
    /// The last moves, the latest first, as row-major indices; `size * size` is a pass.
    pub recent: &'a [u16],
    /// The komi that the player gives; negative if he receives it.
    pub komi: f32,
    /// Territory scoring instead of area scoring.
    pub territory: bool,
}

/// The output of the network, from the perspective of the player to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// The logits of all points in row-major order, and of the pass.
    pub policy: Vec<f32>,
    /// The win rate.
    pub win: f32,
    /// The lead, in points.
    pub lead: f32,
    /// The final owner of each point: 1 for the player, -1 for the opponent.
    pub ownership: Vec<f32>,
}

/// Buffers for inference, reused from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    size: usize,
    planes: Activations,
    stream: Activations,
    middle: Activations,
    next: Activations,
    head: Activations,
    tiles: Tiles,
    pooled: Vec<f32>,
    bias: Vec<f32>,
    numbers: Vec<f32>,
}

#[derive(Serialize, Deserialize)]
struct Description {
    shape: Shape,
    #[serde(default)]
    about: String,
    #[serde(default)]
    bits: Bits,
}

fn nonsense(what: &str) -> ModelError {
    ModelError::Content(what.to_string())
}

impl Network {
    /// Builds a network from its tensors by name.
    ///
    /// # Errors
    /// If a tensor is missing, has the wrong length or a number that is not finite.
    pub fn new(shape: Shape, tensors: BTreeMap<String, Vec<f32>>, about: String) -> Result<Network, ModelError> {
        shape.check()?;
        for (name, length) in shape.tensors() {
            match tensors.get(&name) {
                Some(weights) if weights.len() != length => {
                    return Err(nonsense(&format!("'{name}' has {} weights instead of {length}", weights.len())));
                }
                Some(weights) if !weights.iter().all(|weight| weight.is_finite()) => {
                    return Err(nonsense(&format!("'{name}' has a weight that is infinite or NaN")));
                }
                Some(_) => {}
                None => return Err(nonsense(&format!("'{name}' is missing"))),
            }
        }
        let c = shape.channels;
        let get = |name: &str| tensors.get(name).cloned().unwrap_or_default();
        let linear = |name: &str, inputs: usize| {
            let (weights, bias) = (get(&format!("{name}.weight")), get(&format!("{name}.bias")));
            let bias = if bias.is_empty() { vec![0.0; weights.len() / inputs] } else { bias };
            Linear { inputs, weights, bias }
        };
        let convolution = |name: &str, outputs, inputs, taps| {
            Convolution::new(outputs, inputs, taps, &get(&format!("{name}.weight")))
        };
        let block = |block: usize| Block {
            first: Winograd::new(c, c, get(&format!("blocks.{block}.first.weight"))),
            first_bias: get(&format!("blocks.{block}.first.bias")),
            pool: Shape::pools(block).then(|| linear(&format!("blocks.{block}.pool"), 3 * c)),
            second: Winograd::new(c, c, get(&format!("blocks.{block}.second.weight"))),
            second_bias: get(&format!("blocks.{block}.second.bias")),
        };
        let policy_pool = Linear { bias: get("policy.bias"), ..linear("policy_pool", 3 * c) };
        let facts = Linear { bias: get("entry.bias"), ..linear("facts", FACTS) };
        Ok(Network {
            shape,
            about,
            entry: convolution("entry", c, PLANES, 9),
            facts,
            blocks: (0..shape.blocks).map(block).collect(),
            policy: convolution("policy", HEAD, c, 1),
            policy_pool,
            moves: linear("move", HEAD),
            pass: linear("no_move", 3 * c),
            value: convolution("value", HEAD, c, 1),
            value_bias: get("value.bias"),
            value_hidden: linear("value_hidden", 3 * HEAD),
            value_out: linear("value_out", HIDDEN),
            outcome: shape.komi_head.then(|| ["policy_outcome", "no_move_outcome"].map(|name| linear(name, OUTCOME))),
            owner: linear("owner", c),
            tensors,
        })
    }

    /// The shape of the network.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All tensors by name.
    pub fn tensors(&self) -> impl Iterator<Item = (&str, &[f32])> {
        self.tensors.iter().map(|(name, weights)| (name.as_str(), weights.as_slice()))
    }

    /// The bytes of a model file, with weights of 8 or 16 bits.
    pub fn write(&self, bits: Bits) -> Vec<u8> {
        let description = Description { shape: self.shape, about: self.about.clone(), bits };
        let description = serde_json::to_string(&description).unwrap_or_default();
        let mut content = Vec::new();
        for (name, _) in self.shape.tensors() {
            let weights = self.tensors.get(&name).map_or(&[][..], Vec::as_slice);
            bits.of(&name).write(weights, &mut content);
        }
        file::write(KIND, &description, &content)
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not a network.
    pub fn read(bytes: &[u8]) -> Result<Network, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let description = serde_json::from_str(parts.description);
        let Description { shape, about, bits } = description.map_err(|error| nonsense(&error.to_string()))?;
        shape.check()?;
        let all = shape.tensors();
        let length: usize = all.iter().map(|(name, length)| bits.of(name).bytes(*length)).sum();
        if parts.content.len() != length {
            return Err(nonsense("its number of weights does not fit its shape"));
        }
        let mut content = parts.content;
        let mut take = |(name, length): (String, usize)| {
            let bits = bits.of(&name);
            let (bytes, rest) = content.split_at(bits.bytes(length));
            content = rest;
            (name, bits.read(bytes))
        };
        Network::new(shape, all.into_iter().map(&mut take).collect(), about)
    }

    /// Evaluates a position.
    pub fn ask(&self, input: &Input<'_>, workspace: &mut Workspace, evaluation: &mut Evaluation) {
        workspace.fit(input.size, self.shape.channels);
        workspace.fill_planes(input);
        self.run_trunk(input, workspace);
        let outcome = self.run_value(input, workspace, evaluation);
        self.run_policy(outcome, workspace, evaluation);
        let stream = &workspace.stream;
        evaluation.ownership.clear();
        evaluation.ownership.extend(stream.points().map(|point| self.owner.one(stream.at(point)).tanh()));
    }

    /// The entry and the residual blocks.
    fn run_trunk(&self, input: &Input<'_>, workspace: &mut Workspace) {
        let Workspace { planes, stream, middle, next, tiles, pooled, bias, numbers, .. } = workspace;
        let passed = |back: usize| {
            let pass = (input.size * input.size) as u16;
            f32::from(u8::from(input.recent.get(back) == Some(&pass)))
        };
        let komi = if self.shape.komi_head { 0.0 } else { -input.komi / KOMI_SCALE };
        let territory = f32::from(u8::from(input.territory));
        self.facts.run(&[komi, passed(0), passed(1), territory, 1.0], bias);
        self.entry.run(planes, bias, &Finish::Relu, stream);
        for block in &self.blocks {
            block.first.run(stream, &block.first_bias, &Finish::Relu, tiles, middle);
            if let Some(pool) = &block.pool {
                middle.pooled(pooled);
                pool.run(pooled, numbers);
                for point in middle.points() {
                    middle.at_mut(point).iter_mut().zip(&*numbers).for_each(|(value, more)| *value += more);
                }
            }
            block.second.run(middle, &block.second_bias, &Finish::AddRelu(stream), tiles, next);
            std::mem::swap(stream, next);
        }
    }

    /// The win rate and the lead. Returns what a komi head feeds into the policy.
    fn run_value(&self, input: &Input<'_>, workspace: &mut Workspace, evaluation: &mut Evaluation) -> [f32; OUTCOME] {
        let Workspace { stream, head, pooled, bias, numbers, .. } = workspace;
        self.value.run(stream, &self.value_bias, &Finish::Relu, head);
        head.pooled(pooled);
        self.value_hidden.run(pooled, numbers);
        numbers.iter_mut().for_each(|number| *number = number.max(0.0));
        self.value_out.run(numbers, bias);
        let (win, lead) = match bias[..] {
            [fair, weight, board] => {
                let received = -input.komi / LEAD_SCALE;
                (weight.clamp(-4.0, 5.0).exp() * (fair + received), board + received)
            }
            _ => (bias[0], bias[1]),
        };
        evaluation.win = 1.0 / (1.0 + (-win).exp());
        evaluation.lead = LEAD_SCALE * lead;
        [(win / 3.0).tanh(), lead.tanh()]
    }

    /// The logits of all moves.
    fn run_policy(&self, outcome: [f32; OUTCOME], workspace: &mut Workspace, evaluation: &mut Evaluation) {
        let Workspace { stream, head, pooled, bias, numbers, .. } = workspace;
        stream.pooled(pooled);
        self.policy_pool.run(pooled, bias);
        let mut pass = self.pass.one(pooled);
        if let Some([policy_outcome, pass_outcome]) = &self.outcome {
            policy_outcome.run(&outcome, numbers);
            bias.iter_mut().zip(&*numbers).for_each(|(bias, more)| *bias += more);
            pass += pass_outcome.one(&outcome);
        }
        self.policy.run(stream, bias, &Finish::Relu, head);
        evaluation.policy.clear();
        evaluation.policy.extend(head.points().map(|point| self.moves.one(head.at(point))));
        evaluation.policy.push(pass);
    }
}

impl Linear {
    fn run(&self, input: &[f32], output: &mut Vec<f32>) {
        output.clear();
        let rows = self.weights.chunks_exact(self.inputs).zip(&self.bias);
        output.extend(rows.map(|(row, bias)| bias + dot(row, input)));
    }

    /// The first output.
    fn one(&self, input: &[f32]) -> f32 {
        self.bias[0] + dot(&self.weights[..self.inputs], input)
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    let (ones, others) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest: f32 = ones.remainder().iter().zip(others.remainder()).map(|(one, other)| one * other).sum();
    for (one, other) in ones.zip(others) {
        for k in 0..8 {
            sums[k] += one[k] * other[k];
        }
    }
    sums.iter().sum::<f32>() + rest
}

impl Workspace {
    /// Makes buffers for a board size and a number of channels, unless these are there already.
    fn fit(&mut self, size: usize, channels: usize) {
        if self.size != size || self.stream.channels() != channels {
            let activations = || Activations::new(size, channels);
            *self = Workspace {
                size,
                planes: Activations::new(size, PLANES),
                stream: activations(),
                middle: activations(),
                next: activations(),
                head: Activations::new(size, HEAD),
                ..std::mem::take(self)
            };
        }
    }

    /// Writes the input planes of a position.
    fn fill_planes(&mut self, input: &Input<'_>) {
        let planes = &mut self.planes;
        for (point, &features) in planes.points().zip(input.seen) {
            let own = features & 3 == features::OWN;
            let other = features & 3 == features::OTHER;
            let liberties = |count: u8| (features >> features::LIBERTIES) & 3 == count;
            let is = |bit: u8| features & bit != 0;
            let flags = [
                true,
                own,
                other,
                own && liberties(1),
                own && liberties(2),
                own && liberties(3),
                other && liberties(1),
                other && liberties(2),
                other && liberties(3),
                is(features::KO),
                own && is(features::CAUGHT),
                other && is(features::CAUGHT),
                is(features::LADDER),
            ];
            let values = planes.at_mut(point);
            values.fill(0.0);
            values.iter_mut().zip(flags).for_each(|(value, flag)| *value = f32::from(u8::from(flag)));
        }
        let size = input.size;
        for (back, &place) in input.recent.iter().take(RECENT).enumerate() {
            let place = usize::from(place);
            if place < size * size {
                let point = planes.point(place / size, place % size);
                planes.at_mut(point)[PLANES - RECENT + back] = 1.0;
            }
        }
    }
}
