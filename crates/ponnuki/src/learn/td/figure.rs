//! `ponnuki learn td figure`: learning curves of several folders on the same axes.

use std::io::{self, Write};
use std::path::PathBuf;

use ::learn::td::curve::{Mean, figure, label, means};
use ::learn::td::experiment::read;
use ::learn::td::run::{Run, Sample};
use anyhow::Result;

use crate::output;

/// Draw learning curves: the mean strength of the runs of each folder, with 95% intervals
///
/// Figures 2 and 3 of the paper, from three folders each. Runs in progress can be drawn too. The same figures are
/// printed as a table.
#[derive(clap::Args)]
pub struct Args {
    /// Folders of runs
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The picture, as .svg or .png
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The title
    #[arg(long, default_value = "Strength of self-learning networks")]
    title: String,
}

pub fn run(args: Args) -> Result<()> {
    output::picture(Some(&args.out))?;
    let folders = args.folders.iter().map(|folder| read(folder)).collect::<Result<Vec<Vec<Run>>, _>>()?;
    let groups: Vec<(String, Vec<&Run>)> =
        folders.iter().map(|runs| (label(&runs[0].plan), runs.iter().collect())).collect();
    output::draw(&args.out, &figure(&args.title, &groups).svg())?;
    let mut out = io::stdout().lock();
    writeln!(out, "games\truns\tstrength\t±\twhat")?;
    for (name, runs) in &groups {
        for Mean { games, runs, mean, margin } in means(runs, Sample::strength) {
            writeln!(out, "{games}\t{runs}\t{mean:.4}\t{margin:.4}\t{name}")?;
        }
    }
    Ok(())
}
