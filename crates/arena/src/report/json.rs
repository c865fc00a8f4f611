//! A report for a program: one object, with the names that `ponnuki match --json` has.
//!
//! `games`, `wins`, `losses` and `draws` of players and pairs count played games; forfeits are counted separately.
//! `different_games` counts games that are the same move by move once; intervals, Elo and superiority go by it. What is
//! infinite or unknown is null. `p_value` is two-sided, by the `test` beside it.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::csv::test_name;
use super::model::{ComparisonLine, EndingLine, EventLine, FAULTS, PairLine, PlayerLine, Report};
use crate::Finish;
use stats::{Cell, Confidence, Estimate, Observed};

/// The report as JSON.
pub(super) fn render(report: &Report) -> String {
    let [begun, ended] = report.period.map_or([None, None], |period| period.map(Some));
    let object = json!({
        "title": report.title,
        "games": report.games,
        "different_games": report.games - report.repeats(),
        "forfeits": report.forfeits,
        "begun": begun,
        "ended": ended,
        "anchor": report.anchor.as_ref().map(|anchor| json!({ "player": anchor.player, "elo": anchor.elo })),
        "players": report.players.iter().enumerate().map(player).collect::<Vec<_>>(),
        "pairs": report.pairs().map(pair).collect::<Vec<_>>(),
        "baseline": report.baseline,
        "comparisons": report.comparisons().iter().map(comparison).collect::<Vec<_>>(),
        "black": score(&report.black),
        "endings": report.endings.iter().map(ending).collect::<Vec<_>>(),
        "events": report.events.iter().map(event).collect::<Vec<_>>(),
        "remarks": report.remarks(),
    });
    format!("{object:#}\n")
}

fn player((place, player): (usize, &PlayerLine)) -> Value {
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
    let [black, white] = player.colors.each_ref().map(score);
    let faults = FAULTS.iter().zip(player.faults).filter(|(_, times)| *times > 0);
    let faults: Map<String, Value> =
        faults.map(|(&fault, times)| (Finish::Forfeit(fault).to_string(), times.into())).collect();
    merged([
        json!({
            "place": place + 1,
            "player": player.name,
            "program": player.engine,
            "group": player.group + 1,
            "black": black,
            "white": white,
            "faults": faults,
            "moves": player.times.moves(),
            "mean_seconds": seconds(player.times.mean()),
            "median_seconds": seconds(player.times.median()),
            "longest_seconds": seconds(player.times.longest()),
        }),
        elo(player.rating),
        cell(&player.total),
    ])
}

fn pair(pair: PairLine<'_>) -> Value {
    let [one, other] = pair.players;
    let played = pair.cell.played.games() > 0;
    merged([
        json!({
            "player": one.name,
            "opponent": other.name,
            "superiority": played.then(|| pair.superiority()),
            "p_value": played.then(|| pair.p_value()),
            "test": "sign test",
        }),
        elo(played.then(|| pair.elo())),
        cell(&pair.cell),
    ])
}

fn comparison(line: &ComparisonLine<'_>) -> Value {
    let [one, other] = line.players;
    json!({
        "player": one.name,
        "compared_with": other.name,
        "opponent": line.opponent.name,
        "results": line.played.each_ref().map(score),
        "difference": line.difference(),
        "test": test_name(line.test),
        "p_value": line.p_value(),
    })
}

fn ending(ending: &EndingLine) -> Value {
    json!({ "ending": ending.finish.to_string(), "games": ending.games, "mean_moves": ending.length() })
}

fn event(event: &EventLine) -> Value {
    let contest = &event.contest;
    json!({
        "id": contest.id,
        "name": contest.name,
        "kind": contest.kind,
        "terms": contest.terms,
        "games": event.games,
    })
}

fn cell(cell: &Cell) -> Value {
    let forfeits = json!({ "forfeits_won": cell.forfeits.won, "forfeits_lost": cell.forfeits.lost });
    merged([score(&cell.played), forfeits])
}

fn score(played: &Observed) -> Value {
    let Estimate { value, interval } = played.win_rate(Confidence::P95);
    json!({
        "games": played.games(),
        "different_games": played.different.games(),
        "wins": played.all.wins,
        "losses": played.all.losses,
        "draws": played.all.draws,
        "win_rate": (played.games() > 0).then_some(value),
        "low": interval.low,
        "high": interval.high,
    })
}

fn elo(elo: Option<Estimate>) -> Value {
    let low = elo.map(|elo| elo.interval.low);
    json!({ "elo": elo.map(|elo| elo.value), "elo_low": low, "elo_high": elo.map(|elo| elo.interval.high) })
}

/// One object with the fields of all of them.
fn merged<const N: usize>(objects: [Value; N]) -> Value {
    let mut all = Map::new();
    for object in objects {
        if let Value::Object(fields) = object {
            all.extend(fields);
        }
    }
    Value::Object(all)
}
