//! The pictures of a report: the cross table with its cells coloured by win rate, and the ratings with their intervals.

use plot::{Axis, Dot, DotChart, Matrix, MatrixCell};
use stats::{Estimate, Score};

use super::grid::{percent, whole};
use super::model::Report;
use super::shown;

/// The ratings as a picture by itself: of the largest group of players who can be compared. A blank one if none can be.
pub(super) fn render(report: &Report) -> String {
    let charts = report.groups().into_iter().filter_map(|group| chart(report, &group));
    let largest = charts.max_by_key(|chart| chart.dots.len());
    largest.unwrap_or_else(|| DotChart { title: "No ratings".to_string(), ..DotChart::default() }).svg()
}

/// The ratings of players who can be compared, with their intervals; `None` if fewer than two can be compared.
pub(super) fn chart(report: &Report, group: &[usize]) -> Option<DotChart> {
    let rated = group.iter().filter_map(|&place| Some((&report.players[place], report.players[place].rating?)));
    let dots: Vec<Dot> = rated.map(|(player, elo)| dot(&player.name, &elo)).collect();
    (dots.len() > 1).then(|| DotChart {
        title: "Ratings with 95% intervals".to_string(),
        values: Axis::new("Elo"),
        dots,
        width: 860.0,
    })
}

fn dot(name: &str, elo: &Estimate) -> Dot {
    Dot {
        name: shown(name),
        value: elo.value,
        interval: Some((elo.interval.low, elo.interval.high)),
        figure: format!("{} ± {}", whole(elo.value), whole(elo.error())),
    }
}

/// The cross table of win rates.
pub(super) fn cross(report: &Report) -> Matrix {
    let players = || report.players.iter().enumerate();
    let row = |(place, player): (usize, &super::PlayerLine)| {
        let cell = |(other, opponent): (usize, &super::PlayerLine)| {
            let who = if place == other {
                format!("{} as Black against itself", shown(&player.name))
            } else {
                format!("{} against {}", shown(&player.name), shown(&opponent.name))
            };
            cell(&report.cell(place, other).played.all, &who)
        };
        players().map(cell).collect()
    };
    Matrix {
        title: "Cross table".to_string(),
        rows: players().map(|(place, player)| format!("{}  {}", place + 1, shown(&player.name))).collect(),
        columns: players().map(|(place, _)| (place + 1).to_string()).collect(),
        cells: players().map(row).collect(),
    }
}

fn cell(score: &Score, who: &str) -> Option<MatrixCell> {
    let Score { wins, losses, draws } = *score;
    let detail = if draws > 0 { format!("{wins}–{losses}–{draws}") } else { format!("{wins}–{losses}") };
    (score.games() > 0).then(|| MatrixCell {
        share: score.rate(),
        figure: whole(100.0 * score.rate()),
        detail,
        tip: format!("{who}: {} of {} games", percent(score.rate()), score.games()),
    })
}
