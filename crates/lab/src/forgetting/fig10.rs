//! Figure 10: replies to the first appearance of a move only.

use super::{fig6, win_rates};
use crate::games;
use crate::verdict::{Finding, MARGIN};
use crate::{Claim, Condition, Experiment, Scale, Trial};

/// The games.
const TRIAL: Trial = Trial { name: "forgetting/fig10", alone: false, conditions, measure: games::measure };

/// The figure.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/fig10",
    title: "LGRF-1 without duplicates",
    place: "figure 10 and section V-F",
    source: "If a move appears more than once in a playout, the last reply to it stays in the table. LGRF-1-ND saves \
             replies only to the first appearance of a move in a playout. It played 600 games for each number of \
             playouts under the conditions of figure 6. The win rates are drawn in a figure that our copy of the paper \
             has lost.",
    ours: "The same games with the player orego, 8,000, 16,000 and 32,000 playouts per move. A move is a point and a \
           colour, and forgetting does not ask whether a move appears for the first time: the paper says neither. The \
           games of LGRF-1 are those of figure 6.",
    trials: &[&TRIAL, &fig6::LGRF1],
    claims: &[Claim {
        text: "No significant difference in performance can be found between LGRF-1-ND and LGRF-1",
        place: "section V-F",
        test: "the 95% interval of the difference lies within 5 percentage points at each number of playouts that was \
               measured; a significant difference (z-test, p < 0.05 divided by the number of comparisons) refutes it",
        judge: |evidence| {
            let alike = |one: (&str, &_), other: (&str, &_), parts| Finding::alike(one, other, MARGIN, parts);
            win_rates::compare(evidence, &[(ND, "lgrf1")], &win_rates::measured(evidence, &[ND]), alike)
        },
    }],
    exhibits: |evidence| win_rates::exhibits(evidence, "LGRF-1 without duplicates on 19x19", &SHOWN),
};

/// The policy without duplicates.
const ND: &str = "lgrf1-nd";
/// The policies of the figure.
const SHOWN: [(&str, &str); 2] = [("lgrf1", "LGRF-1"), (ND, "LGRF-1-ND")];

fn conditions(scale: Scale) -> Vec<Condition> {
    win_rates::conditions(scale, 19, 600, 140.0, &[ND])
}

#[cfg(test)]
mod tests {
    use super::super::PLAYOUTS;
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(wins: [usize; 2], games: usize) -> Verdict {
        let of = |(policy, wins): (&str, usize)| {
            PLAYOUTS.map(|playouts| (win_rates::name(policy, playouts), games::made_up(wins, games - wins)))
        };
        let evidence = Evidence::made_up([("lgrf1", wins[0]), (ND, wins[1])].into_iter().flat_map(of));
        (EXPERIMENT.claims[0].judge)(&evidence).verdict
    }

    #[test]
    fn duplicates_make_no_difference_or_one() {
        assert_eq!(verdict([1_000, 1_005], 2_000), Holds);
        assert_eq!(verdict([200, 300], 600), DoesNotHold);
        assert_eq!(verdict([200, 215], 600), Undecided);
    }
}
