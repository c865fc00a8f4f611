//! Sections II-A and II-C: differences over one ply, one reward, and other weights of katatsugi's cross.

use learn::td::Selection;
use models::td::Representation;
use plot::{Axis, LineChart};
use stats::{Confidence, Interval, mean_estimate};

use super::learning::{self, END, SECONDS, SELECTIONS, WELCH, curve, means, name, series, written};
use super::training::{self, Strength, TrainedRun, Training};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Figure, Scale, Table, Trial};

/// The runs.
pub(crate) const TRIAL: Trial =
    Trial { name: "representations/variants", alone: false, conditions, measure: training::measure };

/// Other weights of the cross: of the point, and of each neighbour. Those of a point in the middle of the board add up
/// to 1, as the paper's do.
const CROSSES: [(f32, f32); 3] = [(0.0, 0.25), (0.4, 0.15), (0.8, 0.05)];
/// A difference that is small: 5 percentage points.
const SMALL: f64 = 0.05;

/// The variants.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/variants",
    title: "One ply, one reward, and other crosses",
    place: "sections II-A and II-C",
    source: "The paper's learning step compares the values after two consecutive moves of one player, two plies apart, \
             and at the end both players' values are moved towards their rewards. It says that a difference over a \
             single ply gave poor results, and that a reward for the last mover alone, which was even more harmful, \
             leads to a weakly performing player. It also tried other weights of the point and its neighbours in \
             katatsugi and found small differences. No figures are given.",
    ours: "Katatsugi networks, 10 runs of a million games for each variant, beside the 20 runs of figures 2 and 3. One \
           ply: the difference between the positions before and after a move, in the mover's view. One reward: for the \
           last mover alone. The paper does not say which weights it tried; we chose three crosses whose weights add \
           up to 1: 0 and 0.25 for each neighbour, 0.4 and 0.15, 0.8 and 0.05, with creative selection.",
    trials: &[&learning::TRIAL, &TRIAL],
    claims: &[
        Claim {
            text: "A temporal difference over a single ply gives poor results",
            place: "section II-A",
            test: WELCH,
            judge: |evidence| weaker(evidence, ONE_PLY),
        },
        Claim {
            text: "A reward for the last mover alone leads to a weakly performing player",
            place: "section II-A",
            test: WELCH,
            judge: |evidence| weaker(evidence, ONE_REWARD),
        },
        Claim {
            text: "The second reward is even more important than the second ply",
            place: "section II-A",
            test: WELCH,
            judge: |evidence| {
                let pair = |selection: Selection| (variant(ONE_PLY, selection), variant(ONE_REWARD, selection));
                learning::stronger(evidence, &SELECTIONS.map(pair), END, SELECTIONS.len())
            },
        },
        Claim {
            text: "Other weights of katatsugi's cross make small differences",
            place: "section II-C",
            test: "Welch's 95% interval of the difference to the paper's weights lies within 0.05, for each of three \
                   crosses, with the mean of the last five samples of each run; each part is refuted at 5% divided by \
                   3",
            judge: |evidence| {
                Finding::all(CROSSES.map(|cross| similar(evidence, &cross_name(cross), &usual(SELECTIONS[1]), 3)))
            },
        },
    ],
    exhibits,
};

const ONE_PLY: &str = "one ply";
const ONE_REWARD: &str = "one reward";

/// The condition of the paper's rule.
fn usual(selection: Selection) -> String {
    name("katatsugi", selection.name())
}

fn variant(what: &str, selection: Selection) -> String {
    format!("{what}, {}", selection.name())
}

fn cross_name((centre, beside): (f32, f32)) -> String {
    format!("cross {centre} {beside}, creative")
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let paper = |selection| Training::new(Representation::KATATSUGI, selection, scale);
    let condition =
        |name: String, training: Training| Condition::new(name, scale.pick(10, 2), scale.pick(SECONDS, 0.1), &training);
    let rules = |selection: Selection| {
        [
            condition(variant(ONE_PLY, selection), Training { plies: 1, ..paper(selection) }),
            condition(variant(ONE_REWARD, selection), Training { rewards: 1, ..paper(selection) }),
        ]
    };
    let cross = |cross: (f32, f32)| {
        let representation = Representation::Katatsugi { centre: cross.0, beside: cross.1 };
        condition(cross_name(cross), Training { representation, ..paper(SELECTIONS[1]) })
    };
    SELECTIONS.into_iter().flat_map(rules).chain(CROSSES.map(cross)).collect()
}

