//! How often models predict the moves of professionals.

use learn::study::{Study, StudyOptions};
use player::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Cluster, Confidence, Interval};

use super::experts;
use crate::verdict::{Finding, number, refuting};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit, percent};

/// The players that predict.
const PLAYERS: [&str; 4] = ["net:model=large", "net", "preference", "iku"];
const LARGE: usize = 0;
const SMALL: usize = 1;
const PREFERENCE: usize = 2;
const IKU: usize = 3;

/// The name of the one condition.
const ALL: &str = "games from 2024 on";

const TRIAL: Trial = Trial { name: "ponnuki/expert-moves", alone: false, conditions, measure };

fn conditions(scale: Scale) -> Vec<Condition> {
    vec![Condition::new(ALL, scale.pick(40, 2), 30.0, &experts::GAMES)]
}

/// What was found in a game.
#[derive(Serialize, Deserialize)]
struct Predicted {
    game: String,
    positions: usize,
    /// For each player, the sums over the positions.
    players: Vec<Sums>,
}

#[derive(Serialize, Deserialize)]
struct Sums {
    error: f64,
    first: f64,
    five: f64,
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let mut players: Vec<Box<dyn Player>> =
        PLAYERS.iter().map(|spec| lab.player(spec)).collect::<Result<_, LabError>>()?;
    let mut games = Vec::new();
    for record in experts::records(unit, lab)? {
        // All games are held out, so that iku learns nothing.
        let mut study = Study::new(StudyOptions { holdout: 1.0, ..StudyOptions::default() });
        players.iter_mut().zip(PLAYERS).for_each(|(player, name)| study.add(name, player.as_mut()));
        study.run_records(std::slice::from_ref(&record), &lab.stop).map_err(LabError::failed)?;
        lab.check_stop()?;
        let results: Vec<_> = study.findings().iter().filter_map(|one| Some(&one.last()?.held_out)).collect();
        let positions = results.first().map_or(0, |results| results.positions());
        let sum = |mean: Option<f64>| mean.unwrap_or(0.0) * positions as f64;
        let players = results.iter().map(|results| {
            let [first, _, five, _] = results.top();
            Sums { error: sum(results.error()), first: sum(first), five: sum(five) }
        });
        games.push(Predicted { game: record.id.clone(), positions, players: players.collect() });
    }
    serde_json::to_value(games).map_err(LabError::failed)
}

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/expert-moves",
    title: "How often models predict the moves of professionals",
    place: "models/README.md",
    source: "The cards of the models say how often the move that a professional played was the model's first choice, \
             and how often it was among the first five, on games from 2024 on, which no model has learnt from. For the \
             networks, the training script measured 40,000 positions; for the softmax over patterns, ponnuki study did \
             on 400 games.",
    ours: "400 games of the same collection from 2024 on, sampled at random, and every position of them. The players \
           rank the legal moves: the two networks by one symmetry, the softmax over patterns (preference), and the \
           table of Stoutamire's thesis (iku). The error is the share of legal moves ranked above the professional's. \
           Positions of a game are alike, so games are the units of the intervals (a jackknife that leaves out one \
           game at a time).",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The first choice of small is right in 50.8% of the positions, that of large in 52.3%, that of \
                   preference in 40.0%",
            place: "models/README.md, the cards of the models",
            test: "the 95% interval of each lies within one percentage point of the figure, or outside",
            judge: |evidence| {
                let figures = [(SMALL, 0.508), (LARGE, 0.523), (PREFERENCE, 0.4)];
                Finding::all(figures.map(|(player, share)| near(evidence, player, share)))
            },
        },
        Claim {
            text: "large predicts more of their moves than small, and small more than preference",
            place: "models/README.md, the cards of the models",
            test: "the 95% interval of the difference in first choices, position by position with games as clusters, \
                   lies above 0",
            judge: |evidence| {
                let pairs = [(LARGE, SMALL), (SMALL, PREFERENCE)];
                Finding::all(pairs.map(|(one, other)| better(evidence, one, other, pairs.len())))
            },
        },
        Claim {
            text: "The error of iku on unseen games is 0.146",
            place: "models/README.md, iku.model, of games of 1991 to 1995",
            test: "the 95% interval lies within 0.005 of it, or outside",
            judge: |evidence| {
                let Some(error) = experts::mean(&clusters(evidence, IKU, |sums| sums.error), Confidence::P95) else {
                    return Finding::no_evidence();
                };
                let games = experts::games::<Predicted>(evidence, ALL).len() as u64;
                Finding::within("its error", error, Interval { low: 0.141, high: 0.151 }, games)
            },
        },
    ],
    exhibits,
};

