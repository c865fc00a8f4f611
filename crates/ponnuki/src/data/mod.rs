//! `ponnuki data`: training data for programs outside this one.

use anyhow::Result;
use clap::Subcommand;

mod shards;

/// Prepare training data
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Shards(shards::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Shards(args) => shards::run(args),
    }
}
