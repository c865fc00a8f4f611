//! Figure 5.8: the study plot of windows on the graph of chains.

use super::judge;
use super::show;
use super::windows::{DIAMONDS, GRAPHS, SQUARES, TRIAL};
use crate::{Claim, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-8",
    title: "Study plot of graph windows of radius 1 to 3",
    place: "figure 5.8 and section 5.2",
    source: "The errors of the graph windows of figure 5.7 in the order of the moves studied, with the hash table. The \
             plot is lost; the text speaks of the poor performance of these windows.",
    ours: ours!("The graph windows are those of figure 5.7. The diamond of radius 2 and 5x5 are drawn beside them."),
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "The performance of the graph-based window is poor",
        place: "section 5.2",
        test: "every graph window has a higher error than the diamond of radius 2: paired t-test over the five sets, p \
               < 0.05; an advantage below 0.002 is none",
        judge: |evidence| judge::all_lower(evidence, "/error", &GRAPHS.map(|graph| (DIAMONDS[1], graph))),
    }],
    exhibits: |evidence| {
        let shown: Vec<&str> = GRAPHS.into_iter().chain([DIAMONDS[1], SQUARES[1]]).collect();
        vec![
            show::study_plot(evidence, "Study plot of graph windows", &shown),
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
    fn graphs_are_poor_or_not() {
        let verdict = |errors: [f64; 3], noise: f64| {
            let means: Vec<(&str, f64)> =
                [("diamond 2", 0.16)].into_iter().chain(GRAPHS.into_iter().zip(errors)).collect();
            (EXPERIMENT.claims[0].judge)(&conditions("/error", &means, noise)).verdict
        };
        assert_eq!(verdict([0.23, 0.17, 0.18], 0.001), Holds);
        assert_eq!(verdict([0.23, 0.15, 0.18], 0.001), DoesNotHold);
        assert_eq!(verdict([0.23, 0.17, 0.18], 0.3), Undecided);
    }
}
