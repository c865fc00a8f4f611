//! `ponnuki learn`: teaches players from game records, by games against themselves, or from a library of boards.

use anyhow::Result;
use clap::Subcommand;

mod book;
mod clusters;
mod curves;
pub mod games;
mod genetic;
mod intuition;
mod library;
mod net;
mod network;
mod preference;
mod shards;
mod superiority;
mod td;
mod territory;
mod view;

/// Teach players from game records, by games against themselves, or from a library of boards
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Book(book::Args),
    Clusters(clusters::Args),
    Curves(curves::Args),
    Genetic(genetic::Args),
    Intuition(intuition::Args),
    Library(library::Args),
    Net(net::Args),
    Network(network::Args),
    Preference(preference::Args),
    Shards(shards::Args),
    Superiority(superiority::Args),
    Td(Box<td::Args>),
    Territory(territory::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Book(args) => book::run(args),
        What::Clusters(args) => clusters::run(args),
        What::Curves(args) => curves::run(args),
        What::Genetic(args) => genetic::run(args),
        What::Intuition(args) => intuition::run(args),
        What::Library(args) => library::run(args),
        What::Net(args) => net::run(args),
        What::Network(args) => network::run(args),
        What::Preference(args) => preference::run(args),
        What::Shards(args) => shards::run(args),
        What::Superiority(args) => superiority::run(args),
        What::Td(args) => td::run(*args),
        What::Territory(args) => territory::run(args),
    }
}
