//! `ponnuki learn network`: a table as a network of two layers, trained on.

use std::io::{self, Write};
use std::path::PathBuf;

use ::learn::network::teach;
use anyhow::{Context, Result};
use models::file;
use models::preference::{Network, Preference};
use player::Stop;

use super::games::{Games, Telling};
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::output;
use crate::progress::Pace;

/// Make a table of pattern preference a network of two layers, and train it on
///
/// The network has a node for every pattern of the table's window, which has to be a 3x3 square or a diamond of radius
/// 1 (`learn preference --window square --radius 1 --expand 1 --liberties 0`), and ranks moves as the table does; then
/// both layers learn by backpropagation (Stoutamire 1991, section 5.1). It is played by `preference:model=FILE`. Ctrl-C
/// keeps what was learnt, and the same command goes on with it.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: Games,
    /// The table to begin with
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// Where the network goes; if it is there already, it learns on
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// How large its steps are; 0 makes the network and teaches it nothing
    #[arg(long, value_name = "RATE", default_value_t = 0.05, value_parser = numbers::rate_or_zero)]
    rate: f32,
    /// How many times to go through the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::count::<usize>)]
    passes: usize,
}

pub fn run(args: Args) -> Result<()> {
    let output = output::resumable(&args.out, args.games.paths().iter().chain([&args.from]))?;
    let mut network = begin(&args)?;
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let mut telling = Telling::new();
    let (lessons, _) = args.games.read(&mut telling, &stop)?;
    let of = (args.passes * lessons.len()) as u64;
    let mut pace = Pace::new(Some(of), network.games);
    let error = teach(&mut network, &lessons, args.passes, args.rate, &stop, |error| {
        pace.add(1);
        telling.say(|| format!("{}, error {error:.4}{}", pace.count(), pace.rest()));
    });
    telling.end(&pace.count());
    output.write(&network.write())?;
    let (name, nodes, games) = (args.out.display(), network.nodes(), network.games);
    let error = error.map_or("which it knew already".to_string(), |error| format!("mean error of this run {error:.4}"));
    writeln!(io::stdout().lock(), "{name}: {nodes} nodes, {games} games, {error}")?;
    if games < of {
        interrupted!("stopped after {games} of {of} games, from which {name} has learnt: the same command goes on");
    }
    Ok(())
}

/// The network of the table, or what an earlier run has left.
fn begin(args: &Args) -> Result<Network> {
    let named = |path: &PathBuf| format!("{} cannot be used", path.display());
    if args.out.exists() {
        return Network::read(&file::load(&args.out)?).with_context(|| named(&args.out));
    }
    let table = Preference::read(&file::load(&args.from)?).with_context(|| named(&args.from))?;
    Network::of(&table).with_context(|| named(&args.from))
}
