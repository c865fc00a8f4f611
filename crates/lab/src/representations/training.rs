//! Training runs: one network from random weights through a million games of self-play, with samples of its strength.

use std::sync::Arc;

use goban::{Game, Rules};
use learn::td::run::{Plan, Run, Sample};
use learn::td::sample::{PAPER, SampleError, Tally, sample};
use learn::td::{Affected, LearningRule, Selection, Target};
use models::td::{Network, Representation};
use player::{Budget, Player};
use roster::td::{Manner, Td};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Lab, LabError, Scale, Unit};

/// The settings of a run. They are written out, so that evidence stays valid when the program gains an option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Training {
    /// The inputs.
    pub representation: Representation,
    /// The selection of moves.
    pub selection: Selection,
    /// The move whose value is the target.
    pub target: Target,
    /// The random moves from which nothing is learnt.
    pub affected: Affected,
    /// The plies of a difference.
    pub plies: u8,
    /// The rewards at the end.
    pub rewards: u8,
    /// The size of the board.
    pub size: usize,
    /// The games of a run.
    pub games: u64,
    /// The games between two samples.
    pub every: u64,
    /// The games against each opponent in a sample.
    pub sample: u32,
    /// The opponents, the strongest first.
    pub against: Vec<String>,
}

impl Training {
    /// The paper's settings. The readings of its text are those of equation (1) ("V is the value of the selected
    /// action") and of section II-B ("affected by a random move": of either player).
    pub fn new(representation: Representation, selection: Selection, scale: Scale) -> Training {
        Training {
            representation,
            selection,
            target: Target::Selected,
            affected: Affected::Any,
            plies: 2,
            rewards: 2,
            size: 5,
            games: scale.pick(1_000_000, 60),
            every: scale.pick(50_000, 30),
            sample: scale.pick(1_000, 4),
            against: PAPER.map(str::to_string).to_vec(),
        }
    }

    fn plan(&self, seed: u64) -> Plan {
        Plan {
            size: self.size,
            representation: self.representation,
            hidden: self.representation.hidden(self.size),
            rule: LearningRule {
                selection: self.selection,
                rate: 0.01,
                plies: self.plies,
                rewards: self.rewards,
                target: self.target,
                affected: self.affected,
                ..LearningRule::default()
            },
            evolution: None,
            from: None,
            every: self.every,
            sample: self.sample,
            against: self.against.clone(),
            seed,
        }
    }
}

/// A sample of the strength, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Strength {
    /// The games of training.
    pub games: u64,
    /// The games against each opponent.
    pub of: u32,
    /// The games won against each opponent.
    pub wins: Vec<u32>,
    /// The games drawn.
    pub draws: Vec<u32>,
    /// The network's first move, without creativity.
    pub opening: String,
}

impl Strength {
    fn new(Sample { games, tallies }: &Sample, network: &Arc<Network>, lab: &Lab<'_>) -> Result<Strength, LabError> {
        let mut player = Td::new(network.clone(), Manner::default());
        let game = Game::new(network.size(), Rules::JAPANESE, 0.0);
        let choice = player.choose(&game, Budget::default(), &lab.stop).map_err(LabError::failed)?;
        Ok(Strength {
            games: *games,
            of: tallies.first().map_or(0, |tally| tally.games),
            wins: tallies.iter().map(|tally| tally.wins).collect(),
            draws: tallies.iter().map(|tally| tally.draws).collect(),
            opening: choice.mv.to_gtp(game.size()),
        })
    }

    /// The share of games won against an opponent, by its place in the list.
    pub fn against(&self, opponent: usize) -> Option<f64> {
        Some(f64::from(*self.wins.get(opponent)?) / f64::from(self.of.max(1)))
    }

    /// The paper's strength: the share of all games won.
    pub fn value(&self) -> f64 {
        stats::mean((0..self.wins.len()).filter_map(|opponent| self.against(opponent))).unwrap_or(0.0)
    }
}

/// The best network of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BestNetwork {
    /// The games of training after which it had the greatest sampled strength; the first of equals.
    pub games: u64,
    /// A sample of new games, which decides between the runs: a maximum of samples is too high an estimate.
    pub again: Strength,
    /// The network, in hexadecimal.
    pub network: String,
}

impl BestNetwork {
    /// The network.
    ///
    /// # Errors
    /// If the text is none.
    pub fn network(&self) -> Result<Arc<Network>, LabError> {
        let wrong = || LabError::failed("a stored network cannot be read");
        let bytes = from_hex(&self.network).ok_or_else(wrong)?;
        let mut networks = Network::read_contents(&bytes).map_err(LabError::failed)?;
        networks.pop().map(Arc::new).ok_or_else(wrong)
    }
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainedRun {
    /// The samples, the first before the first game.
    pub samples: Vec<Strength>,
    /// The best network.
    pub best: BestNetwork,
}

impl TrainedRun {
    /// The mean strength of the samples after `from` to `to` games; `None` unless the run has samples at both ends.
    pub fn mean(&self, from: u64, to: u64) -> Option<f64> {
        self.mean_of(from, to, Strength::value)
    }

