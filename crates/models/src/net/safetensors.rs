//! The safetensors format with 32-bit weights, in which `training/` writes and reads networks.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Network, Shape};
use crate::file::ModelError;

/// Reads a network.
///
/// # Errors
/// If the bytes are not the weights of a network.
pub fn read(bytes: &[u8], about: String) -> Result<Network, ModelError> {
    let nonsense = |what: &str| ModelError::Content(what.to_string());
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or(ModelError::Truncated)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let (header, numbers) = rest.split_at_checked(length).ok_or(ModelError::Foreign)?;
    let header: BTreeMap<String, Value> = serde_json::from_slice(header).map_err(|_| ModelError::Foreign)?;
    let mut tensors = BTreeMap::new();
    let mut shape = None;
    for (name, entry) in header {
        if name == "__metadata__" {
            shape = entry["shape"].as_str().map(str::parse::<Shape>).transpose()?;
            continue;
        }
        if entry["dtype"] != "F32" {
            return Err(nonsense(&format!("'{name}' does not have 32-bit weights")));
        }
        let offset = |end: usize| entry["data_offsets"][end].as_u64().and_then(|offset| usize::try_from(offset).ok());
        let range = offset(0).zip(offset(1)).and_then(|(begin, end)| numbers.get(begin..end));
        let range = range.ok_or(ModelError::Truncated)?;
        let values = range.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        tensors.insert(name, values);
    }
    let shape = shape.ok_or_else(|| nonsense("its metadata lacks the shape of the network"))?;
    Network::new(shape, tensors, about)
}

/// The bytes of a file with a network's weights, each tensor as one row. `training/train.py --start` reads it.
pub fn write(network: &Network) -> Vec<u8> {
    let mut header = Map::new();
    header.insert("__metadata__".into(), json!({ "shape": network.shape().to_string(), "about": network.about }));
    let mut numbers = Vec::new();
    for (name, weights) in network.tensors() {
        let begin = numbers.len();
        numbers.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        let entry = json!({ "dtype": "F32", "shape": [weights.len()], "data_offsets": [begin, numbers.len()] });
        header.insert(name.to_string(), entry);
    }
    let mut header = Value::from(header).to_string();
    // The weights begin at a multiple of eight bytes.
    header.extend(std::iter::repeat_n(' ', header.len().next_multiple_of(8) - header.len()));
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &numbers].concat()
}

#[cfg(test)]
mod tests {
    use super::super::Bits;
    use super::*;

    #[test]
    fn weights_that_are_written_and_read_are_the_same() {
        let small = Network::embedded("small").unwrap();
        let again = read(&write(small), small.about.clone()).unwrap();
        assert_eq!(again.write(Bits::Sixteen), small.write(Bits::Sixteen));
    }
}
