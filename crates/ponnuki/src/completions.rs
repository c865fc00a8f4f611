//! `ponnuki completions`: shell completion scripts.

use std::io::{self, Write};

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;

/// Print a shell completion script.
///
/// For bash: `ponnuki completions bash > ~/.local/share/bash-completion/completions/ponnuki`.
#[derive(clap::Args)]
pub struct Args {
    /// Shell.
    shell: Shell,
}

/// Prints the script.
pub fn run(args: Args) -> Result<()> {
    // Written to memory first: the generator panics if its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ponnuki", &mut script);
    Ok(io::stdout().write_all(&script)?)
}
