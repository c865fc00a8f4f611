//! `ponnuki learn shards`: positions for the teacher of the network.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use ::learn::shards::Writer;
use anyhow::{Context, Result, bail};
use kifu::corpus::{Corpus, Filter};

use super::games::Telling;

use crate::numbers;

/// Write the positions of games as files that the network's teacher reads
///
/// The teacher itself is in `training/`. What the files hold is described beside the code, in `learn::shards`. Games
/// count by their place in the records, also where a filter leaves them out.
#[derive(clap::Args)]
pub struct Args {
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only games for which this holds, such as size=19; may be given more than once
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// Read no more than so many games
    #[arg(long = "games", value_name = "N", value_parser = numbers::count::<u64>)]
    most: Option<u64>,
    /// The folder that the files go to
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// On how many threads [default: cores]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    threads: Option<usize>,
}

pub fn run(args: Args) -> Result<()> {
    let unwritten = || format!("{} cannot be written", args.out.display());
    let corpus = Corpus::open(args.games.iter())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut writer = Writer::new(&args.out, args.threads.unwrap_or(cores)).with_context(unwritten)?;
    let mut telling = Telling::new();
    let (begun, mut read, mut failure) = (Instant::now(), 0, None);
    let tally = corpus.each(|record| {
        let is_wanted = args.filter.iter().all(|filter| filter.admits(&record.id, &record.header));
        read += 1;
        telling.say(|| format!("{read} games"));
        match writer.add(record, is_wanted) {
            Err(error) => failure = Some(error),
            Ok(()) if args.most.is_none_or(|most| read < most) => return ControlFlow::Continue(()),
            Ok(()) => {}
        }
        ControlFlow::Break(())
    });
    telling.end(&tally.to_string());
    if let Some(error) = failure {
        return Err(error).with_context(unwritten);
    }
    let contents = writer.finish().with_context(unwritten)?;
    if contents.boards.is_empty() {
        bail!("there are no games to make positions of ({tally})");
    }
    let mut out = io::stdout().lock();
    for (size, amount) in &contents.boards {
        writeln!(out, "{size}x{size}: {} games, {} positions", amount.games, amount.positions)?;
    }
    Ok(writeln!(out, "{}: {:.1} s", args.out.display(), begun.elapsed().as_secs_f64())?)
}
