//! The activations of a layer: channels for each point of a board, with a border around it.

use super::winograd::SIDE;

/// Channels for each point. The channels of a point lie side by side. The border, one point wide, is zero, which pads
/// convolutions. So is the slack behind the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Activations {
    size: usize,
    channels: usize,
    values: Vec<f32>,
}

/// The points behind the board that a kernel may read.
pub(super) const SLACK: usize = 16;

impl Activations {
    /// Zeros for a board of that size.
    pub fn new(size: usize, channels: usize) -> Activations {
        let stride = size + 2;
        // Whole tiles, and the border that they depend on.
        let rows = size.next_multiple_of(SIDE) + 2;
        Activations { size, channels, values: vec![0.0; (rows * stride + SLACK) * channels] }
    }

    /// The distance from a row to the next, in points.
    pub fn stride(&self) -> usize {
        self.size + 2
    }

    pub fn channels(&self) -> usize {
        self.channels
    }

    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The index of a point, counting the border, by row and column.
    pub fn point(&self, row: usize, col: usize) -> usize {
        (row + 1) * self.stride() + col + 1
    }

    /// Whether a point is on the board, not on the border or behind it.
    #[inline(always)]
    pub fn is_inside(&self, point: usize) -> bool {
        let (row, col) = (point / self.stride(), point % self.stride());
        (1..=self.size).contains(&row) && (1..=self.size).contains(&col)
    }

    /// The channels of a point.
    #[inline(always)]
    pub fn at(&self, point: usize) -> &[f32] {
        &self.values[point * self.channels..][..self.channels]
    }

    #[inline(always)]
    pub fn at_mut(&mut self, point: usize) -> &mut [f32] {
        &mut self.values[point * self.channels..][..self.channels]
    }

    /// The points of the board in row-major order.
    pub fn points(&self) -> impl Iterator<Item = usize> + use<> {
        let (size, stride) = (self.size, self.stride());
        (0..size * size).map(move |place| (place / size + 1) * stride + place % size + 1)
    }

    /// Global pooling: the mean of each channel, the mean scaled by the board size, and the maximum.
    pub fn pooled(&self, pooled: &mut Vec<f32>) {
        let channels = self.channels;
        pooled.clear();
        pooled.resize(3 * channels, 0.0);
        let (means, maxima) = pooled.split_at_mut(2 * channels);
        maxima.fill(f32::NEG_INFINITY);
        for point in self.points() {
            for ((mean, max), &value) in means.iter_mut().zip(&mut *maxima).zip(self.at(point)) {
                *mean += value;
                *max = max.max(value);
            }
        }
        let (means, scaled) = means.split_at_mut(channels);
        let share = 1.0 / (self.size * self.size) as f32;
        let scale = (self.size as f32 - 14.0) / 10.0;
        for (mean, scaled) in means.iter_mut().zip(scaled) {
            *mean *= share;
            *scaled = *mean * scale;
        }
    }
}
