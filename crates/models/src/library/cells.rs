//! Bins of boards of which only one is searched: the report's other way to avoid a linear scan (weeks 10 and 11).
//!
//! The report proposes a hash table with bins of at least `k` boards. Here the bins are cells of k-means over the
//! features (Lloyd's algorithm), which approximate the distance without the stones. The result is not always the
//! nearest: a board at the border of a cell has neighbours beyond it. Cells with too few boards are dissolved.

use super::Library;
use super::features::Features;
use crate::mix;

/// The boards of a library in cells.
#[derive(Clone, Debug)]
pub struct Cells {
    cells: Vec<Cell>,
}

#[derive(Clone, Debug)]
struct Cell {
    centre: [f32; 14],
    members: Vec<u32>,
}

/// The most iterations.
const ROUNDS: usize = 20;

impl Cells {
    /// Assigns the boards of a library to at most this many cells, each with at least this many boards. The same seed
    /// makes the same cells.
    pub fn new(library: &Library, cells: usize, least: usize, seed: u64) -> Cells {
        let features = library.features();
        let mut all: Vec<Cell> = Vec::new();
        for number in 0..cells.clamp(1, features.len().max(1)) as u64 {
            let lot = mix(mix(seed) ^ number) % features.len().max(1) as u64;
            let centre = features.get(lot as usize).map_or([0.0; 14], |features| features.0.map(f32::from));
            if !all.iter().any(|cell| cell.centre == centre) {
                all.push(Cell { centre, members: Vec::new() });
            }
        }
        let mut cells = Cells { cells: all };
        for _ in 0..ROUNDS {
            cells.fill(features);
            if !cells.centre(features) {
                break;
            }
        }
        cells.fill(features);
        while let Some(small) = cells.cells.iter().position(|cell| cell.members.len() < least) {
            if cells.cells.len() == 1 {
                break;
            }
            for member in cells.cells.swap_remove(small).members {
                let nearest = cells.nearest(&features[member as usize]);
                cells.cells[nearest].members.push(member);
            }
        }
        cells
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The boards of the cell whose centre is nearest.
    pub(super) fn members(&self, features: &Features) -> &[u32] {
        self.cells.get(self.nearest(features)).map_or(&[], |cell| &cell.members)
    }

    fn nearest(&self, features: &Features) -> usize {
        let away = |cell: &Cell| -> f32 {
            cell.centre.iter().zip(features.0).map(|(&centre, value)| (centre - f32::from(value)).powi(2)).sum()
        };
        let distances = self.cells.iter().map(away).enumerate();
        distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(number, _)| number)
    }

    /// Assigns every board to the nearest cell.
    fn fill(&mut self, features: &[Features]) {
        self.cells.iter_mut().for_each(|cell| cell.members.clear());
        for (number, features) in features.iter().enumerate() {
            let nearest = self.nearest(features);
            self.cells[nearest].members.push(number as u32);
        }
    }

    /// Moves every centre to the mean of its boards, and returns whether one has moved.
    fn centre(&mut self, features: &[Features]) -> bool {
        let mut moved = false;
        for cell in self.cells.iter_mut().filter(|cell| !cell.members.is_empty()) {
            let mut sum = [0.0f32; 14];
            for &member in &cell.members {
                let values = features[member as usize].0;
                sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += f32::from(value));
            }
            let centre = sum.map(|sum| sum / cell.members.len() as f32);
            moved |= centre != cell.centre;
            cell.centre = centre;
        }
        moved
    }
}
