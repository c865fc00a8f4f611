//! `ponnuki analysis`: a player behind KataGo's analysis protocol.

use std::io;

use anyhow::Result;
use player::Spec;

use crate::everyone::Everyone;

/// Answer KataGo's JSON analysis protocol on standard input and output.
///
/// KaTrain and many analysis scripts speak it: one query a line, any number of replies for each.
#[derive(clap::Args)]
pub struct Args {
    /// The player; `ponnuki players` lists them.
    #[arg(default_value = "mcts")]
    spec: Spec,
}

/// Answers queries until the end of the input.
pub fn run(args: Args) -> Result<()> {
    Ok(::gtp::analysis::serve(io::stdin().lock(), io::stdout(), &Everyone, &args.spec)?)
}
