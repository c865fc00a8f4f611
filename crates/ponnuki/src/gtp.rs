//! `ponnuki gtp`: a player as an engine for other programs.

use std::io;

use anyhow::Result;
use player::Spec;

use crate::all_players::AllPlayers;
use crate::options;

/// Serve a player as a GTP engine on standard input and output.
///
/// This is the command to give to GoGui, Sabaki, Lizzie, a KGS or OGS gateway, or twogtp.
///
/// Pending commands are still answered after the end of the input. Analysis stops at the end of the input, and the
/// program ends when its output is closed.
#[derive(clap::Args)]
pub struct Args {
    /// Player; `ponnuki players` lists them.
    #[arg(value_name = "SPEC", default_value = "best", value_parser = options::player)]
    player: Spec,
}

/// Answers commands until `quit` or the end of the input.
pub fn run(args: Args) -> Result<()> {
    let (input, output) = (io::BufReader::new(io::stdin()), io::stdout());
    let hung_up = ::gtp::wait_for_hangup;
    Ok(::gtp::serve_until_hangup(input, output, &AllPlayers, args.player, hung_up)?)
}
