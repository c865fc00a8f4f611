//! `ponnuki learn net`: the network that was taught in `training/`, as a model of this program, and the other way
//! round.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use files::Kind;
use models::file::{self, ModelError};
use models::net::{Bits, Network, safetensors};

use crate::output::Force;

/// Make a model of weights that `training/export.py` has written, or weights of a model
///
/// The player `net` plays by a model, as `net:model=FILE`, and `mcts:model=FILE` searches by it. From weights,
/// `training/train.py --start` goes on teaching.
#[derive(clap::Args)]
pub struct Args {
    /// The weights, in the safetensors format; or a model, small and large being those that come with the program
    network: String,
    /// What it was taught, in words, for those who read the file
    #[arg(long, value_name = "TEXT", default_value = "")]
    about: String,
    /// How many bits a weight has in the model: 16, or 8 for half the size
    #[arg(long, value_name = "N", default_value = "16", value_parser = bits)]
    bits: Bits,
    /// Where the model goes; the weights of one, if its name ends in .safetensors
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
        _ => anyhow!("{} holds no network: {error}", args.network),
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

/// How the names of files with weights end.
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
