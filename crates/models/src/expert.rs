//! A model of any kind that ranks moves as experts do: for the player `preference` and the priors of a tree search.

use std::sync::Arc;

use goban::{Board, Point, PointMap};

use crate::file::{self, ModelError};
use crate::intuition::{Features, Intuition};
use crate::preference::{Network, Preference, Territory};

/// A model that ranks moves. Clones are cheap for the embedded models.
#[derive(Clone)]
pub enum Expert {
    /// A softmax over features, with its workspace.
    Intuition(Arc<Intuition>, Box<Features>),
    /// A table of pattern preference.
    Table(Box<Preference>),
    /// Values of points instead of moves.
    Territory(Box<Territory>),
    /// A table as a network of two layers.
    Network(Box<Network>),
}

/// The mean error of the embedded table on games that it has not learnt from.
const MEAN_ERROR: f32 = 0.146;

impl Default for Expert {
    /// The embedded softmax.
    fn default() -> Expert {
        Expert::intuition(Intuition::embedded().clone())
    }
}

impl Expert {
    /// The names of the embedded models, the default first.
    pub const EMBEDDED: [&str; 2] = ["intuition", "iku"];

    /// The embedded model of this name.
    pub fn embedded(name: &str) -> Option<Expert> {
        match name {
            "intuition" => Some(Expert::default()),
            "iku" => Some(Expert::Table(Box::new(Preference::embedded().clone()))),
            _ => None,
        }
    }

    /// The model in a file.
    ///
    /// # Errors
    /// If the bytes are no model that ranks moves.
    pub fn read(bytes: &[u8]) -> Result<Expert, ModelError> {
        match file::kind(bytes)? {
            "territory" => Territory::read(bytes).map(|territory| Expert::Territory(Box::new(territory))),
            "network" => Network::read(bytes).map(|network| Expert::Network(Box::new(network))),
            "intuition" => Intuition::read(bytes).map(|model| Expert::intuition(Arc::new(model))),
            _ => Preference::read(bytes).map(|table| Expert::Table(Box::new(table))),
        }
    }

    /// A softmax.
    fn intuition(model: Arc<Intuition>) -> Expert {
        Expert::Intuition(model, Box::default())
    }

    /// The value of each of these legal points: the logarithm of its likelihood up to a constant, or for the other
    /// models its preference to a pass.
    pub fn rank(&mut self, board: &Board, points: &[Point], values: &mut PointMap<f32>) {
        match self {
            Expert::Table(table) => table.rank(board, points, values),
            Expert::Territory(territory) => territory.rank(board, points, values),
            Expert::Network(network) => network.rank(board, points, values),
            Expert::Intuition(model, features) => {
                let mut logits = Vec::new();
                model.rank(features, board, points, &mut logits);
                points.iter().zip(logits).for_each(|(&point, logit)| values[point] = logit);
            }
        }
    }

    /// The likelihood of each of these legal points as a share of the likeliest one's.
    ///
    /// The softmax has likelihoods. Of the values of the other models only the order counts: a move's likelihood falls
    /// exponentially with the share of moves that are ranked above it, the error of Stoutamire's thesis, by the mean of
    /// that error on games of experts.
    pub fn shares(&mut self, board: &Board, points: &[Point], shares: &mut PointMap<f32>) {
        self.rank(board, points, shares);
        let mut values: Vec<f32> = points.iter().map(|&point| shares[point]).collect();
        values.sort_unstable_by(|one, other| other.total_cmp(one));
        let Some(&most) = values.first() else { return };
        for &point in points {
            let value = shares[point];
            shares[point] = match self {
                Expert::Intuition(..) => (value - most).exp(),
                _ => {
                    let above = values.partition_point(|&other| other > value);
                    (-(above as f32 / points.len() as f32) / MEAN_ERROR).exp()
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a position, the likeliest first, with their shares.
    fn ranked(name: &str, board: &Board) -> Vec<(Point, f32)> {
        let points: Vec<Point> = board.points().filter(|&point| board.is_legal(point)).collect();
        let mut shares = PointMap::new(f32::NAN);
        Expert::embedded(name).unwrap().shares(board, &points, &mut shares);
        let mut ranked: Vec<(Point, f32)> = points.iter().map(|&point| (point, shares[point])).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }

    #[test]
    fn the_likeliest_move_has_a_share_of_one_and_no_move_has_more() {
        let board = Board::new(19);
        for name in Expert::EMBEDDED {
            let ranked = ranked(name, &board);
            assert_eq!(ranked[0].1, 1.0, "{name}");
            assert!(ranked.iter().all(|&(_, share)| (0.0..=1.0).contains(&share)), "{name}");
            assert!(ranked[0].0.line(19) >= 3 && ranked[360].1 < 0.01, "{name} opens on the third line or above");
        }
        assert!(Expert::embedded("other").is_none());
    }

    /// "The program identifies the 4-3 point as most desirable. The preference rating between the 4-4 point and the 4-3
    /// is very close" (section 6.1). By our games these are the first two as well.
    #[test]
    fn iku_opens_in_the_corner() {
        let ranked = ranked("iku", &Board::new(19));
        let names: Vec<String> = ranked[..12].iter().map(|(point, _)| point.to_gtp(19)).collect();
        assert!(["R16", "Q16"].iter().all(|name| names.iter().any(|other| other == name)), "{names:?}");
    }
}
