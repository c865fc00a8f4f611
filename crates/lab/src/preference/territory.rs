//! Values of points instead of moves (section 7.2).

use goban::Outcome;
use models::preference::{Territory, View};
use serde_json::{Value, json};

use super::judge::{self, within};
use super::learner::{Ranker, diamond};
use super::pools::{Pools, SETS, training_games};
use super::show;
use super::study::{hold_out, rounded};
use crate::verdict::Finding;
use crate::{Claim, Condition, Experiment, Lab, LabError, Scale, Trial, Unit};

const FIXED: &str = "points, diamond 1";
const WIDE: &str = "points, diamond 3";
/// The games of 1970 to 1990 from which those are taken that were counted, and those of a smoke run.
const GAMES: (usize, usize) = (2_000, 4);

/// The models.
const TRIAL: Trial = Trial {
    name: "preference/territory",
    alone: false,
    conditions: |scale: Scale| {
        let views: [(&str, View); 2] = [(FIXED, diamond(1)), (WIDE, diamond(3))];
        views.map(|(name, view)| Condition::new(name, scale.pick(SETS, 2), 120.0, &view)).into_iter().collect()
    },
    measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/territory",
    title: "Values of points instead of moves",
    place: "section 7.2",
    source: "As future work the thesis proposes to classify points instead of moves: the value of a point is the \
             expected effect on the final score, and the worth of a move is by how much the sum over the board grows.",
    ours: ours!(
        "The value of a class of points is the mean final owner, in those of 2,000 games of 1970 to 1990 (others for \
         each set) that were counted. 100 games of 1991 to 1995 measure the ranking of moves by the gain of the sum."
    ),
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "Positional estimates before and after a move give the worth of the move",
        place: "section 7.2",
        test: "with both windows the 95% interval of the error on hold-out games lies below 0.5, the error of a random \
               ranking",
        judge: |evidence| {
            let part = |name: &str| within(name, &judge::figures(evidence, (name, "/error")), judge::up_to(0.5));
            Finding::all([FIXED, WIDE].map(part))
        },
    }],
    exhibits: |evidence| {
        let columns = [("error on hold-out games", "/error"), ("ranked first", "/first"), ("training games", "/games")];
        let caption = "Rankings by the gain of points: means over the sets, with 95% intervals";
        vec![show::table(evidence, caption, &[FIXED, WIDE], &columns)]
    },
};

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let mut territory = Territory::new(unit.settings()?).map_err(LabError::failed)?;
    let pools = Pools::of(lab)?;
    let most = lab.scale.pick(GAMES.0, GAMES.1);
    let mut games = training_games(&pools.modern(unit.number, most, most));
    // Generated games have no result.
    games.retain(|game| lab.scale == Scale::Smoke || matches!(game.outcome(), Some(Outcome::Score(..))));
    learn::territory::teach(&mut territory, &games, &lab.stop, |_| {});
    lab.check_stop()?;
    let learnt = territory.games;
    let mut ranker = Ranker::new(|board, points, values| territory.rank(board, points, values));
    let held = hold_out(&mut ranker, &pools.held_out(unit.number), &lab.stop)?;
    lab.check_stop()?;
    let (error, first) = (held.error().unwrap_or_default(), held.top()[0].unwrap_or_default());
    Ok(json!({ "error": rounded(error), "first": rounded(first), "games": learnt }))
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn points_rank_moves_or_not() {
        let verdict = |error: f64, noise: f64| {
            let evidence = conditions("/error", &[(FIXED, 0.45), (WIDE, error)], noise);
            (EXPERIMENT.claims[0].judge)(&evidence).verdict
        };
        assert_eq!((verdict(0.4, 0.001), verdict(0.6, 0.001), verdict(0.5, 0.1)), (Holds, DoesNotHold, Undecided));
    }
}
