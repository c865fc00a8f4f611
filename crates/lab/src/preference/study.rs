//! The study of a learner on a set of games: the unit of most trials.

use kifu::Record;
use learn::metric::RankedMoves;
use learn::study::{Filter, Nrm, Results, Study, StudyOptions};
use player::{Player, Stop};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::learner::{Built, Learner};
use super::pools::{Pools, SETS};
use crate::{Condition, Lab, LabError, Scale, Unit};

/// The moves of the beginning of a game.
pub(super) const OPENING: usize = 20;
/// The moves of a stage of the game; the last stage is open.
pub(super) const STAGE: usize = 50;
/// The number of stages.
pub(super) const STAGES: usize = 5;
/// The bins of errors that are stored, for errors from 0 to 1.
const BINS: usize = Nrm::ERRORS / 2;

/// What is studied and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The learner.
    pub learner: Learner,
    /// The passes over the games.
    pub passes: u32,
    /// Whether hold-out games are measured after each pass.
    pub held_out: bool,
    /// Whether all empty points and the pass count as moves.
    pub every_point: bool,
    /// Games of 1970 to 1990 instead of a set like the thesis's: their number, and the largest number of the trial.
    pub modern: Option<(usize, usize)>,
}

impl Plan {
    /// One pass over the thesis's games.
    pub(super) fn new(learner: Learner) -> Plan {
        Plan { learner, passes: 1, held_out: false, every_point: false, modern: None }
    }

    /// The same with this number of passes, and hold-out games measured after each.
    pub(super) fn held_out(self, passes: u32) -> Plan {
        Plan { passes, held_out: true, ..self }
    }

    /// The condition of this study, on all sets of games.
    pub(super) fn condition(&self, name: &str, seconds: f64, scale: Scale) -> Condition {
        Condition::new(name, scale.pick(SETS, 2), seconds, self)
    }
}

/// What a study found. The curve and the distribution are those of the first set, whose size is the thesis's.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Studied {
    pub games: usize,
    pub positions: usize,
    /// The mean error of the first pass, each position measured before it is learnt.
    pub error: f64,
    /// The same in the first and the second half of the positions.
    pub early: f64,
    pub late: f64,
    /// The same in the first [`OPENING`] moves of each game, and after them.
    pub opening: f64,
    pub rest: f64,
    /// The share of moves that were ranked first.
    pub first: f64,
    pub stages: Vec<Stage>,
    /// The classes with a value at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<usize>,
    /// The mean errors of further passes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<f64>,
    /// The mean errors on hold-out games after each pass, and the share of moves ranked first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held_first: Vec<f64>,
    /// The study plot through all passes: the filtered error at the first and each 250th position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<f64>,
    /// The distribution of errors: a row for each ten moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nrm: Vec<Vec<f64>>,
}

/// A stage of the game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stage {
    pub positions: f64,
    /// The mean error.
    pub error: f64,
    /// The shares of errors below 0.04 and above 0.96, ties broken at random.
    pub low: f64,
    pub high: f64,
}

/// Studies a set.
pub(super) fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let plan: Plan = unit.settings()?;
    let pools = Pools::of(lab)?;
    let games = match plan.modern {
        Some((games, most)) => pools.modern(unit.number, games, most),
        None => pools.set(unit.number),
    };
    let held_out = if plan.held_out { pools.held_out(unit.number) } else { Vec::new() };
    let mut learner = plan.learner.build(lab)?;
    let found = study(&plan, &mut learner, &games, &held_out, unit.number, &lab.stop)?;
    lab.check_stop()?;
    serde_json::to_value(found).map_err(LabError::failed)
}

/// The mean error of one pass of a plan over games.
pub(super) fn error(plan: &Plan, games: &[Record], number: u64, lab: &Lab<'_>) -> Result<f64, LabError> {
    let found = study(plan, &mut plan.learner.build(lab)?, games, &[], number, &lab.stop)?;
    lab.check_stop()?;
    Ok(found.error)
}

