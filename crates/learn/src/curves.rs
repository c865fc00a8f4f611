//! Learning curves of the convolutional network: the log of a run of `training/train.py`, and its charts.
//!
//! The log has a line of JSON for each evaluation: the step, the number of steps, the seconds, the losses, and for each
//! source of positions the accuracy on its hold-out games, or `null` if the source has none.

use std::collections::{BTreeMap, BTreeSet};

use plot::{Axis, LineChart, Panels, Series};
use serde::Deserialize;
use thiserror::Error;

/// The names of the four losses, in their order.
pub const LOSSES: [&str; 4] = ["moves", "winner", "lead", "owners"];

/// The log of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingLog {
    /// The name of the run.
    pub name: String,
    /// The evaluations at increasing steps; at least one.
    pub evaluations: Vec<Evaluation>,
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Evaluation {
    /// The step.
    pub step: u64,
    /// The number of steps of the whole run.
    pub of: u64,
    /// The time so far.
    pub seconds: f64,
    /// The weighted [`LOSSES`], averaged over the last steps.
    pub losses: [f64; 4],
    /// The accuracy on the hold-out games of each source, by its name.
    #[serde(flatten)]
    pub sources: BTreeMap<String, Option<Accuracy>>,
}

/// The accuracy on hold-out positions.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Accuracy {
    /// The share of positions whose move is the first choice.
    pub top1: f64,
    /// The share of positions whose move is among the first five.
    pub top5: f64,
    /// The share of positions whose winner is predicted.
    pub winner: f64,
    /// The Brier score of the win rate.
    pub brier: f64,
    /// The number of positions.
    pub positions: u64,
}

/// Why a log cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LogError {
    /// A line is not an evaluation.
    #[error("line {line} is not an evaluation: {reason}")]
    Damaged {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no line yet.
    #[error("it has no evaluation yet")]
    Empty,
}

impl TrainingLog {
    /// Reads a log. A last line that is incomplete, because the run is still writing it, is ignored. If the run was
    /// resumed from an earlier step, the later lines replace the earlier ones.
    ///
    /// # Errors
    /// If a line is not an evaluation, or there is none.
    pub fn read(name: impl Into<String>, log: &str) -> Result<TrainingLog, LogError> {
        let mut evaluations: Vec<Evaluation> = Vec::new();
        for (text, line) in log.split_inclusive('\n').zip(1..).filter(|(text, _)| !text.trim().is_empty()) {
            let evaluation: Evaluation = match serde_json::from_str(text) {
                Ok(evaluation) => evaluation,
                Err(_) if !text.ends_with('\n') => break,
                Err(error) => return Err(LogError::Damaged { line, reason: without_position(&error) }),
            };
            evaluations.truncate(evaluations.partition_point(|earlier| earlier.step < evaluation.step));
            evaluations.push(evaluation);
        }
        if evaluations.is_empty() { Err(LogError::Empty) } else { Ok(TrainingLog { name: name.into(), evaluations }) }
    }

    /// The last evaluation.
    pub fn last(&self) -> Option<&Evaluation> {
        self.evaluations.last()
    }

    /// The sources with hold-out games, in the order of their names.
    pub fn sources(&self) -> BTreeSet<&str> {
        let sources = self.evaluations.iter().flat_map(|evaluation| &evaluation.sources);
        sources.filter(|(_, accuracy)| accuracy.is_some()).map(|(name, _)| name.as_str()).collect()
    }
}

/// What is wrong with a line, without the position in it.
fn without_position(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "it is cut off".to_string();
    }
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| what.to_string())
}

/// The curves of runs in panels: the accuracies for each source, and each loss. The losses differ too much for one
/// axis.
pub fn chart(title: &str, runs: &[TrainingLog]) -> Panels {
    const WIDTH: f64 = 800.0;
    const SHARE: f64 = 190.0;
    const LOSS: f64 = 140.0;
    let last = runs.iter().filter_map(|run| run.last()).map(|evaluation| evaluation.step).max().unwrap_or(0);
    let panel = |y: Axis, height: f64, series: Vec<Series>| LineChart {
        x: Axis::default().from(0.0).to(last as f64),
        y,
        series,
        size: (WIDTH, height),
        ..LineChart::default()
    };
    let share = |what: &str, of: fn(&Accuracy) -> f64| panel(Axis::new(what).percent(), SHARE, source_curves(runs, of));
    let shares = [
        share("first choice", |accuracy| accuracy.top1),
        share("among first five", |accuracy| accuracy.top5),
        share("winner", |accuracy| accuracy.winner),
    ];
    let loss = |(index, what): (usize, &str)| panel(Axis::new(format!("loss, {what}")), LOSS, loss_curves(runs, index));
    let mut charts: Vec<LineChart> = shares.into_iter().chain(LOSSES.into_iter().enumerate().map(loss)).collect();
    if let Some(lowest) = charts.last_mut() {
        lowest.x.label = "steps".to_string();
        lowest.size.1 += 22.0;
    }
    Panels { title: title.to_string(), charts }
}

