//! How tight clusters are, by move number.

use learn::clusters::Quality;
use plot::{Axis, LineChart, Panels, Series};

use super::clusters::{MoveFigures, Sample, TRIAL, figures, samples};
use super::openings::MOVES;
use super::{above, mean_in_words};
use crate::verdict::{Finding, number};
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Table};

/// The numbers of clusters that the paper played with.
const NUMBERS: [&str; 2] = ["64", "96"];
/// The last move for which the paper uses clusters.
const LAST: usize = 12;

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/tightness",
    title: "The tightness of opening clusters by move number",
    place: "section 4.3",
    source: "The paper says that after move twelve the tightness of the clusters, and the clarity with which they can \
             be distinguished from others, gradually decreased, which fits its finding that win rates declined with \
             clusters up to move twenty. It does not say how either was measured.",
    ours: "The clusters of figure 1, eight samples of 1,046 games. The tightness is the mean cosine between positions \
           of a cluster, and the clarity is what remains of it after the mean cosine to the positions of other \
           clusters is subtracted: the internal and external similarities that the program Cluto prints. The \
           difference between the cosines to the own and to the nearest other centre is shown as well. All are means \
           over positions.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "After move twelve the tightness of the clusters gradually decreases",
            place: "section 4.3",
            test: TEST,
            judge: |evidence| declines(evidence, "tightness", |quality| quality.inside),
        },
        Claim {
            text: "After move twelve the clarity with which clusters differ from others gradually decreases",
            place: "section 4.3",
            test: TEST,
            judge: |evidence| declines(evidence, "clarity", clarity),
        },
        Claim {
            text: "The decrease begins after move twelve: up to then clusters do not become less tight",
            place: "section 4.3, read strictly",
            test: "the slope of the tightness over moves 6 to 12, 64 and 96 clusters: Student's 95% interval over \
                   samples lies above zero; refuted if it lies below, at 5% divided by two",
            judge: |evidence| {
                let slope = |sample: &Sample| sample.slope(6..=LAST, |at| at.quality.inside).unwrap_or(0.0);
                let part = |n: &str| {
                    above(&format!("{n} clusters, change per move"), &figures(evidence, n, slope), 0.0, NUMBERS.len())
                };
                Finding::all(NUMBERS.map(part))
            },
        },
    ],
    exhibits,
};

const TEST: &str =
    "the slope over moves 12 to 20, 64 and 96 clusters: Student's 95% interval over samples lies below zero";

fn clarity(quality: &Quality) -> f64 {
    quality.inside - quality.outside
}

/// A figure decreases over the moves after the last that clusters are used for.
fn declines(evidence: &Evidence, name: &str, figure: fn(&Quality) -> f64) -> Finding {
    let part = |n: &str| {
        let fall = |sample: &Sample| -sample.slope(LAST..=MOVES, |at| figure(&at.quality)).unwrap_or(0.0);
        above(&format!("{n} clusters, fall of the {name} per move"), &figures(evidence, n, fall), 0.0, NUMBERS.len())
    };
    Finding::all(NUMBERS.map(part))
}

