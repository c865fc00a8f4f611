//! `ponnuki lab run`: measures what is missing.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use lab::{Collection, Entry, Experiment, Lab, LabError, Observer, Results, Runner, Scale, Trial, Unit};
use player::Stop;

use super::{Folder, selected};
use crate::all_players::AllPlayers;
use crate::interrupt::{self, interrupted};
use crate::numbers;
use crate::options::{self, Quiet};
use crate::progress::{self, Line};

/// Run experiments; finished units are never measured again
///
/// Each finished unit (a game, a study, a training run) is appended to the results at once. The same command resumes
/// the run. Several processes can share it. Ctrl-C finishes the units in progress; a second one interrupts them.
#[derive(clap::Args)]
pub struct Args {
    /// Experiments such as forgetting/fig7, families such as forgetting, or all
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    /// Share of the paper's number of units to measure, such as 0.1; boards and playouts stay the paper's
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = numbers::share)]
    scale: f64,
    /// Run everything on the smallest scale in a temporary folder, to see that it works; nothing is stored
    #[arg(long, conflicts_with_all = ["scale", "folder"])]
    smoke: bool,
    /// Units measured at once; experiments that measure time always run alone [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    concurrency: Option<usize>,
    /// Only conditions whose names contain this; may be repeated
    #[arg(long, value_name = "WORD")]
    only: Vec<String>,
    /// Start no unit after this time, such as 90m
    #[arg(long = "for", value_name = "DURATION", value_parser = options::duration)]
    time: Option<Duration>,
    /// File of professional 19x19 games
    #[arg(long, value_name = "FILE")]
    professional: Option<PathBuf>,
    /// File of 9x9 games
    #[arg(long, value_name = "FILE")]
    nine: Option<PathBuf>,
    /// File of the game that Stoutamire's thesis comments on
    #[arg(long, value_name = "FILE")]
    master: Option<PathBuf>,
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    quiet: Quiet,
}

pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    let experiments = selected(&args.names)?;
    let smoke = tempfile::tempdir()?;
    let results = if args.smoke { Results::new(smoke.path()) } else { args.folder.results() };
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::finish_games(&closing, &stop);
    let lab = Lab {
        maker: &AllPlayers,
        results: &results,
        games: args.games(),
        scale: if args.smoke { Scale::Smoke } else { Scale::Full },
        stop,
    };
    let screen = Screen::new();
    let runner = Runner {
        lab: &lab,
        observer: &screen,
        share: args.scale,
        only: &args.only,
        concurrency: args.concurrency.unwrap_or(arena::Machine::here().cores),
        until: args.time.map(|time| Instant::now() + time),
        closing,
    };
    let failed = run_all(&runner, &experiments);
    screen.line.clear();
    let failed = failed?;
    if runner.closing.is_stopped() {
        interrupted!("interrupted; finished units are stored, and the same command resumes");
    }
    if args.smoke {
        let files = lab::report::render(&results, Scale::Smoke)?;
        progress::note(&format!("{} experiments ran, and a report of {} files", experiments.len(), files.len()));
    }
    match failed {
        0 => Ok(()),
        failed if experiments.len() == 1 => bail!("{} could not be run ({failed})", experiments[0].name),
        failed => bail!("{failed} of {} experiments could not be run", experiments.len()),
    }
}

impl Args {
    /// The files of game records.
    fn games(&self) -> Vec<(Collection, PathBuf)> {
        let named = [
            (Collection::Professional, &self.professional),
            (Collection::Nine, &self.nine),
            (Collection::Master, &self.master),
        ];
        named.into_iter().filter_map(|(which, path)| Some((which, path.clone()?))).collect()
    }
}

/// Runs experiments and returns how many of them could not be run. One that fails does not keep the others from
/// running; a full disk does.
fn run_all(runner: &Runner<'_>, experiments: &[&Experiment]) -> Result<usize> {
    let mut tried: Vec<&str> = Vec::new();
    let mut failed = 0;
    for experiment in experiments {
        let trials: Vec<&&Trial> = experiment.trials.iter().filter(|trial| !tried.contains(&trial.name)).collect();
        for trial in trials {
            tried.push(trial.name);
            match runner.run(trial) {
                Ok(ran) => {
                    let lab::Ran { measured, done, all } = ran;
                    progress::note(&format!("{}: {done} of {all} units, {measured} of them now", trial.name));
                }
                Err(error @ LabError::File { .. }) => return Err(error.into()),
                Err(error) => {
                    progress::warn(&format!("{}: {error}", trial.name));
                    failed += 1;
                }
            }
        }
    }
    Ok(failed)
}

/// Shows the progress on standard error.
struct Screen {
    line: Line,
    drawn: Mutex<Instant>,
}

impl Screen {
    fn new() -> Screen {
        let line = Line::new();
        Screen { line, drawn: Mutex::new(line.began()) }
    }
}

impl Observer for Screen {
    fn ends(&self, unit: &Unit<'_>, entry: &Entry, done: u64, all: u64) {
        let mut drawn = self.drawn.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if self.line.is_due(&mut drawn) {
            let Unit { trial, number, .. } = unit;
            let text = format!("{trial}: {done} of {all} units; {} {number} took {} s", entry.condition, entry.seconds);
            self.line.draw(&text);
        }
    }
}
