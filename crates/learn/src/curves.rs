//! What the teacher of the convolutional network wrote down on the way: the log of a run of `training/train.py`, and
//! how it is drawn.
//!
//! The log has a line of JSON for each test: the step and how many there are to be, the seconds, the losses, and for
//! each source of positions how much was told right of games from which nothing is learnt, or `null` where the source
//! has none.

use std::collections::{BTreeMap, BTreeSet};

use plot::{Axis, LineChart, Panels, Series};
use serde::Deserialize;
use thiserror::Error;

/// What the four losses are about, in their order.
pub const LOSSES: [&str; 4] = ["moves", "winner", "lead", "owners"];

/// A run, as far as it has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// What it is called.
    pub name: String,
    /// Its tests, at rising steps; at least one.
    pub tests: Vec<Test>,
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Test {
    /// After how many steps.
    pub step: u64,
    /// How many there are to be.
    pub of: u64,
    /// How long they took.
    pub seconds: f64,
    /// The losses, a running mean of the last steps, each with its weight in their sum: [`LOSSES`].
    pub losses: [f64; 4],
    /// What was told right of the positions of each source, by its name.
    #[serde(flatten)]
    pub sources: BTreeMap<String, Option<Told>>,
}

/// How much was told right of positions from which nothing is learnt.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Told {
    /// The share of the moves that were the first choice.
    pub top1: f64,
    /// The share of those among the first five.
    pub top5: f64,
    /// The share of the winners.
    pub winner: f64,
    /// The mean square of what is missing from the winner's win rate to 1.
    pub brier: f64,
    /// Of how many positions.
    pub positions: u64,
}

/// Why there are no curves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LogError {
    /// A line that is no test.
    #[error("line {line} is no test of a run: {reason}")]
    Damaged {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no line yet.
    #[error("there is no test in it yet")]
    Empty,
}

impl Run {
    /// Reads a log. Its last line is left out where the run has not yet written it to the end; where a run has gone on
    /// after an earlier step than its last test, what it wrote the second time counts.
    ///
    /// # Errors
    /// If a line is no test, or there is none.
    pub fn read(name: impl Into<String>, log: &str) -> Result<Run, LogError> {
        let mut tests: Vec<Test> = Vec::new();
        for (text, line) in log.split_inclusive('\n').zip(1..).filter(|(text, _)| !text.trim().is_empty()) {
            let test: Test = match serde_json::from_str(text) {
                Ok(test) => test,
                Err(_) if !text.ends_with('\n') => break,
                Err(error) => return Err(LogError::Damaged { line, reason: plain(&error) }),
            };
            tests.truncate(tests.partition_point(|earlier| earlier.step < test.step));
            tests.push(test);
        }
        if tests.is_empty() { Err(LogError::Empty) } else { Ok(Run { name: name.into(), tests }) }
    }

    /// The last test.
    pub fn last(&self) -> Option<&Test> {
        self.tests.last()
    }

    /// The sources of which something was told, in the order of their names.
    pub fn sources(&self) -> BTreeSet<&str> {
        let told = self.tests.iter().flat_map(|test| &test.sources).filter(|(_, told)| told.is_some());
        told.map(|(name, _)| name.as_str()).collect()
    }
}

/// What is wrong with a line, without the place, which would be that in a text of one line.
fn plain(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "it is cut off".to_string();
    }
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| what.to_string())
}

/// The curves of runs one below the other: for each source the shares of moves that were the first choice and among the
/// first five, and of winners; and each of the losses, which are too far apart for one axis.
pub fn figure(title: &str, runs: &[Run]) -> Panels {
    const WIDTH: f64 = 800.0;
    const SHARE: f64 = 190.0;
    const LOSS: f64 = 140.0;
    let last = runs.iter().filter_map(|run| run.last()).map(|test| test.step).max().unwrap_or(0);
    let panel = |y: Axis, height: f64, series: Vec<Series>| LineChart {
        x: Axis::default().from(0.0).to(last as f64),
        y,
        series,
        size: (WIDTH, height),
        ..LineChart::default()
    };
    let share = |what: &str, of: fn(&Told) -> f64| panel(Axis::new(what).percent(), SHARE, each_source(runs, of));
    let shares = [
        share("first choice", |told| told.top1),
        share("among first five", |told| told.top5),
        share("winner", |told| told.winner),
    ];
    let loss = |(place, what): (usize, &str)| panel(Axis::new(format!("loss, {what}")), LOSS, each_run(runs, place));
    let mut charts: Vec<LineChart> = shares.into_iter().chain(LOSSES.into_iter().enumerate().map(loss)).collect();
    if let Some(lowest) = charts.last_mut() {
        lowest.x.label = "steps".to_string();
        lowest.size.1 += 22.0;
    }
    Panels { title: title.to_string(), charts }
}

