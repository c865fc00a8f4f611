//! A plain convolution to compare with.

use super::activations::Activations;

/// Pseudo-random numbers from -1 to 1.
pub fn noise(count: usize, seed: u64) -> Vec<f32> {
    (0..count as u64).map(|n| (crate::mix(seed << 32 | n) >> 40) as f32 / (1 << 23) as f32 - 1.0).collect()
}

/// A board of pseudo-random numbers.
pub fn random_activations(size: usize, channels: usize, seed: u64) -> Activations {
    let mut activations = Activations::new(size, channels);
    let noise = noise(size * size * channels, seed);
    for (point, noise) in activations.points().collect::<Vec<_>>().into_iter().zip(noise.chunks_exact(channels)) {
        activations.at_mut(point).copy_from_slice(noise);
    }
    activations
}

/// One output of a convolution at one point.
pub fn convolved(from: &Activations, size: usize, trained: &[f32], taps: usize, output: usize, place: usize) -> f32 {
    let (row, col) = (place / size, place % size);
    let mut sum = 0.0;
    for tap in 0..taps {
        let (down, right) = if taps == 9 { (tap / 3, tap % 3) } else { (1, 1) };
        let (Some(row), Some(col)) = ((row + down).checked_sub(1), (col + right).checked_sub(1)) else { continue };
        if row >= size || col >= size {
            continue;
        }
        for (input, value) in from.at(from.point(row, col)).iter().enumerate() {
            sum += value * trained[(output * from.channels() + input) * taps + tap];
        }
    }
    sum
}