/// The sums of a player in each game.
fn clusters(evidence: &Evidence, player: usize, of: fn(&Sums) -> f64) -> Vec<Cluster> {
    let cluster = |game: &Predicted| Some(Cluster { count: game.positions as f64, sum: of(game.players.get(player)?) });
    experts::games(evidence, ALL).iter().filter_map(cluster).collect()
}

fn near(evidence: &Evidence, player: usize, share: f64) -> Finding {
    let name = PLAYERS[player];
    let clusters = clusters(evidence, player, |sums| sums.first);
    let Some(first) = experts::mean(&clusters, Confidence::P95) else {
        return Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() };
    };
    let range = Interval { low: share - 0.01, high: share + 0.01 };
    Finding::within(&format!("{name} against {}", percent(share)), first, range, clusters.len() as u64)
}

/// The first choice of one player is right more often than that of another.
fn better(evidence: &Evidence, one: usize, other: usize, parts: usize) -> Finding {
    let name = format!("{} more than {}", PLAYERS[one], PLAYERS[other]);
    let [first, second] = [one, other].map(|player| clusters(evidence, player, |sums| sums.first));
    let difference = |(one, other): (&Cluster, &Cluster)| Cluster { count: one.count, sum: one.sum - other.sum };
    let clusters: Vec<Cluster> = first.iter().zip(&second).map(difference).collect();
    match (experts::mean(&clusters, Confidence::P95), experts::mean(&clusters, refuting(parts))) {
        (Some(usual), Some(wider)) => Finding::positive(&name, usual, wider, clusters.len() as u64),
        _ => Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() },
    }
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let games = experts::games::<Predicted>(evidence, ALL);
    let positions: usize = games.iter().map(|game| game.positions).sum();
    let caption = format!(
        "The moves of professionals in {positions} positions of {} games, with the margins of 95% intervals.",
        games.len()
    );
    let mut table = Table::new(caption, ["player", "first choice", "among the first five", "error"]);
    for (place, name) in PLAYERS.iter().enumerate() {
        let share = |of| experts::in_words(&clusters(evidence, place, of), percent);
        let error = experts::in_words(&clusters(evidence, place, |sums| sums.error), number);
        table.row([name.to_string(), share(|sums| sums.first), share(|sums| sums.five), error]);
    }
    vec![table.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Games of 200 positions in which the players' first choices are right this often, more or less by the noise; the
    /// error of all players is the last share.
    fn verdict(claim: usize, games: usize, shares: [f64; 4], noise: f64) -> Verdict {
        let game = |number: usize| {
            let noise = if number.is_multiple_of(2) { noise } else { -noise };
            let of = |(place, share): (usize, f64)| Sums {
                error: 200.0 * (shares[3] + noise),
                first: 200.0 * (share + if place == LARGE { -noise } else { noise }),
                five: 180.0,
            };
            let players = shares.into_iter().enumerate().map(of).collect();
            Predicted { game: number.to_string(), positions: 200, players }
        };
        let evidence = Evidence::made_up([(ALL, vec![(0..games).map(game).collect::<Vec<_>>()])]);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn shares_are_near_the_figures_of_the_cards_or_not() {
        assert_eq!(verdict(0, 400, [0.523, 0.508, 0.4, 0.1], 0.02), Holds);
        assert_eq!(verdict(0, 400, [0.523, 0.45, 0.4, 0.1], 0.02), DoesNotHold);
        assert_eq!(verdict(0, 20, [0.523, 0.5, 0.4, 0.1], 0.1), Undecided);
    }

    #[test]
    fn a_model_is_better_or_not() {
        assert_eq!(verdict(1, 400, [0.53, 0.5, 0.4, 0.1], 0.02), Holds);
        assert_eq!(verdict(1, 400, [0.47, 0.5, 0.4, 0.1], 0.02), DoesNotHold);
        assert_eq!(verdict(1, 10, [0.51, 0.5, 0.4, 0.1], 0.1), Undecided);
    }

    #[test]
    fn an_error_is_near_its_figure_or_not() {
        assert_eq!(verdict(2, 400, [0.5, 0.5, 0.4, 0.146], 0.01), Holds);
        assert_eq!(verdict(2, 400, [0.5, 0.5, 0.4, 0.2], 0.01), DoesNotHold);
        assert_eq!(verdict(2, 10, [0.5, 0.5, 0.4, 0.146], 0.1), Undecided);
    }
}
