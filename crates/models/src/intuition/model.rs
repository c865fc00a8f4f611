//! The model: features with weights, and the file that it is kept in.
//!
//! The content of a file: the number of features and the size of a step of weight (f32), the features in order (each as the
//! difference to the one before, see `put_varint`), and their weights in steps (i8).

use goban::{Board, Point};
use serde::{Deserialize, Serialize};

use super::dictionary::Dictionary;
use super::features::{BITS, Features};
use crate::file::{self, Cursor, ModelError, put_varint};

/// Knows how likely experts are to play which moves.
#[derive(Clone, Debug)]
pub struct Intuition {
    weights: Dictionary<f32>,
    about: About,
}

/// Where a model comes from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct About {
    /// What it learnt from.
    pub games: String,
    /// How many positions it saw.
    pub positions: u64,
    /// The seed.
    pub seed: u64,
    /// Which version of the program made it.
    pub version: String,
}

/// What the file says it is.
const KIND: &str = "intuition";
/// A weight in the file is so many steps, at most.
const MOST_STEPS: f32 = 127.0;
/// Larger weights are cut.
const LARGEST: f32 = 8.0;

impl Intuition {
    /// A model with these weights. Of a feature that is there twice, the first weight counts.
    pub fn new(weights: &[(u64, f32)], about: About) -> Intuition {
        Intuition { weights: Dictionary::new(weights.iter().copied()), about }
    }

    /// Where it comes from.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// How many features have a weight.
    pub fn features(&self) -> usize {
        self.weights.len()
    }

    /// How likely each of these legal points is: the logarithms of weights, which add up to nothing in particular (see
    /// [`softmax`]).
    pub fn rank(&self, features: &mut Features, board: &Board, points: &[Point], worths: &mut Vec<f32>) {
        features.look(board);
        worths.clear();
        worths.extend(points.iter().map(|&point| {
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

    /// The file of a model with these weights, which must be different features in order.
    pub fn write(weights: &[(u64, f32)], about: &About) -> Vec<u8> {
        let largest = weights.iter().fold(0f32, |largest, (_, weight)| largest.max(weight.abs())).min(LARGEST);
        let step = (largest / MOST_STEPS).max(f32::MIN_POSITIVE);
        let mut content = Vec::new();
        put_varint(&mut content, weights.len() as u64);
        content.extend(step.to_le_bytes());
        let mut before = 0;
        for &(feature, _) in weights {
            put_varint(&mut content, feature - before);
            before = feature;
        }
        let steps = |weight: f32| (weight / step).round().clamp(-MOST_STEPS, MOST_STEPS) as i8;
        content.extend(weights.iter().map(|&(_, weight)| steps(weight) as u8));
        let description = serde_json::to_string(about).unwrap_or_default();
        file::write(KIND, &description, &content)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Intuition, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let about = serde_json::from_str(parts.description);
        let about = about.map_err(|error| ModelError::Content(format!("its description cannot be read ({error})")))?;
        let mut content = Cursor(parts.content);
        let count = content.varint()?;
        let step = f32::from_bits(content.number::<4>()? as u32);
        if count > content.0.len() as u64 {
            return Err(ModelError::Content("it has fewer features than it says".to_string()));
        }
        if !step.is_finite() {
            return Err(ModelError::Content("its weights are no numbers".to_string()));
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

/// Makes probabilities out of logarithms of weights.
///
/// ```
/// let mut worths = vec![0.0, 0.0, 2f32.ln()];
/// models::intuition::softmax(&mut worths);
/// assert_eq!(worths, [0.25, 0.25, 0.5]);
/// ```
pub fn softmax(worths: &mut [f32]) {
    let most = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for worth in &mut *worths {
        *worth = (*worth - most).exp();
        sum += *worth;
    }
    worths.iter_mut().for_each(|worth| *worth /= sum);
}
