//! How tight clusters are, and how clearly they differ from one another.

use serde::{Deserialize, Serialize};

use super::bisection::Centres;
use super::positions::Positions;

/// How tight the clusters after a number of moves are, as means over the positions that they were made from.
///
/// The empty board is one cluster of equal positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Quality {
    /// The number of clusters.
    pub clusters: usize,
    /// The cosine to the centre of the own cluster: the criterion I2 that bisection maximises.
    pub cosine: f64,
    /// The cosine to the positions of the own cluster (Cluto's internal similarity).
    pub inside: f64,
    /// The cosine to the positions of the other clusters (Cluto's external similarity).
    pub outside: f64,
    /// By how much the cosine to the own centre exceeds that to the nearest other one.
    pub margin: f64,
    /// The mean number of next moves of a cluster, each cluster counted once.
    pub moves: f64,
}

impl Quality {
    /// The quality of groups of positions that share a number of stones.
    pub(super) fn of(positions: &Positions, groups: &[Vec<u32>], size: usize) -> Quality {
        let width = 2 * size * size;
        let stage = positions.stage(groups, size);
        let centres = Centres::of(&stage, size);
        let all: Vec<u32> = (0..positions.len() as u32).collect();
        let (total, _) = positions.sum(&all, width);
        let count = |members: &[u32]| members.iter().map(|&member| f64::from(positions.times[member as usize])).sum();
        let everything: f64 = count(&all);
        let moves = stats::mean(stage.clusters().iter().map(|cluster| cluster.moves.len() as f64)).unwrap_or(0.0);
        if positions.stones(0).is_empty() {
            return Quality { clusters: groups.len(), cosine: 1.0, inside: 1.0, outside: 1.0, margin: 0.0, moves };
        }
        let mut quality =
            Quality { clusters: groups.len(), cosine: 0.0, inside: 0.0, outside: 0.0, margin: 0.0, moves };
        let mut sums = Vec::new();
        for (number, members) in groups.iter().enumerate() {
            let (sum, length) = positions.sum(members, width);
            let (sum_length, own): (f64, f64) = (f64::from(length), count(members));
            let share = own / everything;
            quality.cosine += sum_length / everything;
            quality.inside += share * (sum_length / own).powi(2);
            let with_all: f64 = sum.iter().zip(&total).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
            quality.outside += share * (with_all - sum_length.powi(2)) / (own * (everything - own)).max(1.0);
            for &member in members {
                let stones = positions.stones(member);
                centres.sums(stones, &mut sums);
                let others = sums.iter().enumerate().filter(|&(other, _)| other != number);
                let nearest = others.map(|(_, &sum)| sum).fold(0.0, f32::max);
                let difference = f64::from(sums[number] - nearest) / (stones.len() as f64).sqrt();
                quality.margin += f64::from(positions.times[member as usize]) / everything * difference;
            }
        }
        quality
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions::Opening;
    use super::super::tests::lesson;
    use super::*;

    fn quality(groups: impl Fn(&Positions) -> Vec<Vec<u32>>) -> Quality {
        let openings: Vec<Opening> =
            ["Q16 D3 C3", "Q16 D3 C4"].iter().map(|game| Opening::of(&lesson(game), 3)).collect();
        let positions = Positions::of(&openings, 2, 19);
        Quality::of(&positions, &groups(&positions), 19)
    }

    /// One position in eight symmetries, of which pairs share the stone at a star point.
    #[test]
    fn single_positions_are_as_tight_as_can_be_and_one_cluster_is_not() {
        let single = quality(|positions| (0..positions.len() as u32).map(|number| vec![number]).collect());
        assert!((single.cosine - 1.0).abs() < 1e-6 && (single.inside - 1.0).abs() < 1e-6, "{single:?}");
        // Of the seven other positions one shares one stone of two.
        assert!((single.outside - 0.5 / 7.0).abs() < 1e-6 && (single.margin - 0.5).abs() < 1e-6, "{single:?}");
        assert_eq!((single.clusters, single.moves), (8, 2.0));
        let one = quality(|positions| vec![(0..positions.len() as u32).collect()]);
        assert!((one.inside - (1.0 + 0.5) / 8.0).abs() < 1e-6 && one.outside.abs() < 1e-4, "{one:?}");
        assert!(one.cosine < 0.5 && one.moves == 12.0);
    }
}
