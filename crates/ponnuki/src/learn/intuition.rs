//! `ponnuki learn intuition`: how likely experts are to play which moves.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use ::learn::intuition::{Course, Progress, Taught, teach};
use anyhow::Result;
use files::Kind;
use models::intuition::{About, Intuition};
use player::Stop;

use super::games::{Games, Telling};
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::output::Force;
use crate::progress::Pace;

/// Learn how likely experts are to play which moves, by a softmax over shapes, distances and tactics
///
/// The result is a model for `preference:model=FILE`, and what `rave` takes for priors. The same games and seed make
/// the same model, whatever the number of threads. Ctrl-C keeps what was learnt until then.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: Games,
    /// Where the model goes
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// How often a feature has to be seen in moves that were played to have a weight
    #[arg(long, value_name = "N", default_value_t = Course::default().least, value_parser = numbers::count::<u32>)]
    least: u32,
    /// How many features have a weight, the most frequent ones
    #[arg(long, value_name = "N", default_value_t = Course::default().most, value_parser = numbers::count::<usize>)]
    features: usize,
    /// How fast to learn
    #[arg(long, value_name = "RATE", default_value_t = Course::default().rate, value_parser = numbers::rate)]
    rate: f32,
    /// How many times to go through the games
    #[arg(long, value_name = "N", default_value_t = Course::default().passes, value_parser = numbers::count::<u32>)]
    passes: u32,
    /// On how many threads positions are looked at; one more learns [default: cores less one]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    threads: Option<usize>,
    /// Decides the order of the games
    #[arg(long, value_name = "N", default_value_t = Course::default().seed)]
    seed: u64,
}

pub fn run(args: Args) -> Result<()> {
    let output = args.force.check(&args.out, Kind::Model, args.games.paths())?;
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let mut telling = Telling::new();
    let (lessons, games) = args.games.read(&mut telling, &stop)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let course = Course {
        least: args.least,
        most: args.features,
        rate: args.rate,
        passes: args.passes,
        threads: args.threads.unwrap_or(cores.saturating_sub(1)).max(1),
        seed: args.seed,
    };
    let begun = Instant::now();
    // The two stages take different times, and have each its own pace.
    let (mut counting, mut learning) = (Pace::new(None, 0), None);
    let taught = teach(&lessons, &course, &stop, |progress| match progress {
        Progress::Counting { games, of } => {
            counting.set(games as u64, Some(of as u64));
            telling.say(|| format!("counting features: {}{}", counting.count(), counting.rest()));
        }
        Progress::Learning { games, of, positions, loss, top1 } => {
            let pace: &mut Pace = learning.get_or_insert_with(|| Pace::new(Some(of as u64), 0));
            pace.set(games as u64, Some(of as u64));
            let far = |pace: &Pace| format!("learning: {}, {positions} positions", pace.count());
            telling.say(|| format!("{}, loss {loss:.4}, first choice {:.1}%{}", far(pace), 100.0 * top1, pace.rest()));
        }
    });
    telling.end("learnt");
    let Taught { weights, positions, complete } = taught;
    let about = About { games, positions, seed: args.seed, version: version::version().to_string() };
    let bytes = Intuition::write(&weights, &about);
    output.write(&bytes)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {} features, {} positions of {} games, {:.1} MiB, {:.0} s",
        args.out.display(),
        weights.len(),
        positions,
        lessons.len(),
        bytes.len() as f64 / f64::from(1 << 20),
        begun.elapsed().as_secs_f64()
    )?;
    if !complete {
        interrupted!("stopped before the end; {} has what was learnt until then", args.out.display());
    }
    Ok(())
}
