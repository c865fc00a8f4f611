//! One run: a network from its random beginning to its last sampling, and the file that it is kept in.
//!
//! A run goes on in blocks of games, each with random numbers of its own, so that what it needs to be gone on with is
//! no more than its networks at the end of a block. The file has the form of a model: its description says how the run
//! learns and what was sampled, its content is the networks (one, or a population; the first is the one that was
//! sampled).

use std::sync::Arc;

use models::file::{self, ModelError};
use models::td::{About, Network, Representation};
use player::{Maker, Rng, Spec, Stop};
use serde::{Deserialize, Serialize};

use super::evolve::Evolution;
use super::sample::{Opponent, SampleError, Tally, mean, sample};
use super::{Manner, Pupil, seed_of};

/// What a run is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// The size of the board.
    pub size: usize,
    /// What the inputs are.
    pub representation: Representation,
    /// The units of each hidden layer.
    pub hidden: Vec<usize>,
    /// How it learns.
    pub manner: Manner,
    /// Evolution beside learning, if there is any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evolution: Option<Evolution>,
    /// The checksum of the network that it begins with, if that is not a random one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// After how many games each its strength is sampled.
    pub every: u64,
    /// How many games are played against each opponent then.
    pub sample: u32,
    /// The opponents.
    pub against: Vec<String>,
    /// The seed of all runs.
    pub seed: u64,
}

/// A strength that was sampled.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// After how many games.
    pub games: u64,
    /// How the games against each opponent came out.
    pub tallies: Vec<Tally>,
}

impl Sample {
    /// The mean over the opponents of the share of games that were won.
    pub fn strength(&self) -> f64 {
        mean(&self.tallies)
    }
}

/// A run, as far as it has gone.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// What it is.
    pub plan: Plan,
    /// Its number among all runs, from 1.
    pub number: usize,
    /// What was sampled so far; one after each block.
    pub samples: Vec<Sample>,
    networks: Vec<Arc<Network>>,
}

/// What the description of a file says.
#[derive(Serialize, Deserialize)]
struct Description {
    plan: Plan,
    number: usize,
    samples: Vec<Sample>,
}

const KIND: &str = "td-run";

impl Run {
    /// A run that has not begun, with a random network or a given one.
    pub fn new(plan: &Plan, number: usize, from: Option<&Arc<Network>>) -> Run {
        let mut rng = Rng::new(seed_of(&[plan.seed, number as u64]));
        let members = plan.evolution.as_ref().map_or(1, |evolution| evolution.population.max(1));
        let mut begin = |_| match from {
            Some(network) => network.clone(),
            None => Arc::new(Network::random(plan.representation, plan.size, &plan.hidden, || rng.unit())),
        };
        let networks = (0..members).map(&mut begin).collect();
        Run { plan: plan.clone(), number, samples: Vec::new(), networks }
    }

    /// How many games it has learnt from.
    pub fn games(&self) -> u64 {
        self.samples.len() as u64 * self.plan.every
    }

    /// The network as it was sampled last.
    pub fn network(&self) -> &Arc<Network> {
        &self.networks[0]
    }

    /// Learns from one block of games more and samples the strength; `report` is told how many games of the block are
    /// over. `Ok(false)` if the stop signal came first: then nothing has changed.
    ///
    /// # Errors
    /// If the opponents do not play.
    pub fn go_on(
        &mut self,
        opponents: &mut [Opponent],
        maker: &dyn Maker,
        stop: &Stop,
        report: &dyn Fn(u64),
    ) -> Result<bool, SampleError> {
        let plan = &self.plan;
        let block = self.samples.len() as u64;
        let mut networks = Vec::with_capacity(self.networks.len());
        for (member, network) in self.networks.iter().enumerate() {
            let mut rng = Rng::new(seed_of(&[plan.seed, self.number as u64, block, member as u64, 1]));
            let mut pupil = Pupil::new(Network::clone(network), plan.manner);
            for game in 0..plan.every {
                if stop.is_stopped() {
                    return Ok(false);
                }
                pupil.play(plan.manner.rate_after(self.games() + game), &mut rng);
                if game.is_multiple_of(500) {
                    report((member as u64 * plan.every + game) / self.networks.len() as u64);
                }
            }
            networks.push(Arc::new(pupil.network().clone()));
        }
        let seed = seed_of(&[plan.seed, self.number as u64, block, 2]);
        let stopped = |error| if stop.is_stopped() { Ok(false) } else { Err(error) };
        if let Some(evolution) = &plan.evolution
            && let Err(error) = evolution.select(&mut networks, maker, seed, stop)
        {
            return stopped(error);
        }
        let tallies = match sample(&networks[0], opponents, plan.sample, seed, stop) {
            Ok(tallies) => tallies,
            Err(error) => return stopped(error),
        };
        self.networks = networks;
        self.samples.push(Sample { games: (block + 1) * plan.every, tallies });
        Ok(true)
    }

    /// The sample of the greatest strength so far; of equal ones, the first.
    pub fn best(&self) -> Option<&Sample> {
        self.samples.iter().reduce(|best, next| if next.strength() > best.strength() { next } else { best })
    }

    /// The file of the network as it is.
    pub fn model(&self) -> Vec<u8> {
        let strength = self.samples.last().map_or_else(String::new, |sample| {
            let of = |(name, tally): (&String, &Tally)| format!("{name} {:.3}", tally.strength());
            let parts: Vec<String> = self.plan.against.iter().zip(&sample.tallies).map(of).collect();
            format!("{:.4} sampled ({})", sample.strength(), parts.join(", "))
        });
        let about = About {
            manner: format!("{}, {}", self.plan.representation, self.plan.manner),
            games: self.games(),
            seed: self.plan.seed,
            strength,
            version: version::version().to_string(),
        };
        self.network().write(&about)
    }

    /// The file of the run.
    pub fn write(&self) -> Vec<u8> {
        let description = Description { plan: self.plan.clone(), number: self.number, samples: self.samples.clone() };
        let content: Vec<u8> = self.networks.iter().flat_map(|network| network.content()).collect();
        // A description of words and numbers can always be written.
        file::write(KIND, &serde_json::to_string(&description).unwrap_or_default(), &content)
    }

    /// What a file holds.
    ///
    /// # Errors
    /// If it is no run, or not whole.
    pub fn read(bytes: &[u8]) -> Result<Run, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let description: Result<Description, _> = serde_json::from_str(parts.description);
        let Description { plan, number, samples } =
            description.map_err(|error| ModelError::Content(format!("its description is none: {error}")))?;
        let networks: Vec<Arc<Network>> = Network::read_contents(parts.content)?.into_iter().map(Arc::new).collect();
        if networks.is_empty() || networks.iter().any(|network| network.size() != plan.size) {
            return Err(ModelError::Content("it has no network of its board".to_string()));
        }
        Ok(Run { plan, number, samples, networks })
    }
}

impl Plan {
    /// Makes the opponents.
    ///
    /// # Errors
    /// If one cannot be had.
    pub fn opponents(&self, maker: &dyn Maker) -> Result<Vec<Opponent>, SampleError> {
        let make = |text: &String| {
            let spec: Spec = text.parse().map_err(|error| SampleError::Opponent(text.clone(), error))?;
            Opponent::make(&spec, maker)
        };
        self.against.iter().map(make).collect()
    }
}
