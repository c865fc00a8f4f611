//! `ponnuki learn`: teaches players from game records.

use anyhow::Result;
use clap::Subcommand;

mod intuition;

/// Teach players from game records
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Intuition(intuition::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Intuition(args) => intuition::run(args),
    }
}
