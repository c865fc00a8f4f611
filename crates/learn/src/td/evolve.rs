//! Evolution in addition to learning: a population of networks of which the better ones have descendants (proposed in
//! section V of the paper).
//!
//! After each block of games all members play matches, against a rival or each against each. They are ordered by their
//! wins, and mutated copies of the better half replace the other half.

use std::sync::Arc;

use models::td::Network;
use player::{Maker, Rng, Spec, Stop};
use serde::{Deserialize, Serialize};

use super::sample::{Opponent, SampleError, sample};
use super::seed_of;

/// How a population evolves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Evolution {
    /// The number of networks.
    pub population: usize,
    /// The specification of the rival; each other without one.
    pub rival: Option<String>,
    /// The games of each against the rival, or against each of the others.
    pub games: u32,
    /// The standard deviation of mutations of the weights.
    pub mutation: f32,
}

impl Evolution {
    /// Orders the networks, the best first, and replaces the lower half.
    pub(super) fn select(
        &self,
        networks: &mut Vec<Arc<Network>>,
        maker: &dyn Maker,
        seed: u64,
        stop: &Stop,
    ) -> Result<(), SampleError> {
        let mut wins = vec![0; networks.len()];
        match &self.rival {
            Some(rival) => {
                let spec: Spec = rival.parse().map_err(|error| SampleError::Opponent(rival.clone(), error))?;
                let mut rival = [Opponent::make(&spec, maker)?];
                for (network, wins) in networks.iter().zip(&mut wins) {
                    *wins = 2 * sample(network, &mut rival, self.games, seed, stop)?[0].wins;
                }
            }
            None => {
                for one in 0..networks.len() {
                    for other in one + 1..networks.len() {
                        let seed = seed_of(&[seed, one as u64, other as u64]);
                        let mut rival = [Opponent::network("td", networks[other].clone())?];
                        let tally = sample(&networks[one], &mut rival, self.games, seed, stop)?[0];
                        wins[one] += 2 * tally.wins + tally.draws;
                        wins[other] += 2 * (tally.games - tally.wins - tally.draws) + tally.draws;
                    }
                }
            }
        }
        let mut order: Vec<usize> = (0..networks.len()).collect();
        order.sort_by_key(|&member| std::cmp::Reverse(wins[member]));
        *networks = order.into_iter().map(|member| networks[member].clone()).collect();
        let mut rng = Rng::new(seed_of(&[seed, 3]));
        let kept = networks.len().div_ceil(2);
        for place in kept..networks.len() {
            let mut child = Network::clone(&networks[place - kept]);
            child.each_weight_mut(|weight| *weight += self.mutation * normal(&mut rng));
            networks[place] = Arc::new(child);
        }
        Ok(())
    }
}

/// An approximate standard normal number: the sum of twelve uniform ones minus its mean.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| rng.unit()).sum::<f32>() - 6.0
}
