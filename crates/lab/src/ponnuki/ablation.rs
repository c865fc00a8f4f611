//! What the ablations share: a player with one part changed, against the player itself.

use plot::{Axis, Dot, DotChart};
use stats::{Confidence, Score, elo};

use crate::games::{self, Pairing};
use crate::verdict::{Finding, MARGIN};
use crate::{Condition, Evidence, Exhibit, Figure, Scale, Table};

/// A player with one part changed.
pub(super) struct Variant {
    /// What is changed, such as `without RAVE`: the name of the condition.
    pub name: &'static str,
    /// Its settings, which are added to those of the full player; or another player, with its name.
    pub change: &'static str,
}

/// A variant.
pub(super) const fn variant(name: &'static str, change: &'static str) -> Variant {
    Variant { name, change }
}

/// The test of claims that a part helps or harms.
pub(super) const HELPS: &str = "the 95% interval (Wilson's) of the full player's win rate against the player without \
                                it lies above 50%; an interval below 55% refutes it, since an advantage below 5 \
                                percentage points does not count as one";

/// A condition: the variant against the full player, from balanced openings, with both colours.
pub(super) fn condition(full: &str, variant: &Variant, games: u64, seconds: f64, scale: Scale) -> Condition {
    let full = scale.pick(full.to_string(), without_playouts(full));
    let is_player = variant.change.contains(':');
    let changed = if is_player { variant.change.to_string() } else { format!("{full},{}", variant.change) };
    let pairing = Pairing { opening: 4, ..Pairing::new(changed, full, 9) };
    Condition::new(variant.name, scale.pick(games, 2), seconds, &pairing)
}

/// The player with four playouts for a move, for a smoke run.
fn without_playouts(full: &str) -> String {
    let settings = full.split(',').map(|setting| match setting.split_once("playouts=") {
        Some((before, _)) => format!("{before}playouts=4"),
        None => setting.to_string(),
    });
    settings.collect::<Vec<_>>().join(",")
}

/// The games that the full player won against a variant.
pub(super) fn full_score(evidence: &Evidence, variant: &str) -> Score {
    games::score(evidence, variant).opposite().different
}

/// The full player is stronger than each of these variants: what they lack helps.
pub(super) fn helps(evidence: &Evidence, variants: &[&str]) -> Finding {
    Finding::all(variants.iter().map(|&variant| {
        let name = format!("the full player against that {variant}");
        Finding::rate_above(&name, &full_score(evidence, variant), 0.5, MARGIN, variants.len())
    }))
}

/// A table and a figure of the variants.
pub(super) fn exhibits<'a>(
    evidence: &Evidence,
    title: &str,
    variants: impl Iterator<Item = &'a Variant>,
) -> Vec<Exhibit> {
    let caption = "Games that each variant won against the full player, and the difference in Elo, with 95% intervals.";
    let mut table = Table::new(caption, ["variant", "settings", "won", "Elo"]);
    let mut dots = Vec::new();
    for variant in variants {
        let played = games::score(evidence, variant.name);
        let rate = played.win_rate(Confidence::P95);
        let difference = elo(&played.different, Confidence::P95);
        let interval = difference.interval;
        let in_elo = if played.games() == 0 {
            "-".to_string()
        } else {
            format!("{:.0} ({:.0} to {:.0})", difference.value, interval.low, interval.high)
        };
        table.row([variant.name, variant.change, &games::rate_in_words(&played), &in_elo]);
        if played.games() > 0 {
            dots.push(Dot {
                name: variant.name.to_string(),
                value: rate.value,
                interval: Some((rate.interval.low, rate.interval.high)),
                figure: crate::percent(rate.value),
            });
        }
    }
    dots.sort_by(|one, other| one.value.total_cmp(&other.value));
    let values = Axis::new("games won against the full player").percent().from(0.0).to(1.0);
    let chart = DotChart { title: title.to_string(), values, dots, ..DotChart::default() };
    let caption = "The same, in order: what lies left of 50% is weaker than the full player.";
    vec![table.into(), Figure::new("", caption, chart.svg()).into()]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Evidence in which the variants won these numbers of so many games.
    pub(in crate::ponnuki) fn made_up<'a>(won: impl IntoIterator<Item = (&'a str, usize)>, games: usize) -> Evidence {
        Evidence::made_up(won.into_iter().map(|(name, wins)| (name, games::made_up(wins, games - wins))))
    }

    #[test]
    fn a_smoke_run_has_few_playouts() {
        assert_eq!(without_playouts("rave:playouts=1000,early=false"), "rave:playouts=4,early=false");
        assert_eq!(without_playouts("mcts:model=small,playouts=100"), "mcts:model=small,playouts=4");
    }

    #[test]
    fn a_part_helps_or_not() {
        use crate::Verdict::{DoesNotHold, Holds, Undecided};
        let verdict = |wins| helps(&made_up([("without", wins)], 300), &["without"]).verdict;
        assert_eq!([verdict(100), verdict(180), verdict(140)], [Holds, DoesNotHold, Undecided]);
        assert_eq!(helps(&made_up([], 300), &["without"]).verdict, Undecided);
    }
}
