//! The network: its weights, its file, and what it says of a position.
//!
//! The same as `training/network.py` has it, with the norms folded into the convolutions: an entry, residual blocks of two 3x3
//! convolutions each, every third of which also looks at the whole board, and heads for the moves, the winner, the lead and
//! the owners of the points.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::activations::Activations;
use super::bits::Bits;
use super::convolution::{Convolution, Finish};
use super::features;
use super::winograd::{Tiles, Winograd};
use crate::file::{self, ModelError};

/// What the network sees of each point.
pub const PLANES: usize = 18;
/// What it is told beside the board.
pub const FACTS: usize = 5;
/// How many of the last moves it sees.
pub const RECENT: usize = 5;

const HEAD: usize = 32;
const HIDDEN: usize = 64;
const KIND: &str = "net";
/// The largest networks that are read.
const MOST_BLOCKS: usize = 64;
const MOST_CHANNELS: usize = 512;

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    /// What it was taught, in words.
    pub about: String,
    entry: Convolution,
    /// What is told beside the board becomes what the entry adds.
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
    owner: Linear,
    /// All weights, as they are written.
    tensors: BTreeMap<String, Vec<f32>>,
}

/// How large a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Residual blocks.
    pub blocks: usize,
    /// Numbers for each point between them.
    pub channels: usize,
}

#[derive(Clone, Debug)]
struct Block {
    first: Winograd,
    first_bias: Vec<f32>,
    pool: Option<Linear>,
    second: Winograd,
    second_bias: Vec<f32>,
}

/// A matrix and what is added.
#[derive(Clone, Debug)]
struct Linear {
    inputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// A position as the network is told it, from the view of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Input<'a> {
    /// The size of the board.
    pub size: usize,
    /// A byte for each point, as [`features`] makes it.
    pub seen: &'a [u8],
    /// The places of the last moves, the last first, in rows from the top left; size * size for a pass.
    pub recent: &'a [u16],
    /// The komi that the player gives; negative if he gets it.
    pub komi: f32,
    /// Whether territory is counted, not area.
    pub territory: bool,
}

/// What the network says, from the view of the player whose turn it is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// The logit of each move, in rows from the top left, and of the pass.
    pub policy: Vec<f32>,
    /// The chance to win.
    pub win: f32,
    /// The lead, in points.
    pub lead: f32,
    /// Whose each point will be: 1 his, -1 the other's.
    pub ownership: Vec<f32>,
}

/// Workspace to think in, kept from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    size: usize,
    planes: Activations,
    stream: Activations,
    middle: Activations,
    next: Activations,
    head: Activations,
    squares: Tiles,
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

impl Shape {
    /// Whether a block looks at the whole board.
    fn pools(block: usize) -> bool {
        block % 3 == 2
    }

    /// The names and lengths of all weights.
    fn tensors(self) -> Vec<(String, usize)> {
        let c = self.channels;
        let mut all = vec![("entry.weight".to_string(), 9 * PLANES * c), ("entry.bias".into(), c)];
        let mut add = |name: &str, length: usize| all.push((name.to_string(), length));
        add("facts.weight", FACTS * c);
        for block in 0..self.blocks {
            for convolution in ["first", "second"] {
                add(&format!("blocks.{block}.{convolution}.weight"), 9 * c * c);
                add(&format!("blocks.{block}.{convolution}.bias"), c);
            }
            if Shape::pools(block) {
                add(&format!("blocks.{block}.pool.weight"), 3 * c * c);
                add(&format!("blocks.{block}.pool.bias"), c);
            }
        }
        for (name, length) in [
            ("policy.weight", HEAD * c),
            ("policy.bias", HEAD),
            ("policy_pool.weight", 3 * c * HEAD),
            ("move.weight", HEAD),
            ("move.bias", 1),
            ("no_move.weight", 3 * c),
            ("no_move.bias", 1),
            ("value.weight", HEAD * c),
            ("value.bias", HEAD),
            ("value_hidden.weight", 3 * HEAD * HIDDEN),
            ("value_hidden.bias", HIDDEN),
            ("value_out.weight", 2 * HIDDEN),
            ("value_out.bias", 2),
            ("owner.weight", c),
            ("owner.bias", 1),
        ] {
            add(name, length);
        }
        all
    }

    fn check(self) -> Result<(), ModelError> {
        let fits = self.blocks <= MOST_BLOCKS
            && (1..=MOST_CHANNELS).contains(&self.channels)
            && self.channels.is_multiple_of(Convolution::OUTPUTS);
        if fits { Ok(()) } else { Err(nonsense("a network of such a shape cannot be used")) }
    }
}

fn nonsense(what: &str) -> ModelError {
    ModelError::Content(what.to_string())
}

