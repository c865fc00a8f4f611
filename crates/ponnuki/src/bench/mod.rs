//! `ponnuki bench`: benchmarks of speed and skill.

use anyhow::Result;
use clap::Subcommand;

mod arena;
mod learn;
mod library;
mod net;
mod playouts;
mod problems;
mod replay;
mod search;
mod td;

/// Measure speed and skill
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Arena(arena::Args),
    Learn(learn::Args),
    Library(library::Args),
    Net(net::Args),
    Playouts(playouts::Args),
    Problems(problems::Args),
    Replay(replay::Args),
    Search(search::Args),
    Td(td::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Arena(args) => arena::run(args),
        What::Learn(args) => learn::run(args),
        What::Library(args) => library::run(args),
        What::Net(args) => net::run(args),
        What::Playouts(args) => playouts::run(args),
        What::Problems(args) => problems::run(args),
        What::Replay(args) => replay::run(args),
        What::Search(args) => search::run(args),
        What::Td(args) => td::run(args),
    }
}
