//! Clusters of samples of games, and what they find in other games: the evidence of several experiments.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use learn::TrainingGame;
use learn::clusters::{Grouping, Method, Quality, teach_and_measure};
use learn::openings::accuracy::{self, MoveAccuracy};
use models::openings::position_key;
use player::ChoiceOf;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::openings::{self, MOVES, Samples};
use crate::{Condition, Evidence, Lab, LabError, Scale, Trial, Unit};

/// The paper's numbers of clusters.
pub(super) const NUMBERS: [usize; 7] = [64, 96, 128, 160, 192, 224, 256];
/// The moves for which the paper uses clusters, without the first: on the empty board there is one cluster.
pub(super) const USED: std::ops::RangeInclusive<usize> = 2..=12;
/// The samples of each condition: with a thousand test games each they have the paper's 8,000.
const SAMPLES: u64 = 8;
/// The games of a sample, as in the paper, and the test games.
pub(super) const TRAINING_GAMES: usize = 1_046;
const TEST_GAMES: usize = 1_000;

/// Each unit makes clusters of a sample of games and tests them on other games. Units of the same number share both
/// samples, whatever the condition.
pub(super) const TRIAL: Trial = Trial { name: "smartstart/clusters", alone: false, conditions, measure };

/// What a condition varies.
#[derive(Serialize, Deserialize)]
struct Settings {
    /// The number of clusters after the first move and after the last.
    clusters: (usize, usize),
    /// How positions are grouped.
    method: String,
    /// The number of moves.
    moves: usize,
    training_games: usize,
    test_games: usize,
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |name: String, clusters: (usize, usize), method: &str, moves: usize, seconds: f64| {
        let shrink = |clusters: usize| scale.pick(clusters, clusters / 16);
        let settings = Settings {
            clusters: (shrink(clusters.0), shrink(clusters.1)),
            method: method.to_string(),
            moves: scale.pick(moves, moves.min(8)),
            training_games: scale.pick(TRAINING_GAMES, 25),
            test_games: scale.pick(TEST_GAMES, 30),
        };
        Condition::new(name, scale.pick(SAMPLES, 2), seconds, &settings)
    };
    let plain = NUMBERS.map(|n| condition(n.to_string(), (n, n), "bisection", MOVES, 1.5));
    let refined = [64, 96].map(|n| condition(format!("{n} refined"), (n, n), "refined", MOVES, 1.5));
    let merged = [64, 96].map(|n| condition(format!("{n} agglomerative"), (n, n), "agglomerative", MOVES, 12.0));
    let growing = condition("16..112".to_string(), (16, 112), "bisection", 12, 1.0);
    plain.into_iter().chain(refined).chain(merged).chain([growing]).collect()
}

/// What one sample of games gave, by move number from move 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Sample {
    pub moves: Vec<MoveFigures>,
}

/// The clusters for one move, and what they found.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct MoveFigures {
    /// How tight the clusters are.
    pub quality: Quality,
    /// In test games of the years of the training games.
    pub in_era: Found,
    /// In test games of other years.
    pub others: Found,
}

/// Sums over positions.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Found {
    /// The positions.
    pub positions: u64,
    /// Those whose nearest cluster has the move that was played.
    pub hits: u64,
    /// The moves of the nearest clusters.
    pub listed: u64,
    /// The positions whose nearest cluster has ten to forty moves.
    pub usual: u64,
    /// The positions that a training game has, in some symmetry: an exact book would know them.
    pub known: u64,
}

impl std::ops::AddAssign for Found {
    fn add_assign(&mut self, other: Found) {
        self.positions += other.positions;
        self.hits += other.hits;
        self.listed += other.listed;
        self.usual += other.usual;
        self.known += other.known;
    }
}

impl Found {
    fn new(accuracy: &MoveAccuracy, known: u64) -> Found {
        let &MoveAccuracy { positions, hits, listed, usual, .. } = accuracy;
        Found { positions, hits, listed, usual, known }
    }

    /// The share of positions whose nearest cluster has the move that was played.
    pub fn share(&self) -> f64 {
        self.hits as f64 / self.positions.max(1) as f64
    }

    /// The mean number of moves of the nearest cluster.
    pub fn mean_listed(&self) -> f64 {
        self.listed as f64 / self.positions.max(1) as f64
    }
}

impl MoveFigures {
    /// What was found in all test games.
    pub fn found(&self) -> Found {
        let mut found = self.in_era;
        found += self.others;
        found
    }
}

impl Sample {
    /// What was found at some moves, from move 1.
    pub fn found(&self, moves: impl IntoIterator<Item = usize>, part: impl Fn(&MoveFigures) -> Found) -> Found {
        let mut found = Found::default();
        moves.into_iter().filter_map(|number| self.moves.get(number - 1)).for_each(|figures| found += part(figures));
        found
    }

    /// The share of next moves that the nearest cluster has, over the moves for which the paper uses clusters.
    pub fn share(&self) -> f64 {
        self.found(USED, MoveFigures::found).share()
    }

    /// The mean of a figure over the moves for which the paper uses clusters.
    pub fn mean(&self, figure: impl Fn(&Quality) -> f64) -> f64 {
        let figures = USED.filter_map(|number| self.moves.get(number - 1)).map(|figures| figure(&figures.quality));
        stats::mean(figures).unwrap_or(0.0)
    }

