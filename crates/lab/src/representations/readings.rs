//! Equation (1) and section II-B: two sentences that can be read in two ways.

use learn::td::{Affected, Selection, Target};
use models::td::Representation;

use super::learning::{self, REPRESENTATIONS, SECONDS, SELECTIONS, name};
use super::training::{self, Training};
use super::variants::{figure, similar, strengths};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Trial};

/// The runs.
pub(crate) const TRIAL: Trial =
    Trial { name: "representations/readings", alone: false, conditions, measure: training::measure };

/// The test of both claims.
const TEST: &str = "Welch's 95% interval of the difference of means over runs lies within 0.05 for each \
                    representation, with the mean of the last five samples of each run; each part is refuted at 5% \
                    divided by 3";

/// The readings.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/readings",
    title: "Two readings of the learning rule",
    place: "equation (1) and section II-B",
    source: "Equation (1) moves the value of the selected move at t towards the value at t + 2. \"V is the value of \
             the selected action (move)\", says the sentence below it; the next one says that the value changes \
             \"depending on the value of the best move at t+2\". With creative selection the two are not the same. \
             Section II-B says that a step is left out \"if a temporal difference value is affected by a random \
             move\", and not whether a random reply of the opponent between the two moves affects it.",
    ours: "Figures 2 and 3 have the selected move, and leave a step out after any random move of the three. Here are \
           the other readings, 10 runs of a million games for each representation: the best move with creative \
           selection, and steps over random replies of the opponent with epsilon-greedy selection. The claims are \
           ours: that the reading makes no difference.",
    trials: &[&learning::TRIAL, &TRIAL],
    claims: &[
        Claim {
            text: "Ours: whether the target is the selected move or the best one makes no difference",
            place: "equation (1)",
            test: TEST,
            judge: |evidence| alike(evidence, best_name, SELECTIONS[1]),
        },
        Claim {
            text: "Ours: whether steps over random replies of the opponent are learnt makes no difference",
            place: "section II-B",
            test: TEST,
            judge: |evidence| alike(evidence, own_name, SELECTIONS[0]),
        },
    ],
    exhibits,
};

fn best_name(representation: &str) -> String {
    format!("{representation} creative, best move as target")
}

fn own_name(representation: &str) -> String {
    format!("{representation} epsilon, random replies learnt")
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition =
        |name: String, training: Training| Condition::new(name, scale.pick(10, 2), scale.pick(SECONDS, 0.1), &training);
    let both = |representation: Representation| {
        let [epsilon, creative] = SELECTIONS.map(|selection| Training::new(representation, selection, scale));
        [
            condition(best_name(representation.name()), Training { target: Target::Best, ..creative }),
            condition(own_name(representation.name()), Training { affected: Affected::Own, ..epsilon }),
        ]
    };
    REPRESENTATIONS.into_iter().flat_map(both).collect()
}

/// The runs of another reading are as strong as those of figures 2 and 3, for each representation.
fn alike(evidence: &Evidence, other: fn(&str) -> String, selection: Selection) -> Finding {
    Finding::all(REPRESENTATIONS.map(|representation| {
        let (kind, parts) = (representation.name(), REPRESENTATIONS.len());
        similar(evidence, &other(kind), &name(kind, selection.name()), parts)
    }))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let of = |other: fn(&str) -> String, selection: Selection| -> Vec<String> {
        let kinds = REPRESENTATIONS.iter().map(|representation| representation.name());
        kinds.flat_map(|kind| [name(kind, selection.name()), other(kind)]).collect()
    };
    let (targets, replies) = (of(best_name, SELECTIONS[1]), of(own_name, SELECTIONS[0]));
    let all: Vec<String> = targets.iter().chain(&replies).cloned().collect();
    vec![
        figure(evidence, "target", "The selected or the best move as target", &targets).into(),
        figure(evidence, "replies", "Steps over random replies left out or learnt", &replies).into(),
        strengths(evidence, &all).into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};
    use crate::representations::learning::tests::run;

    fn verdicts(spread: f64, other: f64) -> [Verdict; 2] {
        let five = |strength: f64| {
            (0..5).map(|number| run(|_| strength + spread * (f64::from(number) - 2.0))).collect::<Vec<_>>()
        };
        let conditions = REPRESENTATIONS.iter().flat_map(|representation| {
            let kind = representation.name();
            let [greedy, creative] = SELECTIONS.map(|selection| (name(kind, selection.name()), five(0.6)));
            [greedy, creative, (best_name(kind), five(other)), (own_name(kind), five(other))]
        });
        let evidence = Evidence::made_up(conditions.collect::<Vec<_>>());
        [0, 1].map(|claim| (EXPERIMENT.claims[claim].judge)(&evidence).verdict)
    }

    #[test]
    fn the_readings_are_alike_or_not() {
        assert_eq!(verdicts(0.005, 0.61), [Holds; 2]);
        assert_eq!(verdicts(0.005, 0.7), [DoesNotHold; 2]);
        assert_eq!(verdicts(0.1, 0.61), [Undecided; 2]);
    }
}
