//! Clusters of opening positions, and the search for the nearest.
//!
//! A position is a vector of two numbers for each point, one for each colour: 1 if there is a stone of this colour,
//! otherwise 0. The nearest cluster is the one whose centre has the greatest cosine. The training positions include all
//! eight symmetries, so lookups need none. Each number of moves played has its own clusters.

use goban::{Board, Color, Point};
use serde::{Deserialize, Serialize};

use crate::file::{self, Cursor, ModelError, put_varint};

/// Clusters for each number of moves played.
#[derive(Clone, Debug)]
pub struct Clusters {
    size: usize,
    stages: Vec<Stage>,
    /// A description of the training data.
    pub about: String,
}

/// The clusters after a number of moves.
#[derive(Clone, Debug)]
pub struct Stage {
    clusters: Vec<Cluster>,
    /// The quantised weight of each stone in each centre, by stone and then by cluster, so that the sums of all
    /// clusters are computed together. Playouts need them often; as bytes they stay in the cache.
    weights: Vec<u8>,
}

/// A cluster of similar positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Cluster {
    /// The centre, a unit vector: each feature (see [`features`]) in order, with its weight.
    pub centre: Vec<(u16, f32)>,
    /// The next moves and their frequencies, the most frequent first.
    pub moves: Vec<(Point, u32)>,
}

/// The nearest cluster.
#[derive(Clone, Copy, Debug)]
pub struct Near<'a> {
    /// Its index in the stage.
    pub number: usize,
    /// The cluster.
    pub cluster: &'a Cluster,
    /// The cosine of the angle between position and centre: 1 for equal positions, 0 for no stone in common.
    pub cosine: f32,
}

/// The kind of model file.
const KIND: &str = "clusters";
/// The steps of a quantised weight.
const STEPS: f32 = 255.0;
/// The greatest length of the content.
const LONGEST: u64 = 1 << 30;

#[derive(Serialize, Deserialize)]
struct Description {
    size: usize,
    stages: usize,
    #[serde(default)]
    about: String,
}

/// The stones of a position as features: twice the row-major index of the point, plus one for Black.
pub fn features(board: &Board) -> impl Iterator<Item = u16> + '_ {
    let size = board.size();
    board.points().filter_map(move |point| {
        let color = board.cell(point).color()?;
        Some((2 * point.row_major(size)) as u16 + u16::from(color == Color::Black))
    })
}

/// Quantises a weight.
fn steps(weight: f32) -> u8 {
    (weight * STEPS).round().clamp(0.0, STEPS) as u8
}

impl Stage {
    /// Clusters on a board of this size.
    pub fn new(size: usize, clusters: Vec<Cluster>) -> Stage {
        let mut weights = vec![0; 2 * size * size * clusters.len()];
        for (number, cluster) in clusters.iter().enumerate() {
            for &(feature, weight) in &cluster.centre {
                weights[usize::from(feature) * clusters.len() + number] = steps(weight);
            }
        }
        Stage { clusters, weights }
    }

    /// The clusters.
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// The cluster nearest to a position, which is the first for the empty board. `None` without clusters. `sums` is a
    /// buffer.
    #[inline]
    pub fn nearest(&self, position: impl Iterator<Item = u16>, sums: &mut Vec<u16>) -> Option<&Cluster> {
        self.clusters.get(self.number(position, sums)?)
    }

    fn number(&self, position: impl Iterator<Item = u16>, sums: &mut Vec<u16>) -> Option<usize> {
        sums.clear();
        sums.resize(self.clusters.len(), 0);
        for feature in position {
            let from = usize::from(feature) * sums.len();
            // A sum cannot overflow below 258 stones.
            let weights = &self.weights[from..];
            sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.saturating_add(weight.into()));
        }
        let most = sums.iter().copied().max()?;
        sums.iter().position(|&sum| sum == most)
    }
}

impl Cluster {
    /// The cosine of the angle between a position and the centre; 1 for the empty board.
    fn cosine(&self, position: impl Iterator<Item = u16>) -> f32 {
        let weight = |feature: u16| {
            let place = self.centre.binary_search_by_key(&feature, |&(feature, _)| feature);
            place.map_or(0.0, |place| self.centre[place].1)
        };
        let (stones, sum) =
            position.fold((0, 0.0), |(stones, sum): (u32, f32), feature| (stones + 1, sum + weight(feature)));
        if stones == 0 { 1.0 } else { sum / (stones as f32).sqrt() }
    }
}

