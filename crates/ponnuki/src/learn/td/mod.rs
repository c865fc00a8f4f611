//! `ponnuki learn td`: networks that teach themselves, and what became of them.

use anyhow::Result;
use clap::Subcommand;

mod best;
mod figure;
mod judge;
mod train;

/// Let networks teach themselves by playing against themselves
///
/// The experiments of Mayer's "Board Representations for Neural Go Players Learning by Temporal Difference" (2007):
/// networks that begin with random weights learn by TD(0) over two moves, and their strength is sampled against three
/// players. Without options beyond --representation and --selection everything is as the paper has it. All runs go on
/// in parallel, and are written to the folder as they go; Ctrl-C keeps every block of games that is over, and the same
/// command goes on. The same seed makes the same networks, whatever the number of threads. What is learnt is played by
/// `td:net=FILE`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    train: train::Train,
}

#[derive(Subcommand)]
enum What {
    Best(best::Args),
    Figure(figure::Args),
    Judge(judge::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        Some(What::Best(args)) => best::run(args),
        Some(What::Figure(args)) => figure::run(args),
        Some(What::Judge(args)) => judge::run(args),
        None => train::run(args.train),
    }
}
