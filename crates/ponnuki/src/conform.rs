//! `ponnuki conform`: what a GTP program does wrong.

use std::io::{self, Write};
use std::time::Duration;

use ::gtp::client::CommandLine;
use ::gtp::conform::{Finding, Patience, Report};
use anyhow::{Result, bail};
use serde_json::json;

use crate::interrupt;

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
    let report = ::gtp::conform(&CommandLine::parse(&args.command)?, patience)?;
    let faults = report.faults().count();
    tell(&report, faults, args.json)?;
    match faults {
        0 => Ok(()),
        1 => bail!("{} has a fault", args.command),
        _ => bail!("{} has {faults} faults", args.command),
    }
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
    writeln!(out, "{name} {version}: {checks} checks, {faults} faults, {remarks} remarks")?;
    for Finding { weight, topic, sentence } in findings {
        writeln!(out, "{weight:<6}  {topic}: {sentence}")?;
    }
    Ok(())
}
