//! Evolution beside learning: a population of networks that learn for themselves, of which the better ones have
//! descendants (what section V of the paper says is being tried).
//!
//! After each block of games all members play matches, against a rival if there is one and else each against each. They
//! are put in order by what they have won, and the lower half is replaced by copies of the upper one, whose weights are
//! changed a little at random.

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
    /// How many networks there are.
    pub population: usize,
    /// Whom they play against, as a specification; each other, if nobody.
    pub rival: Option<String>,
    /// How many games each plays against the rival, or against each of the others.
    pub games: u32,
    /// How much the weights of a descendant differ from its parent's: the standard deviation.
    pub mutation: f32,
}

impl Evolution {
    /// Puts the networks in order, the best first, and replaces the lower half.
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

/// About a standard normal number: twelve even ones less their mean.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| rng.unit()).sum::<f32>() - 6.0
}
