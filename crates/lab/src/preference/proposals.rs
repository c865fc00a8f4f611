//! What the thesis proposes and did not try: corners, blame by rank, passes (sections 6.2 and 7.2).

use models::preference::{Manner, Table, View};

use super::improvements::{self, BEST};
use super::judge::{self, MARGIN};
use super::learner::{Learner, SIZE};
use super::show;
use super::study::{self, Plan};
use crate::verdict::Finding;
use crate::{Claim, Experiment, Scale, Trial};

/// A second table for whole corners.
const CORNERS: &str = "corners of 7 lines";
/// The top of the ranking loses most.
const TOP: &str = "blame for the top";
/// Both.
const BOTH: &str = "corners and blame for the top";
/// Passes are learnt from.
const PASSES: &str = "passes learnt";

/// The studies.
const TRIAL: Trial = Trial {
    name: "preference/proposals",
    alone: false,
    conditions: |scale: Scale| {
        let (plain, top) = (Manner::default(), Manner { top: true, ..Manner::default() });
        let corner = View { corner: 7, ..View::THESIS };
        let learners = [
            (CORNERS, corner, plain),
            (TOP, View::THESIS, top),
            (BOTH, corner, top),
            (PASSES, View::THESIS, Manner { pass: true, ..plain }),
        ];
        let condition = |(name, view, manner)| {
            let table = Table::Hash { size: SIZE };
            Plan::new(Learner::Table { view, table, manner }).condition(name, 12.0, scale)
        };
        learners.map(condition).into_iter().collect()
    },
    measure: study::measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/proposals",
    title: "Proposals of the thesis: corners, the top of the ranking, passes",
    place: "sections 4.1.1, 6.2 and 7.2",
    source: "Chapter 6 explains failures by joseki that a small window cannot see, and suggests a joseki library or a \
             second table with a large window. It suggests that errors at the top of the ranking should count more if \
             the heuristic is to play by itself. Passes are not learnt, and chapter 4 calls that a liability. None of \
             this was tried.",
    ours: ours!(
        "All with the classification of chapter 6. The second table matches the corner of a move, seven lines wide, as \
         a whole; its value is added. With blame for the top, the move ranked first loses a whole step, the second \
         half of one, the third a third. A pass that was played makes all moves above its value of 0 lose."
    ),
    trials: &[&TRIAL, &improvements::TRIAL],
    claims: &[
        Claim {
            text: "A separate table with a large window would be able to learn joseki, which removes much of the error \
                   due to a small window",
            place: "section 6.2",
            test: "with corners the error is lower, in all moves and in moves 1 to 20: paired t-test over the five \
                   sets, p < 0.05; an advantage below 0.002 is none",
            judge: |evidence| {
                let part = |place| judge::lower(evidence, (CORNERS, place), (BEST, place), 2);
                Finding::all(["/error", "/opening"].map(part))
            },
        },
        Claim {
            text: "If the heuristic alone is to play, the difference between a rank of one and other ranks should \
                   count more",
            place: "section 6.2",
            test: "blame for the top ranks more of the experts' moves first: paired t-test over the five sets, p < \
                   0.05",
            judge: |evidence| judge::lower_by(evidence, (BEST, "/first"), (TOP, "/first"), 0.0, 1),
        },
        Claim {
            text: "Not learning from passes is a liability",
            place: "section 4.1.1",
            test: "with passes the error is lower: paired t-test over the five sets, p < 0.05; an advantage below \
                   0.002 is none",
            judge: |evidence| judge::lower_by(evidence, (PASSES, "/error"), (BEST, "/error"), MARGIN, 1),
        },
    ],
    exhibits: |evidence| {
        let shown = [BEST, CORNERS, TOP, BOTH, PASSES];
        vec![
            show::study_plot(evidence, "Study plot of the thesis's proposals", &shown),
            show::table(evidence, show::ERRORS_CAPTION, &shown, &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::{conditions, places};
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    #[test]
    fn corners_help_or_not() {
        let with = |opening: f64| {
            let corners = [("/error", 0.138), ("/opening", opening)];
            verdict(0, &places(&[(BEST, &[("/error", 0.145), ("/opening", 0.1)]), (CORNERS, &corners)]))
        };
        assert_eq!((with(0.05), with(0.2), verdict(0, &places(&[]))), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn first_choices_are_more_or_not() {
        let with = |top: f64, noise| verdict(1, &conditions("/first", &[(BEST, 0.04), (TOP, top)], noise));
        assert_eq!((with(0.13, 0.001), with(0.02, 0.001), with(0.05, 0.1)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn passes_help_or_not() {
        let with = |error: f64, noise| verdict(2, &conditions("/error", &[(BEST, 0.145), (PASSES, error)], noise));
        assert_eq!((with(0.14, 0.001), with(0.145, 0.0005), with(0.14, 0.1)), (Holds, DoesNotHold, Undecided));
    }
}