/// A curve for each source of each run, named by the source and, if there are several runs, by the run.
fn source_curves(runs: &[TrainingLog], of: fn(&Accuracy) -> f64) -> Vec<Series> {
    let name = |run: &TrainingLog, source: &str| match runs {
        [_] => source.to_string(),
        _ => format!("{}, {source}", run.name),
    };
    let series = |run: &TrainingLog, source: &str| {
        let value =
            |evaluation: &Evaluation| evaluation.sources.get(source).copied().flatten().as_ref().map_or(f64::NAN, of);
        let points = run.evaluations.iter().map(|evaluation| (evaluation.step as f64, value(evaluation)));
        Series::new(name(run, source), points.collect())
    };
    runs.iter().flat_map(|run| run.sources().into_iter().map(move |source| series(run, source))).collect()
}

/// A curve of a loss for each run. A single run needs no name.
fn loss_curves(runs: &[TrainingLog], loss: usize) -> Vec<Series> {
    let series = |run: &TrainingLog| {
        let name = if runs.len() > 1 { run.name.as_str() } else { "" };
        let points = run.evaluations.iter().map(|evaluation| (evaluation.step as f64, evaluation.losses[loss]));
        Series::new(name, points.collect())
    };
    runs.iter().map(series).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of a log with two sources, one of them without hold-out games.
    fn line(step: u64, top1: f64) -> String {
        format!(
            "{{\"step\": {step}, \"of\": 900, \"seconds\": 5.5, \"losses\": [2.38, 0.37, 0.012, 0.014], \"records19\": \
             {{\"top1\": {top1}, \"top5\": 0.66, \"winner\": 0.54, \"brier\": 0.29, \"positions\": 400}}, \
             \"records9\": null}}\n"
        )
    }

    fn read(log: &str) -> Result<TrainingLog, LogError> {
        TrainingLog::read("small", log)
    }

    #[test]
    fn each_line_is_an_evaluation() {
        let run = read(&(line(100, 0.25) + "\n" + &line(200, 0.5))).unwrap();
        let last = run.last().unwrap();
        assert_eq!((run.evaluations.len(), last.step, last.of, last.losses[1]), (2, 200, 900, 0.37));
        assert_eq!(last.sources["records19"].map(|accuracy| (accuracy.top1, accuracy.positions)), Some((0.5, 400)));
        assert_eq!(run.sources(), BTreeSet::from(["records19"]), "the other has no hold-out games");
    }

    #[test]
    fn an_incomplete_last_line_is_ignored() {
        let whole = line(100, 0.25) + &line(200, 0.5);
        let first = line(100, 0.25).len();
        for cut in first..whole.len() - 1 {
            assert_eq!(read(&whole[..cut]).unwrap().last().unwrap().step, 100, "after {cut} letters");
        }
        assert_eq!(read(whole.trim_end()).unwrap().evaluations.len(), 2, "only the newline is missing");
    }

    #[test]
    fn a_damaged_line_is_named_by_its_number() {
        let said = |damaged: &str| read(&(line(100, 0.25) + damaged + "\n" + &line(300, 0.5))).unwrap_err().to_string();
        assert_eq!(said("{\"step\": 200, \"of\": 900}"), "line 2 is not an evaluation: missing field `seconds`");
        assert_eq!(said(&line(200, 0.5)[..40]), "line 2 is not an evaluation: it is cut off");
        assert!(said("step 200").starts_with("line 2 is not an evaluation: expected "));
        assert!(said(&line(200, 0.5).trim_end().replace("null", "7")).starts_with("line 2 is not an evaluation: "));
    }

    #[test]
    fn a_log_without_an_evaluation_is_empty() {
        for log in ["", "\n", "{\"step\": 1"] {
            assert_eq!(read(log), Err(LogError::Empty));
        }
    }

    #[test]
    fn the_lines_of_a_resumed_run_replace_the_earlier_ones() {
        let run = read(&[line(100, 0.1), line(200, 0.2), line(300, 0.3), line(200, 0.4)].concat()).unwrap();
        let top1 = |evaluation: &Evaluation| evaluation.sources["records19"].map_or(0.0, |accuracy| accuracy.top1);
        let curve: Vec<(u64, f64)> = run.evaluations.iter().map(|it| (it.step, top1(it))).collect();
        assert_eq!(curve, [(100, 0.1), (200, 0.4)]);
    }

    #[test]
    fn several_runs_are_named() {
        let run = |name: &str| TrainingLog::read(name, &(line(100, 0.25) + &line(200, 0.5))).unwrap();
        let names = |panels: Panels| -> Vec<Vec<String>> {
            let names = |chart: LineChart| chart.series.into_iter().map(|series| series.name).collect();
            panels.charts.into_iter().map(names).collect()
        };
        let one = names(chart("One", &[run("small")]));
        assert_eq!((one.len(), &one[2], &one[6]), (7, &vec!["records19".to_string()], &vec![String::new()]));
        let two = names(chart("Two", &[run("small"), run("large")]));
        assert_eq!(
            (two[2].join("; "), two[6].join("; ")),
            ("small, records19; large, records19".into(), "small; large".into())
        );
    }

    #[test]
    fn the_curves_are_those_of_the_log() {
        let charts = chart("x", &[read(&(line(100, 0.25) + &line(200, 0.5))).unwrap()]).charts;
        assert_eq!(charts[0].series[0].points, [(100.0, 0.25), (200.0, 0.5)]);
        assert_eq!(charts[4].series[0].points, [(100.0, 0.37), (200.0, 0.37)]);
        assert_eq!((charts[4].y.label.as_str(), charts[0].x.high), ("loss, winner", Some(200.0)));
    }
}
