//! `ponnuki openings`: inspects clusters of opening positions.

use anyhow::Result;
use clap::Subcommand;

mod accuracy;
mod explore;
mod show;
mod usage;

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
