//! Figure 5.11: conditional expansion and liberties.

use super::improvements::{self, BEST, EXPANDED};
use super::judge::{self, LOWER};
use super::show;
use super::windows::{self, DIAMONDS};
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// An improvement from here on is called dramatic.
const DRAMATIC: f64 = 0.01;

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-11",
    title: "Study plot with conditional expansion and liberties",
    place: "figure 5.11 and section 5.5",
    source: "Three classifications at the end of the training data: a diamond of radius 2; the same with conditional \
             expansion to radius 5 until a stone is seen; the same with chains of a single liberty distinguished. The \
             plot is lost.",
    ours: ours!(
        "The classifications are the thesis's, in a hash table of 2,000,003 entries. Our plot shows the whole study."
    ),
    trials: &[&windows::TRIAL, &improvements::TRIAL],
    claims: &[
        Claim {
            text: "The effect of allowing conditional expansion is dramatic",
            place: "section 5.5",
            test: "in the second half of a study, the error is lower by more than 0.01: t-test over the five sets, p < \
                   0.05",
            judge: |evidence| {
                let values = judge::differences(evidence, (EXPANDED, "/late"), (DIAMONDS[1], "/late"));
                let finding = judge::below(&values, -DRAMATIC, 0.0, 1);
                Finding { figures: format!("{EXPANDED} minus {}: {}", DIAMONDS[1], finding.figures), ..finding }
            },
        },
        Claim {
            text: "Addition of liberty information was a slight improvement",
            place: "section 5.5",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/late", &[(BEST, EXPANDED)]),
        },
    ],
    exhibits: |evidence| {
        let shown = [DIAMONDS[1], EXPANDED, BEST];
        vec![
            show::study_plot(evidence, "Study plot of three classifications", &shown),
            show::table(evidence, show::ERRORS_CAPTION, &shown, &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, errors: [f64; 3], noise: f64) -> Verdict {
        let means: Vec<(&str, f64)> = [DIAMONDS[1], EXPANDED, BEST].into_iter().zip(errors).collect();
        (EXPERIMENT.claims[claim].judge)(&conditions("/late", &means, noise)).verdict
    }

    #[test]
    fn expansion_is_dramatic_or_not() {
        assert_eq!(verdict(0, [0.16, 0.14, 0.14], 0.001), Holds);
        assert_eq!(verdict(0, [0.16, 0.156, 0.14], 0.001), DoesNotHold);
        assert_eq!(verdict(0, [0.16, 0.149, 0.14], 0.02), Undecided);
    }

    #[test]
    fn liberties_help_or_not() {
        assert_eq!(verdict(1, [0.16, 0.145, 0.142], 0.001), Holds);
        assert_eq!(verdict(1, [0.16, 0.145, 0.1449], 0.0005), DoesNotHold);
        assert_eq!(verdict(1, [0.16, 0.145, 0.142], 0.02), Undecided);
    }
}
