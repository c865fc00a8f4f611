//! The shape of a network, and the tensors that a network of this shape has.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::convolution::Convolution;
use super::network::{FACTS, PLANES};
use crate::file::ModelError;

/// The channels of the policy and value heads.
pub(super) const HEAD: usize = 32;
/// The hidden units of the value head.
pub(super) const HIDDEN: usize = 64;
/// The numbers that a komi head feeds into the policy.
pub(super) const OUTCOME: usize = 2;
/// The largest networks that can be read.
const MAX_BLOCKS: usize = 64;
const MAX_CHANNELS: usize = 512;

/// The shape of a network. As text: `10x128`, or `15x192-komi` with a komi head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of the residual blocks.
    pub channels: usize,
    /// Whether komi is subtracted in the heads. Otherwise komi is an input of the network.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub komi_head: bool,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { blocks, channels, komi_head } = self;
        write!(f, "{blocks}x{channels}{}", if *komi_head { "-komi" } else { "" })
    }
}

impl FromStr for Shape {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Shape, ModelError> {
        let (size, komi_head) = text.strip_suffix("-komi").map_or((text, false), |size| (size, true));
        let numbers =
            size.split_once('x').and_then(|(blocks, channels)| blocks.parse().ok().zip(channels.parse().ok()));
        let (blocks, channels) = numbers
            .ok_or_else(|| ModelError::Content(format!("'{text}' is not a shape; '10x128' and '15x192-komi' are")))?;
        Ok(Shape { blocks, channels, komi_head })
    }
}

impl Shape {
    /// Whether a block pools over the whole board.
    pub(super) fn pools(block: usize) -> bool {
        block % 3 == 2
    }

    /// The rows of the value head: the win logit and the lead, or the three estimates of a komi head.
    fn values(self) -> usize {
        if self.komi_head { 3 } else { 2 }
    }

    /// The names and lengths of all tensors, in the order of a model file.
    pub(super) fn tensors(self) -> Vec<(String, usize)> {
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
            ("value_out.weight", self.values() * HIDDEN),
            ("value_out.bias", self.values()),
            ("owner.weight", c),
            ("owner.bias", 1),
        ] {
            add(name, length);
        }
        if self.komi_head {
            add("policy_outcome.weight", HEAD * OUTCOME);
            add("no_move_outcome.weight", OUTCOME);
        }
        all
    }

    /// # Errors
    /// If inference does not support a network of this shape.
    pub(super) fn check(self) -> Result<(), ModelError> {
        let fits = self.blocks <= MAX_BLOCKS
            && (1..=MAX_CHANNELS).contains(&self.channels)
            && self.channels.is_multiple_of(Convolution::OUTPUTS);
        let limits = format!(
            "a network of {self} cannot be used; the limits are {MAX_BLOCKS} blocks and {MAX_CHANNELS} channels, \
             in multiples of {}",
            Convolution::OUTPUTS
        );
        if fits { Ok(()) } else { Err(ModelError::Content(limits)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_read_as_it_is_written() {
        for text in ["6x96", "15x192-komi", "0x32"] {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
        for text in ["", "6", "x96", "6x96-", "6x96-draw", "-komi", "6x-96"] {
            let error = text.parse::<Shape>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}' is not a shape")), "{error}");
        }
    }

    #[test]
    fn a_shape_without_a_komi_head_reads_and_writes_as_before() {
        let json = r#"{"blocks":6,"channels":96}"#;
        let shape: Shape = serde_json::from_str(json).unwrap();
        assert!(!shape.komi_head);
        assert_eq!(serde_json::to_string(&shape).unwrap(), json);
        let komi = Shape { komi_head: true, ..shape };
        assert_eq!(serde_json::from_str::<Shape>(&serde_json::to_string(&komi).unwrap()).unwrap(), komi);
    }
}
