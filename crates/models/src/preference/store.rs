//! Model files of tables.
//!
//! The description has the view and the kind of table. The content, compressed, has the values: for a map or a cache
//! the classes in order with their data, for other kinds the table itself. With corners, the length of these comes
//! first, and the values of corners follow. The compact form of a hash table has the number of values other than 0,
//! their slots in order (as differences, see `put_varint`), and the values in half precision.

use std::sync::Arc;

use half::f16;
use serde::{Deserialize, Serialize};

use super::values::{Entry, Values};
use super::{Manner, Preference, Table, View};
use crate::file::{self, Cursor, ModelError, put_varint};

/// The kind of model file.
const KIND: &str = "preference";

#[derive(Serialize, Deserialize)]
struct Description {
    view: View,
    table: Table,
    /// Whether the content has the compact form.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    compact: bool,
    #[serde(default)]
    manner: Manner,
    #[serde(default)]
    about: String,
    #[serde(default)]
    games: u64,
    #[serde(default)]
    positions: u64,
}

impl Preference {
    /// The bytes of a model file with all values. Pooled changes are not included (see [`settle`](Preference::settle)),
    /// nor is the number of changes of each class that an adaptive rate uses.
    pub fn write(&self) -> Vec<u8> {
        let mut values = self.values.to_bytes();
        if let Some(corners) = &self.corners {
            values = [&(values.len() as u64).to_le_bytes()[..], &values, &corners.values.to_bytes()].concat();
        }
        file::write(KIND, &self.description(false), &file::pack(&values))
    }

    /// The bytes of a smaller model file with the values in half precision; `None` unless this is a hash table without
    /// corners. Rounding is monotonic, so moves never change places: values that are nearly equal become equal.
    pub fn write_compact(&self) -> Option<Vec<u8>> {
        let (Values::Hash(values), None) = (self.values.as_ref(), &self.corners) else { return None };
        Some(file::write(KIND, &self.description(true), &file::pack(&compact(values))))
    }

    fn description(&self, compact: bool) -> String {
        let description = Description {
            view: self.view(),
            table: self.table,
            compact,
            manner: self.manner,
            about: self.about.clone(),
            games: self.games,
            positions: self.positions,
        };
        serde_json::to_string(&description).unwrap_or_default()
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Preference, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let description: Description = serde_json::from_str(parts.description).map_err(content)?;
        let Description { view, table, compact, manner, about, games, positions } = description;
        table.check().map_err(content)?;
        let mut preference = Preference::new(view, table).map_err(content)?;
        let corners = preference.corners.as_ref().map_or(0, |corners| 8 + corners.values.max_bytes());
        let most = preference.values.max_bytes() + corners;
        let values = file::unpack(parts.content, most)?;
        let mut rest = Cursor(&values);
        if let Some(corners) = &mut preference.corners {
            let length = rest.number::<8>()?;
            let length = usize::try_from(length).unwrap_or(usize::MAX).min(rest.0.len());
            let own = rest.take(length)?;
            corners.values.fill(rest.0)?;
            rest = Cursor(own);
        }
        match (Arc::make_mut(&mut preference.values), compact) {
            (values, false) => values.fill(rest.0)?,
            (Values::Hash(values), true) => expand(&mut rest, values)?,
            (_, true) => return Err(content("only a hash table has a compact form")),
        }
        preference.manner = manner;
        (preference.about, preference.games, preference.positions) = (about, games, positions);
        Ok(preference)
    }
}

pub(super) fn content(error: impl ToString) -> ModelError {
    ModelError::Content(error.to_string())
}

/// The compact form of a hash table.
fn compact(values: &[f32]) -> Vec<u8> {
    let halves = values.iter().map(|&value| f16::from_f32(value)).enumerate();
    let used: Vec<(usize, f16)> = halves.filter(|(_, value)| *value != f16::ZERO).collect();
    let mut bytes = Vec::new();
    put_varint(&mut bytes, used.len() as u64);
    let mut before = 0;
    for &(slot, _) in &used {
        put_varint(&mut bytes, (slot - before) as u64);
        before = slot;
    }
    bytes.extend(used.iter().flat_map(|(_, value)| value.to_le_bytes()));
    bytes
}

