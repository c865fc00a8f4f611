//! How far a window expands, from where, and until what (sections 5.5 and 6.2).

use super::improvements::{self, BEST, EXPANDED, LEAST, REACHES, STONES};
use super::judge::{self, LOWER};
use super::show;
use super::windows::{self, DIAMONDS};
use crate::{Claim, Experiment};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/expansion",
    title: "Conditional expansion of windows",
    place: "sections 5.5 and 6.2",
    source: "A window starts with a smallest radius and grows until it has a number of stones or a largest radius. The \
             thesis has the result for 2, one stone and 5, and says of others only that larger smallest windows were \
             worse.",
    ours: ours!(
        "Largest radii of 3 to 6, one to three stones, and smallest radii of 1 to 4, the last with chains in atari \
         distinguished as in chapter 6."
    ),
    trials: &[&windows::TRIAL, &improvements::TRIAL],
    claims: &[
        Claim {
            text: "Increasing the minimum window size generally degraded the generalization bias metric",
            place: "section 6.2",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(BEST, LEAST[1]), (LEAST[1], LEAST[2])]),
        },
        Claim {
            text: "A radius-two window that expands until a stone is seen avoids the overgeneralization of fixed \
                   windows in sparse positions",
            place: "section 5.5",
            test: "in moves 1 to 20 its error is below that of the fixed diamond: paired t-test over the five sets, p \
                   < 0.05",
            judge: |evidence| judge::all_lower(evidence, "/opening", &[(EXPANDED, DIAMONDS[1])]),
        },
    ],
    exhibits: |evidence| {
        let expanding: Vec<&str> = [DIAMONDS[1]].into_iter().chain(REACHES).chain([EXPANDED]).chain(STONES).collect();
        let least: Vec<&str> = [BEST].into_iter().chain(LEAST).collect();
        vec![
            show::study_plot(evidence, "Study plot of windows that expand", &expanding),
            show::table(evidence, show::ERRORS_CAPTION, &[expanding, least].concat(), &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn a_larger_least_window_is_worse_or_not() {
        let verdict = |three: f64, four: f64, noise: f64| {
            let means = [(BEST, 0.145), (LEAST[1], three), (LEAST[2], four)];
            (EXPERIMENT.claims[0].judge)(&conditions("/error", &means, noise)).verdict
        };
        assert_eq!(verdict(0.16, 0.18, 0.001), Holds);
        assert_eq!(verdict(0.14, 0.18, 0.001), DoesNotHold);
        assert_eq!(verdict(0.16, 0.18, 0.3), Undecided);
    }

    #[test]
    fn expansion_helps_at_the_beginning_or_not() {
        let verdict = |expanded: f64, noise: f64| {
            let means = [(DIAMONDS[1], 0.2), (EXPANDED, expanded)];
            (EXPERIMENT.claims[1].judge)(&conditions("/opening", &means, noise)).verdict
        };
        assert_eq!(verdict(0.1, 0.001), Holds);
        assert_eq!(verdict(0.2, 0.0001), DoesNotHold);
        assert_eq!(verdict(0.1, 0.3), Undecided);
    }
}
