//! `ponnuki openings`: inspects clusters of opening positions.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Subcommand;
use models::file;
use models::openings::Clusters;

mod accuracy;
mod explore;
mod show;
mod usage;
pub mod view;

/// Inspect clusters of opening positions
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Show(show::Args),
    Explore(explore::Args),
    Accuracy(accuracy::Args),
    Usage(usage::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Show(args) => show::run(&args),
        What::Explore(args) => explore::run(&args),
        What::Accuracy(args) => accuracy::run(&args),
        What::Usage(args) => usage::run(&args),
    }
}

/// The embedded clusters of that name, or those in that file.
pub fn load(name: &str) -> Result<Arc<Clusters>> {
    match Clusters::embedded(name) {
        Some(clusters) => Ok(clusters.clone()),
        None => {
            let clusters = Clusters::read(&file::load(Path::new(name))?);
            Ok(Arc::new(clusters.with_context(|| format!("{name} cannot be used"))?))
        }
    }
}