impl Clusters {
    /// Clusters on a board of this size; the first stage is that of the empty board.
    pub fn new(size: usize, stages: Vec<Stage>, about: String) -> Clusters {
        Clusters { size, stages, about }
    }

    /// The board size.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of moves that the clusters cover.
    pub fn moves(&self) -> usize {
        self.stages.len()
    }

    /// The clusters after a number of moves.
    pub fn stage(&self, moves: usize) -> Option<&Stage> {
        self.stages.get(moves)
    }

    /// The cluster nearest to a position after a number of moves; `None` on another board size, or later in the game.
    #[inline]
    pub fn nearest(&self, board: &Board, moves: usize, sums: &mut Vec<u16>) -> Option<Near<'_>> {
        let stage = self.stages.get(moves).filter(|_| board.size() == self.size)?;
        let number = stage.number(features(board), sums)?;
        let cluster = &stage.clusters[number];
        Some(Near { number, cluster, cosine: cluster.cosine(features(board)) })
    }

    /// Leaves out the next moves that were played in less than this share of a cluster's positions. The most frequent
    /// move of a cluster stays.
    pub fn cut(&mut self, share: f64) {
        for cluster in self.stages.iter_mut().flat_map(|stage| &mut stage.clusters) {
            let least = share * cluster.moves.iter().map(|&(_, times)| f64::from(times)).sum::<f64>();
            let kept = cluster.moves.iter().take_while(|&&(_, times)| f64::from(times) >= least).count();
            cluster.moves.truncate(kept.max(1));
        }
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let (size, stages, about) = (self.size, self.stages.len(), self.about.clone());
        let description = serde_json::to_string(&Description { size, stages, about }).unwrap_or_default();
        let mut content = Vec::new();
        for stage in &self.stages {
            put_varint(&mut content, stage.clusters.len() as u64);
            for cluster in &stage.clusters {
                put_varint(&mut content, cluster.centre.len() as u64);
                let mut before = 0;
                for &(feature, weight) in &cluster.centre {
                    put_varint(&mut content, u64::from(feature - before));
                    before = feature;
                    content.push(steps(weight));
                }
                put_varint(&mut content, cluster.moves.len() as u64);
                for &(point, times) in &cluster.moves {
                    put_varint(&mut content, point.row_major(size) as u64);
                    put_varint(&mut content, u64::from(times));
                }
            }
        }
        file::write(KIND, &description, &file::pack(&content))
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Clusters, ModelError> {
        let nonsense = |what: &str| ModelError::Content(what.to_string());
        let parts = file::read(bytes, KIND)?;
        let description = serde_json::from_str(parts.description);
        let Description { size, stages, about } = description.map_err(|error| nonsense(&error.to_string()))?;
        if !(goban::MIN_SIZE..=goban::MAX_SIZE).contains(&size) {
            return Err(nonsense("there are no boards of that size"));
        }
        let content = file::unpack(parts.content, LONGEST)?;
        let mut content = Cursor(&content);
        let mut read = Vec::new();
        for _ in 0..stages {
            let clusters =
                (0..content.varint()?).map(|_| cluster(&mut content, size)).collect::<Result<Vec<_>, _>>()?;
            // Bounds the memory that a malicious file can take.
            if clusters.len() > 1 << 14 {
                return Err(nonsense("it has too many clusters"));
            }
            read.push(Stage::new(size, clusters));
        }
        Ok(Clusters { size, stages: read, about })
    }
}

fn cluster(content: &mut Cursor<'_>, size: usize) -> Result<Cluster, ModelError> {
    let points = (size * size) as u64;
    let outside = || ModelError::Content("a stone is off the board".to_string());
    let mut feature = 0;
    let mut centre = Vec::new();
    for _ in 0..content.varint()? {
        feature += content.varint()?;
        if feature >= 2 * points {
            return Err(outside());
        }
        centre.push((feature as u16, content.number::<1>()? as f32 / STEPS));
    }
    // Quantisation has changed the length slightly.
    let length = centre.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
    if length > 0.0 {
        centre.iter_mut().for_each(|(_, weight)| *weight /= length);
    }
    let mut moves = Vec::new();
    for _ in 0..content.varint()? {
        let place = content.varint()?;
        if place >= points {
            return Err(outside());
        }
        let place = place as usize;
        moves.push((Point::from_row_major(place, size), content.varint()? as u32));
    }
    Ok(Cluster { centre, moves })
}

