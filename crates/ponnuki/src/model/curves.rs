//! `ponnuki model curves`: learning curves of networks, from the logs of `training/`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::learn::curves::{TrainingLog, chart};
use anyhow::{Context, Result};

use crate::output;

/// Draw learning curves of networks, from the logs that `training/train.py` writes
///
/// For each source of positions: the shares of moves that are the network's first choice and among its first five, and
/// of winners predicted, in hold-out games; and the losses. Several runs are compared by the names of their folders. A
/// run in progress can be drawn too. The last test of each run is printed as a table.
#[derive(clap::Args)]
pub struct Args {
    /// Logs of runs (log.jsonl), or the folders that they are in
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// The picture, as .svg or .png
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The title
    #[arg(long, default_value = "Learning curves")]
    title: String,
}

pub fn run(args: Args) -> Result<()> {
    output::picture(Some(&args.out))?;
    let logs: Vec<PathBuf> =
        args.logs.into_iter().map(|path| if path.is_dir() { path.join("log.jsonl") } else { path }).collect();
    let runs =
        logs.iter().zip(names(&logs)).map(|(log, name)| read(log, name)).collect::<Result<Vec<TrainingLog>>>()?;
    output::draw(&args.out, &chart(&args.title, &runs).svg())?;
    let mut out = io::stdout().lock();
    writeln!(out, "run\tstep\tof\tsource\tfirst choice\tfirst five\twinner\tBrier")?;
    for run in &runs {
        let Some(last) = run.last() else { continue };
        for (source, measured) in last.sources.iter().filter_map(|(source, measured)| Some((source, (*measured)?))) {
            let [top1, top5, winner] =
                [measured.top1, measured.top5, measured.winner].map(|share| format!("{:.1}%", 100.0 * share));
            let (name, step, of, brier) = (&run.name, last.step, last.of, measured.brier);
            writeln!(out, "{name}\t{step}\t{of}\t{source}\t{top1}\t{top5}\t{winner}\t{brier:.4}")?;
        }
    }
    Ok(())
}

fn read(log: &Path, name: String) -> Result<TrainingLog> {
    let bytes = fs::read(log).with_context(|| format!("{} cannot be read", log.display()))?;
    // A line in progress may end within a letter.
    TrainingLog::read(name, &String::from_utf8_lossy(&bytes))
        .with_context(|| format!("{} cannot be drawn", log.display()))
}

/// The names of runs: those of their folders, or of their logs where folders have the same name.
fn names(logs: &[PathBuf]) -> Vec<String> {
    let folder = |log: &PathBuf| {
        let whole = log.canonicalize().ok()?;
        Some(whole.parent()?.file_name()?.to_string_lossy().into_owned())
    };
    let path = |log: &PathBuf| log.display().to_string();
    let names: Vec<String> = logs.iter().map(|log| folder(log).unwrap_or_else(|| path(log))).collect();
    let all_differ = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    if all_differ { names } else { logs.iter().map(path).collect() }
}
