//! How well the networks predict the winners of professional games.

use learn::study::winners::{WinnerOptions, WinnerStudy};
use player::Player;
use plot::{Axis, LineChart, Series};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Cluster, Confidence, Interval};

use super::experts;
use crate::verdict::{Finding, refuting};
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Figure, Lab, LabError, Scale, Table, Trial, Unit, percent,
};

/// The players that predict, with the shares of right predictions on their cards.
const PLAYERS: [(&str, f64); 2] = [("net", 0.689), ("net:model=large", 0.695)];

/// The name of the one condition.
const ALL: &str = "games from 2024 on";

const TRIAL: Trial = Trial { name: "ponnuki/winners", alone: false, conditions, measure };

/// One position in so many is evaluated.
const EVERY: u32 = 5;

fn conditions(scale: Scale) -> Vec<Condition> {
    vec![Condition::new(ALL, scale.pick(40, 2), 5.0, &(experts::GAMES, EVERY))]
}

/// What was found in a game.
#[derive(Serialize, Deserialize)]
struct Predicted {
    game: String,
    /// The sums of each player.
    players: Vec<Vec<Sums>>,
}

/// The sums over the positions of a range of moves.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Sums {
    /// The first move of the range.
    from: usize,
    positions: usize,
    right: f64,
    brier: f64,
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let mut players: Vec<Box<dyn Player>> =
        PLAYERS.iter().map(|(spec, _)| lab.player(spec)).collect::<Result<_, LabError>>()?;
    let mut games = Vec::new();
    for (place, record) in experts::records(unit, lab)?.into_iter().enumerate() {
        let seed = Some(unit.seed().wrapping_add(place as u64));
        let mut study = WinnerStudy::new(WinnerOptions { games: None, every: EVERY, seed });
        players.iter_mut().zip(PLAYERS).for_each(|(player, (name, _))| study.add(name, player.as_mut()));
        study.run_records(std::slice::from_ref(&record), &lab.stop).map_err(LabError::failed)?;
        lab.check_stop()?;
        let sums = |predictions: &learn::study::winners::Predictions| {
            let ranges = predictions.ranges().into_iter().map(|range| {
                let positions = range.figures.positions;
                let [right, brier] = [range.figures.right, range.figures.brier].map(|mean| mean * positions as f64);
                Sums { from: range.from, positions, right, brier }
            });
            ranges.collect()
        };
        games.push(Predicted { game: record.id.clone(), players: study.predictions().iter().map(sums).collect() });
    }
    serde_json::to_value(games).map_err(LabError::failed)
}

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/winners",
    title: "How well the networks predict the winners of professional games",
    place: "models/README.md",
    source: "The cards of the networks say how often the side that they prefer wins the game: in 68.9% of the \
             positions for small and 69.5% for large, measured by the training script on 40,000 positions of \
             professional games from 2024 on.",
    ours: "400 games of the same collection from 2024 on, sampled at random; one position in five is evaluated, with \
           the game's own komi. A prediction is right if the winner's win rate is above one half. The Brier score is \
           the mean square of one minus that win rate: 0.25 for one half everywhere. Positions of a game share the \
           winner, so games are the units of the intervals (a jackknife that leaves out one game at a time).",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The winner is right in 68.9% of the positions with small and in 69.5% with large",
            place: "models/README.md, the cards of the networks",
            test: "the 95% interval of each lies within three percentage points of the figure, or outside",
            judge: |evidence| Finding::all([0, 1].map(|player| near(evidence, player))),
        },
        Claim {
            text: "Predictions become better in the course of a game",
            place: "docs/learning.md before the lab, winners",
            test: "each network is right more often from move 141 on than up to move 60: the 95% interval of the \
                   difference, game by game where both occur, lies above 0",
            judge: |evidence| Finding::all([0, 1].map(|player| later(evidence, player))),
        },
    ],
    exhibits,
};

/// The right predictions of a player in each game, over ranges of moves that begin within an interval.
fn clusters(evidence: &Evidence, player: usize, within: (usize, usize), of: fn(&Sums) -> f64) -> Vec<Cluster> {
    let cluster = |game: &Predicted| {
        let ranges = game.players.get(player).into_iter().flatten();
        let ranges = ranges.filter(|sums| (within.0..=within.1).contains(&sums.from));
        let add =
            |sum: Cluster, one: &Sums| Cluster { count: sum.count + one.positions as f64, sum: sum.sum + of(one) };
        ranges.fold(Cluster::default(), add)
    };
    experts::games(evidence, ALL).iter().map(cluster).collect()
}

const WHOLE: (usize, usize) = (1, usize::MAX);

/// Those with a position.
fn measured(clusters: Vec<Cluster>) -> Vec<Cluster> {
    clusters.into_iter().filter(|cluster| cluster.count > 0.0).collect()
}

