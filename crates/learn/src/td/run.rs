//! One run: a network from random weights to its last sample, and its file.
//!
//! A run advances in blocks of games with a seed each, so resuming needs only the networks at the end of a block. The
//! file has the form of a model: the description has the plan and the samples, the content has the networks (one, or a
//! population whose first member is sampled).

use std::sync::Arc;

use models::file::{self, ModelError};
use models::resume::Resumable;
use models::td::{About, Network, Representation};
use player::{Maker, Rng, Spec, Stop};
use serde::{Deserialize, Serialize};

use super::evolve::Evolution;
use super::sample::{Opponent, SampleError, Tally, mean, sample};
use super::{Learner, LearningRule, seed_of};

/// The settings of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// The size of the board.
    pub size: usize,
    /// The inputs of the network.
    pub representation: Representation,
    /// The units of each hidden layer.
    pub hidden: Vec<usize>,
    /// The learning rule.
    #[serde(rename = "manner")]
    pub rule: LearningRule,
    /// The evolution of a population, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evolution: Option<Evolution>,
    /// The checksum of the network that it starts from, if not from random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// The games of a block, after which the strength is sampled.
    pub every: u64,
    /// The games against each opponent in a sample.
    pub sample: u32,
    /// The opponents.
    pub against: Vec<String>,
    /// The seed of all runs.
    pub seed: u64,
}

/// A sample of the strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The number of training games.
    pub games: u64,
    /// The results against each opponent.
    pub tallies: Vec<Tally>,
}

impl Sample {
    /// The share of games won, as the mean over the opponents.
    pub fn strength(&self) -> f64 {
        mean(&self.tallies)
    }
}

/// A run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The settings.
    pub plan: Plan,
    /// Its number among all runs, from 1.
    pub number: usize,
    /// The samples, one after each block.
    pub samples: Vec<Sample>,
    networks: Vec<Arc<Network>>,
}

/// The description in the file.
#[derive(Serialize, Deserialize)]
struct Description {
    plan: Plan,
    number: usize,
    samples: Vec<Sample>,
}

const KIND: &str = "td-run";

impl Run {
    /// A new run, from random weights or from a network.
    pub fn new(plan: &Plan, number: usize, from: Option<&Arc<Network>>) -> Run {
        let mut rng = Rng::new(seed_of(&[plan.seed, number as u64]));
        let members = plan.evolution.as_ref().map_or(1, |evolution| evolution.population.max(1));
        let mut start = |_| match from {
            Some(network) => network.clone(),
            None => Arc::new(Network::random(plan.representation, plan.size, &plan.hidden, || rng.unit())),
        };
        let networks = (0..members).map(&mut start).collect();
        Run { plan: plan.clone(), number, samples: Vec::new(), networks }
    }

    /// The number of training games.
    pub fn games(&self) -> u64 {
        self.samples.len() as u64 * self.plan.every
    }

    /// The network of the last sample.
    pub fn network(&self) -> &Arc<Network> {
        &self.networks[0]
    }

    /// The strength of the network as it stands before the first block. It is not one of the run's samples.
    ///
    /// # Errors
    /// If the opponents do not play, or the stop signal is given.
    pub fn sample_start(&self, opponents: &mut [Opponent], stop: &Stop) -> Result<Sample, SampleError> {
        let seed = seed_of(&[self.plan.seed, self.number as u64, u64::MAX, 2]);
        let tallies = sample(self.network(), opponents, self.plan.sample, seed, stop)?;
        Ok(Sample { games: self.games(), tallies })
    }

    /// Trains for one block of games and samples the strength; `report` receives the games of the block so far. Returns
    /// `Ok(false)` and changes nothing if the stop signal is given.
    ///
    /// # Errors
    /// If the opponents do not play.
    pub fn advance(
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
            let mut learner = Learner::new(Network::clone(network), plan.rule);
            for game in 0..plan.every {
                if stop.is_stopped() {
                    return Ok(false);
                }
                learner.play(plan.rule.rate_after(self.games() + game), &mut rng);
                if game.is_multiple_of(500) {
                    report((member as u64 * plan.every + game) / self.networks.len() as u64);
                }
            }
            networks.push(Arc::new(learner.network().clone()));
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

    /// The sample of the greatest strength; the first of equals.
    pub fn best(&self) -> Option<&Sample> {
        self.samples.iter().reduce(|best, next| if next.strength() > best.strength() { next } else { best })
    }

    /// The model file of the network.
    pub fn model(&self) -> Vec<u8> {
        let strength = self.samples.last().map_or_else(String::new, |sample| {
            let of = |(name, tally): (&String, &Tally)| format!("{name} {:.3}", tally.strength());
            let parts: Vec<String> = self.plan.against.iter().zip(&sample.tallies).map(of).collect();
            format!("{:.4} sampled ({})", sample.strength(), parts.join(", "))
        });
        let about = About {
            manner: format!("{}, {}", self.plan.representation, self.plan.rule),
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

    /// Reads the file of a run.
    ///
    /// # Errors
    /// If it is not a complete run.
    pub fn read(bytes: &[u8]) -> Result<Run, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let description: Result<Description, _> = serde_json::from_str(parts.description);
        let Description { plan, number, samples } =
            description.map_err(|error| ModelError::Content(format!("its description is invalid: {error}")))?;
        let networks: Vec<Arc<Network>> = Network::read_contents(parts.content)?.into_iter().map(Arc::new).collect();
        if networks.is_empty() || networks.iter().any(|network| network.size() != plan.size) {
            return Err(ModelError::Content("it has no network for its board".to_string()));
        }
        Ok(Run { plan, number, samples, networks })
    }
}

impl Resumable for Run {
    fn read(bytes: &[u8]) -> Result<Run, ModelError> {
        Run::read(bytes)
    }

    fn origin(&self) -> String {
        let Plan { size, representation, hidden, rule, evolution, from, every, sample, against, seed } = &self.plan;
        let hidden: Vec<String> = hidden.iter().map(usize::to_string).collect();
        let mut origin = format!("{representation} {} on {size}x{size}, {rule}", hidden.join(","));
        if let Some(Evolution { population, rival, games, mutation }) = evolution {
            let rival = rival.as_deref().unwrap_or("each other");
            origin += &format!(", {population} networks, {games} games against {rival}, mutation {mutation}");
        }
        if let Some(checksum) = from {
            origin += &format!(", from network {checksum:08x}");
        }
        let (against, number) = (against.join(" "), self.number);
        origin + &format!(", {sample} games against {against} every {every} games, seed {seed}, run {number}")
    }
}

impl Plan {
    /// Makes the opponents.
    ///
    /// # Errors
    /// If one cannot be made.
    pub fn opponents(&self, maker: &dyn Maker) -> Result<Vec<Opponent>, SampleError> {
        let make = |text: &String| {
            let spec: Spec = text.parse().map_err(|error| SampleError::Opponent(text.clone(), error))?;
            Opponent::make(&spec, maker)
        };
        self.against.iter().map(make).collect()
    }
}