/// Reads the compact form into a table of zeros.
fn expand(bytes: &mut Cursor<'_>, values: &mut [f32]) -> Result<(), ModelError> {
    let count = bytes.varint()?;
    if count > values.len() as u64 {
        return Err(content("it has more values than it says"));
    }
    let mut slot = 0u64;
    let mut next = || {
        slot = slot.saturating_add(bytes.varint()?);
        usize::try_from(slot).ok().filter(|&slot| slot < values.len()).ok_or_else(|| content("a slot is too large"))
    };
    let slots = (0..count).map(|_| next()).collect::<Result<Vec<usize>, ModelError>>()?;
    for slot in slots {
        let value = f16::from_bits(bytes.number::<2>()? as u16).to_f32();
        if !value.is_finite() {
            return Err(content("a value is infinite or NaN"));
        }
        values[slot] = value;
    }
    Ok(())
}

/// The most classes of a map in a file, about a gigabyte.
const MAX_CLASSES: u64 = 1 << 27;

impl Values {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Values::Map(map) => {
                let mut all: Vec<_> = map.iter().collect();
                all.sort_unstable_by_key(|&(&class, _)| class);
                for (class, value) in all {
                    bytes.extend(class.to_le_bytes());
                    bytes.extend(value.to_le_bytes());
                }
            }
            Values::Hash(values) | Values::Text(values) => {
                values.iter().for_each(|value| bytes.extend(value.to_le_bytes()))
            }
            Values::Probes(places) => {
                for place in places {
                    bytes.extend(place.value.to_le_bytes());
                    bytes.extend(place.quality.to_le_bytes());
                }
            }
            Values::Cache(cache) => {
                bytes.extend(cache.clock.to_le_bytes());
                let mut all: Vec<_> = cache.known.iter().collect();
                all.sort_unstable_by_key(|&(&class, _)| class);
                for (class, entry) in all {
                    bytes.extend(class.to_le_bytes());
                    bytes.extend(entry.value.to_le_bytes());
                    bytes.extend(entry.seen.to_le_bytes());
                    bytes.extend(entry.benefit.to_le_bytes());
                }
            }
        }
        bytes
    }

    /// The greatest length of the content.
    fn max_bytes(&self) -> u64 {
        match self {
            Values::Map(_) => 12 * MAX_CLASSES,
            Values::Hash(values) | Values::Text(values) => 4 * values.len() as u64,
            Values::Probes(places) => 8 * places.len() as u64,
            Values::Cache(cache) => 4 + 20 * (cache.size() as u64 + MAX_POINTS),
        }
    }

    fn fill(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let mut bytes = Cursor(bytes);
        match self {
            Values::Map(map) => {
                while !bytes.0.is_empty() {
                    map.insert(bytes.number::<8>()?, float(&mut bytes)?);
                }
            }
            Values::Hash(values) | Values::Text(values) => {
                for value in values {
                    *value = float(&mut bytes)?;
                }
            }
            Values::Probes(places) => {
                for place in places {
                    (place.value, place.quality) = (float(&mut bytes)?, float(&mut bytes)?);
                    if place.quality <= 0.0 {
                        return Err(content("a quality is not above 0"));
                    }
                }
            }
            Values::Cache(cache) => {
                cache.clock = bytes.number::<4>()? as u32;
                while !bytes.0.is_empty() {
                    let class = bytes.number::<8>()?;
                    let (value, seen) = (float(&mut bytes)?, bytes.number::<4>()? as u32);
                    cache.known.insert(class, Entry { value, seen, benefit: float(&mut bytes)? });
                }
            }
        }
        Ok(())
    }
}

/// A cache may exceed its size by the moves of one position.
const MAX_POINTS: u64 = 1024;

pub(super) fn float(bytes: &mut Cursor<'_>) -> Result<f32, ModelError> {
    let value = f32::from_bits(bytes.number::<4>()? as u32);
    if value.is_finite() { Ok(value) } else { Err(content("a value is infinite or NaN")) }
}
