//! How often GNU Go predicts the move of an expert (section 4.1.2).

use serde_json::{Value, json};

use super::judge::{self, within};
use super::pools::{Pools, SETS};
use super::show;
use super::study::{hold_out, rounded};
use crate::papers::cell;
use crate::{Claim, Condition, Experiment, Lab, LabError, Scale, Table, Trial, Unit, games, percent};

const GNUGO: &str = "GNU Go 3.8";

/// One game of each set.
const TRIAL: Trial = Trial {
    name: "preference/gnugo",
    alone: false,
    conditions: |scale: Scale| {
        vec![Condition::new(GNUGO, scale.pick(SETS, 1), 240.0, &scale.pick(games::GNUGO, "greedy"))]
    },
    measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/gnugo",
    title: "How often GNU Go predicts the move of an expert",
    place: "section 4.1.2",
    source: "The thesis gives one number for another program: the GNU Go of its time predicted about four percent of \
             the moves of its games.",
    ours: "GNU Go 3.8 of 2009 at level 10 is a much later program. It names its ten best moves with their weights; all \
           other moves rank equal below these. It is measured on one game of each of five sets of games like the \
           thesis's (see figure 4.1).",
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "GNU Go predicts correctly only four percent or so of the moves (said of the version of 1991)",
        place: "section 4.1.2",
        test: "the 95% interval of the share over the games lies between 2% and 6%",
        judge: |evidence| {
            let values = judge::figures(evidence, (GNUGO, "/first"));
            within("share ranked first", &values, judge::around(0.04, 0.02))
        },
    }],
    exhibits: |evidence| {
        let mut table = Table::new("The share of moves predicted, of the thesis's GNU Go", ["program", "ranked first"]);
        table.row(["GNU Go of 1991", &cell("preference", "gnugo.first", percent)]);
        let columns = [("ranked first", "/first"), ("error", "/error"), ("positions in a game", "/positions")];
        vec![
            table.into(),
            show::table(evidence, "GNU Go 3.8: means over the games, with 95% intervals", &[GNUGO], &columns),
        ]
    },
};

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let spec: String = unit.settings()?;
    let mut player = lab.player(&spec)?;
    let game = Pools::of(lab)?.set(unit.number).swap_remove(0);
    let held = hold_out(player.as_mut(), &[game], &lab.stop)?;
    lab.check_stop()?;
    let (error, first) = (held.error().unwrap_or_default(), held.top()[0].unwrap_or_default());
    Ok(json!({ "error": rounded(error), "first": rounded(first), "positions": held.positions() }))
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn four_percent_or_not() {
        let verdict = |first: f64| (EXPERIMENT.claims[0].judge)(&conditions("/first", &[(GNUGO, first)], 0.0)).verdict;
        assert_eq!((verdict(0.04), verdict(0.22), verdict(0.058)), (Holds, DoesNotHold, Undecided));
    }
}
