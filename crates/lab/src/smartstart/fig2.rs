//! Figure 2: what the clusters cost the search, in playouts per second.

use std::collections::BTreeMap;
use std::time::Instant;

use goban::{Game, Move, Rules};
use models::openings::Clusters;
use player::{Budget, Player, Stop};
use plot::{Axis, LineChart, Series};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Confidence, Estimate, mean_estimate};

use super::clusters::TRAINING_GAMES;
use super::numbers::{ClustersFile, trained};
use super::{above, mean_in_words};
use crate::verdict::{Finding, Verdict};
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Figure, Lab, LabError, Scale, Table, Trial, Unit, papers, percent,
};

/// The last move at which clusters are used.
const LAST: usize = 12;
/// The moves of the figure: two beyond the last.
const MOVES: usize = LAST + 2;
/// The condition, which has all players, and its name for the one without clusters.
const ALL: &str = "in turn";
const OFF: &str = "no clusters";
const FILTER_64: &str = "filter, 64 clusters";
const FILTER_128: &str = "filter, 128 clusters";
/// The players with clusters: the number of these, and how they are used.
const PLAYERS: [(&str, usize, &str); 4] = [
    (FILTER_64, 64, "filter"),
    (FILTER_128, 128, "filter"),
    ("bias 40, 64 clusters", 64, "bias"),
    ("bias 40, 128 clusters", 128, "bias"),
];

/// In each unit all players search all positions in turn, so that whatever else slows the machine slows them alike.
const TRIAL: Trial = Trial { name: "smartstart/fig2", alone: true, conditions, measure };

#[derive(Serialize, Deserialize)]
struct Settings {
    playouts: u64,
    moves: usize,
    training_games: usize,
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let settings = Settings {
        playouts: scale.pick(4_000, 20),
        moves: scale.pick(MOVES, 3),
        training_games: scale.pick(TRAINING_GAMES, 25),
    };
    vec![Condition::new(ALL, scale.pick(30, 2), 30.0, &settings)]
}

/// Playouts per second of each player at each move, from move 1.
type Speeds = BTreeMap<String, Vec<f64>>;

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Settings { playouts, moves, training_games } = unit.settings()?;
    let shrink = |clusters: usize| lab.scale.pick(clusters, clusters / 16);
    let mut files = BTreeMap::new();
    for (_, clusters, _) in PLAYERS {
        let number = shrink(clusters);
        let clusters = trained((number, number), LAST.min(MOVES), training_games, lab)?;
        files.insert(number, ClustersFile::write(&clusters)?);
    }
    let plain = format!("orego:playouts={playouts},early=false");
    let mut players = vec![(OFF, lab.player(&plain)?)];
    for (name, clusters, manner) in PLAYERS {
        let path = files[&shrink(clusters)].path.display();
        players.push((name, lab.player(&format!("{plain},opening={manner},clusters=[{path}]"))?));
    }
    let mut speeds: Speeds = players.iter().map(|(name, _)| (name.to_string(), Vec::new())).collect();
    let mut game = Game::new(lab.scale.pick(19, 9), Rules::CHINESE, 7.5);
    for number in 0..moves {
        // Another player begins each time.
        players.rotate_left(1);
        for (name, player) in &mut players {
            lab.check_stop()?;
            let speed = speed(&mut **player, &game, playouts, unit.seed(), &lab.stop)?;
            if let Some(speeds) = speeds.get_mut(*name) {
                speeds.push(speed.round());
            }
        }
        if number + 1 < moves {
            game.play(typical_move(&game, lab)?).map_err(LabError::failed)?;
        }
    }
    serde_json::to_value(speeds).map_err(LabError::failed)
}

/// Playouts per second of one search from scratch.
fn speed(player: &mut dyn Player, game: &Game, playouts: u64, seed: u64, stop: &Stop) -> Result<f64, LabError> {
    player.reset(seed);
    let start = Instant::now();
    let choice = player.choose(game, Budget::playouts(playouts), stop).map_err(LabError::failed)?;
    Ok(choice.analysis.visits as f64 / start.elapsed().as_secs_f64())
}

