//! Figure 6: win rates against GNU Go on 19x19.

use crate::forgetting::win_rates::{self, TEST};
use crate::forgetting::{PLAYOUTS, POLICIES, SETTINGS};
use crate::{Claim, Experiment, Scale, Trial, games};

/// The games.
pub(crate) const TRIAL: Trial = Trial {
    name: "forgetting/fig6",
    alone: false,
    conditions: |scale: Scale| win_rates::conditions(scale, 19, 600, 140.0, &SETTINGS),
    measure: games::measure,
};

/// Those of them at 8,000 playouts, for other experiments to compare with.
pub(super) const AT_8000: Trial =
    Trial { conditions: |scale| win_rates::only((TRIAL.conditions)(scale), |name| name.ends_with(" 8000")), ..TRIAL };

/// Those of the default policy at 8,000 playouts.
pub(super) const DEFAULT_AT_8000: Trial =
    Trial { conditions: |scale| win_rates::only((TRIAL.conditions)(scale), |name| name == "off 8000"), ..TRIAL };

/// Those of LGRF-1.
pub(super) const LGRF1: Trial = Trial {
    conditions: |scale| win_rates::only((TRIAL.conditions)(scale), |name| name.starts_with("lgrf1 ")),
    ..TRIAL
};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/fig6",
    title: "Last good replies on 19x19: win rates against GNU Go",
    place: "figure 6 and section V-C",
    source: "As on 9x9, with 600 games for each condition. The paper finds each step of Default < {LGR-1, LGR-2} < \
             LGRF-1 < LGRF-2 significant at every number of playouts. The win rates are drawn in a figure that our \
             copy of the paper has lost.",
    ours: "As on 9x9: the player orego against GNU Go 3.8 at level 10, Chinese rules, a komi of 7.5, half of the games \
           with Black, two threads.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Default < {LGR-1, LGR-2} < LGRF-1 < LGRF-2 at all numbers of playouts",
            place: "section V-C",
            test: TEST,
            judge: |evidence| {
                let chain =
                    [("lgr1", "off"), ("lgr2", "off"), ("lgrf1", "lgr1"), ("lgrf1", "lgr2"), ("lgrf2", "lgrf1")];
                win_rates::stronger(evidence, &chain, &PLAYOUTS)
            },
        },
        Claim {
            text: "Forgetting provides a large improvement",
            place: "section V-C",
            test: TEST,
            judge: |evidence| win_rates::stronger(evidence, &[("lgrf1", "lgr1"), ("lgrf2", "lgr2")], &PLAYOUTS),
        },
        Claim {
            text: "Replying to the last two moves is better than to the last one, if forgetting is used",
            place: "section V-C",
            test: TEST,
            judge: |evidence| win_rates::stronger(evidence, &[("lgrf2", "lgrf1")], &PLAYOUTS),
        },
    ],
    exhibits: |evidence| win_rates::exhibits(evidence, "Win rates against GNU Go on 19x19", &POLICIES),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};
    use crate::forgetting::win_rates::tests::made_up;

    fn verdict(claim: usize, wins: [usize; 5]) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(&made_up(wins, 1_000)).verdict
    }

    #[test]
    fn the_order_of_the_policies() {
        assert_eq!(verdict(0, [300, 400, 410, 500, 600]), Holds);
        assert_eq!(verdict(0, [300, 400, 200, 500, 600]), DoesNotHold);
        assert_eq!(verdict(0, [300, 340, 400, 500, 600]), Undecided);
    }

    #[test]
    fn forgetting_helps_or_not() {
        assert_eq!(verdict(1, [300, 400, 400, 500, 500]), Holds);
        assert_eq!(verdict(1, [300, 400, 400, 300, 500]), DoesNotHold);
        assert_eq!(verdict(1, [300, 400, 400, 440, 500]), Undecided);
    }

    #[test]
    fn two_moves_of_context_help_or_not() {
        assert_eq!(verdict(2, [300, 400, 400, 500, 600]), Holds);
        assert_eq!(verdict(2, [300, 400, 400, 500, 400]), DoesNotHold);
        assert_eq!(verdict(2, [300, 400, 400, 500, 530]), Undecided);
    }
}