/// The name of a figure, and how it is read.
type QualityFigure = (&'static str, fn(&Quality) -> f64);

/// The figures by move.
const FIGURES: [QualityFigure; 4] = [
    ("tightness: mean cosine within a cluster", |quality| quality.inside),
    ("mean cosine to other clusters", |quality| quality.outside),
    ("clarity: the difference of both", clarity),
    ("own centre less nearest other centre", |quality| quality.margin),
];

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let shown = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20];
    let header = ["clusters, figure".to_string()].into_iter().chain(shown.map(|at| format!("move {at}")));
    let mut table = Table::new("Cluster quality before each move, means over eight samples of games.", header);
    let values = |n: &str, at: usize, figure: fn(&Quality) -> f64| -> Vec<f64> {
        let read = |sample: &Sample| Some(figure(&sample.moves.get(at - 1)?.quality));
        samples(evidence, n).values().filter_map(read).collect()
    };
    for n in NUMBERS {
        for (name, figure) in FIGURES {
            let mean = |at: usize| stats::mean(values(n, at, figure)).map_or_else(|| "-".to_string(), number);
            table.row([format!("{n}, {name}")].into_iter().chain(shown.map(mean)));
        }
    }
    let slopes = |n: &str, moves: std::ops::RangeInclusive<usize>, figure: fn(&Quality) -> f64| {
        let slope =
            |sample: &Sample| sample.slope(moves.clone(), |at: &MoveFigures| figure(&at.quality)).unwrap_or(0.0);
        mean_in_words(&figures(evidence, n, slope), |x| format!("{x:+.5}"))
    };
    let caption = "Change of the figures per move, by least squares, with 95% intervals over samples.";
    let mut changes = Table::new(caption, ["clusters, figure", "moves 6 to 12", "moves 12 to 20"]);
    for n in NUMBERS {
        for (name, figure) in FIGURES {
            changes.row([format!("{n}, {name}"), slopes(n, 6..=LAST, figure), slopes(n, LAST..=MOVES, figure)]);
        }
    }
    let chart = |n: &str| LineChart {
        title: format!("{n} clusters"),
        x: Axis::new("move number"),
        y: Axis::new("cosine").from(0.0).to(1.0),
        series: FIGURES
            .iter()
            .map(|&(name, figure)| {
                let point = |at: usize| Some((at as f64, stats::mean(values(n, at, figure))?));
                Series::new(name, (2..=MOVES).filter_map(point).collect())
            })
            .collect(),
        ..LineChart::default()
    };
    let panels = Panels { title: "Quality of clusters".to_string(), charts: NUMBERS.map(chart).into() };
    let caption = "Tightness and clarity of 64 and 96 clusters by move number.";
    vec![table.into(), changes.into(), Figure::new("", caption, panels.svg()).into()]
}

#[cfg(test)]
mod tests {
    use super::super::clusters::tests as made;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Eight samples whose similarities within and between clusters follow from the move number and some noise.
    fn verdict(claim: usize, quality: impl Fn(usize, f64) -> (f64, f64)) -> Verdict {
        let evidence = Evidence::made_up(NUMBERS.map(|n| {
            let sample = |number: u32| {
                made::made_up(|at| {
                    let (inside, outside) = quality(at, f64::from(number) - 3.5);
                    let mut figures = made::figures(0.5, 30);
                    figures.quality = Quality { inside, outside, ..figures.quality };
                    figures
                })
            };
            (n, (0..8).map(sample).collect::<Vec<_>>())
        }));
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn clusters_become_less_tight_or_not() {
        let at = |slope: f64, spread: f64| move |at: usize, x: f64| (0.5 + (slope + spread * x) * at as f64, 0.1);
        assert_eq!(verdict(0, at(-0.01, 0.001)), Holds);
        assert_eq!(verdict(0, at(0.01, 0.001)), DoesNotHold);
        assert_eq!(verdict(0, at(0.0001, 0.001)), Undecided);
        assert_eq!(verdict(2, at(0.01, 0.001)), Holds);
        assert_eq!(verdict(2, at(-0.01, 0.001)), DoesNotHold);
        assert_eq!(verdict(2, at(0.0001, 0.001)), Undecided);
    }

    #[test]
    fn clusters_become_less_clear_or_not() {
        let at = |slope: f64, spread: f64| move |at: usize, x: f64| (0.6, 0.1 - (slope + spread * x) * at as f64);
        assert_eq!(verdict(1, at(-0.01, 0.001)), Holds);
        assert_eq!(verdict(1, at(0.01, 0.001)), DoesNotHold);
        assert_eq!(verdict(1, at(0.0001, 0.001)), Undecided);
    }
}
