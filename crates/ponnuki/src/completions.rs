//! `ponnuki completions`: a script that teaches a shell our subcommands and options.

use std::io::{self, Write};

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;

/// Print a script with which a shell completes this program's subcommands and options.
///
/// For bash: `ponnuki completions bash > ~/.local/share/bash-completion/completions/ponnuki`.
#[derive(clap::Args)]
pub struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints the script.
pub fn run(args: Args) -> Result<()> {
    // Written to memory first, since the generator panics where the reader has gone away.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ponnuki", &mut script);
    Ok(io::stdout().write_all(&script)?)
}
