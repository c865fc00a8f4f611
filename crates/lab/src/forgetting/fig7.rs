//! Figure 7: win rates against GNU Go on 9x9.

use crate::forgetting::win_rates::{self, TEST};
use crate::forgetting::{POLICIES, SETTINGS};
use crate::verdict::{Finding, MARGIN};
use crate::{Claim, Experiment, Scale, Trial, games};

/// The games.
pub(crate) const TRIAL: Trial = Trial {
    name: "forgetting/fig7",
    alone: false,
    conditions: |scale: Scale| win_rates::conditions(scale, 9, 1_200, 6.0, &SETTINGS),
    measure: games::measure,
};

/// Those of them at 8,000 playouts, for other experiments to compare with.
pub(super) const AT_8000: Trial =
    Trial { conditions: |scale| win_rates::only((TRIAL.conditions)(scale), |name| name.ends_with(" 8000")), ..TRIAL };

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/fig7",
    title: "Last good replies on 9x9: win rates against GNU Go",
    place: "figure 7 and section V-C",
    source: "Orego 7.06 played 1,200 games for each condition against GNU Go 3.8 at level 10, half of them with Black, \
             under Chinese rules with a komi of 7.5: the default playout policy and four that remember good replies, \
             LGR-1, LGR-2 and the two with forgetting, LGRF-1 and LGRF-2, at 8,000, 16,000 and 32,000 playouts per \
             move, divided over two threads. The win rates are drawn in a figure that our copy of the paper has lost; \
             the comparisons are in the text.",
    ours: "The player orego is the paper's engine as its text describes it; what the text leaves open (RAVE's weight, \
           the order of MoGo's rules, passing and resigning) is named in its documentation. The opponent, the rules, \
           the komi, the colours and the playouts are the paper's. Games are counted by our referee.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Without forgetting, replies are no improvement on 9x9",
            place: "section V-C",
            test: "neither LGR-1 nor LGR-2 is stronger than the default: the 95% interval of the difference lies below \
                   5 percentage points",
            judge: |evidence| {
                let pairs = [("lgr1", "off"), ("lgr2", "off")];
                let no_better =
                    |one: (&str, &_), other: (&str, &_), parts| Finding::higher(one, other, parts).contrary();
                win_rates::compare(evidence, &pairs, &win_rates::measured(evidence, &SETTINGS), no_better)
            },
        },
        Claim {
            text: "At 8,000 and 16,000 playouts LGR-2 is weaker than the default",
            place: "section V-C",
            test: TEST,
            judge: |evidence| win_rates::stronger(evidence, &[("off", "lgr2")], &[8_000, 16_000]),
        },
        Claim {
            text: "LGRF-1 and LGRF-2 do not differ in strength",
            place: "section V-C",
            test: "the 95% interval of the difference lies within 5 percentage points; a significant difference \
                   (z-test, p < 0.05) refutes it",
            judge: |evidence| {
                let alike = |one: (&str, &_), other: (&str, &_), parts| Finding::alike(one, other, MARGIN, parts);
                win_rates::compare(evidence, &[("lgrf1", "lgrf2")], &win_rates::measured(evidence, &SETTINGS), alike)
            },
        },
        Claim {
            text: "LGRF-1 and LGRF-2 are stronger than the default, LGR-1 and LGR-2, except LGR-1 at 32,000 playouts",
            place: "section V-C",
            test: TEST,
            judge: |evidence| {
                let all = [
                    ("lgrf1", "off"),
                    ("lgrf1", "lgr1"),
                    ("lgrf1", "lgr2"),
                    ("lgrf2", "off"),
                    ("lgrf2", "lgr1"),
                    ("lgrf2", "lgr2"),
                ];
                let at_most = [("lgrf1", "off"), ("lgrf1", "lgr2"), ("lgrf2", "off"), ("lgrf2", "lgr2")];
                Finding::all([
                    win_rates::stronger(evidence, &all, &[8_000, 16_000]),
                    win_rates::stronger(evidence, &at_most, &[32_000]),
                ])
            },
        },
    ],
    exhibits: |evidence| win_rates::exhibits(evidence, "Win rates against GNU Go on 9x9", &POLICIES),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};
    use crate::forgetting::win_rates::tests::made_up;

    /// The verdict on a claim if the five policies won this many of 1,000 games at every number of playouts.
    fn verdict(claim: usize, wins: [usize; 5]) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(&made_up(wins, 1_000)).verdict
    }

    #[test]
    fn replies_without_forgetting_help_or_not() {
        assert_eq!(verdict(0, [500, 480, 450, 500, 500]), Holds);
        assert_eq!(verdict(0, [500, 600, 600, 500, 500]), DoesNotHold);
        assert_eq!(verdict(0, [500, 530, 480, 500, 500]), Undecided);
    }

    #[test]
    fn two_moves_of_context_without_forgetting_may_hurt() {
        assert_eq!(verdict(1, [500, 500, 430, 500, 500]), Holds);
        assert_eq!(verdict(1, [500, 500, 600, 500, 500]), DoesNotHold);
        assert_eq!(verdict(1, [500, 500, 480, 500, 500]), Undecided);
    }

    #[test]
    fn one_and_two_moves_with_forgetting_may_be_alike() {
        assert_eq!(verdict(2, [500, 500, 500, 600, 601]), Holds);
        assert_eq!(verdict(2, [500, 500, 500, 600, 700]), DoesNotHold);
        assert_eq!(verdict(2, [500, 500, 500, 600, 640]), Undecided);
    }

    #[test]
    fn forgetting_helps_or_not() {
        assert_eq!(verdict(3, [500, 500, 480, 600, 600]), Holds);
        assert_eq!(verdict(3, [500, 500, 480, 400, 600]), DoesNotHold);
        assert_eq!(verdict(3, [500, 500, 480, 535, 600]), Undecided);
    }
}
