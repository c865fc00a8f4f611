//! The model: weighted features, and its model file.
//!
//! The content: the number of features and the step of quantised weights (f32), the features in order (as differences,
//! see `put_varint`), and their weights in steps (i8).

use goban::{Board, Point};
use serde::{Deserialize, Serialize};

use super::dictionary::Dictionary;
use super::features::{BITS, Features};
use crate::file::{self, Cursor, ModelError, put_varint};

/// Estimates the probability of expert moves.
#[derive(Clone, Debug)]
pub struct Intuition {
    weights: Dictionary<f32>,
    about: About,
}

/// The origin of a model.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct About {
    /// The training games.
    pub games: String,
    /// The number of training positions.
    pub positions: u64,
    /// The seed.
    pub seed: u64,
    /// The version of the program that made it.
    pub version: String,
}

/// The kind of model file.
const KIND: &str = "intuition";
/// The greatest weight, in steps.
const MAX_STEPS: f32 = 127.0;
/// Greater weights are clipped.
const LARGEST: f32 = 8.0;

impl Intuition {
    /// A model with these weights. If a feature occurs twice, the first weight counts.
    pub fn new(weights: &[(u64, f32)], about: About) -> Intuition {
        Intuition { weights: Dictionary::new(weights.iter().copied()), about }
    }

    /// The origin of the model.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.weights.len()
    }

    /// The logits of these legal points (see [`softmax`]).
    pub fn rank(&self, features: &mut Features, board: &Board, points: &[Point], logits: &mut Vec<f32>) {
        features.look(board);
        logits.clear();
        logits.extend(points.iter().map(|&point| {
            let mut sum = 0.0;
            features.of(board, point, |feature| match self.weights.value(feature) {
                Some(weight) => {
                    sum += weight;
                    true
                }
                None => false,
            });
            sum
        }));
    }

    /// The bytes of a model file with these weights, whose features must be distinct and sorted.
    pub fn write(weights: &[(u64, f32)], about: &About) -> Vec<u8> {
        let largest = weights.iter().fold(0f32, |largest, (_, weight)| largest.max(weight.abs())).min(LARGEST);
        let step = (largest / MAX_STEPS).max(f32::MIN_POSITIVE);
        let mut content = Vec::new();
        put_varint(&mut content, weights.len() as u64);
        content.extend(step.to_le_bytes());
        let mut before = 0;
        for &(feature, _) in weights {
            put_varint(&mut content, feature - before);
            before = feature;
        }
        let steps = |weight: f32| (weight / step).round().clamp(-MAX_STEPS, MAX_STEPS) as i8;
        content.extend(weights.iter().map(|&(_, weight)| steps(weight) as u8));
        let description = serde_json::to_string(about).unwrap_or_default();
        file::write(KIND, &description, &content)
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Intuition, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let about = serde_json::from_str(parts.description);
        let about = about.map_err(|error| ModelError::Content(format!("its description cannot be read ({error})")))?;
        let mut content = Cursor(parts.content);
        let count = content.varint()?;
        let step = f32::from_bits(content.number::<4>()? as u32);
        if count > content.0.len() as u64 {
            return Err(ModelError::Content("it has fewer features than its header says".to_string()));
        }
        if !step.is_finite() {
            return Err(ModelError::Content("its weights are infinite or NaN".to_string()));
        }
        let mut feature = 0u64;
        let mut next = || {
            feature = feature.saturating_add(content.varint()?);
            if feature >> BITS == 0 {
                Ok(feature)
            } else {
                Err(ModelError::Content("a feature is too large".to_string()))
            }
        };
        let features = (0..count).map(|_| next()).collect::<Result<Vec<u64>, ModelError>>()?;
        let weights = content.take(features.len())?;
        let weights = weights.iter().map(|&weight| f32::from(weight as i8) * step);
        Ok(Intuition::new(&features.into_iter().zip(weights).collect::<Vec<_>>(), about))
    }
}

/// Turns logits into probabilities.
///
/// ```
/// let mut logits = vec![0.0, 0.0, 2f32.ln()];
/// models::intuition::softmax(&mut logits);
/// assert_eq!(logits, [0.25, 0.25, 0.5]);
/// ```
pub fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for value in &mut *logits {
        *value = (*value - most).exp();
        sum += *value;
    }
    logits.iter_mut().for_each(|value| *value /= sum);
}
