//! Figure 5.4: the study plot of diamonds.

use super::judge::{self, LOWER};
use super::show;
use super::windows::{DIAMONDS, TRIAL};
use crate::{Claim, Experiment};

const ONE: &str = DIAMONDS[0];
const TWO: &str = DIAMONDS[1];
const THREE: &str = DIAMONDS[2];
const FOUR: &str = DIAMONDS[3];

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-4",
    title: "Study plot of diamonds of radius 1 to 4",
    place: "figure 5.4 and section 5.2",
    source: "The errors of the diamonds of figure 5.3 in the order of the moves studied. The plot is lost; the text \
             says what it shows.",
    ours: ours!("The windows and the size of the table are the thesis's."),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Radius one is too small to be of any worth, and radius two does much better",
            place: "section 5.2",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(TWO, ONE)]),
        },
        Claim {
            text: "Radius three already suffers from explosion",
            place: "section 5.2",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(TWO, THREE)]),
        },
        Claim {
            text: "Radius four only makes it worse",
            place: "section 5.2",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(THREE, FOUR)]),
        },
        Claim {
            text: "From the NRM plots, however, we can see that this is not true for all kinds of moves",
            place: "section 5.2",
            test: "in moves 1 to 20, radius three and radius four have lower errors than radius two: paired t-test \
                   over the five sets, p < 0.05",
            judge: |evidence| judge::all_lower(evidence, "/opening", &[(THREE, TWO), (FOUR, TWO)]),
        },
    ],
    exhibits: |evidence| {
        vec![
            show::study_plot(evidence, "Study plot of diamonds", &DIAMONDS),
            show::table(evidence, show::ERRORS_CAPTION, &DIAMONDS, &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, place: &str, errors: [f64; 4], noise: f64) -> Verdict {
        let means: Vec<(&str, f64)> = DIAMONDS.into_iter().zip(errors).collect();
        (EXPERIMENT.claims[claim].judge)(&conditions(place, &means, noise)).verdict
    }

    #[test]
    fn the_order_of_the_radii() {
        let thesis = [0.28, 0.16, 0.17, 0.18];
        for claim in 0..3 {
            assert_eq!(verdict(claim, "/error", thesis, 0.001), Holds);
            assert_eq!(verdict(claim, "/error", [0.15, 0.16, 0.15, 0.14], 0.001), DoesNotHold);
            assert_eq!(verdict(claim, "/error", thesis, 0.3), Undecided);
        }
    }

    #[test]
    fn large_windows_begin_better_or_not() {
        assert_eq!(verdict(3, "/opening", [0.4, 0.3, 0.2, 0.1], 0.001), Holds);
        assert_eq!(verdict(3, "/opening", [0.4, 0.3, 0.4, 0.1], 0.001), DoesNotHold);
        assert_eq!(verdict(3, "/opening", [0.4, 0.3, 0.2, 0.1], 0.3), Undecided);
    }
}
