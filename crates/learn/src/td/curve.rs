//! Learning curves: the mean strength of runs with its interval, as in figures 2 and 3 of the paper.

use plot::{Axis, LineChart, Series};
use stats::{Confidence, mean_estimate};

use super::run::{Plan, Run};

/// The mean strength after a number of games, over all runs with that many.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The number of games.
    pub games: u64,
    /// The number of runs.
    pub runs: usize,
    /// The mean of their strengths.
    pub mean: f64,
    /// Half the width of the 95% interval; infinite for a single run.
    pub margin: f64,
}

/// The mean strength after each block; `strength` selects the figure of a sample, such as that against one opponent.
pub fn means(runs: &[&Run], strength: impl Fn(&super::run::Sample) -> f64) -> Vec<Mean> {
    let longest = runs.iter().map(|run| run.samples.len()).max().unwrap_or(0);
    let at = |block: usize| {
        let samples: Vec<_> = runs.iter().filter_map(|run| run.samples.get(block)).collect();
        let values: Vec<f64> = samples.iter().map(|sample| strength(sample)).collect();
        let estimate = mean_estimate(&values, Confidence::P95)?;
        Some(Mean { games: samples.first()?.games, runs: values.len(), mean: estimate.value, margin: estimate.error() })
    };
    (0..longest).filter_map(at).collect()
}

/// The name of runs with this plan in a figure.
pub fn label(plan: &Plan) -> String {
    let hidden = if plan.hidden == plan.representation.hidden(plan.size) {
        String::new()
    } else {
        format!(" {}", plan.hidden.iter().map(usize::to_string).collect::<Vec<_>>().join("-"))
    };
    let evolved =
        plan.evolution.as_ref().map_or_else(String::new, |evolution| format!(", {} evolving", evolution.population));
    let from = if plan.from.is_some() { ", transferred" } else { "" };
    let size = if plan.size == 5 { String::new() } else { format!(" {0}x{0}", plan.size) };
    format!("{}{size}{hidden}, {}{evolved}{from}", plan.representation, plan.rule)
}

/// The figure: a curve for each group of runs, with the interval of its mean.
pub fn figure(title: &str, groups: &[(String, Vec<&Run>)]) -> LineChart {
    let series = |(name, runs): &(String, Vec<&Run>)| {
        let means = means(runs, super::run::Sample::strength);
        let band = |mean: &Mean| (mean.games as f64, mean.mean - mean.margin, mean.mean + mean.margin);
        Series {
            band: means.iter().map(band).collect(),
            marks: true,
            ..Series::new(name.as_str(), means.iter().map(|mean| (mean.games as f64, mean.mean)).collect())
        }
    };
    LineChart {
        title: title.to_string(),
        x: Axis::new("games").from(0.0),
        y: Axis::new("strength").from(0.0).to(1.0),
        series: groups.iter().map(series).collect(),
        ..LineChart::default()
    }
}

/// A curve of numbers from 0 to 1 in block characters.
pub fn spark(values: impl IntoIterator<Item = f64>) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    values.into_iter().map(|value| HEIGHTS[((value * 8.0) as usize).min(7)]).collect()
}

#[cfg(test)]
mod tests {
    use models::td::Representation;

    use super::super::run::Sample;
    use super::super::sample::Tally;
    use super::super::{LearningRule, Selection};
    use super::*;

    fn run(strengths: &[u32]) -> Run {
        let plan = Plan {
            size: 5,
            representation: Representation::KATATSUGI,
            hidden: vec![25],
            rule: LearningRule { selection: Selection::Epsilon(0.05), ..LearningRule::default() },
            evolution: None,
            from: None,
            every: 10,
            sample: 100,
            against: vec!["naive".to_string()],
            seed: 1,
        };
        let mut run = Run::new(&plan, 1, None);
        let tally = |&wins: &u32| Tally { games: 100, wins, draws: 0 };
        run.samples = strengths
            .iter()
            .enumerate()
            .map(|(block, wins)| Sample { games: 10 * (block as u64 + 1), tallies: vec![tally(wins)] })
            .collect();
        run
    }

    #[test]
    fn the_mean_is_over_the_runs_that_have_come_so_far() {
        let runs = [run(&[10, 50]), run(&[20, 60]), run(&[30])];
        let means = means(&runs.iter().collect::<Vec<_>>(), Sample::strength);
        assert_eq!((means[0].games, means[0].runs, means[1].runs), (10, 3, 2));
        assert!((means[0].mean - 0.2).abs() < 1e-12 && (means[1].mean - 0.55).abs() < 1e-12);
        // Three values of a standard deviation of 0.1: 4.303 times 0.1 over the root of 3.
        assert!((means[0].margin - 0.24844).abs() < 1e-4, "{}", means[0].margin);
    }

    #[test]
    fn a_figure_names_its_curves_and_a_spark_rises() {
        let one = run(&[10, 50]);
        let label = label(&one.plan);
        assert_eq!(label, "katatsugi, epsilon");
        let svg = figure("Strength", &[(label, vec![&one])]).svg();
        assert!(svg.contains("katatsugi, epsilon") && svg.contains("games"));
        assert_eq!(spark([0.0, 0.3, 0.99, 1.0]), "▁▃██");
    }
}
