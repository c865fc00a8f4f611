//! A study on the screen: a progress line while it runs, and a table at its end.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use learn::study::{Findings, RankFigures, StudySummary};

use crate::output::write_table;
use crate::progress::{Line, Pace};

/// The progress line of a study.
pub struct ProgressLine {
    line: Line,
    pace: Pace,
    started: Instant,
    drawn: Instant,
    done: Done,
}

/// What a study has done so far.
#[derive(Clone, Copy)]
pub struct Done {
    /// The current pass, from 1, and the number of passes.
    pub pass: (u32, u32),
    /// The number of finished games of this pass.
    pub games: u64,
    /// The number of games of a pass, if known.
    pub total: Option<u64>,
    /// The number of positions so far.
    pub positions: u64,
}

impl ProgressLine {
    /// Before the first position.
    pub fn new() -> ProgressLine {
        let done = Done { pass: (1, 1), games: 0, total: None, positions: 0 };
        let line = Line::new();
        ProgressLine { line, pace: Pace::new(None, 0), started: Instant::now(), drawn: line.began(), done }
    }

    /// Shows what happens before the first position, on a terminal.
    pub fn wait(&self, what: &str) {
        if self.line.is_terminal() {
            self.line.draw(what);
        }
    }

    /// Shows the progress after a position; `figures` gives the current figure of each player.
    pub fn update(&mut self, done: Done, figures: impl FnOnce() -> Vec<String>) {
        if self.done.positions == 0 {
            // The time for reading the games does not count.
            (self.started, self.pace) = (Instant::now(), Pace::new(None, 0));
        }
        self.done = done;
        let (pass, passes) = done.pass;
        let total = done.total.map(|total| total * u64::from(passes));
        let before = done.total.map_or(0, |total| total * u64::from(pass - 1));
        self.pace.set(before + done.games, total);
        if self.line.is_due(&mut self.drawn) {
            self.line.draw(&self.text(&figures(), &self.pace.rest()));
        }
    }

    /// Shows the last state, with the number of games.
    pub fn end(&mut self, games: usize, figures: &[String]) {
        self.pace.set(games as u64, None);
        self.line.end(&self.text(figures, ""));
    }

    fn text(&self, figures: &[String], rest: &str) -> String {
        let Done { pass: (pass, passes), positions, .. } = self.done;
        let pass = if passes > 1 { format!("pass {pass} of {passes}: ") } else { String::new() };
        let speed = positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        format!("{pass}{}, {positions} positions, {speed:.0}/s: {}{rest}", self.pace.count(), figures.join(", "))
    }
}

/// The longest specification in the line, in characters.
const LONGEST: usize = 24;

/// A player, abbreviated, and its figure.
pub fn abbreviated(player: &str, figure: Option<String>) -> String {
    let name: String = match player.chars().count() {
        0..=LONGEST => player.to_string(),
        _ => player.chars().take(LONGEST - 1).chain(['…']).collect(),
    };
    figure.map_or(name.clone(), |figure| format!("{name} {figure}"))
}

/// The mean error of each player on the current pass.
pub fn running_errors(findings: &[Findings]) -> Vec<String> {
    findings.iter().map(|it| abbreviated(&it.player, it.error().map(|error| format!("{error:.4}")))).collect()
}

/// Prints the figures of each player.
pub fn print(findings: &[Findings], as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let summaries = findings.iter().map(StudySummary::from);
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

/// A row for each pass, and one for its hold-out games.
fn rows(summary: StudySummary) -> Vec<[String; 8]> {
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

fn row(name: String, figures: &RankFigures) -> [String; 8] {
    let percent = |share: Option<f64>| share.map_or("-".to_string(), |share| format!("{:.1}%", 100.0 * share));
    let RankFigures { error, top1, top3, top5, top10, positions, games } = *figures;
    let error = error.map_or("-".to_string(), |error| format!("{error:.4}"));
    let [top1, top3, top5, top10] = [top1, top3, top5, top10].map(percent);
    [name, games.to_string(), positions.to_string(), error, top1, top3, top5, top10]
}