/// A curve for each source of each run, named by what tells them apart.
fn each_source(runs: &[Run], of: fn(&Told) -> f64) -> Vec<Series> {
    let name = |run: &Run, source: &str| match runs {
        [_] => source.to_string(),
        _ => format!("{}, {source}", run.name),
    };
    let series = |run: &Run, source: &str| {
        let told = |test: &Test| test.sources.get(source).copied().flatten().map_or(f64::NAN, |told| of(&told));
        Series::new(name(run, source), run.tests.iter().map(|test| (test.step as f64, told(test))).collect())
    };
    runs.iter().flat_map(|run| run.sources().into_iter().map(move |source| series(run, source))).collect()
}

/// A curve of that loss for each run; of one alone it needs no name.
fn each_run(runs: &[Run], loss: usize) -> Vec<Series> {
    let series = |run: &Run| {
        let name = if runs.len() > 1 { run.name.as_str() } else { "" };
        Series::new(name, run.tests.iter().map(|test| (test.step as f64, test.losses[loss])).collect())
    };
    runs.iter().map(series).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of a log: two sources, of which one has no games to be tested on.
    fn line(step: u64, top1: f64) -> String {
        format!(
            "{{\"step\": {step}, \"of\": 900, \"seconds\": 5.5, \"losses\": [2.38, 0.37, 0.012, 0.014], \"records19\": \
             {{\"top1\": {top1}, \"top5\": 0.66, \"winner\": 0.54, \"brier\": 0.29, \"positions\": 400}}, \"records9\": null}}\n"
        )
    }

    fn read(log: &str) -> Result<Run, LogError> {
        Run::read("small", log)
    }

    #[test]
    fn each_line_is_a_test() {
        let run = read(&(line(100, 0.25) + "\n" + &line(200, 0.5))).unwrap();
        let last = run.last().unwrap();
        assert_eq!((run.tests.len(), last.step, last.of, last.losses[1]), (2, 200, 900, 0.37));
        assert_eq!(last.sources["records19"].map(|told| (told.top1, told.positions)), Some((0.5, 400)));
        assert_eq!(run.sources(), BTreeSet::from(["records19"]), "nothing was told of the other");
    }

    #[test]
    fn a_last_line_that_is_still_being_written_is_left_out() {
        let whole = line(100, 0.25) + &line(200, 0.5);
        let first = line(100, 0.25).len();
        for cut in first..whole.len() - 1 {
            assert_eq!(read(&whole[..cut]).unwrap().last().unwrap().step, 100, "after {cut} letters");
        }
        assert_eq!(read(whole.trim_end()).unwrap().tests.len(), 2, "all but the end of the line is there");
    }

    #[test]
    fn a_damaged_line_is_named_by_its_number() {
        let said = |damaged: &str| read(&(line(100, 0.25) + damaged + "\n" + &line(300, 0.5))).unwrap_err().to_string();
        assert_eq!(said("{\"step\": 200, \"of\": 900}"), "line 2 is no test of a run: missing field `seconds`");
        assert_eq!(said(&line(200, 0.5)[..40]), "line 2 is no test of a run: it is cut off");
        assert!(said("step 200").starts_with("line 2 is no test of a run: expected "));
        assert!(said(&line(200, 0.5).trim_end().replace("null", "7")).starts_with("line 2 is no test of a run: "));
    }

    #[test]
    fn a_log_without_a_test_says_so() {
        for log in ["", "\n", "{\"step\": 1"] {
            assert_eq!(read(log), Err(LogError::Empty));
        }
    }

    #[test]
    fn what_was_written_the_second_time_counts() {
        let run = read(&[line(100, 0.1), line(200, 0.2), line(300, 0.3), line(200, 0.4)].concat()).unwrap();
        let told: Vec<(u64, f64)> =
            run.tests.iter().map(|test| (test.step, test.sources["records19"].map_or(0.0, |told| told.top1))).collect();
        assert_eq!(told, [(100, 0.1), (200, 0.4)]);
    }

    #[test]
    fn runs_are_told_apart_where_there_are_several() {
        let run = |name: &str| Run::read(name, &(line(100, 0.25) + &line(200, 0.5))).unwrap();
        let names = |panels: Panels| -> Vec<Vec<String>> {
            let names = |chart: LineChart| chart.series.into_iter().map(|series| series.name).collect();
            panels.charts.into_iter().map(names).collect()
        };
        let one = names(figure("One", &[run("small")]));
        assert_eq!((one.len(), &one[2], &one[6]), (7, &vec!["records19".to_string()], &vec![String::new()]));
        let two = names(figure("Two", &[run("small"), run("large")]));
        assert_eq!(
            (two[2].join("; "), two[6].join("; ")),
            ("small, records19; large, records19".into(), "small; large".into())
        );
    }

    #[test]
    fn the_curves_are_those_of_the_log() {
        let charts = figure("x", &[read(&(line(100, 0.25) + &line(200, 0.5))).unwrap()]).charts;
        assert_eq!(charts[0].series[0].points, [(100.0, 0.25), (200.0, 0.5)]);
        assert_eq!(charts[4].series[0].points, [(100.0, 0.37), (200.0, 0.37)]);
        assert_eq!((charts[4].y.label.as_str(), charts[0].x.high), ("loss, winner", Some(200.0)));
    }
}
