//! How fast playouts, searches and networks are.

use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use goban::{Board, Game, Move, Point, PointMap, Rules};
use models::expert::Expert;
use models::net::{NetEvaluator, Network, Position, Symmetries};
use player::{Budget, Rng};
use search::playout;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Confidence, Interval, mean_estimate};

use crate::verdict::{Finding, number};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit};

/// What is timed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Work {
    /// Uniformly random playouts from the empty board, without a tree.
    Playouts { threads: usize },
    /// A search from the empty board.
    Search { player: String },
    /// Evaluations by a network, of the positions of random games.
    Network { model: String },
    /// Rankings of all moves by a model of experts, of the same positions.
    Ranking { model: String },
}

#[derive(Serialize, Deserialize)]
struct Timed {
    #[serde(flatten)]
    work: Work,
    size: usize,
    seconds: f64,
}

/// How much was done in how long.
#[derive(Serialize, Deserialize)]
pub(super) struct Speed {
    pub(super) count: u64,
    pub(super) seconds: f64,
}

impl Speed {
    fn per_second(&self) -> f64 {
        self.count as f64 / self.seconds.max(1e-9)
    }
}

/// The runs.
pub(super) const TRIAL: Trial = Trial { name: "ponnuki/speed", alone: true, conditions, measure };

/// The searches, by their names in tables.
const SEARCHES: [(&str, &str); 9] = [
    (RAVE, "rave"),
    ("rave, two threads", "rave:threads=2"),
    (NO_MODEL, "rave:prior-intuition=0"),
    (EVERY_NODE, "rave:intuition-after=0"),
    ("rave with iku", "rave:prior-model=iku"),
    (OFF, "rave:policy=mogo,expand=8,prior-intuition=0"),
    ("MoGo's playouts, two threads", "rave:policy=mogo,expand=8,prior-intuition=0,threads=2"),
    (LGRF2, "rave:policy=mogo,reply=lgrf2,expand=8,prior-intuition=0"),
    ("LGRF-2, two threads", "rave:policy=mogo,reply=lgrf2,expand=8,prior-intuition=0,threads=2"),
];
pub(super) const RAVE: &str = "rave";
const NO_MODEL: &str = "rave without the expert model";
const EVERY_NODE: &str = "rave, the expert model at every node";
const OFF: &str = "MoGo's playouts";
pub(super) const LGRF2: &str = "LGRF-2";

/// The name of a condition.
pub(super) fn name(what: &str, size: usize) -> String {
    format!("{what} {size}x{size}")
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let mut work: Vec<(String, Work)> = Vec::new();
    work.push(("uniform playouts".to_string(), Work::Playouts { threads: 1 }));
    work.push(("uniform playouts, two threads".to_string(), Work::Playouts { threads: 2 }));
    work.extend(SEARCHES.map(|(what, player)| (what.to_string(), Work::Search { player: player.to_string() })));
    for model in ["small", "large"] {
        let player = format!("mcts:model={model}");
        work.push((format!("network {model}"), Work::Network { model: model.to_string() }));
        work.push((format!("mcts, network {model}"), Work::Search { player }));
    }
    for model in Expert::EMBEDDED {
        work.push((format!("ranking by {model}"), Work::Ranking { model: model.to_string() }));
    }
    let condition = |(what, work): &(String, Work), size: usize| {
        let timed = Timed { work: work.clone(), size, seconds: scale.pick(5.0, 0.01) };
        Condition::new(name(what, size), scale.pick(10, 2), timed.seconds, &timed)
    };
    let sizes: &[usize] = scale.pick(&[9, 19], &[9]);
    sizes.iter().flat_map(|&size| work.iter().map(move |what| condition(what, size))).collect()
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Timed { work, size, seconds } = unit.settings()?;
    let time = Duration::from_secs_f64(seconds);
    let begun = Instant::now();
    let count = match &work {
        Work::Playouts { threads } => playouts(size, *threads, unit.seed(), time),
        Work::Search { player } => return search(lab, player, size, unit.seed(), time),
        Work::Network { model } => {
            let network = Network::embedded(model).ok_or_else(|| LabError::failed(format!("no network {model}")))?;
            let mut evaluator = NetEvaluator::default();
            positions(size, unit.seed(), time, |game| {
                evaluator.evaluate(network, &Position::of(game), Symmetries::STRAIGHT);
            })
        }
        Work::Ranking { model } => {
            let mut expert = Expert::embedded(model).ok_or_else(|| LabError::failed(format!("no model {model}")))?;
            let mut values = PointMap::new(0.0);
            positions(size, unit.seed(), time, |game| {
                let points: Vec<Point> = game.legal_points().collect();
                expert.rank(game.board(), &points, &mut values);
            })
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    lab.check_stop()?;
    serde_json::to_value(Speed { count, seconds }).map_err(LabError::failed)
}

/// Playouts until the time is up.
fn playouts(size: usize, threads: usize, seed: u64, time: Duration) -> u64 {
    // Playouts between two readings of the clock: a few milliseconds even on the largest board.
    const INTERVAL: u64 = 64;
    let end = Instant::now() + time;
    let play = |worker: u64| {
        let (mut rng, empty, mut count) = (Rng::new(seed.wrapping_add(worker)), Board::new(size), 0);
        while Instant::now() < end {
            for _ in 0..INTERVAL {
                black_box(playout::uniform(&mut empty.clone(), &mut rng));
            }
            count += INTERVAL;
        }
        count
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads as u64).map(|worker| scope.spawn(move || play(worker))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).sum()
    })
}

