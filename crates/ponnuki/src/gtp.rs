//! `ponnuki gtp`: a player as an engine for other programs.

use std::io;

use anyhow::Result;
use player::Spec;

use crate::everyone::Everyone;

/// Serve a player as a GTP engine on standard input and output.
///
/// This is the command to give to GoGui, Sabaki, Lizzie, a KGS or OGS gateway, or twogtp.
#[derive(clap::Args)]
pub struct Args {
    /// The player; `ponnuki players` lists them.
    #[arg(default_value = "mcts")]
    spec: Spec,
}

/// Answers commands until `quit` or the end of the input.
pub fn run(args: Args) -> Result<()> {
    Ok(::gtp::serve(io::BufReader::new(io::stdin()), io::stdout().lock(), &Everyone, args.spec)?)
}
