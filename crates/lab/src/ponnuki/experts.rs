//! Predictions on professional games that no model has learnt from: the games, and what both experiments share.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use goban::{Game, Rules};
use kifu::corpus::Filter;
use kifu::{GameInfo, Record, Tree};
use player::{Budget, Rng};
use serde::de::DeserializeOwned;
use stats::{Cluster, Confidence, Estimate, cluster_mean};

use crate::{Collection, Evidence, Lab, LabError, Scale, Unit};

/// The games of a unit.
pub(super) const GAMES: usize = 10;
/// The models have learnt from games before 2024.
const UNSEEN: [&str; 2] = ["date=2024..", "size=19"];
/// The seed of the order of the games.
const SEED: u64 = 1;

/// The games that were read last. A run reads them once.
static READ: Mutex<Option<(PathBuf, Arc<Vec<Record>>)>> = Mutex::new(None);

/// The games of a unit: no other unit has any of them.
///
/// # Errors
/// If the user has named no collection, it cannot be read, or it has too few games.
pub(super) fn records(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Vec<Record>, LabError> {
    if lab.scale == Scale::Smoke {
        return generated(unit, lab).map(|record| vec![record]);
    }
    let all = unseen(lab)?;
    let from = unit.number as usize * GAMES;
    let games = all.get(from..from + GAMES);
    games.map(<[Record]>::to_vec).ok_or_else(|| {
        let (found, needed) = (all.len(), from + GAMES);
        LabError::failed(format!("the file has {found} games from 2024 on, and this unit needs {needed}"))
    })
}

/// All games from 2024 on that have a winner and a komi, shuffled.
fn unseen(lab: &Lab<'_>) -> Result<Arc<Vec<Record>>, LabError> {
    let path = lab.path(Collection::Professional)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, records)) = &*read
        && known == path
    {
        return Ok(records.clone());
    }
    let mut corpus = lab.corpus(Collection::Professional)?;
    for filter in UNSEEN {
        corpus = corpus.filter(filter.parse::<Filter>().map_err(LabError::failed)?);
    }
    let mut records = Vec::new();
    corpus.each_game(Rules::SIMPLE, |record, _| {
        let decided = record.header.info.outcome().and_then(|outcome| outcome.winner()).is_some();
        if decided && record.header.komi.is_some() {
            records.push(record);
        }
        if lab.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    lab.check_stop()?;
    Rng::new(SEED).shuffle(&mut records);
    let records = Arc::new(records);
    *read = Some((path.to_path_buf(), records.clone()));
    Ok(records)
}

/// A short game on 9x9.
fn generated(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Record, LabError> {
    let mut player = lab.player("gojen")?;
    player.reset(unit.seed());
    let mut game = Game::new(9, Rules::CHINESE, 7.5);
    while game.move_number() < 12 {
        let choice = player.choose(&game, Budget::default(), &lab.stop).map_err(LabError::failed)?;
        game.play(choice.mv).map_err(LabError::failed)?;
    }
    let result = if unit.number.is_multiple_of(2) { "B+R" } else { "W+R" }.to_string();
    let tree = Tree::of(&game, &GameInfo { result, ..GameInfo::default() });
    Record::of(format!("generated {}", unit.number), &tree).map_err(LabError::failed)
}

/// What was found in the games of all units.
pub(super) fn games<T: DeserializeOwned>(evidence: &Evidence, condition: &str) -> Vec<T> {
    evidence.outcomes::<Vec<T>>(condition).into_iter().flatten().collect()
}

/// The mean over all positions, with games as clusters.
pub(super) fn mean(clusters: &[Cluster], confidence: Confidence) -> Option<Estimate> {
    cluster_mean(clusters, confidence).filter(|_| clusters.len() > 1)
}

/// A share with the margin of its 95% interval.
pub(super) fn in_words(clusters: &[Cluster], write: impl Fn(f64) -> String) -> String {
    let estimate = mean(clusters, Confidence::P95);
    estimate.map_or_else(|| "-".to_string(), |mean| format!("{} ± {}", write(mean.value), write(mean.error())))
}
