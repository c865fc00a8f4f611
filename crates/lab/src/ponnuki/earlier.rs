//! Results from before the lab, of which only the counts are known.

use std::collections::BTreeMap;

use serde::Deserialize;
use stats::{Confidence, Score, win_rate};

use crate::{Exhibit, Experiment, Table, percent};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Earlier {
    r#match: Vec<Match>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    group: String,
    board: String,
    first: String,
    second: String,
    won: u64,
    games: u64,
    #[serde(default)]
    note: String,
}

/// The page.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/earlier",
    title: "Results from before the lab",
    place: "from the documents of earlier versions",
    source: "These matches were played while the program was built, to choose settings and to see where it stands. \
             Chinese rules, a komi of 7.5 and equal colours, unless a note says otherwise.",
    ours: "Only the counts are known: the games were not kept, the versions differ, and some settings have other names \
           now. So no claim is judged by them. They are here because the documents still quote some of them.",
    trials: &[],
    claims: &[],
    exhibits: |_| exhibits(),
};

fn exhibits() -> Vec<Exhibit> {
    // The file is part of the program, and a test reads it.
    let earlier: Earlier =
        toml::from_str(include_str!("../../papers/earlier.toml")).unwrap_or(Earlier { r#match: vec![] });
    let mut groups: Vec<(&str, Vec<&Match>)> = Vec::new();
    let mut places = BTreeMap::new();
    for one in &earlier.r#match {
        let place = *places.entry(one.group.as_str()).or_insert_with(|| {
            groups.push((one.group.as_str(), Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(one);
    }
    groups.into_iter().map(|(group, matches)| table(group, &matches).into()).collect()
}

fn table(group: &str, matches: &[&Match]) -> Table {
    let mut capital = group.chars();
    let first = capital.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let header = ["board", "first", "second", "won by the first", "95% interval", "note"];
    let mut table = Table::new(format!("{first}{}.", capital.as_str()), header);
    for one in matches {
        let score = Score { wins: one.won, losses: one.games - one.won, draws: 0 };
        let interval = win_rate(&score, Confidence::P95).interval;
        table.row([
            one.board.clone(),
            one.first.clone(),
            one.second.clone(),
            format!("{} of {}", one.won, one.games),
            format!("{} to {}", percent(interval.low), percent(interval.high)),
            one.note.clone(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_is_shown() {
        let earlier: Earlier = toml::from_str(include_str!("../../papers/earlier.toml")).unwrap();
        assert!(earlier.r#match.iter().all(|one| one.won <= one.games));
        let shown: usize = exhibits()
            .iter()
            .map(|exhibit| match exhibit {
                Exhibit::Table(table) => table.rows.len(),
                _ => 0,
            })
            .sum();
        assert_eq!(shown, earlier.r#match.len());
    }
}
