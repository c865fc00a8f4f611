//! `ponnuki lab list`: the experiments, what they cost and how much of them was measured.

use std::io::{self, Write};

use anyhow::Result;
use lab::{Scale, Verdict};
use serde_json::json;

use super::Folder;
use crate::options::Json;

/// List the experiments with their cost and progress
///
/// For each experiment: the units measured so far (games, studies or training runs) of those at the paper's scale, the
/// hours of one core that the rest takes, and the claims that hold, do not hold and are undecided.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args) -> Result<()> {
    let results = args.folder.results();
    let mut out = io::stdout().lock();
    if !args.output.json {
        writeln!(out, "{:<28} {:>17} {:>9}  {:<14} ", "experiment", "measured", "hours", "claims + - ?")?;
    }
    for experiment in lab::experiments() {
        let evidence = results.evidence(experiment.trials, Scale::Full)?;
        let (done, all) = evidence.progress();
        let hours = evidence.remaining_seconds() / 3600.0;
        let verdicts: Vec<Verdict> = experiment.claims.iter().map(|claim| (claim.judge)(&evidence).verdict).collect();
        let count = |verdict| verdicts.iter().filter(|one| **one == verdict).count();
        let claims = [Verdict::Holds, Verdict::DoesNotHold, Verdict::Undecided].map(count);
        if args.output.json {
            let line = json!({
                "experiment": experiment.name, "title": experiment.title, "measured": done, "units": all,
                "hours_left": hours, "hold": claims[0], "do_not_hold": claims[1], "undecided": claims[2],
            });
            writeln!(out, "{line}")?;
        } else {
            let measured = format!("{done} of {all}");
            let claims = format!("{} {} {}", claims[0], claims[1], claims[2]);
            let name = experiment.name;
            writeln!(out, "{name:<28} {measured:>17} {hours:>9.1}  {claims:>12}   {}", experiment.title)?;
        }
    }
    Ok(())
}
