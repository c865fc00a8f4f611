//! `ponnuki model convert`: weights of a network from `training/` to a model file, and back; and a table of pattern
//! preference to a smaller file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use files::Kind;
use models::file::{self, ModelError};
use models::net::{Bits, Network, safetensors};
use models::preference::Preference;

use crate::output::Force;

/// Convert the weights of a network to a model file, or a model file to weights
///
/// `training/export.py` writes weights, and `training/train.py --start` trains them further. `net:model=FILE` plays by
/// the policy of a model, and `mcts:model=FILE` searches with it.
///
/// A table that `ponnuki learn preference` wrote becomes a smaller model file, with values of 16 bits.
#[derive(clap::Args)]
pub struct Args {
    /// Weights in the safetensors format, or a model: a file, or the embedded small or large; or the file of a table
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
    if let Some(bytes) = compact(&args)? {
        output.write(&bytes)?;
        writeln!(io::stdout(), "{}: a table, {} KiB", args.out.display(), bytes.len() / 1024)?;
        return Ok(());
    }
    let mut network = read(&args.network).map_err(|error| match error {
        ModelError::File { .. } => error.into(),
        _ => anyhow!("{} is not a network: {error}", args.network),
    })?;
    if !args.about.is_empty() {
        network.about = args.about;
    }
    let weights = is_weights(&args.out);
    let bytes = if weights { safetensors::write(&network) } else { network.write(args.bits) };
    output.write(&bytes)?;
    let (shape, out) = (network.shape(), args.out.display());
    writeln!(io::stdout(), "{out}: {} blocks, {} channels, {} KiB", shape.blocks, shape.channels, bytes.len() / 1024)?;
    Ok(())
}

/// The suffix of files with weights.
const WEIGHTS: &str = "safetensors";

fn is_weights(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == WEIGHTS)
}

/// The compact form of a table of pattern preference, if the input is one.
fn compact(args: &Args) -> Result<Option<Vec<u8>>> {
    let Ok(bytes) = file::load(Path::new(&args.network)) else { return Ok(None) };
    if file::kind(&bytes) != Ok("preference") {
        return Ok(None);
    }
    let name = &args.network;
    ensure!(!is_weights(&args.out), "{name} is a table, which has no weights of a network");
    ensure!(args.bits == Bits::Sixteen, "{name} is a table, whose values can have 16 bits: leave out --bits");
    let mut table = Preference::read(&bytes).map_err(|error| anyhow!("{name} cannot be used: {error}"))?;
    if !args.about.is_empty() {
        table.about.clone_from(&args.about);
    }
    let compact = table.write_compact();
    Ok(Some(compact.ok_or_else(|| anyhow!("{name} is no hash table without corners, and only these can be smaller"))?))
}

fn read(name: &str) -> Result<Network, ModelError> {
    if let Some(network) = Network::embedded(name) {
        return Ok(Network::clone(network));
    }
    let path = Path::new(name);
    let bytes = file::load(path)?;
    if is_weights(path) { safetensors::read(&bytes, String::new()) } else { Network::read(&bytes) }
}

fn bits(text: &str) -> Result<Bits, String> {
    match text {
        "8" => Ok(Bits::Eight),
        "16" => Ok(Bits::Sixteen),
        _ => Err("weights have 8 or 16 bits".to_string()),
    }
}
