//! Figure 5.12: the NRM plot of the best classification.

use super::improvements::{self, BEST};
use super::judge;
use super::show;
use super::windows::{self, DIAMONDS, GRAPHS, SQUARES};
use crate::{Claim, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-12",
    title: "NRM plot of the best classification",
    place: "figure 5.12 and section 7.2",
    source: "The NRM plot of the conditionally expanded diamond with single liberties, the best classification that \
             was found. The plot is lost.",
    ours: ours!("The classification is the thesis's, in a hash table of 2,000,003 entries."),
    trials: &[&improvements::TRIAL, &windows::TRIAL],
    claims: &[
        Claim {
            text: "The most successful method, in terms of least ultimate error, was a conditionally expanded window \
                   with slight additional liberty information",
            place: "section 7.2",
            test: "in the second half of a study, its error is below that of each of the eleven windows of figures 5.2 \
                   to 5.8: paired t-test over the five sets, p < 0.05; an advantage below 0.002 is none",
            judge: |evidence| {
                let rivals = SQUARES.into_iter().chain(DIAMONDS).chain(GRAPHS);
                judge::all_lower(evidence, "/late", &rivals.map(|rival| (BEST, rival)).collect::<Vec<_>>())
            },
        },
        Claim {
            text: "Conditional expansion achieves the benefits of a large window at the beginning of the game",
            place: "section 5.5",
            test: "in moves 1 to 20, its error is at most 0.01 above that of the diamond of radius 4: the 95% interval \
                   of the difference lies below 0.01",
            judge: |evidence| {
                let values = judge::differences(evidence, (BEST, "/opening"), (DIAMONDS[3], "/opening"));
                judge::within("expanded, atari minus diamond 4, moves 1 to 20", &values, judge::up_to(0.01))
            },
        },
    ],
    exhibits: |evidence| {
        let all: Vec<&str> = [BEST].into_iter().chain(SQUARES).chain(DIAMONDS).chain(GRAPHS).collect();
        vec![
            show::nrm_plots(evidence, "NRM plot of the best classification", &[BEST]),
            show::table(evidence, show::ERRORS_CAPTION, &all, &show::ERRORS),
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

    #[test]
    fn it_is_the_best_or_not() {
        let with = |diamond: f64, noise: f64| {
            let rivals = SQUARES.into_iter().chain(DIAMONDS).chain(GRAPHS);
            let error = |name: &str| if name == DIAMONDS[1] { diamond } else { 0.2 };
            let means: Vec<_> = [(BEST, 0.145)].into_iter().chain(rivals.map(|name| (name, error(name)))).collect();
            verdict(0, &conditions("/late", &means, noise))
        };
        assert_eq!((with(0.16, 0.001), with(0.14, 0.001), with(0.16, 0.3)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn it_begins_like_a_large_window_or_not() {
        let with = |best: f64, noise| verdict(1, &conditions("/opening", &[(DIAMONDS[3], 0.1), (BEST, best)], noise));
        assert_eq!((with(0.1, 0.001), with(0.2, 0.001), with(0.1, 0.3)), (Holds, DoesNotHold, Undecided));
    }
}
