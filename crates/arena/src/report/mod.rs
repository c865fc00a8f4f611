//! Reports on a ledger: ratings with confidence intervals, win rates, and how games ended.
//!
//! [`Report::read`] gathers the games of a ledger, or of some of its events, into a [`Report`]: plain figures, the same
//! for every [`Format`]. Text, Markdown, LaTeX and HTML set the same tables (`grid`), CSV and JSON give the figures
//! themselves. A ledger can be read while games are played; the report then covers the finished games.
//!
//! Forfeits are not played games: ratings and win rates leave them out, and separate columns and a separate table show
//! them.

mod collect;
mod csv;
mod grid;
mod html;
mod json;
mod latex;
mod markdown;
mod model;
mod remarks;
mod svg;
mod text;
mod times;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

use crate::{Contest, Ledger, LedgerError, tuning};
use collect::Collector;
pub use model::{ComparisonLine, EndingLine, EventLine, FAULTS, PairLine, PlayerLine, Report};
use stats::RatingsError;
pub use times::Times;

/// What to report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Selection {
    /// The events, by their names; all if none is named.
    pub events: Vec<String>,
    /// The player whose rating is given.
    pub anchor: Option<Anchor>,
    /// The player with whom all others are compared, by their results against the same opponents.
    pub baseline: Option<String>,
}

/// A player whose rating is given, and to which all others are relative; written `PLAYER=ELO`.
#[derive(Clone, PartialEq, Debug)]
pub struct Anchor {
    /// Its specification.
    pub player: String,
    /// Its rating.
    pub elo: f64,
}

impl FromStr for Anchor {
    type Err = ReportError;

    /// A specification may contain equals signs; the last one counts.
    fn from_str(text: &str) -> Result<Anchor, ReportError> {
        let parts = text.rsplit_once('=').filter(|(player, _)| !player.trim().is_empty());
        let read = parts.and_then(|(player, elo)| {
            let elo = elo.trim().parse().ok().filter(|elo: &f64| elo.is_finite())?;
            Some(Anchor { player: player.trim().to_string(), elo })
        });
        read.ok_or_else(|| ReportError::AnchorText(text.to_string()))
    }
}

/// Why a report cannot be made.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReportError {
    /// The ledger cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The event is unknown.
    #[error("the ledger has no event '{name}': {known}")]
    Event {
        /// The name given.
        name: String,
        /// What there is instead.
        known: String,
    },
    /// There is nothing but a tuning.
    #[error("the ledger has only a tuning, whose players change with each step: `ponnuki tune` prints its result")]
    Tuning,
    /// The anchor has not played.
    #[error("'{name}' has played no game here, so it cannot be the anchor: {known}")]
    Anchor {
        /// The name given.
        name: String,
        /// What there is instead.
        known: String,
    },
    /// The baseline has not played.
    #[error("'{name}' has played no game here, so it cannot be the baseline: {known}")]
    Baseline {
        /// The name given.
        name: String,
        /// What there is instead.
        known: String,
    },
    /// A text that names no anchor.
    #[error("'{0}' is not an anchor: write the player and its rating, such as random=0")]
    AnchorText(String),
    /// A text that names no format.
    #[error("'{0}' is not a format: expected text, md, csv, json, html, latex or svg (the ratings as a picture)")]
    Format(String),
    /// Ratings cannot be computed.
    #[error(transparent)]
    Ratings(#[from] RatingsError),
}

impl Report {
    /// Reads a ledger. The title is what the report is called. A tuning is left out: its players change with each step,
    /// and none of them plays enough games for a rating.
    ///
    /// # Errors
    /// If the ledger cannot be read, or has no such event or anchor.
    pub fn read(ledger: &Ledger, title: &str, selection: &Selection) -> Result<Report, ReportError> {
        let (tunings, contests): (Vec<Contest>, Vec<Contest>) =
            ledger.contests()?.into_iter().partition(|contest| contest.kind == tuning::KIND);
        if contests.is_empty() && !tunings.is_empty() {
            return Err(ReportError::Tuning);
        }
        let contests = chosen(contests, &selection.events)?;
        let mut collector = Collector::default();
        for contest in contests {
            collector.begin(contest.clone());
            let mut after = String::new();
            loop {
                let page = ledger.timed(&contest.id, &after)?;
                let Some(last) = page.last() else { break };
                after.clone_from(&last.result.key);
                page.iter().for_each(|game| collector.add(game));
            }
        }
        collector.finish(title, selection)
    }

