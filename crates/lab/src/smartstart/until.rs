//! Openings to move twenty in place of move twelve.

use super::tournament::{self, Row};
use super::{GAIN_TEST, orego, table2};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Trial, games};

const TWENTY: &str = "filter 96 to move 20";

/// The games to move twenty; those to move twelve are table 2's.
const TRIAL: Trial = Trial { name: "smartstart/until", alone: false, conditions, measure: games::measure };

fn conditions(scale: Scale) -> Vec<Condition> {
    let first = orego(table2::PLAYOUTS, "opening=filter,opening-until=20,clusters=paper-96", scale);
    vec![tournament::condition(TWENTY, 14_000, table2::SECONDS, first, games::gnugo(scale), scale)]
}

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/until",
    title: "Clusters up to move twenty",
    place: "section 4.3",
    source: "The paper used clusters up to move twelve. It says that with clusters up to move twenty win rates \
             declined, without numbers, and without the games that this was found in.",
    ours: "The games of table 2 with the filter of 96 clusters, once to move 12 and once to move 20: orego at 8,000 \
           playouts against GNU Go 3.8 at level 10 on 19x19, with as many games as table 2. The clusters of both are \
           made of the same 1,046 games.",
    trials: &[&table2::TRIAL, &TRIAL],
    claims: &[Claim {
        text: "Win rates decline when clusters are used to move twenty and not to move twelve",
        place: "section 4.3",
        test: GAIN_TEST,
        judge: |evidence| tournament::stronger(evidence, table2::FILTER, TWENTY),
    }],
    exhibits,
};

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let rows = [
        Row { condition: table2::OFF, label: "without clusters", published: "table2.none" },
        Row { condition: table2::FILTER, label: "filter to move 12", published: "table2.filter" },
        Row { condition: TWENTY, label: "filter to move 20", published: "" },
    ];
    let caption = "Win rates of Orego against GNU Go by the move to which the filter of 96 clusters is applied, with \
                   95% intervals, and the paper's.";
    let table = tournament::table(evidence, caption, &rows);
    [table.into()].into_iter().chain(tournament::forfeits(evidence).map(Exhibit::Text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(twelve: usize, twenty: usize) -> Verdict {
        let evidence = Evidence::made_up([
            (table2::FILTER, games::made_up(twelve, 1_000 - twelve)),
            (TWENTY, games::made_up(twenty, 1_000 - twenty)),
        ]);
        (EXPERIMENT.claims[0].judge)(&evidence).verdict
    }

    #[test]
    fn twenty_moves_are_worse_or_not() {
        assert_eq!(verdict(420, 370), Holds);
        assert_eq!(verdict(370, 420), DoesNotHold);
        assert_eq!(verdict(420, 410), Undecided);
    }
}
