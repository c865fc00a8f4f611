//! Pooled gradients, epochs and adaptive rates (section 7.2).

use models::preference::{Manner, Table, View};

use super::judge;
use super::learner::{Learner, SIZE};
use super::show;
use super::study::{self, Plan};
use crate::{Claim, Evidence, Experiment, Finding, Scale, Trial};

/// Each position by itself, as in the thesis.
const SINGLE: &str = "each position";
/// Batches of positions.
const BATCHES: [(&str, u32); 3] = [("batches of 10", 10), ("batches of 100", 100), ("batches of 1000", 1_000)];
/// All positions of a pass, through several passes.
const EPOCHS: &str = "epochs";
/// The number of passes with epochs.
const PASSES: u32 = 20;
/// Steps that decrease with the number of changes of a value.
const FADING: [(&str, f32); 2] = [("adaptive rate, slow", 1_000.0), ("adaptive rate, fast", 20.0)];

/// The studies.
const TRIAL: Trial = Trial {
    name: "preference/epochs",
    alone: false,
    conditions: |scale: Scale| {
        let table = |manner| Learner::Table { view: View::THESIS, table: Table::Hash { size: SIZE }, manner };
        let condition = |name: &str, passes: u32, manner: Manner| {
            let seconds = 5.0 + 8.0 * f64::from(passes);
            Plan::new(table(manner)).held_out(scale.pick(passes, passes.min(2))).condition(name, seconds, scale)
        };
        let plain = Manner::default();
        let mut conditions = vec![condition(SINGLE, 1, plain)];
        conditions.extend(BATCHES.map(|(name, batch)| condition(name, 1, Manner { batch, ..plain })));
        conditions.push(condition(EPOCHS, PASSES, Manner { batch: 0, ..plain }));
        conditions.extend(FADING.map(|(name, fade)| condition(name, 1, Manner { fade, ..plain })));
        conditions
    },
    measure: study::measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/epochs",
    title: "Pooled gradients, epochs and adaptive rates",
    place: "section 7.2",
    source: "The thesis changes values after every position, by steps of one size. As future work it proposes an \
             adaptive learning rate, pooling the gradients of several positions, and epochs that pool all of them, \
             which it calls infeasible on conventional machines: an epoch takes many hours.",
    ours: ours!(
        "The classification of chapter 6, one pass, measured on 100 hold-out games of 1991 to 1995. Pooled gradients \
         are added up. Epochs pool a whole pass and are repeated 20 times. With an adaptive rate, the step of a value \
         is halved after 1,000 or after 20 changes of that value and falls on with their number. The size of a \
         constant step has no effect: all values start at 0 and only their order counts."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Multiple learning instances could be pooled to produce an improved gradient",
            place: "section 7.2",
            test: "the best batch size (of 10, 100 and 1,000) has a lower error on hold-out games than single \
                   positions: paired t-test over the five sets, p < 0.05 divided by three; an advantage below 0.002 is \
                   none",
            judge: |evidence| any_lower(evidence, &BATCHES.map(|(name, _)| (name, "/held/0"))),
        },
        Claim {
            text: "Epoch training improves the appropriateness of the gradient",
            place: "section 7.2",
            test: "after 20 epochs the error on hold-out games is lower than after one pass of single positions: \
                   paired t-test over the five sets, p < 0.05; an advantage below 0.002 is none",
            judge: |evidence| any_lower(evidence, &[(EPOCHS, LAST)]),
        },
        Claim {
            text: "An adaptive learning rate might be beneficial",
            place: "section 7.2",
            test: "one of the two adaptive rates has a lower error on hold-out games than constant steps: paired \
                   t-test over the five sets, p < 0.05 divided by two; an advantage below 0.002 is none",
            judge: |evidence| any_lower(evidence, &FADING.map(|(name, _)| (name, "/held/0"))),
        },
    ],
    exhibits: |evidence| {
        let names: Vec<&str> = [SINGLE]
            .into_iter()
            .chain(BATCHES.map(|(name, _)| name))
            .chain([EPOCHS])
            .chain(FADING.map(|(name, _)| name))
            .collect();
        let columns = [
            ("hold-out games after one pass", "/held/0"),
            ("ranked first", "/held_first/0"),
            ("after 5 passes", "/held/4"),
            ("after 10", "/held/9"),
            ("after 20", LAST),
        ];
        let caption = "Mean errors on 100 hold-out games: means over the sets, with 95% intervals";
        vec![
            show::study_plot(evidence, "Study plot of pooled gradients", &names),
            show::table(evidence, caption, &names, &columns),
        ]
    },
};

/// The place of the error after the last epoch.
const LAST: &str = "/held/19";

/// One of these has a lower error than single positions, at 5% divided by their number; refuted if none has.
fn any_lower(evidence: &Evidence, candidates: &[(&str, &str)]) -> Finding {
    judge::any(
        candidates.iter().map(|&candidate| {
            judge::lower_at(evidence, candidate, (SINGLE, "/held/0"), judge::MARGIN, candidates.len())
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    #[test]
    fn batches_help_or_not() {
        let with = |best: f64| {
            let error = |error| [("/held/0", error)];
            let values = [error(0.145), error(best), error(0.2), error(0.2)];
            let names = [SINGLE, BATCHES[0].0, BATCHES[1].0, BATCHES[2].0];
            let conditions: Vec<_> = names.into_iter().zip(&values).map(|(name, v)| (name, &v[..])).collect();
            verdict(0, &places(&conditions))
        };
        assert_eq!((with(0.13), with(0.15), verdict(0, &places(&[]))), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn epochs_help_or_not() {
        let with = |error: f64| verdict(1, &places(&[(SINGLE, &[("/held/0", 0.145)]), (EPOCHS, &[(LAST, error)])]));
        assert_eq!((with(0.13), with(0.145), verdict(1, &places(&[]))), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn adaptive_rates_help_or_not() {
        let with = |fast: f64| {
            let [slow, fast] = [0.15, fast].map(|error| [("/held/0", error)]);
            let conditions: [(&str, &[(&str, f64)]); 3] =
                [(SINGLE, &[("/held/0", 0.145)]), (FADING[0].0, &slow), (FADING[1].0, &fast)];
            verdict(2, &places(&conditions))
        };
        assert_eq!((with(0.13), with(0.15), verdict(2, &places(&[]))), (Holds, DoesNotHold, Undecided));
    }
}