/// A variant is weaker than the paper's rule, with both selections.
fn weaker(evidence: &Evidence, what: &str) -> Finding {
    let pair = |selection: Selection| (usual(selection), variant(what, selection));
    learning::stronger(evidence, &SELECTIONS.map(pair), END, SELECTIONS.len())
}

/// Two conditions differ by less than [`SMALL`] at the end.
pub(super) fn similar(evidence: &Evidence, first: &str, second: &str, parts: usize) -> Finding {
    let (one, other) = (means(evidence, first, END), means(evidence, second, END));
    let range = Interval { low: -SMALL, high: SMALL };
    learning::difference_within(&format!("{first} above {second}"), (&one, &other), range, parts)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let rules = SELECTIONS
        .into_iter()
        .flat_map(|selection| [usual(selection), variant(ONE_PLY, selection), variant(ONE_REWARD, selection)]);
    let rules: Vec<String> = rules.collect();
    let crosses: Vec<String> = [usual(SELECTIONS[1])].into_iter().chain(CROSSES.map(cross_name)).collect();
    let all: Vec<String> = rules.iter().chain(&crosses[1..]).cloned().collect();
    vec![
        figure(evidence, "rules", "Katatsugi with two plies and two rewards, one ply, one reward", &rules).into(),
        figure(evidence, "crosses", "Katatsugi with other weights of the point and its neighbours", &crosses).into(),
        strengths(evidence, &all).into(),
    ]
}

/// The curves of some conditions.
pub(super) fn figure(evidence: &Evidence, name: &str, title: &str, conditions: &[String]) -> Figure {
    let of =
        |condition: &String| series(condition, &curve(&evidence.outcomes::<TrainedRun>(condition), Strength::value));
    let chart = LineChart {
        title: title.to_string(),
        x: Axis::new("games of self-play").from(0.0),
        y: Axis::new("strength").from(0.0).to(1.0),
        series: conditions.iter().map(of).collect(),
        ..LineChart::default()
    };
    let caption = format!("{title}: mean strength over runs with its 95% interval, by games of self-play.");
    Figure::new(name, caption, chart.svg())
}

/// The strengths of some conditions at the end.
pub(super) fn strengths(evidence: &Evidence, conditions: &[String]) -> Table {
    let caption = "Strength at the end: the mean of the last five samples, over runs, with its 95% interval.";
    let mut table = Table::new(caption, ["condition", "runs", "strength"]);
    for condition in conditions {
        let values = means(evidence, condition, END);
        let strength = mean_estimate(&values, Confidence::P95).map_or_else(|| "-".to_string(), |mean| written(&mean));
        table.row([condition.clone(), values.len().to_string(), strength]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};
    use crate::representations::learning::tests::run;

    /// Constant strengths of the paper's rule, one ply, one reward and the three crosses.
    fn verdict(claim: usize, spread: f64, [paper, ply, reward, cross]: [f64; 4]) -> Verdict {
        let five = |strength: f64| {
            (0..5).map(|number| run(|_| strength + spread * (f64::from(number) - 2.0))).collect::<Vec<_>>()
        };
        let rules = |selection: Selection| {
            [
                (usual(selection), five(paper)),
                (variant(ONE_PLY, selection), five(ply)),
                (variant(ONE_REWARD, selection), five(reward)),
            ]
        };
        let crosses = CROSSES.map(|one| (cross_name(one), five(cross)));
        let evidence = Evidence::made_up(SELECTIONS.into_iter().flat_map(rules).chain(crosses));
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn the_papers_rule_is_better_or_not() {
        let claims = |spread, strengths| [0, 1, 2, 3].map(|claim| verdict(claim, spread, strengths));
        assert_eq!(claims(0.005, [0.7, 0.6, 0.5, 0.71]), [Holds; 4]);
        assert_eq!(claims(0.005, [0.5, 0.6, 0.7, 0.4]), [DoesNotHold; 4]);
        assert_eq!(claims(0.1, [0.6, 0.59, 0.58, 0.6]), [Undecided; 4]);
    }
}
