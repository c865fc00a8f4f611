//! The first layer, computed incrementally: a move adds one row for each stone that comes or goes.

use goban::{Board, Color, Point, PointMap, tactics};

use super::lanes::{Lanes, ZEROS, add, add_times, eights, set_sum};
use super::network::{Gradient, Network};

/// The first layer of a network folded onto the points of a board, and its sums in the current position.
///
/// It does not hold the network. When the network learns, call [`add`](Sight::add) or [`refresh`](Sight::refresh).
#[derive(Clone, Debug)]
pub struct Sight {
    size: usize,
    /// For each point of the network's board, its index on this board.
    places: Vec<Option<u16>>,
    /// The index of each point.
    numbers: PointMap<u16>,
    width: usize,
    rows: Vec<Lanes>,
    /// The sums of the current position, from the perspective of the player whose chance is estimated.
    sums: Vec<Lanes>,
    after: Vec<Lanes>,
    buffers: Vec<Vec<Lanes>>,
    /// The coefficient of each of the network's points in a gradient.
    counts: Vec<f32>,
}

impl Sight {
    /// A sight for a board size. A board smaller than the network's is its centre, with empty points around it. For
    /// larger boards, [transfer](Network::transfer) the network first.
    ///
    /// # Panics
    /// If the board is larger than the network's.
    pub fn new(network: &Network, size: usize) -> Sight {
        let own = network.size();
        assert!(size <= own, "a network for {own}x{own} cannot evaluate a board of {size}x{size}");
        let off = (own - size) / 2;
        let mut places = vec![None; own * own];
        let mut numbers = PointMap::new(0);
        for (number, point) in Point::all(size).enumerate() {
            places[(point.row() + off) * own + point.col() + off] = Some(number as u16);
            numbers[point] = number as u16;
        }
        let width = eights(network.hidden()[0]);
        let mut sight = Sight {
            size,
            places,
            numbers,
            width,
            rows: vec![ZEROS; size * size * width],
            sums: vec![ZEROS; width],
            after: vec![ZEROS; width],
            buffers: network.buffers_above(),
            counts: vec![0.0; own * own],
        };
        sight.refresh(network);
        sight
    }

    /// The board size.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Folds the first layer again, after the network has changed.
    pub fn refresh(&mut self, network: &Network) {
        self.rows.fill(ZEROS);
        for link in network.links() {
            if let Some(number) = self.places[link.point] {
                let begin = usize::from(number) * self.width;
                add_times(&mut self.rows[begin..begin + self.width], network.row_of(link.input), link.weight);
            }
        }
    }

    /// Follows the network after a multiple of a gradient was [added](Network::add) to it.
    pub fn add(&mut self, network: &Network, gradient: &Gradient, times: f32) {
        let (inputs, blame) = gradient.first();
        self.counts.fill(0.0);
        network.links().iter().for_each(|link| self.counts[link.point] += link.weight * inputs[link.input]);
        for (&count, place) in self.counts.iter().zip(&self.places) {
            if let (Some(number), true) = (place, count != 0.0) {
                let begin = usize::from(*number) * self.width;
                add_times(&mut self.rows[begin..begin + self.width], blame, times * count);
            }
        }
    }

    /// Sets the current position and the player whose chance is estimated.
    pub fn look(&mut self, board: &Board, view: Color) {
        let Sight { numbers, width, rows, sums, .. } = self;
        sums.fill(ZEROS);
        for point in board.points() {
            let Some(color) = board.cell(point).color() else { continue };
            let begin = usize::from(numbers[point]) * *width;
            add_times(sums, &rows[begin..begin + *width], if color == view { 1.0 } else { -1.0 });
        }
    }

    /// The network's value of the current position, which is also that of a pass.
    pub fn value(&mut self, network: &Network) -> f32 {
        self.after.copy_from_slice(&self.sums);
        network.above(&mut self.after, &mut self.buffers)
    }

    /// The network's value of the position after a move of the player whose chance is estimated. The move must be legal
    /// and not suicide.
    #[inline]
    pub fn value_after(&mut self, network: &Network, board: &Board, point: Point, view: Color) -> f32 {
        let Sight { numbers, width, rows, sums, after, buffers, .. } = self;
        let row = |point: Point| {
            let begin = usize::from(numbers[point]) * *width;
            &rows[begin..begin + *width]
        };
        set_sum(after, sums, row(point));
        // The opponent's stone counted -1 before it was captured.
        for &chain in &tactics::captured_chains(board, point, view) {
            board.chain(chain).for_each(|stone| add(after, row(stone)));
        }
        network.above(after, buffers)
    }
}
