//! The best network of runs, without selection bias: the networks with the best samples play new games, which decide,
//! and the winner plays a third time for its published strength.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use models::file;
use models::td::{About, Network};
use player::{Maker, Stop};

use super::experiment::{ExperimentError, file_name, read};
use super::sample::{Tally, mean, sample};
use super::seed_of;

/// A measured network.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its file.
    pub path: PathBuf,
    /// The network.
    pub network: Arc<Network>,
    /// The description in its file.
    pub about: About,
    /// Its sampled strength during training.
    pub sampled: f64,
    /// The results of the games that decide.
    pub decided: Vec<Tally>,
    /// The results of the games after the decision; empty except for the winner.
    pub confirmed: Vec<Tally>,
}

/// Finds the best network of folders. Returns the candidates, the best first, with the names of the opponents.
///
/// # Errors
/// If a folder holds no runs, or an opponent does not play.
pub fn best(
    folders: &[PathBuf],
    candidates: usize,
    games: u32,
    maker: &dyn Maker,
    stop: &Stop,
    report: &mut dyn FnMut(&Measured),
) -> Result<(Vec<Measured>, Vec<String>), ExperimentError> {
    let mut all = Vec::new();
    let mut plan = None;
    for folder in folders {
        for run in read(folder)? {
            let Some(sampled) = run.best().map(|sample| sample.strength()) else { continue };
            let path = folder.join(file_name(run.number, "-best.model"));
            let (network, about) = load(&path)?;
            let (decided, confirmed) = (Vec::new(), Vec::new());
            all.push(Measured { path, network: Arc::new(network), about, sampled, decided, confirmed });
            plan.get_or_insert(run.plan);
        }
    }
    let Some(plan) = plan else { return Ok((all, Vec::new())) };
    all.sort_by(|one, other| other.sampled.total_cmp(&one.sampled));
    all.truncate(candidates.max(1));
    let mut opponents = plan.opponents(maker)?;
    let seed = |number: u64| seed_of(&[plan.seed, 0xbe57, number]);
    for measured in &mut all {
        measured.decided = sample(&measured.network, &mut opponents, games, seed(1), stop)?;
        report(measured);
    }
    all.sort_by(|one, other| mean(&other.decided).total_cmp(&mean(&one.decided)));
    if let Some(best) = all.first_mut() {
        best.confirmed = sample(&best.network, &mut opponents, games, seed(2), stop)?;
    }
    Ok((all, plan.against))
}

fn load(path: &Path) -> Result<(Network, About), ExperimentError> {
    let read = file::load(path).and_then(|bytes| Network::read(&bytes));
    read.map_err(|reason| ExperimentError::Run { path: path.to_path_buf(), reason })
}
