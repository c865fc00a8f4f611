//! `ponnuki learn net`: the network that was taught in `training/`, as a model of this program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use models::file;
use models::net::{Network, safetensors};

/// Make a model of weights that `training/export.py` has written
///
/// They are written as numbers of 16 bits. The player `net` plays by it, as `net:model=FILE`.
#[derive(clap::Args)]
pub struct Args {
    /// The weights, in the safetensors format
    weights: PathBuf,
    /// What it was taught, in words, for those who read the file
    #[arg(long, value_name = "TEXT", default_value = "")]
    about: String,
    /// Where the model goes
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: Args) -> Result<()> {
    let bytes = fs::read(&args.weights).with_context(|| format!("{} cannot be read", args.weights.display()))?;
    let network: Network = safetensors::read(&bytes, args.about)
        .with_context(|| format!("{} holds no network", args.weights.display()))?;
    let model = network.write();
    file::save(&args.out, &model)?;
    let (shape, out) = (network.shape(), args.out.display());
    writeln!(io::stdout(), "{out}: {} blocks, {} channels, {} KiB", shape.blocks, shape.channels, model.len() / 1024)?;
    Ok(())
}
