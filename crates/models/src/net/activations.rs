//! Numbers for each point of a board, with a border around it.

use super::winograd::SIDE;

/// So many numbers for each point, those of a point side by side. The border of one point on all sides is all zeros, as a
/// convolution wants it, and so is some workspace behind the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Activations {
    size: usize,
    channels: usize,
    values: Vec<f32>,
}

/// How many points a kernel may reach behind the board.
pub(super) const SLACK: usize = 16;

impl Activations {
    /// Zeros for a board of that size.
    pub fn new(size: usize, channels: usize) -> Activations {
        let stride = size + 2;
        // Whole squares, and what they see beside them.
        let rows = size.next_multiple_of(SIDE) + 2;
        Activations { size, channels, values: vec![0.0; (rows * stride + SLACK) * channels] }
    }

    /// From a row to the next.
    pub fn stride(&self) -> usize {
        self.size + 2
    }

    pub fn channels(&self) -> usize {
        self.channels
    }

    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The number of a point, among those of the border, by row and column.
    pub fn point(&self, row: usize, col: usize) -> usize {
        (row + 1) * self.stride() + col + 1
    }

    /// Whether a point is on the board and not on the border or behind it.
    #[inline(always)]
    pub fn is_inside(&self, point: usize) -> bool {
        let (row, col) = (point / self.stride(), point % self.stride());
        (1..=self.size).contains(&row) && (1..=self.size).contains(&col)
    }

    /// The numbers of a point.
    #[inline(always)]
    pub fn at(&self, point: usize) -> &[f32] {
        &self.values[point * self.channels..][..self.channels]
    }

    #[inline(always)]
    pub fn at_mut(&mut self, point: usize) -> &mut [f32] {
        &mut self.values[point * self.channels..][..self.channels]
    }

    /// The points of the board, in rows from the top left.
    pub fn points(&self) -> impl Iterator<Item = usize> + use<> {
        let (size, stride) = (self.size, self.stride());
        (0..size * size).map(move |place| (place / size + 1) * stride + place % size + 1)
    }

    /// What the whole board is like: the mean of each channel, the same by the size of the board, and the greatest.
    pub fn pooled(&self, pooled: &mut Vec<f32>) {
        let channels = self.channels;
        pooled.clear();
        pooled.resize(3 * channels, 0.0);
        let (means, greatest) = pooled.split_at_mut(2 * channels);
        greatest.fill(f32::NEG_INFINITY);
        for point in self.points() {
            for ((mean, greatest), &value) in means.iter_mut().zip(&mut *greatest).zip(self.at(point)) {
                *mean += value;
                *greatest = greatest.max(value);
            }
        }
        let (means, by_size) = means.split_at_mut(channels);
        let share = 1.0 / (self.size * self.size) as f32;
        let by = (self.size as f32 - 14.0) / 10.0;
        for (mean, by_size) in means.iter_mut().zip(by_size) {
            *mean *= share;
            *by_size = *mean * by;
        }
    }
}
