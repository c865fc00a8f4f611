//! Figure 5.2: NRM plots of the two smallest windows.

use super::judge;
use super::show;
use super::windows::{DIAMONDS, SQUARES, TRIAL};
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// The two windows, the smaller last.
const WINDOWS: [&str; 2] = [SQUARES[0], DIAMONDS[0]];

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-2",
    title: "NRM plots of a 3x3 window and a diamond of radius 1",
    place: "figure 5.2 and section 5.2",
    source: "Every pattern that occurs in a window around a move, equal under symmetry, has a value that follows the \
             gradient of the error. The figure shows the two smallest windows: 3x3, and the four neighbours of the \
             point. The plots are lost; the caption says that something is very wrong at the beginning of the game.",
    ours: ours!(
        "The values are in a hash table of 2,000,003 entries. The thesis does not say which table it used here."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "There is something very wrong at the beginning of the game",
            place: "figure 5.2",
            test: "with both windows the mean error of moves 1 to 20 is above that of later moves: paired t-test over \
                   the five sets, p < 0.05",
            judge: |evidence| {
                let part = |window| judge::lower(evidence, (window, "/rest"), (window, "/opening"), WINDOWS.len());
                Finding::all(WINDOWS.map(part))
            },
        },
        Claim {
            text: "The effect is even more pronounced with the smaller window",
            place: "figure 5.2",
            test: "the mean error of moves 1 to 20 is higher with the diamond of radius 1 than with 3x3: paired t-test \
                   over the five sets, p < 0.05",
            judge: |evidence| judge::all_lower(evidence, "/opening", &[(WINDOWS[0], WINDOWS[1])]),
        },
    ],
    exhibits: |evidence| {
        vec![
            show::nrm_plots(evidence, "NRM plots of the smallest windows", &WINDOWS),
            show::table(evidence, show::ERRORS_CAPTION, &WINDOWS, &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, openings: [f64; 2]) -> Verdict {
        let [square, diamond] = openings.map(|opening| [("/opening", opening), ("/rest", 0.2)]);
        (EXPERIMENT.claims[claim].judge)(&places(&[(WINDOWS[0], &square), (WINDOWS[1], &diamond)])).verdict
    }

    #[test]
    fn the_beginning_is_worse_or_not() {
        assert_eq!((verdict(0, [0.3, 0.4]), verdict(0, [0.3, 0.1])), (Holds, DoesNotHold));
        assert_eq!((EXPERIMENT.claims[0].judge)(&places(&[])).verdict, Undecided);
    }

    #[test]
    fn the_smaller_window_is_worse_or_not() {
        assert_eq!((verdict(1, [0.3, 0.4]), verdict(1, [0.4, 0.3])), (Holds, DoesNotHold));
        assert_eq!((EXPERIMENT.claims[1].judge)(&places(&[])).verdict, Undecided);
    }
}
