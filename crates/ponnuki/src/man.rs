//! `ponnuki man`: the manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::{Cli, output};

/// Print the manual page, or write the pages of all commands into a folder.
///
/// To read it, run `ponnuki man | man -l -`.
#[derive(clap::Args)]
pub struct Args {
    /// Write `ponnuki.1`, `ponnuki-play.1` and so on into this folder.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or writes the pages.
pub fn run(args: Args) -> Result<()> {
    match args.out {
        Some(folder) => {
            std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder))
                .with_context(|| format!("the manual cannot be written to {}", folder.display()))?;
            output::written("the manual", &folder);
            Ok(())
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            Ok(io::stdout().write_all(&page)?)
        }
    }
}
