//! The best networks of the training runs, chosen without selection bias.
//!
//! The samples of a run choose its best network. That network plays new games, and these choose between the runs of a
//! condition. What is published of the winner comes from games after that choice: a maximum of measured strengths is
//! too high an estimate.

use std::sync::Arc;

use models::td::Network;
use serde::{Deserialize, Serialize};

use super::learning::{self, name};
use super::training::TrainedRun;
use crate::{Lab, LabError};

/// A network of table I: its representation and selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    /// The representation.
    pub representation: &'static str,
    /// The selection of moves.
    pub selection: &'static str,
}

const fn kind(representation: &'static str, selection: &'static str) -> Kind {
    Kind { representation, selection }
}

/// The networks of table I, in its order.
pub(super) const KINDS: [Kind; 6] = [
    kind("koten", "creative"),
    kind("koten", "epsilon"),
    kind("katatsugi", "creative"),
    kind("katatsugi", "epsilon"),
    kind("roban", "creative"),
    kind("roban", "epsilon"),
];

impl Kind {
    /// The condition of its training runs.
    pub fn condition(self) -> String {
        name(self.representation, self.selection)
    }

    /// Its name in the file of published numbers.
    pub fn id(self) -> String {
        format!("{}-{}", self.representation, self.selection)
    }

    /// Its place in [`KINDS`].
    pub fn place(representation: &str, selection: &str) -> usize {
        let is = |kind: &Kind| kind.representation == representation && kind.selection == selection;
        KINDS.iter().position(is).unwrap_or(0)
    }
}

/// Which network was chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Chosen {
    /// The number of its run, from 0.
    pub run: u64,
    /// The games of training.
    pub games: u64,
    /// Its strength in the sample that made it the best of its run.
    pub sampled: f64,
    /// Its strength in the games that made it the best of all runs.
    pub again: f64,
}

/// The training runs of a condition.
///
/// # Errors
/// If some are missing: the choice of a network must not change later.
pub(super) fn runs(lab: &Lab<'_>, condition: &str) -> Result<Vec<TrainedRun>, LabError> {
    let evidence = lab.evidence(&learning::TRIAL)?;
    let units = evidence.conditions.iter().find(|one| one.name == condition).map_or(0, |one| one.units);
    let runs: Vec<TrainedRun> = evidence.outcomes(condition);
    if units == 0 || runs.len() < units as usize {
        return Err(LabError::Evidence("representations/fig2"));
    }
    Ok(runs)
}

/// The best network of a condition.
///
/// # Errors
/// As [`runs`].
pub(super) fn best(lab: &Lab<'_>, condition: &str) -> Result<(Chosen, Arc<Network>), LabError> {
    let runs = runs(lab, condition)?;
    let place = choose(&runs);
    let run = &runs[place];
    let sampled = run.samples.iter().find(|sample| sample.games == run.best.games).map_or(0.0, |sample| sample.value());
    let chosen = Chosen { run: place as u64, games: run.best.games, sampled, again: run.best.again.value() };
    Ok((chosen, run.best.network()?))
}

/// The best network of one run of a condition.
///
/// # Errors
/// As [`runs`].
pub(super) fn of_run(lab: &Lab<'_>, condition: &str, number: u64) -> Result<Arc<Network>, LabError> {
    let runs = runs(lab, condition)?;
    let run = runs.get(number as usize).ok_or_else(|| LabError::failed(format!("{condition} has no run {number}")))?;
    run.best.network()
}

/// The run whose best network was the strongest in new games; the first of equals, and 0 without runs.
pub(super) fn choose(runs: &[TrainedRun]) -> usize {
    let strength = |place: usize| runs[place].best.again.value();
    (0..runs.len()).reduce(|best, next| if strength(next) > strength(best) { next } else { best }).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::representations::learning::tests::run;

    #[test]
    fn new_games_choose_between_runs() {
        let mut runs = [0.5, 0.9, 0.6, 0.6].map(|strength| run(|_| strength));
        runs[1].best.again = runs[0].best.again.clone();
        assert_eq!(choose(&runs), 2, "the second run was lucky in its samples");
    }

    #[test]
    fn every_kind_has_training_runs() {
        let conditions = (learning::TRIAL.conditions)(crate::Scale::Full);
        assert!(KINDS.iter().all(|kind| conditions.iter().any(|one| one.name == kind.condition())));
        assert_eq!(KINDS[Kind::place("katatsugi", "epsilon")].id(), "katatsugi-epsilon");
    }
}
