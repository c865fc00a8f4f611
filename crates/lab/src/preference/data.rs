//! More training games (section 6.2).

use models::preference::View;

use super::judge::{self, within};
use super::learner::Learner;
use super::show;
use super::study::{self, Plan};
use crate::verdict::Finding;
use crate::{Claim, Evidence, Experiment, Scale, Trial};

/// The numbers of games, and those of a smoke run.
const GAMES: [(usize, usize); 5] = [(64, 1), (128, 2), (257, 3), (1_028, 4), (2_056, 5)];
/// A gain up to this is not worth speaking of.
const SMALL: f64 = 0.005;

/// The studies.
const TRIAL: Trial = Trial {
    name: "preference/data",
    alone: false,
    conditions: |scale: Scale| {
        let most = scale.pick(GAMES[4].0, GAMES[4].1);
        let condition = |(games, few): (usize, usize)| {
            let modern = Some((scale.pick(games, few), most));
            let plan = Plan { modern, ..Plan::new(Learner::hashed(View::THESIS)) };
            plan.held_out(1).condition(&name(games), games as f64 / 30.0 + 3.0, scale)
        };
        GAMES.map(condition).into_iter().collect()
    },
    measure: study::measure,
};

fn name(games: usize) -> String {
    format!("{games} games")
}

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/data",
    title: "More training games",
    place: "section 6.2",
    source: "The thesis lists what might explain the failures of its best classification. Of too little training data \
             it says that it is unlikely to be a problem, because the error seems to have converged in a single pass \
             over its 257 games.",
    ours: ours!(
        "Here the classification of chapter 6 studies 64 to 2,056 games of 1970 to 1990 instead of the sets, in one \
         pass, and is measured on 100 games of 1991 to 1995 that are not learnt from. The games of the five runs are \
         disjoint."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "It is unlikely that too little training data was a problem for the classification technique used",
            place: "section 6.2",
            test: "eight times as many games lower the error on hold-out games by less than 0.005: the 95% interval of \
                   the gain lies below 0.005",
            judge: |evidence| gain(evidence, 257, 2_056, "/held/0"),
        },
        Claim {
            text: "The error apparently converges in a single pass of the database",
            place: "section 6.2",
            test: "the second half of 257 games lowers the error on hold-out games by less than 0.005: the 95% \
                   interval of the gain from 128 games to 257 lies below 0.005",
            judge: |evidence| gain(evidence, 128, 257, "/held/0"),
        },
    ],
    exhibits: |evidence| {
        let names = GAMES.map(|(games, _)| name(games));
        let names = names.each_ref().map(String::as_str);
        let columns = [("hold-out games", "/held/0"), ("ranked first", "/held_first/0"), ("the pass itself", "/error")];
        let caption = "Mean errors after one pass over a number of games: means over five disjoint samples, with 95% \
                       intervals";
        vec![
            show::study_plot(evidence, "Study plot of one long pass", &names),
            show::table(evidence, caption, &names, &columns),
        ]
    },
};

fn gain(evidence: &Evidence, few: usize, many: usize, place: &str) -> Finding {
    let values = judge::differences(evidence, (&name(few), place), (&name(many), place));
    within(&format!("gain from {few} to {many} games"), &values, judge::up_to(SMALL))
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn more_games_help_or_not() {
        for (claim, few, many) in [(0, 257, 2_056), (1, 128, 257)] {
            let verdict = |error: f64, noise: f64| {
                let evidence = conditions("/held/0", &[(&name(few), 0.145), (&name(many), error)], noise);
                (EXPERIMENT.claims[claim].judge)(&evidence).verdict
            };
            assert_eq!(verdict(0.143, 0.001), Holds);
            assert_eq!(verdict(0.12, 0.001), DoesNotHold);
            assert_eq!(verdict(0.143, 0.1), Undecided);
        }
    }
}