/// The move that experts play most often here; beyond the clusters, the first choice of `preference`.
fn typical_move(game: &Game, lab: &Lab<'_>) -> Result<Move, LabError> {
    let clusters = Clusters::embedded("default");
    let mut sums = Vec::new();
    let near = clusters.and_then(|clusters| clusters.nearest(game.board(), game.move_number(), &mut sums));
    let known = near.and_then(|near| near.cluster.moves.iter().find(|(point, _)| game.board().is_legal(*point)));
    match known {
        Some(&(point, _)) => Ok(Move::Play(point)),
        None => {
            let choice = lab.player("preference")?.choose(game, Budget::default(), &lab.stop);
            Ok(choice.map_err(LabError::failed)?.mv)
        }
    }
}

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/fig2",
    title: "What opening clusters cost the search",
    place: "figure 2 and section 4.3",
    source: "The paper measured playouts per second by move number, without clusters and with 64 and 128 of them. The \
             position's vector is compared with every cluster centre in the first moves of the game, in the tree and \
             in playouts. The speeds are drawn in a figure that our copy of the paper has lost; the text gives the \
             limits of the overhead.",
    ours: "At each of the first 14 moves of a typical opening (the most frequent move of professionals), orego \
           searches 4,000 playouts from scratch on 19x19 with one thread, without clusters, with the filter and with \
           the bias, of 64 and of 128 clusters up to move 12. The searches alternate, and an overhead is the mean of \
           the paired ratios over the repetitions, with Student's interval. The paper does not say whether the filter \
           or the bias was measured; the claims are judged by the filter, which also acts in playouts.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "64 clusters make the search less than 2% slower at their worst",
            place: "section 4.3",
            test: WORST_TEST,
            judge: |evidence| worst_below(evidence, FILTER_64, "fig2.overhead.64"),
        },
        Claim {
            text: "128 clusters make the search less than 5% slower at their worst",
            place: "section 4.3",
            test: WORST_TEST,
            judge: |evidence| worst_below(evidence, FILTER_128, "fig2.overhead.128"),
        },
        Claim {
            text: "The overhead increases with the number of clusters",
            place: "section 4.3",
            test: "the difference of the mean overheads at moves 1 to 12 between 128 and 64 clusters, filter and bias: \
                   Student's 95% interval lies above zero",
            judge: |evidence| {
                let part = |manner: &str| {
                    let [few, many] =
                        [64, 128].map(|n| mean_overheads(evidence, &format!("{manner}, {n} clusters"), 1..=LAST));
                    let more: Vec<f64> = many.iter().zip(&few).map(|(many, few)| many - few).collect();
                    above(&format!("{manner}, 128 less 64 clusters"), &more, 0.0, 2)
                };
                Finding::all(["filter", "bias 40"].map(part))
            },
        },
        Claim {
            text: "The overhead is worst in the first few moves",
            place: "section 4.3",
            test: "the difference of the mean overheads of the filter between moves 1 to 3 and moves 10 to 12: \
                   Student's 95% interval lies above zero",
            judge: |evidence| {
                let part = |name: &str| {
                    let (first, last) =
                        (mean_overheads(evidence, name, 1..=3), mean_overheads(evidence, name, LAST - 2..=LAST));
                    let more: Vec<f64> = first.iter().zip(&last).map(|(first, last)| first - last).collect();
                    above(name, &more, 0.0, 2)
                };
                Finding::all([FILTER_64, FILTER_128].map(part))
            },
        },
    ],
    exhibits,
};

const WORST_TEST: &str = "the overhead of the filter at each of moves 1 to 12: all of Student's 95% intervals lie \
                          below the limit; refuted if one lies above it at 5% divided by twelve";

/// The overheads of a player at a move, one of each unit.
fn overheads(evidence: &Evidence, name: &str, at: usize) -> Vec<f64> {
    let overhead = |speeds: &Speeds| {
        let speed = |name: &str| speeds.get(name)?.get(at - 1).copied();
        Some(1.0 - speed(name)? / speed(OFF)?)
    };
    evidence.outcomes::<Speeds>(ALL).iter().filter_map(overhead).collect()
}

/// The mean overheads of a player over some moves, one of each unit.
fn mean_overheads(evidence: &Evidence, name: &str, moves: std::ops::RangeInclusive<usize>) -> Vec<f64> {
    let by_move: Vec<Vec<f64>> = moves.map(|at| overheads(evidence, name, at)).collect();
    let units = by_move.iter().map(Vec::len).min().unwrap_or(0);
    (0..units).filter_map(|unit| stats::mean(by_move.iter().map(|values| values[unit]))).collect()
}

