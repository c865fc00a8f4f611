//! `ponnuki learn book`: the exact book of openings.

use std::io::{self, Write};
use std::path::PathBuf;

use ::learn::book::teach;
use anyhow::{Result, bail};
use files::Kind;
use player::Stop;

use super::games::{Games, Telling};
use crate::numbers;
use crate::options;
use crate::output::Force;

/// Write the exact book of openings: for each position that came up often enough, the move that was played most often
///
/// It is what Steinmetz and Gini (2015) compare their clusters with; `rave:opening=book,book=FILE` and
/// `mcts:opening=book,book=FILE` plays by it. Positions are known in all their symmetries.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: Games,
    /// Where the book goes
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// For how many moves of a game
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = numbers::count::<usize>)]
    moves: usize,
    /// In how many games a position has to come up
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = numbers::count::<u32>)]
    least: u32,
    /// The size of the board
    #[arg(long, value_name = "N", default_value = "19", value_parser = options::size)]
    size: usize,
}

pub fn run(args: Args) -> Result<()> {
    let output = args.force.check(&args.out, Kind::Model, args.games.paths())?;
    let mut telling = Telling::new();
    let (lessons, source) = args.games.read(&mut telling, &Stop::new())?;
    let mut book = teach(&lessons, args.size, args.moves, args.least);
    if book.is_empty() {
        bail!("no position of a board of {size}x{size} came up in {} games", args.least, size = args.size);
    }
    book.about = source;
    let bytes = book.write();
    output.write(&bytes)?;
    let (name, positions, size) = (args.out.display(), book.len(), bytes.len() as f64 / 1024.0);
    Ok(writeln!(io::stdout().lock(), "{name}: {positions} positions, {size:.0} KiB")?)
}
