//! Features of a board as numbers from 0 to 1, and their weights in the distance.
//!
//! The report names captured area, captured stones and eyes and leaves the rest to experiments. Each feature is counted
//! for both sides, so that it also measures the stage of the game. All are invariant under symmetries.

use goban::{Board, Cell, Color, PointSet, influence, score};

/// A feature of each side. "Full" is the count that is scaled to 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// The current area: stones, and empty regions that only they touch. Full: the whole board.
    Area,
    /// Stones captured so far. Full: a quarter of the board.
    Captures,
    /// Eye-like points. Full: a tenth of the board.
    Eyes,
    /// Liberties: empty points next to stones of the side. Full: half of the board.
    Liberties,
    /// Chains. Full: a quarter of the board.
    Chains,
    /// Stones on the first line. Full: the whole line.
    Edge,
    /// Points that Bouzy's dilations and erosions give to the side. Full: the whole board.
    Influence,
}

impl Feature {
    /// All features, in the order of [`Features`].
    pub const ALL: [Feature; 7] = [
        Feature::Area,
        Feature::Captures,
        Feature::Eyes,
        Feature::Liberties,
        Feature::Chains,
        Feature::Edge,
        Feature::Influence,
    ];

    /// The weight in the distance, in hundredths; with [`OVERLAP`](super::OVERLAP) they add up to 100.
    ///
    /// Features close to the score weigh most, then eyes and liberties, which show whether it will last.
    pub const fn weight(self) -> u32 {
        match self {
            Feature::Area => 25,
            Feature::Captures => 15,
            Feature::Influence => 15,
            Feature::Eyes | Feature::Liberties => 10,
            Feature::Chains | Feature::Edge => 5,
        }
    }

    /// The name of the feature.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Area => "area",
            Feature::Captures => "captures",
            Feature::Eyes => "eyes",
            Feature::Liberties => "liberties",
            Feature::Chains => "chains",
            Feature::Edge => "edge",
            Feature::Influence => "influence",
        }
    }

    /// The count that is scaled to 1 on a board of this size; greater counts are clipped.
    fn full(self, size: usize) -> u32 {
        let points = (size * size) as u32;
        let full = match self {
            Feature::Area | Feature::Influence => points,
            Feature::Captures | Feature::Chains => points / 4,
            Feature::Eyes => points / 10,
            Feature::Liberties => points / 2,
            Feature::Edge => 4 * (size as u32 - 1),
        };
        full.max(1)
    }
}

/// The steps between 0 and 1.
pub(super) const STEPS: u32 = 255;

/// The features of a board, own side first, each in 255 steps from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features(pub(super) [u8; 14]);

impl Features {
    /// Counts the features of a board for a player and the opponent, with the stones that each has captured.
    pub fn of(board: &Board, own: Color, captured: [u32; 2]) -> Features {
        let size = board.size();
        let area = score::area(board, &PointSet::new()).points;
        let territory = influence::bouzy(board, 5, 21);
        let mut features = Features::default();
        for (side, color) in [own, own.other()].into_iter().enumerate() {
            let sign = if color == Color::Black { 1 } else { -1 };
            let stones = || board.points().filter(|&point| board.cell(point).is(color));
            let empty = || board.empties().iter().copied();
            for (place, feature) in Feature::ALL.into_iter().enumerate() {
                let count = match feature {
                    Feature::Area => area[color.index()] as usize,
                    Feature::Captures => captured[side] as usize,
                    Feature::Eyes => empty().filter(|&point| board.is_eye_like(point, color)).count(),
                    Feature::Liberties => empty().filter(|&point| touches(board, point, color)).count(),
                    Feature::Chains => stones().filter(|&point| board.head(point) == point).count(),
                    Feature::Edge => stones().filter(|&point| point.line(size) == 1).count(),
                    Feature::Influence => board.points().filter(|&point| territory[point] * sign > 0).count(),
                };
                let full = feature.full(size);
                let count = (count as u32).min(full);
                features.0[7 * side + place] = ((2 * STEPS * count + full) / (2 * full)) as u8;
            }
        }
        features
    }

    /// A feature of the own side and of the opponent, from 0 to 1.
    pub fn get(&self, feature: Feature) -> [f32; 2] {
        let place = feature as usize;
        [place, 7 + place].map(|place| f32::from(self.0[place]) / STEPS as f32)
    }
}

fn touches(board: &Board, point: goban::Point, color: Color) -> bool {
    board.surround(point).neighbors(Cell::from(color)) > 0
}
