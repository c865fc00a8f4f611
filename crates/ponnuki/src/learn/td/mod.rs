//! `ponnuki learn td`: networks for small boards, trained by self-play, and what became of them.

use anyhow::Result;
use clap::Subcommand;

mod best;
mod figure;
mod judge;
mod train;

/// Train networks for small boards by self-play and temporal differences
///
/// The experiments of Mayer's "Board Representations for Neural Go Players Learning by Temporal Difference" (2007):
/// networks with random weights learn by TD(0) over two moves, and their strength is sampled against three players. The
/// defaults are those of the paper. The runs are trained in parallel and saved to the folder at each sample; the same
/// command resumes them. The same seed makes the same networks, on any number of threads. `td:net=FILE` plays by a
/// network.
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
