//! Further passes over the same games: memory, beside games that are held out (sections 4.3 and 5.2).

use models::preference::View;

use super::judge::{self, within};
use super::learner::{Learner, diamond, square};
use super::show;
use super::study::{self, Plan};
use crate::verdict::Finding;
use crate::{Claim, Evidence, Experiment, Scale, Trial};

/// The windows. The last is the largest.
const WINDOWS: [&str; 6] =
    ["diamond 2, passes", "expanded, atari, passes", "diamond 3, passes", "diamond 4, passes", "5x5, passes", LARGEST];
const LARGEST: &str = "9x9, passes";
/// The passes of each study.
const PASSES: u32 = 3;
/// An improvement up to this is not significant.
const SMALL: f64 = 0.005;

/// The studies.
const TRIAL: Trial = Trial {
    name: "preference/passes",
    alone: false,
    conditions: |scale: Scale| {
        let views = [diamond(2), View::THESIS, diamond(3), diamond(4), square(5), square(9)];
        let condition = |(name, view)| Plan::new(Learner::hashed(view)).held_out(PASSES).condition(name, 40.0, scale);
        WINDOWS.into_iter().zip(views).map(condition).collect()
    },
    measure: study::measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/passes",
    title: "Second and third passes over the same games",
    place: "sections 4.3 and 5.2",
    source: "The thesis shows a second pass of 9x9 in figure 5.6, and says of repeated training in general that it did \
             not improve the performance on new data. It warns that the error on training data says very little about \
             the ability to generalise.",
    ours: ours!(
        "Three passes in the same order. After each pass, 100 games of 1991 to 1995, others for each set, are measured \
         and not learnt from."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Repeated training on a set of data did not significantly improve the performance on new untrained \
                   data",
            place: "section 5.2",
            test: "for each window, the 95% interval of the improvement on hold-out games by a second and by a third \
                   pass lies below 0.005",
            judge: |evidence| {
                let part = |window: &str, pass: usize| {
                    let later = format!("/held/{pass}");
                    let values = judge::differences(evidence, (window, "/held/0"), (window, &later));
                    within(&format!("{window}, gain by pass {}", pass + 1), &values, judge::up_to(SMALL))
                };
                Finding::all(WINDOWS.into_iter().flat_map(|window| [part(window, 1), part(window, 2)]))
            },
        },
        Claim {
            text: "Performance on the training data gives very little indication of the ability to generalize",
            place: "section 4.3",
            test: "9x9 has a lower error on its second pass than every smaller window, and a higher one on hold-out \
                   games: paired t-tests over the five sets, p < 0.05; an advantage below 0.002 is none",
            judge: memory,
        },
    ],
    exhibits: |evidence| {
        let columns = [
            ("first pass", "/error"),
            ("second", "/again/0"),
            ("third", "/again/1"),
            ("hold-out after one pass", "/held/0"),
            ("two", "/held/1"),
            ("three", "/held/2"),
        ];
        let caption = "Mean errors of three passes, and on 100 hold-out games after each: means over the sets, with \
                       95% intervals";
        vec![
            show::study_plot(evidence, "Study plot of three passes", &WINDOWS),
            show::table(evidence, caption, &WINDOWS, &columns),
        ]
    },
};

fn memory(evidence: &Evidence) -> Finding {
    let others = &WINDOWS[..WINDOWS.len() - 1];
    let learnt: Vec<_> = others.iter().map(|&other| (LARGEST, other)).collect();
    let held: Vec<_> = others.iter().map(|&other| (other, LARGEST)).collect();
    Finding::all([judge::all_lower(evidence, "/again/0", &learnt), judge::all_lower(evidence, "/held/0", &held)])
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    type Errors = [f64; 3];

    /// The verdict if the largest window and the others have these errors: second pass, hold-out after one pass and two.
    fn verdict(claim: usize, largest: Errors, others: Errors) -> Verdict {
        let values =
            |[again, one, two]: Errors| [("/again/0", again), ("/held/0", one), ("/held/1", two), ("/held/2", two)];
        let (largest, others) = (values(largest), values(others));
        let of = |window: &str| if window == LARGEST { &largest[..] } else { &others[..] };
        let conditions: Vec<_> = WINDOWS.iter().map(|&window| (window, of(window))).collect();
        (EXPERIMENT.claims[claim].judge)(&places(&conditions)).verdict
    }

    #[test]
    fn repeated_training_helps_or_not() {
        assert_eq!(verdict(0, [0.03, 0.24, 0.24], [0.1, 0.16, 0.161]), Holds);
        assert_eq!(verdict(0, [0.03, 0.24, 0.24], [0.1, 0.16, 0.14]), DoesNotHold);
        assert_eq!((EXPERIMENT.claims[0].judge)(&places(&[])).verdict, Undecided);
    }

    #[test]
    fn memory_is_no_knowledge_or_it_is() {
        assert_eq!(verdict(1, [0.03, 0.24, 0.24], [0.1, 0.16, 0.161]), Holds);
        assert_eq!(verdict(1, [0.03, 0.14, 0.24], [0.1, 0.16, 0.161]), DoesNotHold);
        assert_eq!((EXPERIMENT.claims[1].judge)(&places(&[])).verdict, Undecided);
    }
}
