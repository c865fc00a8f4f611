//! Weighted patterns, and their model file, which includes the population that they evolved in.
//!
//! The content, compressed: the distinct patterns of the population (the number of specified points, and a byte for
//! each: four times its index plus its kind); the vectors of the population, as indices of patterns; the bias (f32),
//! and the vector of the evaluation as indices of patterns with their weights (f32). Numbers are as `put_varint` writes
//! them.

use std::collections::HashMap;

use goban::{Board, Color};
use serde::{Deserialize, Serialize};

use super::pattern::{Kind, PLACES, Pattern};
use super::planes::{Matcher, Planes};
use crate::file::{self, Cursor, ModelError, put_varint};
use crate::mix;

/// Estimates the win rate of the player who has just moved.
#[derive(Clone, Debug)]
pub struct Evaluation {
    bias: f32,
    patterns: Vec<(Pattern, f32)>,
    matchers: Vec<Matcher>,
    /// The origin of the evaluation.
    pub about: About,
    /// The last population, so that evolution can resume.
    pub population: Population,
}

/// Vectors of patterns.
pub type Population = Vec<Vec<Pattern>>;

/// The origin of an evaluation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct About {
    /// The training data and method.
    pub source: String,
    /// The fitness of each generation.
    pub generations: Vec<Generation>,
    /// The version of the program that made it.
    pub version: String,
}

/// The fitness of a generation: the share of the variance of win rates that is explained. 1 is perfect, 0 is no better
/// than the mean.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Generation {
    /// The best individual, on the boards used for selection.
    pub best: f32,
    /// The mean of all individuals, on the same boards.
    pub mean: f32,
    /// The best individual, on hold-out boards.
    pub unseen: f32,
}

/// The kind of model file.
const KIND: &str = "genetic";
/// The greatest length of the content.
const LONGEST: u64 = 1 << 26;

impl Evaluation {
    /// An evaluation by weighted patterns.
    pub fn new(bias: f32, patterns: Vec<(Pattern, f32)>) -> Evaluation {
        let matchers = patterns.iter().map(|(pattern, _)| Matcher::new(pattern)).collect();
        Evaluation { bias, patterns, matchers, about: About::default(), population: Population::new() }
    }

    /// Random patterns and weights, as before training.
    pub fn untrained(patterns: usize, seed: u64) -> Evaluation {
        let mut state = mix(seed);
        let mut below = |n: usize| {
            state = mix(state);
            (state % n as u64) as usize
        };
        let mut draw = |_| {
            let mut pattern = Pattern::default();
            for _ in 0..2 + below(5) {
                pattern.0[below(PLACES)] = Kind::TOLD[below(4)];
            }
            (pattern, (below(2001) as f32 - 1000.0) / 10_000.0)
        };
        Evaluation::new(0.5, (0..patterns).map(&mut draw).collect())
    }

    /// The patterns and their weights.
    pub fn patterns(&self) -> &[(Pattern, f32)] {
        &self.patterns
    }

    /// Estimates the win rate of the player who has just moved, from whose perspective the planes are. The estimate is
    /// a sum, and may be below 0 or above 1.
    pub fn evaluate(&self, planes: &Planes) -> f32 {
        let value = |((_, weight), matcher): (&(Pattern, f32), &Matcher)| weight * matcher.count(planes) as f32;
        self.bias + self.patterns.iter().zip(&self.matchers).map(value).sum::<f32>()
    }

    /// As [`evaluate`](Evaluation::evaluate), for a board from the perspective of a player.
    pub fn score(&self, board: &Board, own: Color) -> f32 {
        self.evaluate(&Planes::of(board, own))
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let mut known: HashMap<Pattern, u64> = HashMap::new();
        let mut dictionary = Vec::new();
        let vector = self.patterns.iter().map(|(pattern, _)| pattern);
        for &pattern in self.population.iter().flatten().chain(vector) {
            known.entry(pattern).or_insert_with(|| {
                dictionary.push(pattern);
                dictionary.len() as u64 - 1
            });
        }
        let mut content = Vec::new();
        put_varint(&mut content, dictionary.len() as u64);
        for pattern in &dictionary {
            content.push(pattern.specified().count() as u8);
            content.extend(pattern.specified().map(|(place, kind)| 4 * place as u8 + kind as u8 - 1));
        }
        put_varint(&mut content, self.population.len() as u64);
        for vector in &self.population {
            put_varint(&mut content, vector.len() as u64);
            vector.iter().for_each(|pattern| put_varint(&mut content, known[pattern]));
        }
        content.extend(self.bias.to_le_bytes());
        put_varint(&mut content, self.patterns.len() as u64);
        for (pattern, weight) in &self.patterns {
            put_varint(&mut content, known[pattern]);
            content.extend(weight.to_le_bytes());
        }
        file::write(KIND, &serde_json::to_string(&self.about).unwrap_or_default(), &file::pack(&content))
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let about = serde_json::from_str(parts.description);
        let about = about.map_err(|error| ModelError::Content(format!("its description cannot be read ({error})")))?;
        let content = file::unpack(parts.content, LONGEST)?;
        let mut content = Cursor(&content);
        let count = content.varint()?;
        let dictionary = (0..count).map(|_| pattern(&mut content)).collect::<Result<Vec<_>, _>>()?;
        let count = content.varint()?;
        let population = (0..count).map(|_| vector(&mut content, &dictionary)).collect::<Result<Population, _>>()?;
        let bias = number(&mut content)?;
        let count = content.varint()?;
        let patterns = (0..count).map(|_| Ok((known(&mut content, &dictionary)?, number(&mut content)?)));
        let patterns = patterns.collect::<Result<Vec<_>, ModelError>>()?;
        if !content.0.is_empty() {
            return Err(ModelError::Content("it has more patterns than it says".to_string()));
        }
        Ok(Evaluation { about, population, ..Evaluation::new(bias, patterns) })
    }
}

fn pattern(content: &mut Cursor<'_>) -> Result<Pattern, ModelError> {
    let mut pattern = Pattern::default();
    let count = content.number::<1>()? as usize;
    for &byte in content.take(count)? {
        let place = pattern.0.get_mut(usize::from(byte / 4));
        let kind = Kind::from_number(byte % 4 + 1);
        match (place, kind) {
            (Some(place), Some(kind)) => *place = kind,
            _ => return Err(ModelError::Content("a pattern reaches beyond its window".to_string())),
        }
    }
    Ok(pattern)
}

fn vector(content: &mut Cursor<'_>, dictionary: &[Pattern]) -> Result<Vec<Pattern>, ModelError> {
    let count = content.varint()?;
    (0..count).map(|_| known(content, dictionary)).collect()
}

fn known(content: &mut Cursor<'_>, dictionary: &[Pattern]) -> Result<Pattern, ModelError> {
    let pattern = usize::try_from(content.varint()?).ok().and_then(|number| dictionary.get(number));
    pattern.copied().ok_or_else(|| ModelError::Content("there is no pattern of that number".to_string()))
}

fn number(content: &mut Cursor<'_>) -> Result<f32, ModelError> {
    let number = f32::from_bits(content.number::<4>()? as u32);
    if number.is_finite() { Ok(number) } else { Err(ModelError::Content("a weight is infinite or NaN".to_string())) }
}
