//! Figure 4.3: the study plot of the greedy and the random opponent.

use super::judge::{self, within};
use super::opponents::{EVERY_POINT, GREEDY, RANDOM, TRIAL};
use super::show;
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig4-3",
    title: "Study plot of the greedy and the random opponent",
    place: "figure 4.3, section 4.2 and appendix B",
    source: "The errors of the two opponents in the order of the moves studied, smoothed by the program of appendix B: \
             an exponential average with a weight of 0.0005 for each new error, which starts at 0.5 and is plotted \
             every 250 moves. The thesis describes the plot; our copy has lost it.",
    ours: ours!("The filter is that of appendix B."),
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "No learning occurs with time",
        place: "section 4.2",
        test: "for both opponents, the 95% interval of the difference between the mean errors of the first and the \
               second half of a study lies within 0.01",
        judge: |evidence| {
            let part = |condition: &str| {
                let values = judge::differences(evidence, (condition, "/late"), (condition, "/early"));
                within(&format!("{condition}, second half minus first"), &values, judge::around(0.0, 0.01))
            };
            Finding::all([GREEDY, RANDOM].map(part))
        },
    }],
    exhibits: |evidence| {
        let conditions = [GREEDY, EVERY_POINT, RANDOM];
        vec![
            show::study_plot(evidence, "Study plot of opponents that do not learn", &conditions[..]),
            show::table(evidence, show::ERRORS_CAPTION, &conditions, &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn opponents_learn_or_not() {
        let verdict = |late: f64| {
            let same: &[(&str, f64)] = &[("/early", 0.5), ("/late", 0.5)];
            let evidence = places(&[(RANDOM, same), (GREEDY, &[("/early", 0.5), ("/late", late)])]);
            (EXPERIMENT.claims[0].judge)(&evidence).verdict
        };
        assert_eq!((verdict(0.501), verdict(0.4)), (Holds, DoesNotHold));
        assert_eq!((EXPERIMENT.claims[0].judge)(&places(&[])).verdict, Undecided);
    }
}
