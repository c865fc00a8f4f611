//! Transfers a network to a larger board (Mayer 2007, section V, proposes it as future work).
//!
//! The small network is applied to windows of its own size, which overlap by at least two lines; windows at the edge
//! have the true edges and corners. The large network computes the mean over all windows. It is one network with the
//! hidden units of all windows, and can be trained further.
//!
//! For koten this is exact. A katatsugi input at an inner edge of a window also counts the stone just outside, and
//! roban's mean of the board is that of the large board.

use super::network::Network;
use super::representation::Representation;

/// The lines by which windows overlap, at least.
const OVERLAP: usize = 2;

impl Network {
    /// A network for a board at least as large as its own.
    ///
    /// # Panics
    /// If the board is smaller.
    pub fn transfer(&self, size: usize) -> Network {
        let own = self.size();
        assert!(size >= own, "a network for {own}x{own} cannot be transferred to {size}x{size}");
        if size == own {
            return self.clone();
        }
        let offsets = offsets(own, size);
        let windows: Vec<(usize, usize)> =
            offsets.iter().flat_map(|&row| offsets.iter().map(move |&col| (row, col))).collect();
        let hidden: Vec<usize> = self.hidden().iter().map(|units| units * windows.len()).collect();
        let mut large = Network::with(self.representation(), size, &hidden, || 0.0);
        for (number, &(row, col)) in windows.iter().enumerate() {
            for input in 0..self.representation().inputs(own) {
                let there = self.input_at(input, (row, col), size);
                let (from, to) = (self.row_of(input).as_flattened(), large.row_of_mut(there).as_flattened_mut());
                let units = self.hidden()[0];
                let place = number * units;
                // Roban's mean is an input of all windows, but each window has its own hidden units.
                to[place..place + units].copy_from_slice(&from[..units]);
            }
            for layer in 1..self.hidden().len() {
                let (below, units) = (self.hidden()[layer - 1], self.hidden()[layer]);
                for unit in 0..below {
                    let from = self.row_above(layer, unit);
                    let to = large.row_above_mut(layer, number * below + unit);
                    to[number * units..(number + 1) * units].copy_from_slice(&from[..units]);
                }
            }
            let (last, layers) = (self.hidden()[self.hidden().len() - 1], self.hidden().len());
            let from = self.row_above(layers, 0);
            let to = large.row_above_mut(layers, 0);
            let share = 1.0 / windows.len() as f32;
            for (to, from) in to[number * last..(number + 1) * last].iter_mut().zip(from) {
                *to = from * share;
            }
        }
        large
    }

    /// The input of a network for the larger board that corresponds to an input in a window at an offset.
    fn input_at(&self, input: usize, (row, col): (usize, usize), size: usize) -> usize {
        let shift = |side: usize, large: usize| (input / side + row) * large + input % side + col;
        match self.representation() {
            Representation::Roban => {
                let (side, large) = (self.size() - 2, size - 2);
                if input == side * side { large * large } else { shift(side, large) }
            }
            Representation::Koten | Representation::Katatsugi { .. } => shift(self.size(), size),
        }
    }
}

/// The offsets of windows of one size on a board of another.
fn offsets(own: usize, size: usize) -> Vec<usize> {
    let (span, step) = (size - own, own.saturating_sub(OVERLAP).max(1));
    let steps = span.div_ceil(step);
    (0..=steps).map(|number| number * span / steps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_reach_from_edge_to_edge() {
        assert_eq!(offsets(5, 7), [0, 2]);
        assert_eq!(offsets(5, 9), [0, 2, 4]);
        assert_eq!(offsets(5, 6), [0, 1]);
        assert_eq!(offsets(5, 19), [0, 2, 5, 8, 11, 14]);
        assert_eq!(offsets(2, 4), [0, 1, 2]);
    }
}
