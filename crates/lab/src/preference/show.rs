//! The pictures and tables that experiments of this family share.

use learn::study::charts;
use plot::{Axis, DensityGrid, LineChart, Reference, Series};

use super::judge::{self, Place};
use super::study::Studied;
use crate::verdict::number;
use crate::{Evidence, Exhibit, Figure, Table};

/// The positions from one point of a study plot to the next (appendix B).
const SPACING: f64 = 250.0;

/// The study plot of conditions, on the first set of games.
pub(super) fn study_plot(evidence: &Evidence, title: &str, conditions: &[&str]) -> Exhibit {
    let chart = LineChart {
        title: title.to_string(),
        x: Axis::new("moves studied"),
        y: Axis::new("error").from(0.0),
        series: conditions.iter().filter_map(|condition| curve(evidence, condition)).collect(),
        references: vec![Reference::new(0.5, "random ranking")],
        ..LineChart::default()
    };
    Figure::new(
        "study",
        format!(
            "{title}: the error of each move before it is learnt, through the filter of appendix B, on the first set \
             of games"
        ),
        chart.svg(),
    )
    .into()
}

fn curve(evidence: &Evidence, condition: &str) -> Option<Series> {
    let studied: Studied = first_set(evidence, condition)?;
    let point = |(place, error): (usize, f64)| (1.0 + SPACING * place as f64, error);
    Some(Series::new(condition, studied.curve.into_iter().enumerate().map(point).collect()))
}

/// The NRM plots of conditions, on the first set of games, on one scale.
pub(super) fn nrm_plots(evidence: &Evidence, title: &str, conditions: &[&str]) -> Exhibit {
    let panel = |condition: &&str| {
        let studied: Studied = first_set(evidence, condition)?;
        charts::nrm_density(condition, &studied.nrm)
    };
    let panels: Vec<_> = conditions.iter().filter_map(panel).collect();
    let across = if panels.len() > 1 { 2 } else { 1 };
    let caption = format!(
        "{title}: for each stage of the game, how often each error occurs, as a surface and as a contour map, on the \
         first set of games; a density of 1 everywhere is that of a random ranking"
    );
    Figure::new("nrm", caption, DensityGrid { title: title.to_string(), panels, across }.svg()).into()
}

fn first_set(evidence: &Evidence, condition: &str) -> Option<Studied> {
    let entry = evidence.of(condition).find(|entry| entry.number == 0)?;
    serde_json::from_value(entry.outcome.clone()).ok()
}

/// A table of figures of conditions: a column for each place of their outcomes, with its heading.
pub(super) fn table(evidence: &Evidence, caption: &str, conditions: &[&str], columns: &[(&str, &str)]) -> Exhibit {
    let mut table = Table::new(caption, ["condition", "sets"].into_iter().chain(columns.iter().map(|column| column.0)));
    for &condition in conditions {
        let sets = evidence.of(condition).count().to_string();
        let cells = columns.iter().map(|(_, place)| cell(evidence, (condition, place)));
        table.row([condition.to_string(), sets].into_iter().chain(cells));
    }
    table.into()
}

/// A mean with its 95% interval: `0.1452 ± 0.0012`.
pub(super) fn cell(evidence: &Evidence, place: Place<'_>) -> String {
    match judge::mean(evidence, place) {
        Some(mean) if mean.error().is_finite() => format!("{:.4} ± {:.4}", mean.value, mean.error()),
        Some(mean) => number(mean.value),
        None => "-".to_string(),
    }
}

/// The usual columns: errors in parts of the study, and the share of first choices.
pub(super) const ERRORS: [(&str, &str); 5] = [
    ("error", "/error"),
    ("second half", "/late"),
    ("moves 1 to 20", "/opening"),
    ("later moves", "/rest"),
    ("ranked first", "/first"),
];

/// The caption of a table with those columns.
pub(super) const ERRORS_CAPTION: &str = "Mean errors of one pass over a set of 257 games, each move measured before it \
                                         is learnt: means over the sets, with 95% intervals (Student)";
