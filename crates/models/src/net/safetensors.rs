//! Weights as `training/` writes and reads them: the safetensors format with numbers of 32 bits.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Network, Shape};
use crate::file::ModelError;

/// Reads a network.
///
/// # Errors
/// If the bytes are no weights of one.
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
            shape = entry["shape"].as_str().and_then(|text| text.split_once('x')).and_then(|(blocks, channels)| {
                Some(Shape { blocks: blocks.parse().ok()?, channels: channels.parse().ok()? })
            });
            continue;
        }
        if entry["dtype"] != "F32" {
            return Err(nonsense(&format!("'{name}' has other numbers than those of 32 bits")));
        }
        let offset = |end: usize| entry["data_offsets"][end].as_u64().and_then(|offset| usize::try_from(offset).ok());
        let range = offset(0).zip(offset(1)).and_then(|(begin, end)| numbers.get(begin..end));
        let range = range.ok_or(ModelError::Truncated)?;
        let values = range.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        tensors.insert(name, values);
    }
    let shape = shape.ok_or_else(|| nonsense("it does not say how large the network is"))?;
    Network::new(shape, tensors, about)
}

/// The bytes of a file of a network's weights, each tensor as one row, from which `training/train.py` can start.
pub fn write(network: &Network) -> Vec<u8> {
    let Shape { blocks, channels } = network.shape();
    let mut header = Map::new();
    header.insert("__metadata__".into(), json!({ "shape": format!("{blocks}x{channels}"), "about": network.about }));
    let mut numbers = Vec::new();
    for (name, weights) in network.tensors() {
        let begin = numbers.len();
        numbers.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        let entry = json!({ "dtype": "F32", "shape": [weights.len()], "data_offsets": [begin, numbers.len()] });
        header.insert(name.to_string(), entry);
    }
    let mut header = Value::from(header).to_string();
    // The numbers begin where eight bytes do.
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
