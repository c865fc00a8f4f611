//! Figure 4.1: the NRM plot of a greedy opponent.

use super::judge::{self, at, below, per_set, within};
use super::opponents::{EVERY_POINT, GREEDY, TRIAL};
use super::show;
use super::study::STAGES;
use crate::verdict::Finding;
use crate::{Claim, Evidence, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig4-1",
    title: "NRM plot of a greedy opponent",
    place: "figure 4.1 and section 4.2",
    source: "An opponent that captures whenever possible and otherwise rates all moves the same predicts the moves of \
             257 games. The plot shows, for each move number, how the normalised-rank error is distributed from 0 to \
             1. The thesis describes the plot; our copy has lost it.",
    ours: ours!(
        "The opponent is `greedy:otherwise=anything`. A tie counts in equal parts at each of its ranks, since the \
         thesis says that the plot of equal ratings is flat. The errors that the thesis prints count all empty points \
         and the pass as moves, forbidden points too, where its text speaks of legal moves; the study is made in both \
         ways."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The greedy player can correctly identify a small percentage of moves, usually towards the end of \
                   the game: a progressive curling of the error distribution towards zero",
            place: "section 4.2",
            test: "the share of errors below 0.04 grows from each stage of 50 moves to the next: paired t-test over \
                   the five sets, p < 0.05",
            judge: |evidence| {
                let parts = STAGES - 1;
                Finding::all((0..parts).map(|stage| {
                    let [one, next] = [stage, stage + 1].map(|stage| format!("/stages/{stage}/low"));
                    judge::lower_by(evidence, (GREEDY, &one), (GREEDY, &next), 0.0, parts)
                }))
            },
        },
        Claim {
            text: "There is a depression on the other end, towards one; this is caused by the removal of the really \
                   poor suicide moves from consideration",
            place: "section 4.2",
            test: "after move 200, with all empty points as moves, the share of errors above 0.96 is below the 0.04 of \
                   a flat distribution, and below the share with legal points only: t-tests over the five sets, p < \
                   0.05",
            judge: depression,
        },
        Claim {
            text: "Almost no discrimination is shown at the beginning of the game",
            place: "section 4.2",
            test: "the 95% interval of the mean error of moves 1 to 50 lies between 0.48 and 0.52",
            judge: |evidence| {
                let values = judge::figures(evidence, (GREEDY, "/stages/0/error"));
                within("error of moves 1 to 50", &values, judge::around(0.5, 0.02))
            },
        },
    ],
    exhibits: |evidence| {
        let conditions = [GREEDY, EVERY_POINT];
        let columns = [
            ("errors below 0.04, moves 1 to 50", "/stages/0/low"),
            ("after move 200", "/stages/4/low"),
            ("errors above 0.96, moves 1 to 50", "/stages/0/high"),
            ("after move 200", "/stages/4/high"),
            ("mean error", "/error"),
        ];
        vec![
            show::nrm_plots(evidence, "NRM plot of a greedy opponent", &conditions),
            show::table(
                evidence,
                "Shares of errors at either end, and the mean: means over the sets",
                &conditions,
                &columns,
            ),
        ]
    },
};

fn depression(evidence: &Evidence) -> Finding {
    let place = "/stages/4/high";
    let values = per_set(evidence, &[EVERY_POINT], |outcomes| at(outcomes[0], place));
    let flat = below(&values, 0.04, 0.0, 2);
    let flat = Finding { figures: format!("share of errors above 0.96: {}", flat.figures), ..flat };
    Finding::all([flat, judge::lower_by(evidence, (EVERY_POINT, place), (GREEDY, place), 0.0, 2)])
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    fn rising(shares: [f64; 5]) -> Evidence {
        let names: Vec<String> = (0..5).map(|stage| format!("/stages/{stage}/low")).collect();
        let values: Vec<(&str, f64)> = names.iter().map(String::as_str).zip(shares).collect();
        places(&[(GREEDY, &values)])
    }

    #[test]
    fn captures_come_late_or_not() {
        assert_eq!(verdict(0, &rising([0.04, 0.05, 0.06, 0.07, 0.08])), Holds);
        assert_eq!(verdict(0, &rising([0.04, 0.05, 0.03, 0.07, 0.08])), DoesNotHold);
        assert_eq!(verdict(0, &places(&[])), Undecided);
    }

    #[test]
    fn suicide_makes_the_depression_or_not() {
        let shares = |every, legal| {
            let place = "/stages/4/high";
            verdict(1, &places(&[(EVERY_POINT, &[(place, every)]), (GREEDY, &[(place, legal)])]))
        };
        assert_eq!(shares(0.01, 0.04), Holds);
        assert_eq!(shares(0.05, 0.04), DoesNotHold);
        assert_eq!(verdict(1, &places(&[(EVERY_POINT, &[("/stages/4/high", 0.01)])])), Undecided);
    }

    #[test]
    fn the_beginning_is_at_one_half_or_not() {
        let error = |error| verdict(2, &places(&[(GREEDY, &[("/stages/0/error", error)])]));
        assert_eq!((error(0.5), error(0.4), error(0.5199)), (Holds, DoesNotHold, Undecided));
    }
}
