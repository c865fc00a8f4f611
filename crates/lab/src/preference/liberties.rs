//! How many liberties of a chain are distinguished (section 5.5).

use stats::Interval;

use super::improvements::{BEST, EXPANDED, KO, LIBERTIES, TRIAL};
use super::judge::{self, MARGIN};
use super::show;
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/liberties",
    title: "Liberties of chains in the window",
    place: "section 5.5 and the footnote of section 5.2",
    source: "The liberties of a chain, up to a limit, are part of the pattern. The thesis says that one liberty \
             against more is a slight improvement and that further distinctions are none, without numbers. A ko point \
             is not distinguished, because kos are rare.",
    ours: ours!(
        "Limits of none to three in a diamond that expands from radius 2 to 5. (The text says maximum of the limit and \
         the number of liberties, and means the minimum.) The ko is measured with a limit of one."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Liberty information was no improvement past discriminating between groups with only a single \
                   liberty and those with two or more",
            place: "section 5.5",
            test: "the error with a limit of two or three is at most 0.002 below that with a limit of one: the 95% \
                   interval of the difference lies above -0.002",
            judge: |evidence| {
                let part = |limit: &'static str| {
                    let values = judge::differences(evidence, (limit, "/late"), (BEST, "/late"));
                    judge::within(&format!("{limit} minus one liberty"), &values, judge::from(-MARGIN))
                };
                Finding::all(LIBERTIES.map(part))
            },
        },
        Claim {
            text: "A ko position is rare, and its state is not needed for classification",
            place: "section 5.2, footnote",
            test: "the 95% interval of the difference that the ko makes to the error lies within 0.002",
            judge: |evidence| {
                let values = judge::differences(evidence, (KO, "/error"), (BEST, "/error"));
                judge::within("with ko minus without", &values, Interval { low: -MARGIN, high: MARGIN })
            },
        },
    ],
    exhibits: |evidence| {
        let shown: Vec<&str> = [EXPANDED, BEST].into_iter().chain(LIBERTIES).chain([KO]).collect();
        vec![
            show::study_plot(evidence, "Study plot with liberties distinguished", &shown),
            show::table(evidence, show::ERRORS_CAPTION, &shown, &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn more_liberties_help_or_not() {
        let verdict = |two: f64, noise: f64| {
            let means = [(BEST, 0.145), (LIBERTIES[0], two), (LIBERTIES[1], 0.15)];
            (EXPERIMENT.claims[0].judge)(&conditions("/late", &means, noise)).verdict
        };
        assert_eq!((verdict(0.147, 0.001), verdict(0.13, 0.001), verdict(0.145, 0.1)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn the_ko_matters_or_not() {
        let verdict = |ko: f64, noise: f64| {
            (EXPERIMENT.claims[1].judge)(&conditions("/error", &[(BEST, 0.145), (KO, ko)], noise)).verdict
        };
        assert_eq!(
            (verdict(0.145, 0.0001), verdict(0.13, 0.0001), verdict(0.145, 0.1)),
            (Holds, DoesNotHold, Undecided)
        );
    }
}
