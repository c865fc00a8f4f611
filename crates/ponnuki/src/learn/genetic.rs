//! `ponnuki learn genetic`: breeds an evaluation by patterns.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::learn::genetic::{Settings, teach};
use anyhow::{Context, Result, bail};
use models::file;
use models::genetic::{Evaluation, Generation};
use models::library::Library;
use player::Stop;
use plot::{Axis, LineChart, Series};

use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::output;

/// Breed an evaluation by patterns that fits the win rates of a library
///
/// After Rutquist's "Evolving an Evaluation Function to Play Go" (1997): the weights of a set of patterns are learnt
/// from three fifths of the boards, and sets are bred by how much they explain of the win rates of another fifth. How
/// much they explain of the last fifth, which plays no part, is told beside it. `genetic:model=FILE` plays by it. The
/// same library and seed make the same file. Ctrl-C keeps what was bred, and the same command goes on with it, also to
/// more generations.
#[derive(clap::Args)]
pub struct Args {
    /// A library of `ponnuki learn library` [default: the one that comes with the program]
    library: Option<PathBuf>,
    /// Where the evaluation goes; if it is there already and was made by the same command, breeding goes on
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// How many generations there are to be in all
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = numbers::count::<usize>)]
    generations: usize,
    /// How many sets of patterns there are
    #[arg(long, value_name = "N", default_value_t = Settings::default().population, value_parser = numbers::count::<usize>)]
    population: usize,
    /// How many patterns a set has
    #[arg(long, value_name = "N", default_value_t = Settings::default().patterns, value_parser = numbers::count::<usize>)]
    patterns: usize,
    /// Use no more than so many boards
    #[arg(long, value_name = "N", default_value_t = Settings::default().boards, value_parser = numbers::count::<usize>)]
    boards: usize,
    /// Draw the fitness by generation into this file, as .svg or .png [default: beside the evaluation, as .svg]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Decides what is drawn by lot
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
}

/// How often what there is is written: breeding goes on from there, so it is done in portions of about this long.
const SAVE: Duration = Duration::from_secs(60);

pub fn run(args: Args) -> Result<()> {
    let output = output::resumable(&args.out, &args.library)?;
    let picture = args.plot.clone().unwrap_or_else(|| args.out.with_extension("svg"));
    output::picture(Some(&picture))?;
    let (library, name) = match &args.library {
        None => (Library::embedded().clone(), "the embedded library".to_string()),
        Some(path) => {
            let read = Library::read(&file::load(path)?);
            let library = read.with_context(|| format!("{} is no library to learn from", path.display()))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (library.into(), name)
        }
    };
    let Args { population, patterns, boards, seed, .. } = args;
    let settings = Settings { patterns, population, boards, seed };
    let made_of = format!("{name} ({})", library.about().source);
    let source = format!("{made_of} patterns={patterns} population={population} boards={boards} seed={seed}");
    let mut known = begin(&args.out, &source)?;
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let begun = Instant::now();
    let mut out = io::stdout().lock();
    let mut broken = None;
    loop {
        let portion = Stop::new();
        let saved = Instant::now();
        let tell = |number: usize, generation: Generation| {
            let Generation { best, mean, unseen } = generation;
            let told = writeln!(out, "generation {number}: best {best:.4}, mean {mean:.4}, unseen {unseen:.4}");
            broken = broken.take().or(told.err());
            if stop.is_stopped() || saved.elapsed() > SAVE || broken.is_some() {
                portion.stop();
            }
        };
        if stop.is_stopped() {
            break;
        }
        let Some(mut evaluation) = teach(&library, &settings, known.take(), args.generations, &portion, tell) else {
            bail!("{name} has too few boards of too few games to learn from");
        };
        evaluation.about.source = source.clone();
        evaluation.about.version = version::version().to_string();
        output.write(&evaluation.write())?;
        let done = evaluation.about.generations.len() >= args.generations;
        known = Some(evaluation);
        if done || broken.is_some() {
            break;
        }
    }
    broken.map_or(Ok(()), Err)?;
    let (name, time) = (args.out.display(), begun.elapsed().as_secs_f64());
    let Some(evaluation) = known else { interrupted!("stopped before anything was bred: nothing was written") };
    let generations = &evaluation.about.generations;
    plot::save(&picture, &chart(generations).svg())?;
    let count = evaluation.patterns().len();
    writeln!(out, "{name}: {count} patterns, {} generations, {time:.1} s; {}", generations.len(), picture.display())?;
    if generations.len() < args.generations {
        interrupted!("stopped before the last generation; {name} has what was bred, and the same command goes on");
    }
    Ok(())
}

/// What an earlier run of the same command has left.
fn begin(out: &std::path::Path, source: &str) -> Result<Option<Evaluation>> {
    if !out.exists() {
        return Ok(None);
    }
    let name = out.display();
    let read = Evaluation::read(&file::load(out)?);
    let evaluation = read.with_context(|| format!("{name} is there already and cannot be gone on with"))?;
    if evaluation.about.source != source {
        bail!("{name} is there already and was made otherwise (from {}): give another name", evaluation.about.source);
    }
    Ok(Some(evaluation))
}

/// The fitness by generation.
fn chart(generations: &[Generation]) -> LineChart {
    let series = |name: &str, value: fn(&Generation) -> f32| {
        let points = generations.iter().enumerate().map(|(n, g)| (n as f64 + 1.0, f64::from(value(g))));
        Series::new(name, points.collect::<Vec<_>>())
    };
    LineChart {
        title: "Fitness by generation".to_string(),
        x: Axis::new("generation"),
        y: Axis::new("share of variance explained").percent(),
        series: vec![
            series("best", |generation| generation.best),
            series("mean", |generation| generation.mean),
            series("best, on boards never seen", |generation| generation.unseen),
        ],
        ..LineChart::default()
    }
}