    /// The report in a format, with a line break at its end.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Markdown => markdown::render(self),
            Format::Csv => csv::render(self),
            Format::Json => json::render(self),
            Format::Html => html::render(self),
            Format::Latex => latex::render(self),
            Format::Svg => svg::render(self),
        }
    }
}

/// A name as tables show it: on one line, truncated to fit a table. Figures for programs (CSV, JSON) have it in full.
pub fn shown(name: &str) -> String {
    const LONGEST: usize = 80;
    gtp::wire::brief(name, LONGEST)
}

/// The contests that have one of these names. An event of a tournament is called by the name of both, or by its own.
fn chosen(contests: Vec<Contest>, names: &[String]) -> Result<Vec<Contest>, ReportError> {
    if names.is_empty() {
        return Ok(contests);
    }
    let is_called = |contest: &Contest, name: &str| {
        contest.name == name || contest.id == name || contest.name.strip_suffix(name).is_some_and(|t| t.ends_with(", "))
    };
    if let Some(name) = names.iter().find(|name| !contests.iter().any(|contest| is_called(contest, name))) {
        let known: Vec<&str> = contests.iter().map(|contest| contest.name.as_str()).collect();
        return Err(ReportError::Event { name: name.clone(), known: instead(name, &known) });
    }
    Ok(contests.into_iter().filter(|contest| names.iter().any(|name| is_called(contest, name))).collect())
}

/// Suggestions for an unknown name: all of a few, or the nearest of many.
fn instead(name: &str, known: &[&str]) -> String {
    let mut names: Vec<String> =
        known.iter().map(|name| format!("'{}'", name.replace(char::is_control, " "))).collect();
    names.sort();
    names.dedup();
    match (&names[..], player::nearest(name, known.iter().copied())) {
        ([_, _, _, _, _, _, ..], Some(nearest)) => format!("did you mean '{nearest}'?"),
        ([first @ .., last], _) if !first.is_empty() => format!("expected {} or {last}", first.join(", ")),
        ([only], _) => format!("expected {only}"),
        _ => "there is nothing yet".to_string(),
    }
}

/// How a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For a terminal.
    #[default]
    Text,
    /// For a page of documentation or a pull request.
    Markdown,
    /// For a spreadsheet: lines of players, pairs, comparisons and endings, distinguished by their first column.
    Csv,
    /// For a program: one object.
    Json,
    /// For a browser: one file with everything in it.
    Html,
    /// For a paper: tables that need the package booktabs.
    Latex,
    /// For a page of documentation: the ratings with their error bars, as a picture by itself.
    Svg,
}

/// The formats by the names that they have at the command line and as the ends of files.
const FORMATS: [(Format, &[&str]); 7] = [
    (Format::Text, &["text", "txt"]),
    (Format::Markdown, &["md", "markdown"]),
    (Format::Csv, &["csv"]),
    (Format::Json, &["json"]),
    (Format::Html, &["html", "htm"]),
    (Format::Latex, &["latex", "tex"]),
    (Format::Svg, &["svg"]),
];

impl Format {
    /// All of them.
    pub const ALL: [Format; 7] =
        [Format::Text, Format::Markdown, Format::Csv, Format::Json, Format::Html, Format::Latex, Format::Svg];

    /// The format of a file, by its suffix.
    pub fn of_file(path: &Path) -> Option<Format> {
        path.extension()?.to_str()?.parse().ok()
    }
}

impl FromStr for Format {
    type Err = ReportError;

    fn from_str(text: &str) -> Result<Format, ReportError> {
        let lower = text.to_ascii_lowercase();
        let found = FORMATS.iter().find(|(_, names)| names.contains(&lower.as_str()));
        found.map(|&(format, _)| format).ok_or_else(|| ReportError::Format(text.to_string()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = FORMATS.iter().find(|(format, _)| format == self).map_or("text", |(_, names)| names[0]);
        f.write_str(name)
    }
}

#[cfg(test)]
mod rows;
#[cfg(test)]
mod tests;
