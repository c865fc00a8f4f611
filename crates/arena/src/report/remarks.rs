//! Remarks that guard against overinterpreting the figures.

use super::grid::MOST_COMPARISONS;
use super::model::{PlayerLine, Report};
use super::shown;
use crate::record::date_of;

impl Report {
    /// How many games of how many players, and when they were played: a sentence.
    pub fn summary(&self) -> String {
        let Some([begun, ended]) = self.period.map(|period| period.map(date_of)) else {
            return "No game is finished yet.".to_string();
        };
        let players = many(self.players.len() as u64, "player", "players");
        let mut games = many(self.games, "game", "games");
        if self.repeats() > 0 {
            games += &format!(" ({} different)", self.games - self.repeats());
        }
        let when = if begun == ended { format!("on {begun}") } else { format!("from {begun} to {ended}") };
        format!("{games} of {players}, played {when}.")
    }

    /// The basis and the limits of the figures, in sentences.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.players.iter().any(|player| player.rating.is_some()) {
            let zero = match &self.anchor {
                Some(anchor) => format!("{} at {}", shown(&anchor.player), anchor.elo),
                None => "a mean of 0".to_string(),
            };
            remarks.push(format!(
                "Ratings are maximum-likelihood estimates over all played games (Bradley-Terry, with one virtual draw \
                 for each player), with 95% error bars, relative to {zero}. Intervals of win rates are Wilson's, 95%."
            ));
        }
        if self.repeats() > 0 {
            let them = many(self.repeats(), "game repeats another one", "games repeat others");
            remarks.push(format!(
                "{them} move by move. Win rates are shares of all games; intervals, Elo, LOS, p-values and ratings \
                 count each different game once."
            ));
        }
        remarks.extend(self.separate_groups());
        remarks.extend(self.one_sided());
        if self.forfeits > 0 {
            let them = many(self.forfeits, "forfeited game is", "forfeited games are");
            remarks.push(format!("{them} counted separately: ratings and win rates use played games only."));
        }
        if self.handicaps > 0 {
            let them = many(self.handicaps, "game had", "games had");
            remarks.push(format!("{them} handicap stones, which ratings do not allow for."));
        }
        if self.boards.len() > 1 {
            let boards: Vec<String> =
                self.boards.iter().map(|(size, rules)| format!("{size}x{size} under {} rules", shown(rules))).collect();
            remarks.push(format!("Games on different boards are counted together: {}.", listed(&boards)));
        }
        let comparisons = self.comparisons().len();
        if self.baseline.is_none() && comparisons > MOST_COMPARISONS {
            remarks.push(format!(
                "{comparisons} comparisons of players who have not met, by their games against the same opponents, are \
                 left out here and are in the report as CSV and JSON; with --baseline PLAYER the report compares all \
                 players with that one."
            ));
        }
        if (0..self.players.len()).any(|place| self.cell(place, place).played.games() > 0) {
            remarks.push("Where a player met itself, the cross table has Black's result.".to_string());
        }
        remarks
    }

    fn separate_groups(&self) -> Option<String> {
        let anchored = if self.anchor.is_some() { ", and only one of them has the anchor" } else { "" };
        self.is_divided().then(|| {
            format!(
                "The players fall into groups that have not met, not even through others; ratings can be compared \
                 within a group only{anchored}."
            )
        })
    }

    /// Players who won or lost all of their games.
    fn one_sided(&self) -> Option<String> {
        let names = |is_so: &dyn Fn(&PlayerLine) -> bool| -> Vec<String> {
            let rated = self.players.iter().filter(|player| player.rating.is_some());
            rated.filter(|player| is_so(player)).map(|player| shown(&player.name)).collect()
        };
        let points = |player: &PlayerLine| (player.total.played.all.points(), player.total.played.games() as f64);
        let won = names(&|player| points(player).0 == points(player).1);
        let lost = names(&|player| points(player).0 == 0.0);
        let sentences: Vec<String> = [(won, "won"), (lost, "lost")]
            .into_iter()
            .filter(|(names, _)| !names.is_empty())
            .map(|(names, did)| format!("{} {did} every game", listed(&names)))
            .collect();
        (!sentences.is_empty())
            .then(|| format!("{}: only the virtual draw bounds such a rating.", sentences.join("; ")))
    }
}

/// `1 game`, `20 games`.
fn many(number: u64, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// `a`, `a and b`, `a, b and c`; a long list is cut short.
fn listed(items: &[String]) -> String {
    const MOST: usize = 6;
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if items.len() <= MOST => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} others", items[..MOST - 1].join(", "), items.len() + 1 - MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        let list = |items: &str| listed(&items.split(' ').map(str::to_string).collect::<Vec<_>>());
        assert_eq!([list("a"), list("a b"), list("a b c")], ["a", "a and b", "a, b and c"]);
        assert_eq!(list("a b c d e f"), "a, b, c, d, e and f");
        assert_eq!(list("a b c d e f g"), "a, b, c, d, e and 2 others");
        assert_eq!((many(1, "game", "games"), many(2, "game", "games")), ("1 game".into(), "2 games".into()));
    }
}
