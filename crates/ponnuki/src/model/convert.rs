//! `ponnuki model convert`: weights of a network from `training/` to a model file, and back.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use files::Kind;
use models::file::{self, ModelError};
use models::net::{Bits, Network, safetensors};

use crate::output::Force;

/// Convert the weights of a network to a model file, or a model file to weights
///
/// `training/export.py` writes weights, and `training/train.py --start` trains them further. `net:model=FILE` plays by
/// the policy of a model, and `mcts:model=FILE` searches with it.
#[derive(clap::Args)]
pub struct Args {
    /// Weights in the safetensors format, or a model: a file, or the embedded small or large
    network: String,
    /// A description of the training, for the model file
    #[arg(long, value_name = "TEXT", default_value = "")]
    about: String,
    /// The bits of a weight in the model: 16, or 8 for half the size
    #[arg(long, value_name = "N", default_value = "16", value_parser = bits)]
    bits: Bits,
    /// The model file, or weights if its name ends in .safetensors
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

pub fn run(args: Args) -> Result<()> {
    let input = PathBuf::from(&args.network);
    let output = args.force.check(&args.out, Kind::ModelOrWeights, [&input])?;
    let mut network = read(&args.network).map_err(|error| match error {
        ModelError::File { .. } => error.into(),
        _ => anyhow!("{} is not a network: {error}", args.network),
    })?;
    if !args.about.is_empty() {
        network.about = args.about;
    }
    let weights = args.out.extension().is_some_and(|ending| ending == WEIGHTS);
    let bytes = if weights { safetensors::write(&network) } else { network.write(args.bits) };
    output.write(&bytes)?;
    let (shape, out) = (network.shape(), args.out.display());
    writeln!(io::stdout(), "{out}: {} blocks, {} channels, {} KiB", shape.blocks, shape.channels, bytes.len() / 1024)?;
    Ok(())
}

/// The suffix of files with weights.
const WEIGHTS: &str = "safetensors";

fn read(name: &str) -> Result<Network, ModelError> {
    if let Some(network) = Network::embedded(name) {
        return Ok(Network::clone(network));
    }
    let path = Path::new(name);
    let bytes = file::load(path)?;
    if path.extension().is_some_and(|ending| ending == WEIGHTS) {
        safetensors::read(&bytes, String::new())
    } else {
        Network::read(&bytes)
    }
}

fn bits(text: &str) -> Result<Bits, String> {
    match text {
        "8" => Ok(Bits::Eight),
        "16" => Ok(Bits::Sixteen),
        _ => Err("weights have 8 or 16 bits".to_string()),
    }
}
