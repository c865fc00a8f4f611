//! Table 2: the filter in Orego, against GNU Go.

use super::tournament::{self, Row};
use super::{GAIN_TEST, orego};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Trial, games};

/// The engine without openings.
pub(super) const OFF: &str = "orego";
/// The engine with the filter of 96 clusters, to move 12.
pub(super) const FILTER: &str = "filter 96";
/// The playouts of each move.
pub(super) const PLAYOUTS: u64 = 8_000;
/// What a game takes.
pub(super) const SECONDS: f64 = 150.0;

/// The games.
pub(super) const TRIAL: Trial = Trial { name: "smartstart/table2", alone: false, conditions, measure: games::measure };

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |name: &str, settings: &str| {
        tournament::condition(name, 14_000, SECONDS, orego(PLAYOUTS, settings, scale), games::gnugo(scale), scale)
    };
    vec![condition(OFF, ""), condition(FILTER, "opening=filter,clusters=paper-96")]
}

/// The table.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/table2",
    title: "The filter in Orego: win rates against GNU Go",
    place: "table 2 and sections 5.2 and 5.3",
    source: "Orego with and without SmartStart played 14,000 games each against GNU Go 3.8 at level 10 on 19x19, half \
             of them with Black, by Chinese rules with a komi of 7.5, at 8,000 playouts per move. Up to move 12, \
             SmartStart let the tree and the playouts choose only moves of the nearest of 96 clusters, made of 1,046 \
             professional games of 1980 to 2007. The filter won 1.33 percentage points more, with a one-sided p-value \
             of 0.0119.",
    ours: "The player orego, which has no expert model, with its default replies (LGRF-2) on one thread; the paper \
           does not say which version and replies it had. The 96 clusters are made of 1,046 games of the same years of \
           Andries Brouwer's collection, since Games of Go on Disk is sold, by our bisection in place of Cluto's. \
           Everything else is the paper's. Our engine resigns hopeless games.",
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "The SmartStart filter improves the win rate of Orego against GNU Go",
        place: "section 5.3",
        test: GAIN_TEST,
        judge: |evidence| tournament::stronger(evidence, FILTER, OFF),
    }],
    exhibits,
};

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let rows = [
        Row { condition: OFF, label: "Unmodified Orego", published: "table2.none" },
        Row { condition: FILTER, label: "SmartStart Orego", published: "table2.filter" },
    ];
    let caption = "Win rates of Orego against GNU Go, filtering applied through move 12, with 95% intervals, and the \
                   paper's.";
    let table = tournament::table(evidence, caption, &rows);
    [table.into()].into_iter().chain(tournament::forfeits(evidence).map(Exhibit::Text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(without: usize, with: usize, games: usize) -> Verdict {
        let evidence = Evidence::made_up([
            (OFF, games::made_up(without, games - without)),
            (FILTER, games::made_up(with, games - with)),
        ]);
        (EXPERIMENT.claims[0].judge)(&evidence).verdict
    }

    /// The first is the paper's result.
    #[test]
    fn the_filter_helps_or_not() {
        assert_eq!(verdict(5_657, 5_844, 14_000), Holds);
        assert_eq!(verdict(400, 350, 1_000), DoesNotHold);
        assert_eq!(verdict(80, 84, 200), Undecided);
    }
}
