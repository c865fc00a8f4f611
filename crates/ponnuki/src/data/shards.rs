//! `ponnuki data shards`: positions for the training of the network.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use ::learn::shards::Writer;
use anyhow::{Context, Result, bail};
use kifu::corpus::{Corpus, Filter};

use crate::learn::games::ProgressLine;
use crate::numbers;

/// Write the positions of games as files for the training of the network
///
/// The training scripts are in `training/`; `learn::shards` describes the files. Games are numbered by their place in
/// the records, whether a filter admits them or not.
#[derive(clap::Args)]
pub struct Args {
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only games that match, such as size=19; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// The most games that are read
    #[arg(long = "games", value_name = "N", value_parser = numbers::count::<u64>)]
    most: Option<u64>,
    /// The folder of the files
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// The number of threads [default: cores]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    threads: Option<usize>,
}

pub fn run(args: Args) -> Result<()> {
    let unwritten = || format!("{} cannot be written", args.out.display());
    let corpus = Corpus::open(args.games.iter())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut writer = Writer::new(&args.out, args.threads.unwrap_or(cores)).with_context(unwritten)?;
    let mut progress = ProgressLine::new();
    let (begun, mut read, mut failure) = (Instant::now(), 0, None);
    let tally = corpus.each(|record| {
        let is_wanted = args.filter.iter().all(|filter| filter.admits(&record.id, &record.header));
        read += 1;
        progress.update(|| format!("{read} games"));
        match writer.add(record, is_wanted) {
            Err(error) => failure = Some(error),
            Ok(()) if args.most.is_none_or(|most| read < most) => return ControlFlow::Continue(()),
            Ok(()) => {}
        }
        ControlFlow::Break(())
    });
    progress.finish(&tally.to_string());
    if let Some(error) = failure {
        return Err(error).with_context(unwritten);
    }
    let contents = writer.finish().with_context(unwritten)?;
    if contents.boards.is_empty() {
        bail!("there are no games to take positions from ({tally})");
    }
    let mut out = io::stdout().lock();
    for (size, amount) in &contents.boards {
        writeln!(out, "{size}x{size}: {} games, {} positions", amount.games, amount.positions)?;
    }
    Ok(writeln!(out, "{}: {:.1} s", args.out.display(), begun.elapsed().as_secs_f64())?)
}
