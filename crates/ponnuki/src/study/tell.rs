//! What is said of a study: a line that keeps up with it, and a table at its end.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use learn::study::{Figures, Findings, Summary};

use crate::progress::{Line, Pace};

/// Keeps up with a study.
pub struct Watcher {
    line: Line,
    pace: Pace,
    began: Instant,
    drawn: Instant,
    far: Far,
}

/// How far a study has got.
#[derive(Clone, Copy)]
pub struct Far {
    /// The pass, from 1, and how many there are to be.
    pub pass: (u32, u32),
    /// The games of this pass that are finished.
    pub games: u64,
    /// The games of a pass, where that is known.
    pub total: Option<u64>,
    /// The positions so far.
    pub positions: u64,
}

impl Watcher {
    /// Before the first position.
    pub fn new() -> Watcher {
        let now = Instant::now();
        let far = Far { pass: (1, 1), games: 0, total: None, positions: 0 };
        let line = Line::new();
        Watcher { line, pace: Pace::new(None, 0), began: now, drawn: line.began(), far }
    }

    /// Says what is being done before the first position, where that can be overwritten.
    pub fn wait(&self, what: &str) {
        if self.line.is_terminal() {
            self.line.draw(what);
        }
    }

    /// A position was studied; `found` says what is known of each player by now.
    pub fn see(&mut self, far: Far, found: impl FnOnce() -> Vec<String>) {
        if self.far.positions == 0 {
            // Reading the games does not count.
            (self.began, self.pace) = (Instant::now(), Pace::new(None, 0));
        }
        self.far = far;
        let (pass, passes) = far.pass;
        let total = far.total.map(|total| total * u64::from(passes));
        let before = far.total.map_or(0, |total| total * u64::from(pass - 1));
        self.pace.set(before + far.games, total);
        if self.line.is_due(&mut self.drawn) {
            self.line.draw(&self.text(&found(), &self.pace.rest()));
        }
    }

    /// The last position of so many games was studied.
    pub fn end(&mut self, games: usize, found: &[String]) {
        self.pace.set(games as u64, None);
        self.line.end(&self.text(found, ""));
    }

    fn text(&self, found: &[String], rest: &str) -> String {
        let Far { pass: (pass, passes), positions, .. } = self.far;
        let pass = if passes > 1 { format!("pass {pass} of {passes}: ") } else { String::new() };
        let speed = positions as f64 / self.began.elapsed().as_secs_f64().max(1e-9);
        format!("{pass}{}, {positions} positions, {speed:.0}/s: {}{rest}", self.pace.count(), found.join(", "))
    }
}

/// So many letters of a specification are shown in the line.
const LONGEST: usize = 24;

/// A player and a figure of it.
pub fn briefly(player: &str, figure: Option<String>) -> String {
    let name: String = match player.chars().count() {
        0..=LONGEST => player.to_string(),
        _ => player.chars().take(LONGEST - 1).chain(['…']).collect(),
    };
    figure.map_or(name.clone(), |figure| format!("{name} {figure}"))
}

/// The mean error of each player on the present pass.
pub fn running_errors(findings: &[Findings]) -> Vec<String> {
    let error = |findings: &Findings| {
        let pass = findings.last()?;
        if pass.studied.positions() > 0 { pass.studied.error() } else { pass.held_out.error() }
    };
    findings.iter().map(|it| briefly(&it.player, error(it).map(|error| format!("{error:.4}")))).collect()
}

/// Prints the figures of each player.
pub fn tell(findings: &[Findings], as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let summaries = findings.iter().map(Summary::from);
    if as_json {
        for summary in summaries {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        }
        return Ok(());
    }
    let headings = ["player", "games", "positions", "error", "top1", "top3", "top5", "top10"].map(str::to_string);
    let rows: Vec<[String; 8]> = [headings].into_iter().chain(summaries.flat_map(rows)).collect();
    Ok(write_table(&mut out, &rows)?)
}

/// Writes a table, whose first column is words and whose others are numbers.
pub fn write_table<const COLUMNS: usize>(out: &mut dyn Write, rows: &[[String; COLUMNS]]) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    for row in rows {
        let cells = row.iter().zip(widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}"));
        writeln!(out, "{:<width$}{}", row[0], cells.collect::<String>(), width = widths[0])?;
    }
    Ok(())
}

/// A row for each pass, and one for what was held out.
fn rows(summary: Summary) -> Vec<[String; 8]> {
    let mut rows = Vec::new();
    let several = summary.passes.len() > 1;
    for (number, pass) in summary.passes.iter().enumerate() {
        let name = match several {
            true => format!("{}, pass {}", summary.player, number + 1),
            false => summary.player.clone(),
        };
        if let Some(held_out) = &pass.held_out {
            rows.push(row(format!("{name}, held out"), held_out));
        }
        if pass.studied.positions > 0 || pass.held_out.is_none() {
            rows.insert(rows.len() - usize::from(pass.held_out.is_some()), row(name, &pass.studied));
        }
    }
    rows
}

fn row(name: String, figures: &Figures) -> [String; 8] {
    let percent = |share: Option<f64>| share.map_or("-".to_string(), |share| format!("{:.1}%", 100.0 * share));
    let Figures { error, top1, top3, top5, top10, positions, games } = *figures;
    let error = error.map_or("-".to_string(), |error| format!("{error:.4}"));
    let [top1, top3, top5, top10] = [top1, top3, top5, top10].map(percent);
    [name, games.to_string(), positions.to_string(), error, top1, top3, top5, top10]
}
