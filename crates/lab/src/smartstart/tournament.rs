//! What the tables of win rates share.

use goban::Color;
use stats::Score;

use super::gains;
use crate::games::{self, Pairing};
use crate::verdict::Finding;
use crate::{Condition, Evidence, Scale, Table, papers, percent};

/// Pachi, by its label in engines.toml. The program does not come with Ponnuki.
const PACHI: &str = "gtp:pachi";

/// The opponent Pachi, or a cheap player in its place for a smoke run.
pub(super) fn pachi(scale: Scale) -> String {
    scale.pick(PACHI, "random").to_string()
}

/// A condition: games of a player against an opponent on 19x19, by Chinese rules with a komi of 7.5.
pub(super) fn condition(
    name: &str,
    games: u64,
    seconds: f64,
    first: String,
    second: String,
    scale: Scale,
) -> Condition {
    Condition::new(name, scale.pick(games, 2), seconds, &Pairing::new(first, second, 19))
}

/// The score under a condition, each different game once.
pub(super) fn score(evidence: &Evidence, condition: &str) -> Score {
    games::score(evidence, condition).different
}

/// The player of the first condition wins more often than that of the second.
pub(super) fn stronger(evidence: &Evidence, first: &str, second: &str) -> Finding {
    gains((first, &score(evidence, first)), (second, &score(evidence, second)))
}

/// A row of a table of win rates: the condition, its label, and the published numbers, of which the paper has one for
/// either colour and one for both.
pub(super) struct Row {
    pub condition: &'static str,
    pub label: &'static str,
    /// `table2.none` for `table2.none.black`, `table2.none.white` and `table2.none`; empty if the paper has none.
    pub published: &'static str,
}

/// A table in the paper's form, ours with 95% intervals beside the paper's numbers.
pub(super) fn table(evidence: &Evidence, caption: &str, rows: &[Row]) -> Table {
    let header = ["", "as Black", "paper", "as White", "paper", "cumulative", "paper"];
    let mut table = Table::new(caption, header);
    for row in rows {
        let paper =
            |suffix: &str| papers::cell("smartstart", &format!("{}{suffix}", row.published), |x| format!("{x}%"));
        let with = |color| games::rate_in_words(&games::score_with(evidence, row.condition, color));
        let all = games::score(evidence, row.condition);
        table.row([
            row.label.to_string(),
            with(Color::Black),
            paper(".black"),
            with(Color::White),
            paper(".white"),
            games::rate_in_words(&all),
            paper(""),
        ]);
    }
    table
}

/// A sentence on games that ended because a player broke down; empty if there are none.
pub(super) fn forfeits(evidence: &Evidence) -> Option<String> {
    let count = games::forfeits(evidence);
    let share = count as f64 / evidence.entries.len().max(1) as f64;
    (count > 0)
        .then(|| format!("{count} games ({}) ended because a player broke down, and do not count.", percent(share)))
}