/// The overhead of a player is below a published limit at every move.
fn worst_below(evidence: &Evidence, name: &str, limit: &str) -> Finding {
    let limit = papers::value("smartstart", limit).unwrap_or(f64::NAN) / 100.0;
    let at = |confidence| move |at: usize| Some((at, mean_estimate(&overheads(evidence, name, at), confidence)?));
    let usual: Vec<(usize, Estimate)> = (1..=LAST).filter_map(at(Confidence::P95)).collect();
    let strict = Confidence::new(1.0 - 0.05 / LAST as f64).unwrap_or_default();
    let worst = usual.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let Some((worst_move, worst)) = worst.filter(|_| usual.len() == LAST) else {
        return Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() };
    };
    let verdict = if usual.iter().all(|(_, estimate)| estimate.interval.high < limit) {
        Verdict::Holds
    } else if (1..=LAST).filter_map(at(strict)).any(|(_, estimate)| estimate.interval.low > limit) {
        Verdict::DoesNotHold
    } else {
        Verdict::Undecided
    };
    let units = evidence.of(ALL).count() as f64;
    let figures = format!(
        "{name}: worst at move {worst_move}, {} ({} to {}, {units} units)",
        percent(worst.value),
        percent(worst.interval.low),
        percent(worst.interval.high)
    );
    let needed = units * (worst.error() / (worst.value - limit).abs().max(1e-6)).powi(2);
    Finding::new(verdict, figures).needing(needed.max(units + 1.0))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let speeds = evidence.outcomes::<Speeds>(ALL);
    let names: Vec<&str> = [OFF].into_iter().chain(PLAYERS.map(|(name, _, _)| name)).collect();
    let of = |name: &str, at: usize| -> Vec<f64> {
        speeds.iter().filter_map(|speeds| speeds.get(name)?.get(at - 1).copied()).collect()
    };
    let header = ["move".to_string(), format!("{OFF}, playouts per second")]
        .into_iter()
        .chain(names[1..].iter().map(|name| format!("{name}, overhead")));
    let caption = "Speed without clusters, and the overhead of clusters, with 95% intervals over repetitions. Negative \
                   overheads are faster than without clusters. The paper has less than 2% for 64 and less than 5% for \
                   128 clusters.";
    let mut table = Table::new(caption, header);
    let per_second = |x: f64| format!("{x:.0}");
    for at in 1..=MOVES {
        let own = |name: &&str| mean_in_words(&overheads(evidence, name, at), percent);
        let cells = [at.to_string(), mean_in_words(&of(OFF, at), per_second)];
        table.row(cells.into_iter().chain(names[1..].iter().map(own)));
    }
    let series = names.iter().map(|name| {
        let point = |at: usize| Some((at as f64, mean_estimate(&of(name, at), Confidence::P95)?.value));
        Series::new(*name, (1..=MOVES).filter_map(point).collect())
    });
    let chart = LineChart {
        title: "SmartStart speed in playouts per second".to_string(),
        x: Axis::new("move number"),
        y: Axis::new("playouts per second").from(0.0),
        series: series.collect(),
        ..LineChart::default()
    };
    let caption =
        "Playouts per second by move number, without clusters and with 64 and 128 of them as filter and as bias.";
    vec![table.into(), Figure::new("", caption, chart.svg()).into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    /// Ten units with these overheads in per cent of the four players at a move, and some noise, which is opposite for
    /// different numbers of clusters and for early and late moves.
    fn verdict(claim: usize, overheads: impl Fn(usize, usize) -> f64, noise: f64) -> Verdict {
        let unit = |number: usize| -> Speeds {
            let wobble = noise * (number as f64 - 4.5) / 4.5;
            let speeds = |player: usize| -> Vec<f64> {
                let speed = |at| {
                    let wobble = if player.is_multiple_of(2) == (at > 4) { wobble } else { -wobble };
                    10_000.0 * (1.0 - (overheads(player, at) + wobble) / 100.0)
                };
                (1..=MOVES).map(speed).collect()
            };
            let named = PLAYERS.iter().enumerate().map(|(place, (name, _, _))| (name.to_string(), speeds(place)));
            named.chain([(OFF.to_string(), vec![10_000.0; MOVES])]).collect()
        };
        let evidence = Evidence::made_up([(ALL, (0..10).map(unit).collect::<Vec<_>>())]);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn sixty_four_clusters_cost_less_than_two_per_cent_or_not() {
        assert_eq!(verdict(0, |_, _| 1.0, 0.3), Holds);
        assert_eq!(verdict(0, |_, at| if at == 1 { 4.0 } else { 1.0 }, 0.3), DoesNotHold);
        assert_eq!(verdict(0, |_, _| 1.9, 2.0), Undecided);
    }

    #[test]
    fn a_hundred_and_twenty_eight_cost_less_than_five_or_not() {
        assert_eq!(verdict(1, |player, _| if player == 1 { 4.0 } else { 9.0 }, 0.3), Holds);
        assert_eq!(verdict(1, |_, _| 6.0, 0.3), DoesNotHold);
        assert_eq!(verdict(1, |_, _| 4.9, 2.0), Undecided);
    }

    #[test]
    fn more_clusters_cost_more_or_not() {
        assert_eq!(verdict(2, |player, at| player as f64 % 2.0 + 0.01 * at as f64, 0.3), Holds);
        assert_eq!(verdict(2, |player, _| -(player as f64 % 2.0), 0.3), DoesNotHold);
        assert_eq!(verdict(2, |_, _| 1.0, 0.3), Undecided);
    }

    #[test]
    fn the_first_moves_cost_most_or_not() {
        assert_eq!(verdict(3, |_, at| 3.0 - 0.2 * at as f64, 0.3), Holds);
        assert_eq!(verdict(3, |_, at| 0.2 * at as f64, 0.3), DoesNotHold);
        assert_eq!(verdict(3, |_, _| 1.0, 0.3), Undecided);
    }
}
