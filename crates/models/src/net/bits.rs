//! Quantisation: how model files store weights.

use half::f16;
use serde::{Deserialize, Serialize};

/// The bits of a weight in a model file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Bits {
    /// Half precision.
    #[default]
    Sixteen,
    /// Quantised: a multiple, from -127 to 127, of a scale that 64 weights share. Biases keep half precision.
    Eight,
}

/// The weights that share a scale.
const GROUP: usize = 64;

impl Bits {
    /// The bits of a tensor, by its name: only weights are quantised.
    pub(super) fn of(self, name: &str) -> Bits {
        if name.ends_with(".weight") { self } else { Bits::Sixteen }
    }

    /// The length in bytes of a tensor with this many weights.
    pub(super) fn bytes(self, weights: usize) -> usize {
        match self {
            Bits::Sixteen => 2 * weights,
            Bits::Eight => weights + 2 * weights.div_ceil(GROUP),
        }
    }

    pub(super) fn write(self, weights: &[f32], content: &mut Vec<u8>) {
        match self {
            Bits::Sixteen => content.extend(weights.iter().flat_map(|&weight| f16::from_f32(weight).to_le_bytes())),
            Bits::Eight => {
                for group in weights.chunks(GROUP) {
                    let max = group.iter().fold(0.0, |max: f32, weight| max.max(weight.abs()));
                    let scale = f16::from_f32(max / 127.0);
                    content.extend(scale.to_le_bytes());
                    let steps = |weight: f32| (weight / scale.to_f32().max(f32::MIN_POSITIVE)).round();
                    content.extend(group.iter().map(|&weight| steps(weight).clamp(-127.0, 127.0) as i8 as u8));
                }
            }
        }
    }

    pub(super) fn read(self, content: &[u8]) -> Vec<f32> {
        let number = |bytes: &[u8]| f16::from_le_bytes([bytes[0], bytes[1]]).to_f32();
        match self {
            Bits::Sixteen => content.chunks_exact(2).map(number).collect(),
            Bits::Eight => {
                let groups = content.chunks(GROUP + 2).filter(|group| group.len() > 2);
                groups
                    .flat_map(|group| group[2..].iter().map(|&steps| f32::from(steps as i8) * number(group)))
                    .collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_errors_are_within_half_a_step() {
        for length in [0, 1, 63, 64, 65, 1000] {
            let weights: Vec<f32> = (0..length).map(|n| (n as f32 * 0.7).sin() * 0.3).collect();
            for (bits, step) in [(Bits::Sixteen, 1.0 / 4096.0), (Bits::Eight, 0.3 / 127.0)] {
                let mut content = Vec::new();
                bits.write(&weights, &mut content);
                assert_eq!(content.len(), bits.bytes(length));
                let read = bits.read(&content);
                assert_eq!(read.len(), length);
                let off = weights.iter().zip(&read).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
                assert!(off <= 0.6 * step, "{bits:?}: {off}");
            }
        }
    }

    #[test]
    fn zeros_stay_zeros() {
        let mut content = Vec::new();
        Bits::Eight.write(&[0.0; 70], &mut content);
        assert_eq!(Bits::Eight.read(&content), [0.0; 70]);
    }
}
