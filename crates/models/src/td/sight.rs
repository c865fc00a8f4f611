//! The first layer, kept incrementally: what a move does to it is a row for each stone that comes or goes.

use goban::{Board, Color, Point, PointMap, tactics};

use super::lanes::{Lanes, NONE, add, add_times, eights, set_sum};
use super::network::{Gradient, Network};

/// The first layer of a network folded onto the points of a board, and what it sums up to in a position that is looked at.
///
/// It does not hold the network, which may learn between two looks: then it has to be [told](Sight::add), or to look
/// [anew](Sight::refresh).
#[derive(Clone, Debug)]
pub struct Sight {
    size: usize,
    /// The rows of the network's points that are points of this board.
    places: Vec<Option<u16>>,
    /// The number of each point.
    numbers: PointMap<u16>,
    width: usize,
    rows: Vec<Lanes>,
    /// The sums of the position that is looked at, in the view of the player that is spoken of.
    sums: Vec<Lanes>,
    after: Vec<Lanes>,
    room: Vec<Vec<Lanes>>,
    /// What each of the network's points counts for in a gradient.
    counts: Vec<f32>,
}

impl Sight {
    /// A sight of boards of that size. A board that is smaller than the network's is seen as the middle of one that is empty
    /// around it; for larger ones the network has to be [transferred](Network::transfer) first.
    ///
    /// # Panics
    /// If the board is larger than the network's.
    pub fn new(network: &Network, size: usize) -> Sight {
        let own = network.size();
        assert!(size <= own, "a network for {own}x{own} does not see a board of {size}x{size}");
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
            rows: vec![NONE; size * size * width],
            sums: vec![NONE; width],
            after: vec![NONE; width],
            room: network.room_above(),
            counts: vec![0.0; own * own],
        };
        sight.refresh(network);
        sight
    }

    /// The size of the boards that it sees.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Folds the first layer anew, after the network has changed.
    pub fn refresh(&mut self, network: &Network) {
        self.rows.fill(NONE);
        for link in network.links() {
            if let Some(number) = self.places[link.point] {
                let begin = usize::from(number) * self.width;
                add_times(&mut self.rows[begin..begin + self.width], network.row_of(link.input), link.weight);
            }
        }
    }

    /// Learns what the network has learnt by [adding](Network::add) a gradient so many times.
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

    /// Looks at a position in a player's view.
    pub fn look(&mut self, board: &Board, view: Color) {
        let Sight { numbers, width, rows, sums, .. } = self;
        sums.fill(NONE);
        for point in board.points() {
            let Some(color) = board.cell(point).color() else { continue };
            let begin = usize::from(numbers[point]) * *width;
            add_times(sums, &rows[begin..begin + *width], if color == view { 1.0 } else { -1.0 });
        }
    }

    /// What the network says of the position that is looked at, which is also what it says of a pass.
    pub fn value(&mut self, network: &Network) -> f32 {
        self.after.copy_from_slice(&self.sums);
        network.above(&mut self.after, &mut self.room)
    }

    /// What the network says of the position after a stone of the player in whose view the board is looked at, on a point
    /// where that is legal and no suicide.
    #[inline]
    pub fn value_after(&mut self, network: &Network, board: &Board, point: Point, view: Color) -> f32 {
        let Sight { numbers, width, rows, sums, after, room, .. } = self;
        let row = |point: Point| {
            let begin = usize::from(numbers[point]) * *width;
            &rows[begin..begin + *width]
        };
        set_sum(after, sums, row(point));
        // The opponent's stone counted -1 before it was taken, and counts 0 after it.
        for &chain in &tactics::captured_chains(board, point, view) {
            board.chain(chain).for_each(|stone| add(after, row(stone)));
        }
        network.above(after, room)
    }
}