/// One search from the empty board, after a short one that warms up the memory.
fn search(lab: &Lab<'_>, player: &str, size: usize, seed: u64, time: Duration) -> Result<Value, LabError> {
    let mut player = lab.player(player)?;
    let game = Game::new(size, Rules::CHINESE, 7.5);
    player.reset(seed);
    player.choose(&game, Budget::playouts(10), &lab.stop).map_err(LabError::failed)?;
    player.reset(seed);
    // As many playouts as there is time for, also where one move is far ahead.
    let budget = Budget { playouts: Some(u64::MAX), ..Budget::time(time) };
    let begun = Instant::now();
    let choice = player.choose(&game, budget, &lab.stop).map_err(LabError::failed)?;
    let seconds = begun.elapsed().as_secs_f64();
    lab.check_stop()?;
    serde_json::to_value(Speed { count: choice.analysis.visits, seconds }).map_err(LabError::failed)
}

/// Evaluates the positions of random games until the time is up; returns their number.
fn positions(size: usize, seed: u64, time: Duration, mut evaluate: impl FnMut(&Game)) -> u64 {
    let (end, empty, mut rng) = (Instant::now() + time, Game::new(size, Rules::CHINESE, 7.5), Rng::new(seed));
    let (mut game, mut count) = (empty.clone(), 0);
    while Instant::now() < end {
        evaluate(&game);
        count += 1;
        let legal: Vec<Point> = game.legal_points().collect();
        let point = rng.pick(&legal).copied();
        // Late positions of random games are not typical.
        let is_full = game.move_number() >= size * size / 2;
        if is_full || point.is_none_or(|point| game.play(Move::Play(point)).is_err()) {
            game = empty.clone();
        }
    }
    count
}

