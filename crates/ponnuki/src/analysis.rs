//! `ponnuki analysis`: a player behind KataGo's analysis protocol.

use std::io;

use anyhow::Result;
use player::Spec;

use crate::all_players::AllPlayers;
use crate::options;

/// Answer KataGo's JSON analysis protocol on standard input and output.
///
/// KaTrain and many analysis scripts speak it: one query per line, one or more replies to each. Pending queries are
/// still answered after the end of the input, unless the output is closed.
#[derive(clap::Args)]
pub struct Args {
    /// Player; `ponnuki players` lists them.
    #[arg(value_name = "SPEC", default_value = "best", value_parser = options::player)]
    player: Spec,
}

/// Answers queries until the end of the input.
pub fn run(args: Args) -> Result<()> {
    let hung_up = ::gtp::wait_for_hangup;
    Ok(::gtp::analysis::serve_until_hangup(io::stdin().lock(), io::stdout(), &AllPlayers, &args.player, hung_up)?)
}