fn study(
    plan: &Plan,
    learner: &mut Built,
    games: &[Record],
    held_out: &[Record],
    number: u64,
    stop: &Stop,
) -> Result<Studied, LabError> {
    let ranked = if plan.every_point { RankedMoves::EmptyAndPass } else { RankedMoves::Legal };
    let options = StudyOptions { seed: Some(number), ranked, ..StudyOptions::default() };
    let mut found = Studied::default();
    let mut errors: Vec<f32> = Vec::new();
    for pass in 0..plan.passes {
        let results = run(learner.player(), games, options, stop)?;
        match pass {
            0 => found = Studied::of(&results, number == 0),
            _ => found.again.push(rounded(results.error().unwrap_or_default())),
        }
        errors.extend_from_slice(results.errors());
        learner.settle();
        if !held_out.is_empty() {
            let held = hold_out(learner.player(), held_out, stop)?;
            found.held.push(rounded(held.error().unwrap_or_default()));
            found.held_first.push(rounded(held.top()[0].unwrap_or_default()));
        }
    }
    found.classes = learner.classes();
    if number == 0 {
        let curve = Filter::plot(errors).into_iter();
        found.curve = curve.map(|(_, error)| (f64::from(error) * 1e4).round() / 1e4).collect();
    }
    Ok(found)
}

/// Measures a player on games that it does not learn from.
pub(super) fn hold_out(player: &mut dyn Player, games: &[Record], stop: &Stop) -> Result<Results, LabError> {
    run(player, games, StudyOptions { holdout: 1.0, ..StudyOptions::default() }, stop)
}

fn run(player: &mut dyn Player, games: &[Record], options: StudyOptions, stop: &Stop) -> Result<Results, LabError> {
    let mut study = Study::new(options);
    study.add("learner", player);
    study.run_records(games, stop).map_err(LabError::failed)?;
    let pass = study.findings().first().and_then(|findings| findings.last().cloned());
    let pass = pass.ok_or_else(|| LabError::failed("the study found nothing"))?;
    Ok(if options.holdout > 0.0 { pass.held_out } else { pass.studied })
}

impl Studied {
    fn of(results: &Results, whole: bool) -> Studied {
        let half = results.positions() / 2;
        let mean = |of: &dyn Fn(usize, usize) -> bool| {
            let chosen = results.series().enumerate().filter(|(place, (_, number, _))| of(*place, *number));
            rounded(stats::mean(chosen.map(|(_, (_, _, error))| f64::from(error))).unwrap_or_default())
        };
        Studied {
            games: results.games(),
            positions: results.positions(),
            error: rounded(results.error().unwrap_or_default()),
            early: mean(&|place, _| place < half),
            late: mean(&|place, _| place >= half),
            opening: mean(&|_, number| number <= OPENING),
            rest: mean(&|_, number| number > OPENING),
            first: rounded(results.top()[0].unwrap_or_default()),
            stages: stages(results),
            nrm: if whole { distribution(results.nrm()) } else { Vec::new() },
            ..Studied::default()
        }
    }
}

fn stages(results: &Results) -> Vec<Stage> {
    let mut stages = vec![Stage::default(); STAGES];
    for (_, number, error) in results.series() {
        let stage = &mut stages[((number - 1) / STAGE).min(STAGES - 1)];
        stage.positions += 1.0;
        stage.error += f64::from(error);
    }
    for (row, counts) in results.nrm().counts().iter().enumerate() {
        let stage = &mut stages[(row * Nrm::MOVES / STAGE).min(STAGES - 1)];
        // Two bins of 0.02 at either end.
        stage.low += counts[..2].iter().sum::<f64>();
        stage.high += counts[Nrm::ERRORS - 2..].iter().sum::<f64>();
    }
    for stage in &mut stages {
        let share = |sum: f64| if stage.positions > 0.0 { rounded(sum / stage.positions) } else { 0.0 };
        (stage.error, stage.low, stage.high) = (share(stage.error), share(stage.low), share(stage.high));
    }
    stages
}

fn distribution(nrm: &Nrm) -> Vec<Vec<f64>> {
    let bins = |row: &[f64; Nrm::ERRORS]| {
        row.chunks(Nrm::ERRORS / BINS).map(|bins| (bins.iter().sum::<f64>() * 10.0).round() / 10.0).collect()
    };
    nrm.counts().iter().map(bins).collect()
}

/// As precise as it is stored.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