    /// The slope of a figure against the move number over some moves, by least squares.
    pub fn slope(&self, moves: impl IntoIterator<Item = usize>, figure: impl Fn(&MoveFigures) -> f64) -> Option<f64> {
        let points: Vec<(f64, f64)> =
            moves.into_iter().filter_map(|n| Some((n as f64, figure(self.moves.get(n - 1)?)))).collect();
        let (x, y) = (stats::mean(points.iter().map(|point| point.0))?, stats::mean(points.iter().map(|p| p.1))?);
        let squares: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
        let products: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
        (squares > 0.0).then(|| products / squares)
    }
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let settings: Settings = unit.settings()?;
    let openings = openings::professional(lab)?;
    let seed = unit.number + 1;
    let Samples { training, tests_in_era, other_tests } =
        openings::samples(&openings, settings.training_games, settings.test_games, seed);
    let size = training.first().map_or(19, TrainingGame::size);
    let method = Method::from_word(&settings.method);
    let grouping = Grouping { moves: settings.moves, clusters: settings.clusters, method, seed, threads: 1 };
    let taught = teach_and_measure(&training, size, &grouping, &lab.stop);
    let (clusters, qualities) = taught.ok_or(LabError::Stopped)?;
    let seen = positions(&training, settings.moves);
    let find = |games: &[TrainingGame]| -> Vec<Found> {
        let known = known(&seen, games);
        accuracy::measure_games(&clusters, games).iter().zip(known).map(|(found, n)| Found::new(found, n)).collect()
    };
    let found = find(&tests_in_era).into_iter().zip(find(&other_tests));
    let figures = qualities.into_iter().zip(found).map(|(quality, (in_era, others))| MoveFigures {
        quality: rounded(quality),
        in_era,
        others,
    });
    serde_json::to_value(Sample { moves: figures.collect() }).map_err(LabError::failed)
}

/// The keys of the positions of games before each move, the same under all symmetries.
fn positions(games: &[TrainingGame], moves: usize) -> Vec<HashSet<u64>> {
    let mut seen = vec![HashSet::new(); moves];
    for game in games {
        let mut number = 0;
        game.each_move_while(|board, _| {
            let Some(seen) = seen.get_mut(number) else { return ControlFlow::Break(()) };
            seen.insert(position_key(board).0);
            number += 1;
            ControlFlow::Continue(())
        });
    }
    seen
}

/// The number of positions of games before each move that have been seen.
fn known(seen: &[HashSet<u64>], games: &[TrainingGame]) -> Vec<u64> {
    let mut known = vec![0; seen.len()];
    for game in games {
        let mut number = 0;
        game.each_move_while(|board, played| {
            let (Some(seen), Some(_)) = (seen.get(number), played) else { return ControlFlow::Break(()) };
            known[number] += u64::from(seen.contains(&position_key(board).0));
            number += 1;
            ControlFlow::Continue(())
        });
    }
    known
}

/// With as many digits as a file of results needs.
fn rounded(quality: Quality) -> Quality {
    let round = |value: f64| (value * 1e5).round() / 1e5;
    Quality {
        clusters: quality.clusters,
        cosine: round(quality.cosine),
        inside: round(quality.inside),
        outside: round(quality.outside),
        margin: round(quality.margin),
        moves: round(quality.moves),
    }
}

/// The samples of a condition by number.
pub(super) fn samples(evidence: &Evidence, condition: &str) -> BTreeMap<u64, Sample> {
    let read = |entry: &crate::Entry| Some((entry.number, Sample::deserialize(&entry.outcome).ok()?));
    evidence.of(condition).filter_map(read).collect()
}

/// A figure of each sample of a condition.
pub(super) fn figures(evidence: &Evidence, condition: &str, figure: impl Fn(&Sample) -> f64) -> Vec<f64> {
    samples(evidence, condition).values().map(figure).collect()
}

/// The differences of a figure between two conditions, on the same samples of games.
pub(super) fn differences(evidence: &Evidence, first: &str, second: &str, figure: impl Fn(&Sample) -> f64) -> Vec<f64> {
    let (first, second) = (samples(evidence, first), samples(evidence, second));
    first.iter().filter_map(|(number, sample)| Some(figure(sample) - figure(second.get(number)?))).collect()
}

/// What all samples of a condition found at some moves.
pub(super) fn pooled(
    evidence: &Evidence,
    condition: &str,
    moves: impl IntoIterator<Item = usize> + Clone,
    part: impl Fn(&MoveFigures) -> Found,
) -> Found {
    let mut found = Found::default();
    samples(evidence, condition).values().for_each(|sample| found += sample.found(moves.clone(), &part));
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A made-up sample of twenty moves, by move number.
    pub(in crate::smartstart) fn made_up(figures: impl Fn(usize) -> MoveFigures) -> Sample {
        Sample { moves: (1..=MOVES).map(figures).collect() }
    }

    /// Figures of a move: the share found in a thousand positions of either kind, and the moves listed.
    pub(in crate::smartstart) fn figures(share: f64, listed: u64) -> MoveFigures {
        let hits = (1_000.0 * share).round() as u64;
        let usual = if (10..=40).contains(&listed) { 1_000 } else { 0 };
        let found = Found { positions: 1_000, hits, listed: 1_000 * listed, usual, known: 100 };
        let quality =
            Quality { clusters: 64, cosine: 0.6, inside: 0.4, outside: 0.1, margin: 0.2, moves: listed as f64 };
        MoveFigures { quality, in_era: found, others: found }
    }

    #[test]
    fn sums_and_slopes() {
        let sample = made_up(|number| figures(1.0 - 0.02 * number as f64, 30));
        assert!((sample.share() - 0.86).abs() < 1e-9);
        let slope = sample.slope(1..=20, |figures| figures.found().share()).unwrap();
        assert!((slope + 0.02).abs() < 1e-9);
        assert_eq!(sample.found(8..=8, |figures| figures.others).positions, 1_000);
        assert!((sample.mean(|quality| quality.inside) - 0.4).abs() < 1e-12);
    }
}