impl Network {
    /// A network of weights by their names.
    ///
    /// # Errors
    /// If one is missing or has another length.
    pub fn new(shape: Shape, tensors: BTreeMap<String, Vec<f32>>, about: String) -> Result<Network, ModelError> {
        shape.check()?;
        for (name, length) in shape.tensors() {
            match tensors.get(&name) {
                Some(weights) if weights.len() == length && weights.iter().all(|weight| weight.is_finite()) => {}
                Some(_) => return Err(nonsense(&format!("'{name}' has weights that it cannot have"))),
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
            owner: linear("owner", c),
            tensors,
        })
    }

    /// How large it is.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All weights by their names.
    pub fn tensors(&self) -> impl Iterator<Item = (&str, &[f32])> {
        self.tensors.iter().map(|(name, weights)| (name.as_str(), weights.as_slice()))
    }

    /// The bytes of a file, with so many bits for a weight.
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

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Network, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let description = serde_json::from_str(parts.description);
        let Description { shape, about, bits } = description.map_err(|error| nonsense(&error.to_string()))?;
        shape.check()?;
        let all = shape.tensors();
        let length: usize = all.iter().map(|(name, length)| bits.of(name).bytes(*length)).sum();
        if parts.content.len() != length {
            return Err(nonsense("it has not as many weights as its shape needs"));
        }
        let mut content = parts.content;
        let mut take = |(name, length): (String, usize)| {
            let bits = bits.of(&name);
            let (own, rest) = content.split_at(bits.bytes(length));
            content = rest;
            (name, bits.read(own))
        };
        Network::new(shape, all.into_iter().map(&mut take).collect(), about)
    }

    /// What it says of a position.
    pub fn ask(&self, question: &Input<'_>, workspace: &mut Workspace, answer: &mut Evaluation) {
        workspace.fit(question.size, self.shape.channels);
        workspace.look(question);
        let Workspace { planes, stream, middle, next, head, squares, pooled, bias, numbers, .. } = workspace;
        let passed = |back: usize| {
            let pass = (question.size * question.size) as u16;
            f32::from(u8::from(question.recent.get(back) == Some(&pass)))
        };
        let territory = f32::from(u8::from(question.territory));
        self.facts.run(&[-question.komi / 15.0, passed(0), passed(1), territory, 1.0], bias);
        self.entry.run(planes, bias, &Finish::Relu, stream);
        for block in &self.blocks {
            block.first.run(stream, &block.first_bias, &Finish::Relu, squares, middle);
            if let Some(pool) = &block.pool {
                middle.pooled(pooled);
                pool.run(pooled, numbers);
                for point in middle.points() {
                    middle.at_mut(point).iter_mut().zip(&*numbers).for_each(|(value, more)| *value += more);
                }
            }
            block.second.run(middle, &block.second_bias, &Finish::AddRelu(stream), squares, next);
            std::mem::swap(stream, next);
        }
        stream.pooled(pooled);
        self.policy_pool.run(pooled, bias);
        self.policy.run(stream, bias, &Finish::Relu, head);
        answer.policy.clear();
        answer.policy.extend(head.points().map(|point| self.moves.one(head.at(point))));
        answer.policy.push(self.pass.one(pooled));
        answer.ownership.clear();
        answer.ownership.extend(stream.points().map(|point| self.owner.one(stream.at(point)).tanh()));
        self.value.run(stream, &self.value_bias, &Finish::Relu, head);
        head.pooled(pooled);
        self.value_hidden.run(pooled, numbers);
        numbers.iter_mut().for_each(|number| *number = number.max(0.0));
        self.value_out.run(numbers, bias);
        answer.win = 1.0 / (1.0 + (-bias[0]).exp());
        answer.lead = 20.0 * bias[1];
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
    fn fit(&mut self, size: usize, channels: usize) {
        if self.size != size || self.stream.channels() != channels {
            let field = || Activations::new(size, channels);
            *self = Workspace {
                size,
                planes: Activations::new(size, PLANES),
                stream: field(),
                middle: field(),
                next: field(),
                head: Activations::new(size, HEAD),
                ..std::mem::take(self)
            };
        }
    }

    /// The planes of a position.
    fn look(&mut self, question: &Input<'_>) {
        let planes = &mut self.planes;
        for (point, &seen) in planes.points().zip(question.seen) {
            let own = seen & 3 == features::OWN;
            let other = seen & 3 == features::OTHER;
            let liberties = |count: u8| (seen >> features::LIBERTIES) & 3 == count;
            let is = |bit: u8| seen & bit != 0;
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
        let size = question.size;
        for (back, &place) in question.recent.iter().take(RECENT).enumerate() {
            let place = usize::from(place);
            if place < size * size {
                let point = planes.point(place / size, place % size);
                planes.at_mut(point)[PLANES - RECENT + back] = 1.0;
            }
        }
    }
}
