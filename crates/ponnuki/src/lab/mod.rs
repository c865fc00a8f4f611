//! `ponnuki lab`: the experiments of the papers.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Subcommand;
use lab::Experiment;

use crate::options::UsageError;

mod list;
mod report;
mod run;

/// Repeat the experiments of the papers and judge their claims
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    List(list::Args),
    Run(run::Args),
    Report(report::Args),
}

/// `--folder`.
#[derive(clap::Args)]
struct Folder {
    /// Folder of the report, with the results in its folder 'results'
    #[arg(long, value_name = "FOLDER", default_value = "docs/lab")]
    folder: PathBuf,
}

impl Folder {
    fn results(&self) -> lab::Results {
        lab::Results::new(self.folder.join("results"))
    }
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::List(args) => list::run(args),
        What::Run(args) => run::run(args),
        What::Report(args) => report::run(args),
    }
}

/// The experiments that names select, each once.
fn selected(names: &[String]) -> Result<Vec<&'static Experiment>> {
    let mut selected: Vec<&'static Experiment> = Vec::new();
    for name in names {
        let found = lab::select(name);
        if found.is_empty() {
            let known: Vec<&str> = lab::experiments().map(|experiment| experiment.name).collect();
            let nearest = player::instead(name, known);
            bail!(UsageError(format!("'{name}' is not an experiment: {nearest}")));
        }
        for experiment in found {
            if selected.iter().all(|other| other.name != experiment.name) {
                selected.push(experiment);
            }
        }
    }
    Ok(selected)
}
