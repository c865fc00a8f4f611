//! What matches against stronger or older programs share: win rates in equal time, and the rates that are aimed at.

use plot::{Axis, Dot, DotChart};
use stats::Confidence;

use crate::games::{self, Pairing};
use crate::verdict::Finding;
use crate::{Condition, Evidence, Exhibit, Figure, Scale, Table, percent};

/// The test of the claims.
pub(super) const TEST: &str = "the 95% interval (Wilson's) of the win rate lies above the rate that is aimed at; an \
                               interval below it refutes the claim";

/// A match.
pub(super) struct Match {
    /// The name of its condition.
    pub name: &'static str,
    /// The player whose wins are counted.
    pub player: &'static str,
    /// The label of the opponent in engines.toml.
    pub opponent: &'static str,
    /// The size of the board.
    pub size: usize,
    /// The moves of a generated balanced opening; 0 for the empty board.
    pub opening: usize,
    /// The number of games.
    pub games: u64,
    /// The seconds for a move, if time is limited.
    pub seconds: Option<f64>,
    /// What a game takes, in seconds.
    pub each: f64,
    /// The win rate that is aimed at, if any.
    pub target: Option<f64>,
}

/// The conditions of matches.
pub(super) fn conditions(matches: &[Match], scale: Scale) -> Vec<Condition> {
    let condition = |one: &Match| {
        let pairing = Pairing {
            seconds: one.seconds.map(|seconds| scale.pick(seconds, 0.001)),
            opening: one.opening,
            keep: true,
            ..Pairing::new(one.player, scale.pick(format!("gtp:{}", one.opponent), "random".to_string()), one.size)
        };
        Condition::new(one.name, scale.pick(one.games, 2), one.each, &pairing)
    };
    scale.pick(matches, &matches[..1]).iter().map(condition).collect()
}

/// The win rate of a match is above the one that is aimed at.
pub(super) fn reached(evidence: &Evidence, one: &Match) -> Finding {
    let target = one.target.unwrap_or(0.5);
    Finding::rate_above(one.name, &games::score(evidence, one.name).different, target, 0.0, 1)
}

/// A table and a figure of matches.
pub(super) fn exhibits(evidence: &Evidence, matches: &[Match], title: &str) -> Vec<Exhibit> {
    let caption = format!("{title}: games won, with 95% intervals.");
    let mut table = Table::new(caption.clone(), ["match", "games won", "aimed at"]);
    let mut dots = Vec::new();
    for one in matches {
        let score = games::score(evidence, one.name);
        table.row([one.name.to_string(), games::rate_in_words(&score), one.target.map_or(String::new(), percent)]);
        if score.games() > 0 {
            let rate = score.win_rate(Confidence::P95);
            dots.push(Dot {
                name: one.name.to_string(),
                value: rate.value,
                interval: Some((rate.interval.low, rate.interval.high)),
                figure: percent(rate.value),
            });
        }
    }
    let mut all = vec![table.into()];
    if !dots.is_empty() {
        let values = Axis::new("games won").percent().from(0.0).to(1.0);
        let chart = DotChart { title: title.to_string(), values, dots, ..DotChart::default() };
        all.push(Figure::new("", caption, chart.svg()).into());
    }
    all
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};
    use crate::games::made_up;

    /// Each match reaches what is aimed at with far more wins, misses it with far fewer, and is open between.
    pub fn three_outcomes(matches: &[Match]) {
        for (one, target) in matches.iter().filter_map(|one| Some((one, one.target?))) {
            let verdict = |rate: f64| {
                let wins = (rate * 400.0).round() as usize;
                reached(&Evidence::made_up([(one.name, made_up(wins, 400 - wins))]), one).verdict
            };
            let rates = [target + 0.15, target - 0.15, target + 0.01];
            assert_eq!(rates.map(verdict), [Holds, DoesNotHold, Undecided], "{}", one.name);
        }
    }
}
