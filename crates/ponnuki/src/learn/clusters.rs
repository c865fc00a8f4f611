//! `ponnuki learn clusters`: opening positions that are alike, and what experts play there.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use ::learn::clusters::{Settings, teach};
use anyhow::{Result, bail};
use files::Kind;
use player::{Rng, Stop};

use super::games::{Games, Telling};
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options;
use crate::output::Force;

/// Group opening positions that are alike, with what experts played next
///
/// The clusters of SmartStart (Steinmetz and Gini 2015): for each number of moves played, positions in their eight
/// symmetries are taken apart by repeated bisection until there are so many groups. `ponnuki openings` looks into them.
/// The same games and seed make the same file, whatever the number of threads. Ctrl-C leaves everything as it was.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: Games,
    /// Where the clusters go
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// For how many moves of a game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=100))]
    moves: u16,
    /// How many clusters for each move: a number, or two such as 16..96 between which it goes from the first move to
    /// the last
    #[arg(long, value_name = "N", default_value = "64", value_parser = clusters)]
    clusters: (usize, usize),
    /// Use so many of the games, drawn at random by the seed [default: all]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    sample: Option<usize>,
    /// The size of the board
    #[arg(long, value_name = "N", default_value = "19", value_parser = options::size)]
    size: usize,
    /// Decides which games are drawn, and how groups begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// On how many threads [default: cores]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    threads: Option<usize>,
}

pub fn run(args: Args) -> Result<()> {
    let output = args.force.check(&args.out, Kind::Model, args.games.paths())?;
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let mut telling = Telling::new();
    let (mut lessons, source) = args.games.read(&mut telling, &stop)?;
    lessons.retain(|lesson| lesson.size() == args.size);
    if lessons.is_empty() {
        bail!("none of the games is on a board of {size}x{size}", size = args.size);
    }
    let mut about = source;
    if let Some(sample) = args.sample {
        let mut rng = Rng::new(args.seed);
        for place in 0..sample.min(lessons.len()) {
            let other = place + rng.below((lessons.len() - place) as u32) as usize;
            lessons.swap(place, other);
        }
        lessons.truncate(sample);
        about += &format!(" sample={sample} seed={}", args.seed);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings {
        moves: usize::from(args.moves),
        clusters: args.clusters,
        seed: args.seed,
        threads: args.threads.unwrap_or(cores),
    };
    let begun = Instant::now();
    let line = std::sync::Mutex::new(&mut telling);
    let report = |done: usize| {
        if let Ok(mut line) = line.lock() {
            line.say(|| format!("{done} of {} moves", args.moves));
        }
    };
    let Some(mut clusters) = teach(&lessons, args.size, &settings, &stop, &report) else {
        interrupted!("stopped before all moves were grouped: nothing was written");
    };
    telling.end(&format!("{} moves", args.moves));
    clusters.about = about;
    let bytes = clusters.write();
    output.write(&bytes)?;
    let (name, games) = (args.out.display(), lessons.len());
    let (size, time) = (bytes.len() as f64 / 1024.0, begun.elapsed().as_secs_f64());
    Ok(writeln!(io::stdout().lock(), "{name}: {games} games, {} moves, {size:.0} KiB, {time:.1} s", args.moves)?)
}

/// Reads `64` or `16..96`.
fn clusters(text: &str) -> Result<(usize, usize)> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from @ 1..=4096), Ok(to @ 1..=4096)) => Ok((from, to)),
        _ => bail!("expected a number of clusters such as 64, or two such as 16..96; 4096 at most"),
    }
}
