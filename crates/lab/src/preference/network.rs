//! A table as a network of two layers (section 5.1).

use models::preference::{Network, Preference, Table};
use serde_json::{Value, json};

use super::judge::{self, LOWER};
use super::learner::{Ranker, square};
use super::pools::{Pools, SETS, training_games};
use super::show;
use super::study::{hold_out, rounded};
use crate::{Claim, Condition, Experiment, Lab, LabError, Scale, Trial, Unit};

const TABLE: &str = "table";
const CONVERTED: &str = "network";
const TRAINED: &str = "network, trained further";
/// The learning rate, which was chosen on other games.
const RATE: f32 = 0.5;

/// The models.
const TRIAL: Trial = Trial {
    name: "preference/network",
    alone: false,
    conditions: |scale: Scale| {
        let condition = |(name, seconds)| Condition::new(name, scale.pick(SETS, 2), seconds, &name);
        [(TABLE, 6.0), (CONVERTED, 60.0), (TRAINED, 300.0)].map(condition).into_iter().collect()
    },
    measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/network",
    title: "A table as a network of two layers",
    place: "section 5.1",
    source: "For a simple classification, a network of two layers does what the table does: a node for each class, and \
             one node that adds up their values. The thesis proposes to train such a network further, so that its \
             first layer learns to classify better, and did not try it: it was too slow.",
    ours: ours!(
        "A table of 3x3 windows learns from a set. Its network has a node for every pattern with a value, with a steep \
         sigmoid. It is trained by one more pass over the same set, by the gradient of a smooth rank error. 100 games \
         of 1991 to 1995 measure all three."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "A trained table can be transformed into a two layer neural net which will have the same performance",
            place: "section 5.1",
            test: "the 95% interval of the difference of errors on hold-out games lies within 0.002",
            judge: |evidence| {
                let values = judge::differences(evidence, (CONVERTED, "/error"), (TABLE, "/error"));
                judge::within("network minus table", &values, judge::around(0.0, judge::MARGIN))
            },
        },
        Claim {
            text: "It could be further trained by backpropagation to improve the discrimination of the first layer",
            place: "section 5.1",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(TRAINED, CONVERTED)]),
        },
    ],
    exhibits: |evidence| {
        let columns = [("error on hold-out games", "/error"), ("ranked first", "/first"), ("nodes", "/nodes")];
        let caption = "A table of 3x3 windows and its network: means over the sets, with 95% intervals";
        vec![show::table(evidence, caption, &[TABLE, CONVERTED, TRAINED], &columns)]
    },
};

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let kind: String = unit.settings()?;
    let pools = Pools::of(lab)?;
    let (games, held_out) = (training_games(&pools.set(unit.number)), pools.held_out(unit.number));
    let mut table = Preference::new(square(3), Table::Map).map_err(LabError::failed)?;
    learn::preference::teach(&mut table, &games, 1, &lab.stop, |_| {});
    lab.check_stop()?;
    let (held, nodes) = if kind == TABLE {
        let mut ranker = Ranker::new(|board, points, values| table.rank(board, points, values));
        (hold_out(&mut ranker, &held_out, &lab.stop)?, None)
    } else {
        let mut network = Network::of(&table).map_err(LabError::failed)?;
        if kind == TRAINED {
            learn::network::teach(&mut network, &games, 1, RATE, &lab.stop, |_| {});
            lab.check_stop()?;
        }
        let nodes = network.nodes();
        let mut ranker = Ranker::new(|board, points, values| network.rank(board, points, values));
        (hold_out(&mut ranker, &held_out, &lab.stop)?, Some(nodes))
    };
    lab.check_stop()?;
    let (error, first) = (held.error().unwrap_or_default(), held.top()[0].unwrap_or_default());
    Ok(json!({ "error": rounded(error), "first": rounded(first), "nodes": nodes }))
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn the_network_does_what_the_table_does_or_not() {
        let verdict = |network: f64, noise: f64| {
            let evidence = conditions("/error", &[(TABLE, 0.166), (CONVERTED, network)], noise);
            (EXPERIMENT.claims[0].judge)(&evidence).verdict
        };
        assert_eq!(
            (verdict(0.1665, 0.0001), verdict(0.16, 0.0001), verdict(0.166, 0.1)),
            (Holds, DoesNotHold, Undecided)
        );
    }

    #[test]
    fn training_helps_or_not() {
        let verdict = |trained: f64, noise: f64| {
            let evidence = conditions("/error", &[(CONVERTED, 0.166), (TRAINED, trained)], noise);
            (EXPERIMENT.claims[1].judge)(&evidence).verdict
        };
        assert_eq!((verdict(0.16, 0.001), verdict(0.166, 0.0005), verdict(0.16, 0.1)), (Holds, DoesNotHold, Undecided));
    }
}
