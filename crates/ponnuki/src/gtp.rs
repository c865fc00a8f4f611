//! `ponnuki gtp`: a player as an engine for other programs.

use std::io;

use anyhow::Result;
use player::Spec;

use crate::everyone::Everyone;

/// Serve a player as a GTP engine on standard input and output.
///
/// This is the command to give to GoGui, Sabaki, Lizzie, a KGS or OGS gateway, or twogtp.
///
/// Every command is answered in full, also after the end of the input. Analysis ends with the input, and everything
/// ends when nobody reads the output any more.
#[derive(clap::Args)]
pub struct Args {
    /// The player; `ponnuki players` lists them.
    #[arg(default_value = "best")]
    spec: Spec,
}

/// Answers commands until `quit` or the end of the input.
pub fn run(args: Args) -> Result<()> {
    let (input, output) = (io::BufReader::new(io::stdin()), io::stdout());
    let deserted = ::gtp::wait_until_stdout_is_deserted;
    Ok(::gtp::serve_until_deserted(input, output, &Everyone, args.spec, deserted)?)
}
