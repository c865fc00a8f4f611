//! The partial order and least squares instead of the gradient (section 5.1).

use learn::superiority::Superiority;
use models::preference::{Classifier, Preference, Table};
use serde_json::{Value, json};

use super::judge::{self, LOWER, within};
use super::learner::{Ranker, diamond};
use super::pools::{Pools, SETS, training_games};
use super::show;
use super::study::{hold_out, rounded};
use crate::{Claim, Condition, Experiment, Lab, LabError, Scale, Trial, Unit};

const GRADIENT: &str = "gradient";
const ORDER: &str = "partial order";
const MAJORITY: &str = "partial order of majorities";
const SQUARES: &str = "least squares";
/// The iterations of least squares.
const ROUNDS: usize = 50;

/// The models.
const TRIAL: Trial = Trial {
    name: "preference/superiority",
    alone: false,
    conditions: |scale: Scale| {
        let condition = |(name, seconds)| Condition::new(name, scale.pick(SETS, 2), seconds, &name);
        [(GRADIENT, 10.0), (ORDER, 60.0), (MAJORITY, 60.0), (SQUARES, 120.0)].map(condition).into_iter().collect()
    },
    measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/superiority",
    title: "A partial order of classes instead of the gradient",
    place: "section 5.1",
    source: "In an early technique a class is a node of a graph, and each expert move adds edges from its class to \
             those of the other legal moves. A partial order of the graph gives the values. The thesis gave it up, \
             because the graph has many cycles and disconnected parts; it also writes the edges as inequalities with a \
             least-squares form, which it did not try. There are no numbers.",
    ours: ours!(
        "The classes are those of the diamond of radius 2. Each method learns from a set, and 100 games of 1991 to \
         1995 measure it. The value of a class is the longest path down; classes of a cycle are equal. With \
         majorities, only the more frequent of two contrary edges counts. Least squares asks for a difference of one \
         for every edge, since the thesis gives no right-hand sides."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The constructed graph is invariably degenerate, with many cycles",
            place: "section 5.1",
            test: "the 95% interval of the share of classes in cycles lies above a tenth",
            judge: |evidence| {
                within("share in cycles", &judge::figures(evidence, (ORDER, "/cycles")), judge::from(0.1))
            },
        },
        Claim {
            text: "The constructed graph has many disconnected subgraphs",
            place: "section 5.1",
            test: "the 95% interval of the number of parts lies above 10; a graph in one or two parts refutes it",
            judge: |evidence| within("parts", &judge::figures(evidence, (ORDER, "/parts")), judge::from(10.0)),
        },
        Claim {
            text: "Taking the partial order of the superiority graph is not an acceptable general solution",
            place: "section 5.1",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(GRADIENT, ORDER), (GRADIENT, MAJORITY)]),
        },
        Claim {
            text: "Least squares, an approach that is mentioned and not tried, is better than the gradient",
            place: "section 5.1; the question is ours",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(SQUARES, GRADIENT)]),
        },
    ],
    exhibits: |evidence| {
        let columns = [
            ("error on hold-out games", "/error"),
            ("ranked first", "/first"),
            ("classes", "/classes"),
            ("share in cycles", "/cycles"),
            ("classes of the largest cycle", "/largest"),
            ("parts", "/parts"),
        ];
        let caption = "Values of the same classes by four methods: means over the sets, with 95% intervals";
        vec![show::table(evidence, caption, &[GRADIENT, ORDER, MAJORITY, SQUARES], &columns)]
    },
};

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let method: String = unit.settings()?;
    let pools = Pools::of(lab)?;
    let games = training_games(&pools.set(unit.number));
    let view = diamond(2);
    let mut outcome = json!({});
    let mut table = if method == GRADIENT {
        let mut table = Preference::new(view, Table::Map).map_err(LabError::failed)?;
        learn::preference::teach(&mut table, &games, 1, &lab.stop, |_| {});
        table
    } else {
        let mut classifier = Classifier::new(view).map_err(LabError::failed)?;
        let found = Superiority::of(&games, &mut classifier, &lab.stop, |_| {});
        lab.check_stop()?;
        let (_, classes, _) = found.size();
        outcome = json!({ "classes": classes, "parts": found.parts() });
        let values = match method.as_str() {
            SQUARES => found.squares(ROUNDS),
            _ => {
                let order = found.order(method == MAJORITY);
                outcome["cycles"] = rounded(order.in_cycles as f64 / classes.max(1) as f64).into();
                outcome["largest"] = order.largest.into();
                order.values
            }
        };
        Preference::with_values(view, values).map_err(LabError::failed)?
    };
    lab.check_stop()?;
    let mut ranker = Ranker::new(|board, points, values| table.rank(board, points, values));
    let held = hold_out(&mut ranker, &pools.held_out(unit.number), &lab.stop)?;
    lab.check_stop()?;
    outcome["error"] = rounded(held.error().unwrap_or_default()).into();
    outcome["first"] = rounded(held.top()[0].unwrap_or_default()).into();
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    #[test]
    fn the_graph_is_degenerate_or_not() {
        let cycles = |share: f64| verdict(0, &conditions("/cycles", &[(ORDER, share)], 0.0));
        assert_eq!((cycles(0.2), cycles(0.01), cycles(0.099)), (Holds, DoesNotHold, Undecided));
        let parts = |parts: f64| verdict(1, &conditions("/parts", &[(ORDER, parts)], 0.0));
        assert_eq!((parts(50.0), parts(1.0), parts(9.999)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn the_order_is_worse_or_not() {
        let errors = |order: f64, noise: f64| {
            let means = [(GRADIENT, 0.16), (ORDER, order), (MAJORITY, 0.4)];
            verdict(2, &conditions("/error", &means, noise))
        };
        assert_eq!((errors(0.43, 0.001), errors(0.1, 0.001), errors(0.2, 0.3)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn squares_are_better_or_not() {
        let errors = |squares: f64, noise: f64| {
            verdict(3, &conditions("/error", &[(GRADIENT, 0.16), (SQUARES, squares)], noise))
        };
        assert_eq!((errors(0.13, 0.001), errors(0.2, 0.001), errors(0.15, 0.1)), (Holds, DoesNotHold, Undecided));
    }
}
