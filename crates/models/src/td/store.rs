//! The model file of a network.
//!
//! The content: the representation (u8: 0 koten, 1 roban, 2 katatsugi with its two weights as f32), the board size
//! (u8), the number of hidden layers (u8), the units of each (u32), and the weights (f32) layer by layer, the row of
//! each unit together, then the output.

use goban::{MAX_SIZE, MIN_SIZE};
use serde::{Deserialize, Serialize};

use super::network::Network;
use super::representation::Representation;
use crate::file::{self, Cursor, ModelError};

/// The origin of a network.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct About {
    /// The method of training.
    pub manner: String,
    /// The number of self-play games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Its measured strength.
    pub strength: String,
    /// The version of the program that made it.
    pub version: String,
}

const KIND: &str = "td";
/// Limits of a model file.
const MAX_LAYERS: usize = 8;
const MAX_WEIGHTS: usize = 1 << 24;

impl Network {
    /// The bytes of a model file.
    pub fn write(&self, about: &About) -> Vec<u8> {
        // Strings and numbers always serialise.
        let description = serde_json::to_string(about).unwrap_or_default();
        file::write(KIND, &description, &self.content())
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<(Network, About), ModelError> {
        let parts = file::read(bytes, KIND)?;
        let about = serde_json::from_str(parts.description);
        let about = about.map_err(|error| ModelError::Content(format!("its description cannot be read: {error}")))?;
        let mut cursor = Cursor(parts.content);
        let network = Network::take(&mut cursor)?;
        if !cursor.0.is_empty() {
            return Err(ModelError::Content("it has more weights than its shape needs".to_string()));
        }
        Ok((network, about))
    }

    /// Reads networks that [`content`](Network::content) wrote one after the other.
    ///
    /// # Errors
    /// If the bytes are not networks.
    pub fn read_contents(content: &[u8]) -> Result<Vec<Network>, ModelError> {
        let mut cursor = Cursor(content);
        let mut networks = Vec::new();
        while !cursor.0.is_empty() {
            networks.push(Network::take(&mut cursor)?);
        }
        Ok(networks)
    }

    /// A checksum of the weights and the shape.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.content())
    }

    /// The content of a model file.
    pub fn content(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (code, cross) = match self.representation() {
            Representation::Koten => (0, None),
            Representation::Roban => (1, None),
            Representation::Katatsugi { centre, beside } => (2, Some([centre, beside])),
        };
        bytes.push(code);
        cross.into_iter().flatten().for_each(|weight| bytes.extend(weight.to_le_bytes()));
        bytes.extend([self.size() as u8, self.hidden().len() as u8]);
        self.hidden().iter().for_each(|&units| bytes.extend((units as u32).to_le_bytes()));
        self.clone().each_weight_mut(|weight| bytes.extend(weight.to_le_bytes()));
        bytes
    }

    fn take(cursor: &mut Cursor<'_>) -> Result<Network, ModelError> {
        let wrong = |what: &str| ModelError::Content(what.to_string());
        let representation = match cursor.number::<1>()? {
            0 => Representation::Koten,
            1 => Representation::Roban,
            2 => Representation::Katatsugi { centre: weight(cursor)?, beside: weight(cursor)? },
            _ => return Err(wrong("it has an unknown representation")),
        };
        let [size, layers] = [cursor.number::<1>()? as usize, cursor.number::<1>()? as usize];
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) || !(1..=MAX_LAYERS).contains(&layers) {
            return Err(wrong("its board size or number of layers is not supported"));
        }
        let mut hidden = Vec::with_capacity(layers);
        let (mut before, mut weights) = (representation.inputs(size), 0usize);
        for _ in 0..layers {
            let units = cursor.number::<4>()? as usize;
            weights = weights.saturating_add(before.saturating_mul(units));
            before = units;
            hidden.push(units);
        }
        weights = weights.saturating_add(before);
        if weights > MAX_WEIGHTS || hidden.contains(&0) {
            return Err(wrong("its layers are too large or empty"));
        }
        let bytes = cursor.take(4 * weights)?;
        let (numbers, _) = bytes.as_chunks::<4>();
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        if !numbers.clone().all(f32::is_finite) {
            return Err(wrong("a weight is infinite or NaN"));
        }
        Ok(Network::with(representation, size, &hidden, || numbers.next().unwrap_or(0.0)))
    }
}

fn weight(cursor: &mut Cursor<'_>) -> Result<f32, ModelError> {
    let weight = f32::from_bits(cursor.number::<4>()? as u32);
    if weight.is_finite() { Ok(weight) } else { Err(ModelError::Content("a weight is infinite or NaN".to_string())) }
}