/// The measurements.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/speed",
    title: "How fast playouts, searches and networks are",
    place: "docs/players.md, rave and mcts",
    source: "The documents say what threads gain, and what the expert model and the replies cost the search with \
             playouts. Before the lab they had figures of several machines.",
    ours: "Ten runs of five seconds for each row, one at a time, on a machine that should do nothing else. They run in \
           rounds, so that every row has its turn before the next round begins: a machine that slows down for a while \
           slows all of them, and ratios are those of the same round. Searches start from the empty board. Networks \
           evaluate, and models of experts rank, the positions of random games up to half of the board's points. The \
           rows with MoGo's playouts make a node after eight visits and have no expert model.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Two threads make about 1.9 times as many playouts as one, without replies",
            place: "docs/players.md before the lab, speed",
            test: "the 95% interval (Student's, over the rounds) of the ratio lies between 1.7 and 2.1 on 9x9 and \
                   19x19, or outside",
            judge: |evidence| {
                let range = Interval { low: 1.7, high: 2.1 };
                ratios(evidence, &[("MoGo's playouts, two threads", OFF, range, range)])
            },
        },
        Claim {
            text: "With replies two threads gain less",
            place: "docs/players.md, rave",
            test: "the 95% interval (Student's, over the rounds) of the gain of two threads with LGRF-2 relative to \
                   that without lies below 1 on 9x9 and 19x19",
            judge: |evidence| Finding::all([9, 19].map(|size| threads_gain_less(evidence, size))),
        },
        Claim {
            text: "Replies cost more than 3% of the speed",
            place: "docs/players.md before the lab, speed",
            test: "the 95% interval of the speed with LGRF-2 relative to that without lies below 97% on 9x9 and 19x19",
            judge: |evidence| {
                let range = Interval { low: 0.0, high: 0.97 };
                ratios(evidence, &[(LGRF2, OFF, range, range)])
            },
        },
        Claim {
            text: "The expert model at the eighth visit of a position costs a quarter of the speed on 9x9 and an \
                   eighth on 19x19",
            place: "docs/players.md before the lab, the expert model",
            test: "the 95% interval of the relative speed lies within 70% to 80% on 9x9 and within 83% to 92% on \
                   19x19, or outside",
            judge: |evidence| {
                let ranges = (Interval { low: 0.7, high: 0.8 }, Interval { low: 0.83, high: 0.92 });
                ratios(evidence, &[(RAVE, NO_MODEL, ranges.0, ranges.1)])
            },
        },
        Claim {
            text: "At every new node the expert model would halve the speed of the search",
            place: "docs/players.md, rave",
            test: "the 95% interval of the relative speed lies within 40% to 60% on 9x9 and 19x19, or outside",
            judge: |evidence| {
                let range = Interval { low: 0.4, high: 0.6 };
                ratios(evidence, &[(EVERY_NODE, NO_MODEL, range, range)])
            },
        },
        Claim {
            text: "One move of the expert model costs more than a whole playout",
            place: "docs/players.md, rave",
            test: "the 95% interval of the rankings per second relative to the playouts per second of the search \
                   without the model lies below 1 on 9x9 and 19x19",
            judge: |evidence| {
                let range = Interval { low: 0.0, high: 1.0 };
                ratios(evidence, &[("ranking by intuition", NO_MODEL, range, range)])
            },
        },
    ],
    exhibits,
};

/// The speeds of a condition by round.
pub(super) fn speeds(evidence: &Evidence, condition: &str) -> Vec<(u64, f64)> {
    let speed = |entry: &crate::Entry| Some((entry.number, Speed::deserialize(&entry.outcome).ok()?.per_second()));
    evidence.of(condition).filter_map(speed).collect()
}

/// The speed of one relative to another in the same round, for all rounds that both have.
fn relative(evidence: &Evidence, one: &str, other: &str, size: usize) -> Vec<f64> {
    let [first, second] = [one, other].map(|what| speeds(evidence, &name(what, size)));
    let of_round = |round: u64| second.iter().find(|(number, speed)| *number == round && *speed > 0.0);
    first.iter().filter_map(|(round, speed)| Some(speed / of_round(*round)?.1)).collect()
}

/// The speeds of the first relative to the second lie within these ranges on 9x9 and 19x19.
fn ratios(evidence: &Evidence, claimed: &[(&str, &str, Interval, Interval)]) -> Finding {
    Finding::all(claimed.iter().flat_map(|&(one, other, small, large)| {
        [(9, small), (19, large)].map(|(size, range)| {
            let what = format!("{one} relative to {other} on {size}x{size}");
            Finding::mean_within(&what, &relative(evidence, one, other, size), range, 2 * claimed.len())
        })
    }))
}

