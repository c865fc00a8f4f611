//! Figure 5.6: the study plot of squares, the largest on a second pass.

use super::judge::{self, LOWER, within};
use super::show;
use super::windows::{DIAMONDS, SQUARES, TRIAL};
use crate::{Claim, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-6",
    title: "Study plot of squares of 3x3 to 9x9",
    place: "figure 5.6 and section 5.2",
    source: "The errors of the squares of figure 5.5 in the order of the moves studied, that of 9x9 through a second \
             pass over the same games. The plot is lost; the text says what it shows.",
    ours: ours!("The windows, the size of the table and the second pass are the thesis's."),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The square window is more prone to exponential explosion than the diamond",
            place: "section 5.2",
            test: "each square from 5x5 on has a higher error than the diamond of the same radius: paired t-test over \
                   the five sets, p < 0.05",
            judge: |evidence| {
                let pairs: Vec<(&str, &str)> = DIAMONDS.into_iter().zip(SQUARES).skip(1).collect();
                judge::all_lower(evidence, "/error", &pairs)
            },
        },
        Claim {
            text: "After a single training presentation of the 9x9 window, nearly perfect memorization has occurred",
            place: "section 5.2",
            test: "the 95% interval of the mean error on the second pass lies below 0.05",
            judge: |evidence| {
                let values = judge::figures(evidence, (SQUARES[3], "/again/0"));
                within("error of 9x9 on the second pass", &values, judge::up_to(0.05))
            },
        },
        Claim {
            text: "The performance of 9x9 on new data is much worse than that of smaller windows",
            place: "section 5.2",
            test: LOWER,
            judge: |evidence| {
                judge::all_lower(evidence, "/error", &[SQUARES[0], SQUARES[1], SQUARES[2]].map(|one| (one, SQUARES[3])))
            },
        },
    ],
    exhibits: |evidence| {
        let columns: Vec<(&str, &str)> = show::ERRORS.into_iter().chain([("second pass", "/again/0")]).collect();
        vec![
            show::study_plot(evidence, "Study plot of squares", &SQUARES),
            show::table(evidence, show::ERRORS_CAPTION, &[SQUARES, DIAMONDS].concat(), &columns),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    fn squares(errors: [f64; 4]) -> Evidence {
        let means: Vec<(&str, f64)> =
            DIAMONDS.into_iter().zip([0.28, 0.15, 0.16, 0.18]).chain(SQUARES.into_iter().zip(errors)).collect();
        conditions("/error", &means, 0.001)
    }

    #[test]
    fn squares_explode_sooner_or_not() {
        assert_eq!(verdict(0, &squares([0.17, 0.17, 0.2, 0.24])), Holds);
        assert_eq!(verdict(0, &squares([0.17, 0.14, 0.2, 0.24])), DoesNotHold);
        assert_eq!(verdict(0, &conditions("/error", &[], 0.0)), Undecided);
    }

    #[test]
    fn a_large_window_remembers_or_not() {
        let again = |error| verdict(1, &conditions("/again/0", &[("9x9", error)], 0.0));
        assert_eq!((again(0.03), again(0.2), again(0.048)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn a_large_window_generalises_worse_or_not() {
        assert_eq!(verdict(2, &squares([0.17, 0.17, 0.2, 0.24])), Holds);
        assert_eq!(verdict(2, &squares([0.17, 0.17, 0.25, 0.24])), DoesNotHold);
        assert_eq!(verdict(2, &conditions("/error", &[], 0.0)), Undecided);
    }
}
