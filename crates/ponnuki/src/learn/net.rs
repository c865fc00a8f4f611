//! `ponnuki learn net`: the network that was taught in `training/`, as a model of this program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use models::file;
use models::net::{Bits, Network, safetensors};

/// Make a model of weights that `training/export.py` has written
///
/// The player `net` plays by it, as `net:model=FILE`, and `mcts:net=FILE` searches by it.
#[derive(clap::Args)]
pub struct Args {
    /// The weights, in the safetensors format
    weights: PathBuf,
    /// What it was taught, in words, for those who read the file
    #[arg(long, value_name = "TEXT", default_value = "")]
    about: String,
    /// How many bits a weight has in the file: 16, or 8 for half the size
    #[arg(long, value_name = "N", default_value = "16", value_parser = bits)]
    bits: Bits,
    /// Where the model goes
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: Args) -> Result<()> {
    let bytes = fs::read(&args.weights).with_context(|| format!("{} cannot be read", args.weights.display()))?;
    let network: Network = safetensors::read(&bytes, args.about)
        .with_context(|| format!("{} holds no network", args.weights.display()))?;
    let model = network.write(args.bits);
    file::save(&args.out, &model)?;
    let (shape, out) = (network.shape(), args.out.display());
    writeln!(io::stdout(), "{out}: {} blocks, {} channels, {} KiB", shape.blocks, shape.channels, model.len() / 1024)?;
    Ok(())
}

fn bits(text: &str) -> Result<Bits, String> {
    match text {
        "8" => Ok(Bits::Eight),
        "16" => Ok(Bits::Sixteen),
        _ => Err("weights have 8 or 16 bits".to_string()),
    }
}
