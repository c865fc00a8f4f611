//! What is said of a study: a line that keeps up with it, and a table at its end.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use learn::study::{Figures, Findings, Progress, Summary};

use crate::progress::{Line, Pace};

/// Keeps up with a study.
pub struct Watcher {
    line: Line,
    pace: Pace,
    began: Instant,
    drawn: Instant,
    /// The pass, of how many, and the positions so far.
    seen: (u32, u32, u64),
}

impl Watcher {
    /// Before the first position.
    pub fn new() -> Watcher {
        let now = Instant::now();
        Watcher { line: Line::new(), pace: Pace::new(None, 0), began: now, drawn: now, seen: (1, 1, 0) }
    }

    /// Says what is being done before the first position, where that can be overwritten.
    pub fn wait(&self, what: &str) {
        if self.line.is_terminal() {
            self.line.draw(what);
        }
    }

    /// A position was studied.
    pub fn see(&mut self, progress: &Progress<'_>) {
        if self.seen.2 == 0 {
            // Reading the games does not count.
            (self.began, self.pace) = (Instant::now(), Pace::new(None, 0));
        }
        self.seen = (progress.pass, progress.passes, progress.positions);
        let total = progress.total.map(|total| total * u64::from(progress.passes));
        let before = progress.total.map_or(0, |total| total * u64::from(progress.pass - 1));
        self.pace.set(before + progress.games, total);
        if self.line.is_due(&mut self.drawn) {
            self.line.draw(&self.text(progress.findings, &self.pace.rest()));
        }
    }

    /// The last position was studied.
    pub fn end(&mut self, findings: &[Findings]) {
        let games = findings.first().map_or(0, |findings| {
            findings.passes.iter().map(|pass| pass.studied.games() + pass.held_out.games()).sum()
        });
        self.pace.set(games as u64, None);
        self.line.end(&self.text(findings, ""));
    }

    fn text(&self, findings: &[Findings], rest: &str) -> String {
        let (pass, passes, positions) = self.seen;
        let pass = if passes > 1 { format!("pass {pass} of {passes}: ") } else { String::new() };
        let speed = positions as f64 / self.began.elapsed().as_secs_f64().max(1e-9);
        let errors: Vec<String> = findings.iter().map(running_error).collect();
        format!("{pass}{}, {positions} positions, {speed:.0}/s: {}{rest}", self.pace.count(), errors.join(", "))
    }
}

/// So many letters of a specification are shown in the line.
const LONGEST: usize = 24;

/// The mean error of a player on the present pass.
fn running_error(findings: &Findings) -> String {
    let name: String = match findings.player.chars().count() {
        0..=LONGEST => findings.player.clone(),
        _ => findings.player.chars().take(LONGEST - 1).chain(['…']).collect(),
    };
    let results = findings.last().map(|pass| if pass.studied.positions() > 0 { &pass.studied } else { &pass.held_out });
    results.and_then(|results| results.error()).map_or(name.clone(), |error| format!("{name} {error:.4}"))
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
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 8] = std::array::from_fn(width);
    for row in &rows {
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
