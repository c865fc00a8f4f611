//! `ponnuki man`: the manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::Cli;

/// Print the manual page, or write one for each subcommand into a folder.
///
/// To read it: `ponnuki man | man -l -`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder for `ponnuki.1`, `ponnuki-play.1` and so on.
    folder: Option<PathBuf>,
}

/// Prints or writes the pages.
pub fn run(args: Args) -> Result<()> {
    match args.folder {
        Some(folder) => {
            std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder))
                .with_context(|| format!("the manual cannot be written to {}", folder.display()))?;
            eprintln!("ponnuki: the manual pages are in {}", folder.display());
            Ok(())
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            Ok(io::stdout().write_all(&page)?)
        }
    }
}
