//! `ponnuki conform`: checks a GTP program against the standard.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use ::gtp::client::CommandLine;
use ::gtp::conform::{ExamProgress, Finding, Report, Timeouts};
use anyhow::{Result, bail};
use serde_json::json;

use crate::interrupt;
use crate::options::{self, Json, Quiet};
use crate::progress::Line;

/// Check a GTP program against the standard
///
/// Starts the program several times and runs about two hundred checks: commands, ids, comments and white space, illegal
/// moves, generated moves, clocks, scores, and whether it quits. A fault violates the standard; a remark departs from
/// a recommendation. The exit code is 1 if there are faults.
#[derive(clap::Args)]
pub struct Args {
    /// Command that starts the program, in quotes, such as 'gnugo --mode gtp'
    command: String,
    /// Time after which a program that has not moved counts as hung
    #[arg(long, value_name = "DURATION", default_value = "2m", value_parser = options::duration)]
    patience: Duration,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// Checks the program; fails if there are faults.
pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    interrupt::install_handler();
    let timeouts = Timeouts { genmove: args.patience, ..Timeouts::default() };
    let waiting = Waiting::new();
    let report = ::gtp::conform(&CommandLine::parse(&args.command)?, timeouts, &|progress| waiting.show(progress));
    waiting.end();
    let mut report = report?;
    if report.name.is_empty() {
        report.name.clone_from(&args.command);
    }
    let faults = report.faults().count();
    print(&report, faults, args.output.json)?;
    match faults {
        0 => Ok(()),
        1 => bail!("{} has a fault", args.command),
        _ => bail!("{} has {faults} faults", args.command),
    }
}

/// The status line, for programs that answer slowly.
struct Waiting {
    line: Line,
    started: Instant,
    drawn: Cell<Option<Instant>>,
}

/// The line appears after this time.
const DELAY: Duration = Duration::from_secs(2);

impl Waiting {
    fn new() -> Waiting {
        Waiting { line: Line::new(), started: Instant::now(), drawn: Cell::new(None) }
    }

    fn show(&self, progress: &ExamProgress<'_>) {
        let is_due = match self.drawn.get() {
            None => self.started.elapsed() >= DELAY,
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

fn print(report: &Report, faults: usize, as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let Report { name, version, checks, findings } = report;
    if as_json {
        let finding = |finding: &Finding| {
            let Finding { weight, topic, sentence } = finding;
            json!({ "weight": weight.to_string(), "topic": topic, "finding": sentence })
        };
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
    fn the_status_names_the_command_and_its_time_limit() {
        let seconds = Duration::from_secs;
        let (command, limit) = ("name", seconds(60));
        let progress = ExamProgress { topic: "board", number: 7, topics: 14, command, waited: seconds(4), limit };
        assert_eq!(described(&progress), "conform: topic 7 of 14 (board), waiting for 'name': 4 of 60 seconds");
        let quick = ExamProgress { waited: Duration::ZERO, ..progress };
        assert_eq!(described(&quick), "conform: topic 7 of 14 (board)");
    }
}
