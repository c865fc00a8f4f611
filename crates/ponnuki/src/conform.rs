//! `ponnuki conform`: what a GTP program does wrong.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use ::gtp::client::CommandLine;
use ::gtp::conform::{ExamProgress, Finding, Patience, Report};
use anyhow::{Result, bail};
use serde_json::json;

use crate::interrupt;
use crate::progress::Line;

/// Check any GTP program against the standard, and say what it does wrong
///
/// The program is started several times and asked some two hundred things: its commands, numbers, comments and white
/// space, illegal moves, its own moves, clocks, scores, and whether it ends when it is told to. A fault is what the
/// standard forbids; a remark is what it only recommends.
#[derive(clap::Args)]
pub struct Args {
    /// The command that starts the program, in quotes, as in 'gnugo --mode gtp'
    command: String,
    /// How long it may think about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    patience: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Examines the program; fails if there are faults.
pub fn run(args: Args) -> Result<()> {
    interrupt::end_engines_with_us();
    let patience = Patience { genmove: Duration::from_secs(args.patience), ..Patience::default() };
    let waiting = Waiting::new();
    let report = ::gtp::conform(&CommandLine::parse(&args.command)?, patience, &|progress| waiting.show(progress));
    waiting.end();
    let mut report = report?;
    if report.name.is_empty() {
        report.name.clone_from(&args.command);
    }
    let faults = report.faults().count();
    tell(&report, faults, args.json)?;
    match faults {
        0 => Ok(()),
        1 => bail!("{} has a fault", args.command),
        _ => bail!("{} has {faults} faults", args.command),
    }
}

/// The line that is shown when the examination takes its time.
struct Waiting {
    line: Line,
    began: Instant,
    drawn: Cell<Option<Instant>>,
}

/// An examination that is over sooner shows nothing.
const QUICK: Duration = Duration::from_secs(2);

impl Waiting {
    fn new() -> Waiting {
        Waiting { line: Line::new(), began: Instant::now(), drawn: Cell::new(None) }
    }

    fn show(&self, progress: &ExamProgress<'_>) {
        let is_due = match self.drawn.get() {
            None => self.began.elapsed() >= QUICK,
            Some(mut drawn) => self.line.is_due(&mut drawn),
        };
        if is_due {
            self.drawn.set(Some(Instant::now()));
            self.line.draw(&described(progress));
        }
    }

    fn end(&self) {
        if self.drawn.get().is_some() && self.line.is_terminal() {
            self.line.draw("");
        }
    }
}

fn described(progress: &ExamProgress<'_>) -> String {
    let ExamProgress { topic, number, topics, command, waited, limit } = progress;
    let mut text = format!("conform: topic {number} of {topics} ({topic})");
    if *waited >= Duration::from_secs(1) {
        text += &format!(", waiting for '{command}': {} of {} seconds", waited.as_secs(), limit.as_secs());
    }
    text
}

fn tell(report: &Report, faults: usize, as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let Report { name, version, checks, findings } = report;
    if as_json {
        let finding = |Finding { weight, topic, sentence }: &Finding| json!({ "weight": weight.to_string(), "topic": topic, "finding": sentence });
        let all: Vec<_> = findings.iter().map(finding).collect();
        let object = json!({ "name": name, "version": version, "checks": checks, "faults": faults, "findings": all });
        return Ok(writeln!(out, "{object}")?);
    }
    let remarks = findings.len() - faults;
    let who = format!("{name} {version}");
    writeln!(out, "{}: {checks} checks, {faults} faults, {remarks} remarks", who.trim_end())?;
    for Finding { weight, topic, sentence } in findings {
        writeln!(out, "{weight:<6}  {topic}: {sentence}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_with_what_is_waited_for_and_how_long_it_may_take() {
        let seconds = Duration::from_secs;
        let (command, limit) = ("name", seconds(60));
        let progress = ExamProgress { topic: "board", number: 7, topics: 14, command, waited: seconds(4), limit };
        assert_eq!(described(&progress), "conform: topic 7 of 14 (board), waiting for 'name': 4 of 60 seconds");
        let quick = ExamProgress { waited: Duration::ZERO, ..progress };
        assert_eq!(described(&quick), "conform: topic 7 of 14 (board)");
    }
}
