//! `ponnuki learn intuition`: how likely experts are to play which moves.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::learn::intuition::{Course, Progress, Taught, teach};
use ::learn::lessons;
use anyhow::{Result, bail};
use kifu::corpus::{Corpus, Filter};
use models::file;
use models::intuition::{About, Intuition};
use player::Stop;

use crate::interrupt;

/// Learn how likely experts are to play which moves, by a softmax over shapes, distances and tactics
///
/// The result is a model for `preference:model=FILE`, and what `mcts` takes for priors. The same games and seed make the same
/// model, whatever the number of threads. Ctrl-C keeps what was learnt until then.
#[derive(clap::Args)]
pub struct Args {
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the model goes
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Only games for which this holds, such as size=19, date=..2023, player=Shusaku; may be given more than once
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// Use no more than so many games
    #[arg(long, value_name = "N")]
    games_at_most: Option<usize>,
    /// How often a feature has to be seen in moves that were played to have a weight
    #[arg(long, value_name = "N", default_value_t = Course::default().least)]
    least: u32,
    /// How many features have a weight, the most frequent ones
    #[arg(long, value_name = "N", default_value_t = Course::default().most)]
    features: usize,
    /// How fast to learn
    #[arg(long, value_name = "RATE", default_value_t = Course::default().rate)]
    rate: f32,
    /// How many times to go through the games
    #[arg(long, value_name = "N", default_value_t = Course::default().passes)]
    passes: u32,
    /// On how many threads positions are looked at; one more learns [default: cores less one]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Decides the order of the games
    #[arg(long, value_name = "N", default_value_t = Course::default().seed)]
    seed: u64,
}

pub fn run(args: Args) -> Result<()> {
    let names: Vec<String> =
        args.games.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into())).collect();
    let filters: Vec<String> = args.filter.iter().map(ToString::to_string).collect();
    let corpus = args.filter.iter().cloned().fold(Corpus::open(args.games)?, Corpus::filter);
    let mut seen = Telling::new();
    seen.say("reading games", true);
    let (lessons, tally) = lessons(&corpus, args.games_at_most.unwrap_or(usize::MAX), |_| true);
    if lessons.is_empty() {
        bail!("there are no games to learn from ({tally})");
    }
    seen.say(&tally.to_string(), true);
    seen.end();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let course = Course {
        least: args.least,
        most: args.features,
        rate: args.rate,
        passes: args.passes,
        threads: args.threads.unwrap_or(cores.saturating_sub(1)).max(1),
        seed: args.seed,
    };
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::be_polite(&stop, &closing);
    let begun = Instant::now();
    let taught = teach(&lessons, &course, &stop, |progress| seen.tell(&progress, begun));
    seen.end();
    let Taught { weights, positions, complete } = taught;
    let games = [&names[..], &filters[..]].concat().join(" ");
    let about = About { games, positions, seed: args.seed, version: env!("CARGO_PKG_VERSION").to_string() };
    let bytes = Intuition::write(&weights, &about);
    file::save(&args.out, &bytes)?;
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
        bail!("stopped before the end; {} has what was learnt until then", args.out.display());
    }
    Ok(())
}

/// A line that tells how far it is.
struct Telling {
    last: Option<Instant>,
    live: bool,
}

impl Telling {
    fn new() -> Telling {
        Telling { last: None, live: io::stderr().is_terminal() }
    }

    fn tell(&mut self, progress: &Progress, begun: Instant) {
        let left = |done: usize, of: usize| {
            let left = begun.elapsed().as_secs_f64() * (of - done) as f64 / done.max(1) as f64;
            format!("{}:{:02} left", left as u64 / 60, left as u64 % 60)
        };
        match *progress {
            Progress::Counting { games, of } => {
                self.say(&format!("counting features: {games} of {of}, {}", left(games, of)), games == of);
            }
            Progress::Learning { games, of, positions, loss, top1 } => {
                let text = format!(
                    "learning: {games} of {of} games, {positions} positions, loss {loss:.4}, first choice {:.1}%, {}",
                    100.0 * top1,
                    left(games, of)
                );
                self.say(&text, games == of);
            }
        }
    }

    /// Tells it where there is somebody to see it, or now and then.
    fn say(&mut self, text: &str, now: bool) {
        let every = if self.live { Duration::from_millis(200) } else { Duration::from_secs(30) };
        if !now && self.last.is_some_and(|last| last.elapsed() < every) {
            return;
        }
        self.last = Some(Instant::now());
        if self.live {
            eprint!("\r\x1b[2K{text}");
        } else {
            eprintln!("{text}");
        }
    }

    fn end(&mut self) {
        if self.live && self.last.take().is_some() {
            eprintln!();
        }
    }
}
