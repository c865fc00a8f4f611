//! `ponnuki learn`: teaches players from game records, or by games against themselves.

use anyhow::Result;
use clap::Subcommand;

mod book;
mod clusters;
mod games;
mod intuition;
mod network;
mod preference;
mod superiority;
mod td;
mod territory;
mod view;

/// Teach players from game records, or by games against themselves
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Book(book::Args),
    Clusters(clusters::Args),
    Intuition(intuition::Args),
    Network(network::Args),
    Preference(preference::Args),
    Superiority(superiority::Args),
    Td(Box<td::Args>),
    Territory(territory::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Book(args) => book::run(args),
        What::Clusters(args) => clusters::run(args),
        What::Intuition(args) => intuition::run(args),
        What::Network(args) => network::run(args),
        What::Preference(args) => preference::run(args),
        What::Superiority(args) => superiority::run(args),
        What::Td(args) => td::run(*args),
        What::Territory(args) => territory::run(args),
    }
}
