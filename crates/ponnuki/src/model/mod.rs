//! `ponnuki model`: model files and the training logs of networks.

use anyhow::Result;
use clap::Subcommand;

mod convert;
mod curves;
mod info;

/// Inspect and convert models, and draw how networks were trained
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Info(info::Args),
    Convert(convert::Args),
    Curves(curves::Args),
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Info(args) => info::run(args),
        What::Convert(args) => convert::run(args),
        What::Curves(args) => curves::run(args),
    }
}
