//! `ponnuki bench`: how fast things are, in figures that can be compared from one version and machine to another.

use anyhow::Result;
use clap::Subcommand;

mod playouts;
mod replay;
mod search;

/// Measure speed
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Playouts(playouts::Args),
    Replay(replay::Args),
    Search(search::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Playouts(args) => playouts::run(args),
        What::Replay(args) => replay::run(args),
        What::Search(args) => search::run(args),
    }
}