    /// The mean of a figure of the samples after `from` to `to` games.
    pub fn mean_of(&self, from: u64, to: u64, figure: impl Fn(&Strength) -> f64) -> Option<f64> {
        let has = |games: u64| self.samples.iter().any(|sample| sample.games == games);
        if !has(from) || !has(to) {
            return None;
        }
        let within = self.samples.iter().filter(|sample| (from..=to).contains(&sample.games));
        stats::mean(within.map(figure))
    }
}

/// Makes the run of a unit whose settings are a [`Training`].
///
/// # Errors
/// If an opponent does not play, or the stop signal came first.
pub fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let training: Training = unit.settings()?;
    let plan = training.plan(unit.seed());
    let mut opponents = plan.opponents(lab.maker).map_err(LabError::failed)?;
    let failed = |error: SampleError| if lab.stop.is_stopped() { LabError::Stopped } else { LabError::failed(error) };
    let mut run = Run::new(&plan, 1, None);
    let start = run.sample_start(&mut opponents, &lab.stop).map_err(failed)?;
    let mut samples = vec![Strength::new(&start, run.network(), lab)?];
    let mut best: Option<(f64, u64, Arc<Network>)> = None;
    while run.games() < training.games {
        if !run.advance(&mut opponents, lab.maker, &lab.stop, &|_| {}).map_err(failed)? {
            return Err(LabError::Stopped);
        }
        let Some(last) = run.samples.last() else { break };
        samples.push(Strength::new(last, run.network(), lab)?);
        if best.as_ref().is_none_or(|(strength, ..)| last.strength() > *strength) {
            best = Some((last.strength(), last.games, run.network().clone()));
        }
    }
    let Some((_, games, network)) = best else { return Err(LabError::failed("a run needs games")) };
    let seed = unit.seed().wrapping_add(1);
    let tallies: Vec<Tally> = sample(&network, &mut opponents, plan.sample, seed, &lab.stop).map_err(failed)?;
    let again = Strength::new(&Sample { games, tallies }, &network, lab)?;
    let best = BestNetwork { games, again, network: to_hex(&network.content()) };
    // What cannot be read, such as a weight that is NaN, is of no use later.
    best.network()?;
    serde_json::to_value(TrainedRun { samples, best }).map_err(LabError::failed)
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |[high, low]: &[u8; 2]| Some((16 * digit(*high)? + digit(*low)?) as u8);
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use player::Stop;
    use roster::Roster;

    use super::*;
    use crate::representations::learning::TRIAL;
    use crate::{Results, Scale};

    #[test]
    fn a_run_is_sampled_from_the_start_and_its_best_network_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let results = Results::new(folder.path());
        let lab = Lab { maker: &Roster, results: &results, games: Vec::new(), scale: Scale::Smoke, stop: Stop::new() };
        let conditions = (TRIAL.conditions)(Scale::Smoke);
        let unit = Unit { trial: TRIAL.name, condition: &conditions[2], number: 1 };
        let outcome = measure(&unit, &lab).unwrap();
        assert_eq!(outcome, measure(&unit, &lab).unwrap(), "the seed decides");
        let run = TrainedRun::deserialize(&outcome).unwrap();
        let games: Vec<u64> = run.samples.iter().map(|sample| sample.games).collect();
        assert_eq!(games, [0, 30, 60]);
        assert!(run.samples.iter().all(|sample| sample.of == 4 && sample.wins.len() == 3));
        let network = run.best.network().unwrap();
        assert_eq!((network.representation(), network.size()), (Representation::KATATSUGI, 5));
        assert_eq!(network.weights(), 650);
        let best = run.samples.iter().find(|sample| sample.games == run.best.games).unwrap();
        assert!(run.samples[1..].iter().all(|sample| sample.value() <= best.value()));
    }

    #[test]
    fn damaged_networks_are_refused() {
        assert_eq!(from_hex(&to_hex(&[0, 7, 255])), Some(vec![0, 7, 255]));
        assert_eq!([from_hex("0"), from_hex("0g"), from_hex("+1")], [None, None, None]);
    }

    #[test]
    fn a_mean_needs_both_ends_of_its_range() {
        let run = crate::representations::learning::tests::run(|games| games as f64 / 2e6);
        assert_eq!(run.mean(800_000, 1_000_000), Some(0.45));
        assert_eq!((run.mean(800_000, 1_050_000), run.mean(1, 50_000)), (None, None));
    }
}