fn threads_gain_less(evidence: &Evidence, size: usize) -> Finding {
    let with = relative(evidence, "LGRF-2, two threads", LGRF2, size);
    let without = relative(evidence, "MoGo's playouts, two threads", OFF, size);
    let gains: Vec<f64> = with.iter().zip(&without).map(|(with, without)| with / without).collect();
    let range = Interval { low: 0.0, high: 1.0 };
    Finding::mean_within(
        &format!("gain of two threads with replies relative to that without on {size}x{size}"),
        &gains,
        range,
        2,
    )
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let mut table = Table::new(
        "Playouts, visits, evaluations or rankings per second, with the margins of 95% intervals.",
        ["what", "9x9", "19x19"],
    );
    let cell = |what: &str, size: usize| {
        let speeds: Vec<f64> = speeds(evidence, &name(what, size)).into_iter().map(|(_, speed)| speed).collect();
        mean_estimate(&speeds, Confidence::P95).map_or_else(
            || "-".to_string(),
            |mean| match mean.error().is_finite() {
                true => format!("{} ± {}", number(mean.value), number(mean.error())),
                false => number(mean.value),
            },
        )
    };
    let names = evidence.conditions.iter().filter_map(|condition| condition.name.strip_suffix(" 9x9"));
    for what in names {
        table.row([what.to_string(), cell(what, 9), cell(what, 19)]);
    }
    vec![table.into()]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Ten rounds at this speed on both boards, more or less by the noise in turn.
    pub(in crate::ponnuki) fn rounds(what: &str, speed: f64, noise: f64) -> [(String, Vec<Value>); 2] {
        let round = |round: u64| {
            let count = speed * if round.is_multiple_of(2) { 1.0 + noise } else { 1.0 - noise };
            serde_json::to_value(Speed { count: (1000.0 * count) as u64, seconds: 1000.0 }).unwrap()
        };
        [9, 19].map(|size| (name(what, size), (0..10).map(round).collect()))
    }

    fn verdict(claim: usize, speeds: &[(&str, f64)], noise: f64) -> Verdict {
        let one =
            |(place, (what, speed)): (usize, &(&str, f64))| rounds(what, *speed, if place == 0 { noise } else { 0.0 });
        let evidence = Evidence::made_up(speeds.iter().enumerate().flat_map(one));
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn two_threads_gain_this_much_or_not() {
        let verdict = |two: f64, noise| verdict(0, &[("MoGo's playouts, two threads", two), (OFF, 1000.0)], noise);
        assert_eq!(
            [verdict(1900.0, 0.01), verdict(1400.0, 0.01), verdict(1750.0, 0.2)],
            [Holds, DoesNotHold, Undecided]
        );
    }

    #[test]
    fn with_replies_two_threads_gain_less_or_not() {
        let verdict = |two: f64, noise| {
            let two_threads = [("LGRF-2, two threads", two), ("MoGo's playouts, two threads", 1900.0)];
            verdict(1, &[&two_threads[..], &[(LGRF2, 1000.0), (OFF, 1000.0)]].concat(), noise)
        };
        assert_eq!(
            [verdict(1600.0, 0.01), verdict(2000.0, 0.01), verdict(1880.0, 0.2)],
            [Holds, DoesNotHold, Undecided]
        );
    }

    #[test]
    fn parts_cost_this_much_or_not() {
        for (claim, one, other, speeds) in [
            (2, LGRF2, OFF, [900.0, 1_000.0, 950.0]),
            (4, EVERY_NODE, NO_MODEL, [500.0, 800.0, 580.0]),
            (5, "ranking by intuition", NO_MODEL, [600.0, 1_500.0, 980.0]),
        ] {
            let verdicts = [(0, 0.01), (1, 0.005), (2, 0.2)]
                .map(|(which, noise)| verdict(claim, &[(one, speeds[which]), (other, 1_000.0)], noise));
            assert_eq!(verdicts, [Holds, DoesNotHold, Undecided], "{claim}");
        }
    }

    #[test]
    fn the_expert_model_has_a_price_on_each_board() {
        let verdict = |small: f64, large: f64, noise| {
            let [nine, _] = rounds(RAVE, small, noise);
            let [_, nineteen] = rounds(RAVE, large, noise);
            let evidence = Evidence::made_up([nine, nineteen].into_iter().chain(rounds(NO_MODEL, 1_000.0, 0.0)));
            (EXPERIMENT.claims[3].judge)(&evidence).verdict
        };
        assert_eq!(verdict(750.0, 875.0, 0.01), Holds);
        assert_eq!(verdict(900.0, 875.0, 0.01), DoesNotHold);
        assert_eq!(verdict(750.0, 875.0, 0.2), Undecided);
    }
}
