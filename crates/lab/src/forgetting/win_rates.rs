//! What the experiments with games against GNU Go share: policies at some numbers of playouts.

use plot::{Axis, Dot, DotChart, LineChart, Series};
use stats::{Confidence, Score};

use super::{PLAYOUTS, orego};
use crate::games::{self, Pairing};
use crate::verdict::Finding;
use crate::{Condition, Evidence, Exhibit, Figure, Scale, Table, percent};

/// The test of the claims that one policy is stronger than another.
pub(super) const TEST: &str = "z-test for two proportions (Fisher's exact test for small samples), two-sided, p < 0.05";

/// The conditions of some policies on a board, at all numbers of playouts. `seconds` is what a game at 8,000 playouts
/// takes.
pub(super) fn conditions(scale: Scale, size: usize, games: u64, seconds: f64, policies: &[&str]) -> Vec<Condition> {
    let each = |playouts: u64| {
        let seconds = seconds * playouts as f64 / 8_000.0;
        policies.iter().map(move |policy| condition(scale, size, games, seconds, (policy, playouts)))
    };
    scale.pick(&PLAYOUTS[..], &PLAYOUTS[..1]).iter().flat_map(|&playouts| each(playouts)).collect()
}

/// The condition of a policy at a number of playouts.
pub(super) fn condition(
    scale: Scale,
    size: usize,
    games: u64,
    seconds: f64,
    (policy, playouts): (&str, u64),
) -> Condition {
    let pairing = Pairing::new(orego(policy, playouts, scale), games::gnugo(scale), scale.pick(size, 5));
    Condition::new(name(policy, playouts), scale.pick(games, 2), seconds, &pairing)
}

/// Those of some conditions whose names pass.
pub(super) fn only(conditions: Vec<Condition>, passes: impl Fn(&str) -> bool) -> Vec<Condition> {
    conditions.into_iter().filter(|condition| passes(&condition.name)).collect()
}

/// The name of a condition.
pub(super) fn name(policy: &str, playouts: u64) -> String {
    format!("{policy} {playouts}")
}

/// The score of a policy, each different game once.
pub(super) fn score(evidence: &Evidence, policy: &str, playouts: u64) -> Score {
    games::score(evidence, &name(policy, playouts)).different
}

/// The numbers of playouts with at least one game of these policies.
pub(super) fn measured(evidence: &Evidence, policies: &[&str]) -> Vec<u64> {
    let any = |playouts: &u64| policies.iter().any(|policy| score(evidence, policy, *playouts).games() > 0);
    PLAYOUTS.into_iter().filter(any).collect()
}

/// The first policies are stronger than the second ones, at each of these numbers of playouts.
pub(super) fn stronger(evidence: &Evidence, pairs: &[(&str, &str)], playouts: &[u64]) -> Finding {
    compare(evidence, pairs, playouts, Finding::higher)
}

/// A comparison of two named scores, as one of a number of parts.
type Compare = fn((&str, &Score), (&str, &Score), usize) -> Finding;

pub(super) fn compare(evidence: &Evidence, pairs: &[(&str, &str)], playouts: &[u64], by: Compare) -> Finding {
    let parts = pairs.len() * playouts.len();
    Finding::all(playouts.iter().flat_map(|&playouts| {
        pairs.iter().map(move |&(first, second)| {
            let (one, other) = (score(evidence, first, playouts), score(evidence, second, playouts));
            by((&name(first, playouts), &one), (&name(second, playouts), &other), parts)
        })
    }))
}

/// The table and the figure of some policies: the setting, and the name.
pub(super) fn exhibits(evidence: &Evidence, title: &str, policies: &[(&str, &str)]) -> Vec<Exhibit> {
    let settings: Vec<&str> = policies.iter().map(|(policy, _)| *policy).collect();
    let playouts = measured(evidence, &settings);
    let header = ["policy".to_string()].into_iter().chain(PLAYOUTS.map(|n| format!("{n} playouts")));
    let mut table = Table::new("Games won against GNU Go, with 95% intervals.", header);
    for &(policy, label) in policies {
        let rate = |playouts| games::rate_in_words(&games::score(evidence, &name(policy, playouts)));
        table.row([label.to_string()].into_iter().chain(PLAYOUTS.map(rate)));
    }
    let middle = (policies.len() as f64 - 1.0) / 2.0;
    let series = policies.iter().enumerate().map(|(place, (policy, label))| {
        // Beside each other, where the bars would hide one another.
        let x = |playouts: u64| playouts as f64 * (1.0 + 0.012 * (place as f64 - middle));
        let rate = |&playouts: &u64| {
            let score = games::score(evidence, &name(policy, playouts));
            (score.games() > 0).then(|| (x(playouts), score.win_rate(Confidence::P95)))
        };
        let rates: Vec<_> = playouts.iter().filter_map(rate).collect();
        Series::new(*label, rates.iter().map(|(x, rate)| (*x, rate.value)).collect())
            .with_bars(rates.iter().map(|(x, rate)| (*x, rate.interval.low, rate.interval.high)))
    });
    let chart = LineChart {
        title: title.to_string(),
        x: Axis::new("playouts per move").log().from(7_000.0).to(37_000.0),
        y: Axis::new("games won").percent(),
        series: series.collect(),
        ..LineChart::default()
    };
    let caption = "Win rates against GNU Go with 95% intervals, by playouts per move.";
    vec![table.into(), Figure::new("", caption, chart.svg()).into()]
}

/// A table and a figure of the win rates under some conditions: the label, and the name of the condition.
pub(super) fn dots(evidence: &Evidence, title: &str, caption: &str, conditions: &[(String, String)]) -> Vec<Exhibit> {
    let mut table = Table::new(caption, ["player", "won"]);
    let mut dots = Vec::new();
    for (label, condition) in conditions {
        let score = games::score(evidence, condition);
        table.row([label.clone(), games::rate_in_words(&score)]);
        if score.games() > 0 {
            let rate = score.win_rate(Confidence::P95);
            let interval = Some((rate.interval.low, rate.interval.high));
            dots.push(Dot { name: label.clone(), value: rate.value, interval, figure: percent(rate.value) });
        }
    }
    let values = Axis::new("games won").percent().from(0.0).to(1.0);
    let chart = DotChart { title: title.to_string(), values, dots, ..DotChart::default() };
    vec![table.into(), Figure::new("", caption, chart.svg()).into()]
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::POLICIES;
    use super::*;

    /// Evidence in which the five policies won this many of so many games at every number of playouts.
    pub(in crate::forgetting) fn made_up(wins: [usize; 5], games: usize) -> Evidence {
        let of = |playouts: u64| {
            let each = POLICIES.iter().zip(wins);
            each.map(move |((policy, _), wins)| (name(policy, playouts), games::made_up(wins, games - wins)))
        };
        Evidence::made_up(PLAYOUTS.into_iter().flat_map(of))
    }
}
