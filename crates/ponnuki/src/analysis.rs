//! `ponnuki analysis`: a player behind KataGo's analysis protocol.

use std::io;

use anyhow::Result;
use player::Spec;

use crate::everyone::Everyone;

/// Answer KataGo's JSON analysis protocol on standard input and output.
///
/// KaTrain and many analysis scripts speak it: one query a line, any number of replies for each. Every query is
/// answered, also after the end of the input, unless nobody reads the output any more.
#[derive(clap::Args)]
pub struct Args {
    /// The player; `ponnuki players` lists them.
    #[arg(default_value = "best")]
    spec: Spec,
}

/// Answers queries until the end of the input.
pub fn run(args: Args) -> Result<()> {
    let deserted = ::gtp::wait_until_stdout_is_deserted;
    Ok(::gtp::analysis::serve_until_deserted(io::stdin().lock(), io::stdout(), &Everyone, &args.spec, deserted)?)
}