fn near(evidence: &Evidence, player: usize) -> Finding {
    let (name, share) = PLAYERS[player];
    let clusters = measured(clusters(evidence, player, WHOLE, |sums| sums.right));
    let Some(right) = experts::mean(&clusters, Confidence::P95) else {
        return Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() };
    };
    let range = Interval { low: share - 0.03, high: share + 0.03 };
    Finding::within(&format!("{name} against {}", percent(share)), right, range, clusters.len() as u64)
}

/// Right more often late in a game than early, game by game.
fn later(evidence: &Evidence, player: usize) -> Finding {
    let name = PLAYERS[player].0;
    let [early, late] = [(1, 41), (141, usize::MAX)].map(|range| clusters(evidence, player, range, |sums| sums.right));
    let both = early.iter().zip(&late).filter(|(early, late)| early.count > 0.0 && late.count > 0.0);
    let gain = |(early, late): (&Cluster, &Cluster)| late.sum / late.count - early.sum / early.count;
    let gains: Vec<f64> = both.map(gain).collect();
    let estimate = |confidence| stats::mean_estimate(&gains, confidence).filter(|_| gains.len() > 1);
    match (estimate(Confidence::P95), estimate(refuting(PLAYERS.len()))) {
        (Some(usual), Some(wider)) => {
            Finding::positive(&format!("{name}, gain in right predictions"), usual, wider, gains.len() as u64)
        }
        _ => Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() },
    }
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let header = ["moves".to_string()].into_iter();
    let header =
        header.chain(PLAYERS.iter().flat_map(|(name, _)| [format!("{name}, right"), "Brier score".to_string()]));
    let mut table = Table::new("Predictions of the winner by move number, with the margins of 95% intervals.", header);
    let brier = |share: f64| format!("{share:.3}");
    let row = |name: String, within: (usize, usize)| {
        let cells = (0..PLAYERS.len()).flat_map(move |player| {
            let of = |of| measured(clusters(evidence, player, within, of));
            [experts::in_words(&of(|sums| sums.right), percent), experts::in_words(&of(|sums| sums.brier), brier)]
        });
        [name].into_iter().chain(cells)
    };
    let starts = || (1..=301).step_by(20);
    for from in starts() {
        if !measured(clusters(evidence, 0, (from, from), |sums| sums.right)).is_empty() {
            let name = if from > 300 { format!("{from}-") } else { format!("{from}-{}", from + 19) };
            table.row(row(name, (from, from)));
        }
    }
    table.row(row("all".to_string(), WHOLE));
    let series = PLAYERS.iter().enumerate().map(|(player, (name, _))| {
        let point = |from: usize| {
            let clusters = measured(clusters(evidence, player, (from, from), |sums| sums.right));
            let mean = experts::mean(&clusters, Confidence::P95)?;
            Some((from as f64 + 9.5 + 1.5 * player as f64, mean))
        };
        let means: Vec<_> = starts().filter_map(point).collect();
        Series::new(*name, means.iter().map(|(x, mean)| (*x, mean.value)).collect())
            .with_bars(means.iter().map(|(x, mean)| (*x, mean.interval.low, mean.interval.high)))
    });
    let chart = LineChart {
        title: "Winners predicted".to_string(),
        x: Axis::new("move"),
        y: Axis::new("right").percent(),
        series: series.collect(),
        ..LineChart::default()
    };
    let caption = "The share of positions in which the winner is predicted, by move number, with 95% intervals.";
    vec![table.into(), Figure::new("", caption, chart.svg()).into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Games with ten positions early and ten late, predicted this often, more or less by the noise.
    fn verdict(claim: usize, games: usize, [early, late]: [f64; 2], noise: f64) -> Verdict {
        let game = |number: usize| {
            let noise = if number.is_multiple_of(2) { noise } else { -noise };
            let sums = |(from, right): (usize, f64)| Sums { from, positions: 10, right: 10.0 * right, brier: 2.0 };
            let player = vec![sums((1, early + noise)), sums((181, late - noise / 2.0))];
            Predicted { game: number.to_string(), players: vec![player; 2] }
        };
        let evidence = Evidence::made_up([(ALL, vec![(0..games).map(game).collect::<Vec<_>>()])]);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn shares_are_near_those_of_the_cards_or_not() {
        assert_eq!(verdict(0, 400, [0.6, 0.78], 0.1), Holds);
        assert_eq!(verdict(0, 400, [0.5, 0.6], 0.1), DoesNotHold);
        assert_eq!(verdict(0, 10, [0.6, 0.78], 0.4), Undecided);
    }

    #[test]
    fn predictions_become_better_or_not() {
        assert_eq!(verdict(1, 400, [0.6, 0.8], 0.1), Holds);
        assert_eq!(verdict(1, 400, [0.8, 0.6], 0.1), DoesNotHold);
        assert_eq!(verdict(1, 10, [0.6, 0.65], 0.3), Undecided);
    }
}
