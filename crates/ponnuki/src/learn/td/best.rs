//! `ponnuki learn td best`: the best network of some runs.

use std::io::{self, Write};
use std::path::PathBuf;

use ::learn::td::best::best;
use ::learn::td::sample::{Tally, mean};
use anyhow::{Context, Result};
use files::Kind;
use player::Stop;

use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::numbers;
use crate::output::Force;

/// Find the best network of runs, and write it to a file
///
/// The networks with the best samples, at most one of each run, play new games, which decide; so none is chosen for a
/// lucky sample. The winner plays a third time, and its strength is that of these games.
#[derive(clap::Args)]
pub struct Args {
    /// Folders of runs
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The model file
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// The number of networks that are measured again
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = numbers::count::<usize>)]
    candidates: usize,
    /// The number of games against each opponent
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
}

pub fn run(args: Args) -> Result<()> {
    let output = args.force.check(&args.out, Kind::Model, &[])?;
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let (measured, opponents) =
        best(&args.folders, args.candidates, args.games, &AllPlayers, &stop, &mut |measured| {
            let (path, sampled, again) = (measured.path.display(), measured.sampled, mean(&measured.decided));
            let line =
                writeln!(out, "{path}: sampled {sampled:.4} after {} games, again {again:.4}", measured.about.games);
            written = std::mem::replace(&mut written, Ok(())).and(line);
        })?;
    written?;
    let best = measured.into_iter().next().context("these folders hold no samples yet")?;
    let of = |(name, tally): (&String, &Tally)| format!("{name} {:.3}", tally.strength());
    let parts: Vec<String> = opponents.iter().zip(&best.confirmed).map(of).collect();
    let mut about = best.about;
    about.strength = format!("{:.4} ({})", mean(&best.confirmed), parts.join(", "));
    output.write(&best.network.write(&about))?;
    writeln!(out, "{}: {}, strength {}", args.out.display(), about.manner, about.strength)?;
    Ok(())
}