#[cfg(test)]
mod tests {
    use goban::Move;

    use super::*;

    fn board(moves: &str) -> Board {
        let mut board = Board::new(19);
        moves.split(' ').filter(|name| !name.is_empty()).for_each(|name| {
            board.play(Move::from_gtp(name, 19).unwrap()).unwrap();
        });
        board
    }

    fn cluster(moves: &str, next: &str) -> Cluster {
        let stones: Vec<u16> = features(&board(moves)).collect();
        let weight = 1.0 / (stones.len().max(1) as f32).sqrt();
        let point = Point::from_gtp(next, 19).unwrap();
        Cluster { centre: stones.into_iter().map(|feature| (feature, weight)).collect(), moves: vec![(point, 3)] }
    }

    fn two() -> Clusters {
        let stages = [
            vec![cluster("", "Q16")],
            vec![cluster("Q16", "D4"), cluster("D4", "Q16")],
            vec![cluster("Q16 D4", "Q3"), cluster("Q16 D16", "D4"), cluster("Q4 D4", "Q16")],
        ];
        let stages = stages.into_iter().map(|clusters| Stage::new(19, clusters)).collect();
        Clusters::new(19, stages, "three lines".to_string())
    }

    /// Black Q16 and White D4 is a centre; with White at D3 the position has one stone in common with two clusters, and
    /// none with the third.
    #[test]
    fn the_nearest_has_the_most_stones_in_common() {
        let clusters = two();
        let near = |moves: &str, number: usize| {
            let mut sums = Vec::new();
            clusters.nearest(&board(moves), number, &mut sums).map(|near| (near.number, near.cosine))
        };
        let about = |found: Option<(usize, f32)>, number: usize, cosine: f32| {
            found.is_some_and(|found| found.0 == number && (found.1 - cosine).abs() < 1e-5)
        };
        assert!(about(near("", 0), 0, 1.0) && about(near("D4", 1), 1, 1.0));
        assert!(about(near("Q16 D4", 2), 0, 1.0) && about(near("Q4 D3", 2), 2, 0.5));
        assert_eq!(near("Q16 D4 Q3", 3), None, "the opening is over");
        // With exchanged colours it is another position.
        assert!(near("D4 Q16", 2).is_some_and(|(_, cosine)| cosine < 0.1));
    }

    #[test]
    fn a_cut_leaves_out_rare_moves_and_never_all() {
        let moves: Vec<(Point, u32)> = ["Q16", "D4", "C3", "K10"]
            .map(|name| Point::from_gtp(name, 19).unwrap())
            .into_iter()
            .zip([90, 6, 3, 1])
            .collect();
        let left = |share: f64| {
            let stage = Stage::new(19, vec![Cluster { centre: Vec::new(), moves: moves.clone() }]);
            let mut clusters = Clusters::new(19, vec![stage], String::new());
            clusters.cut(share);
            clusters.stage(0).unwrap().clusters()[0].moves.len()
        };
        assert_eq!([0.0, 0.01, 0.02, 0.06, 0.5, 0.95].map(left), [4, 4, 3, 2, 1, 1]);
    }

    #[test]
    fn clusters_survive_in_a_file_and_nonsense_is_refused() {
        let before = two();
        let after = Clusters::read(&before.write()).unwrap();
        assert_eq!((after.size(), after.moves(), after.about.as_str()), (19, 3, "three lines"));
        for (a, b) in (0..3).map(|moves| (before.stage(moves).unwrap(), after.stage(moves).unwrap())) {
            for (a, b) in a.clusters().iter().zip(b.clusters()) {
                assert_eq!((a.moves.clone(), a.centre.len()), (b.moves.clone(), b.centre.len()));
                assert!(a.centre.iter().zip(&b.centre).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 0.01));
            }
        }
        let bytes = before.write();
        assert_eq!(Clusters::read(&bytes[..bytes.len() - 9]).unwrap_err(), ModelError::Truncated);
    }
}
