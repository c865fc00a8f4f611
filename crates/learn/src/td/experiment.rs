//! Many runs of the same kind, in parallel and in a folder.
//!
//! The folder has four files for each run: `run-01.td` to resume it, `run-01.csv` with its samples, `run-01.model` with
//! its last network and `run-01-best.model` with the one of the best sample. Files are written atomically, and `.td`
//! last: an interrupted run repeats its last block, with the same result. Results do not depend on the number of
//! threads.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io, thread};

use models::file::{self, ModelError};
use models::resume::{Resumable, ResumeError, resume};
use models::td::Network;
use player::{Maker, Stop};
use thiserror::Error;

use super::run::{Plan, Run, Sample};
use super::sample::SampleError;

/// Why an experiment fails.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// The folder cannot be used.
    #[error("the folder {} cannot be used: {reason}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// A file of a run cannot be read.
    #[error("{} cannot be used: {reason}", path.display())]
    Run {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: ModelError,
    },
    /// A run cannot be resumed.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] ModelError),
    /// An opponent does not play.
    #[error(transparent)]
    Sample(#[from] SampleError),
}

/// How far an experiment has come.
#[derive(Clone, Copy, Debug)]
pub struct ExperimentProgress<'a> {
    /// All runs, as of their last samples.
    pub runs: &'a [&'a Run],
    /// The games of all runs, those of unfinished blocks included.
    pub games: u64,
    /// Whether a strength was sampled.
    pub sampled: bool,
}

/// Runs of the same kind.
#[derive(Clone, Debug)]
pub struct Experiment<'a> {
    /// The plan of each run.
    pub plan: Plan,
    /// The number of runs.
    pub runs: usize,
    /// The games of each run, in whole blocks.
    pub games: u64,
    /// The network that they start from, if not from random weights.
    pub from: Option<Arc<Network>>,
    /// The folder of their files.
    pub folder: &'a Path,
    /// The number of threads.
    pub threads: usize,
}

impl Experiment<'_> {
    /// Trains until all runs are complete or the stop signal is given, and returns the runs. `report` is called from
    /// time to time, and at each sample.
    ///
    /// # Errors
    /// If the folder holds another experiment, a file cannot be written, or an opponent does not play.
    pub fn perform(
        &self,
        maker: &dyn Maker,
        stop: &Stop,
        report: &(dyn Fn(ExperimentProgress<'_>) + Sync),
    ) -> Result<Vec<Run>, ExperimentError> {
        let wrong = |reason| ExperimentError::Folder { path: self.folder.to_path_buf(), reason };
        fs::create_dir_all(self.folder).map_err(wrong)?;
        let begun: Result<Vec<Slot>, ExperimentError> =
            (1..=self.runs).map(|number| self.start(number).map(Slot::free)).collect();
        let shared = Shared { runs: Mutex::new(begun?), failed: AtomicBool::new(false) };
        let work =
            || self.work(&shared, maker, stop, report).inspect_err(|_| shared.failed.store(true, Ordering::Relaxed));
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.clamp(1, self.runs.max(1))).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().map(|worker| match worker.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // All workers are joined, even if one fails.
            done.collect::<Vec<_>>().into_iter().collect::<Result<(), _>>()
        })?;
        Ok(shared.all())
    }

    /// The work of one thread: blocks of the run with the fewest games, until all are complete.
    fn work(
        &self,
        shared: &Shared,
        maker: &dyn Maker,
        stop: &Stop,
        report: &(dyn Fn(ExperimentProgress<'_>) + Sync),
    ) -> Result<(), ExperimentError> {
        let mut opponents = self.plan.opponents(maker)?;
        while let Some(mut run) = shared.take(self.games).filter(|_| !stop.is_stopped()) {
            let place = run.number - 1;
            let on_the_way = |done| {
                shared.show(place, done, |runs, games| report(ExperimentProgress { runs, games, sampled: false }))
            };
            let advanced = run.advance(&mut opponents, maker, stop, &on_the_way)?;
            if advanced {
                save(&run, self.folder)?;
            }
            shared.give_back(run);
            if advanced {
                shared.show(place, 0, |runs, games| report(ExperimentProgress { runs, games, sampled: true }));
            }
        }
        Ok(())
    }

    /// A new run, or the one that an earlier experiment left.
    fn start(&self, number: usize) -> Result<Run, ExperimentError> {
        let path = self.folder.join(file_name(number, ".td"));
        let new = Run::new(&self.plan, number, self.from.as_ref());
        Ok(resume(&path, &new.origin())?.unwrap_or(new))
    }
}

/// The runs of a folder, in order.
///
/// # Errors
/// If the folder has none, or one cannot be read.
pub fn read(folder: &Path) -> Result<Vec<Run>, ExperimentError> {
    let wrong = |reason| ExperimentError::Folder { path: folder.to_path_buf(), reason };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>())
        .map_err(wrong)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "td"));
    paths.sort();
    if paths.is_empty() {
        return Err(wrong(io::Error::new(io::ErrorKind::NotFound, "it holds no runs (run-01.td, run-02.td, ...)")));
    }
    paths.into_iter().map(read_run).collect()
}

/// The name of a file of a run, without the folder.
pub fn file_name(number: usize, ending: &str) -> String {
    format!("run-{number:02}{ending}")
}

fn read_run(path: PathBuf) -> Result<Run, ExperimentError> {
    let run = file::load(&path).and_then(|bytes| Run::read(&bytes));
    run.map_err(|reason| ExperimentError::Run { path, reason })
}

/// Saves a run.
fn save(run: &Run, folder: &Path) -> Result<(), ExperimentError> {
    let write = |ending: &str, bytes: &[u8]| file::save(&folder.join(file_name(run.number, ending)), bytes);
    if run.best() == run.samples.last() {
        write("-best.model", &run.model())?;
    }
    write(".model", &run.model())?;
    write(".csv", table(run).as_bytes())?;
    Ok(write(".td", &run.write())?)
}

/// The samples of a run as a table.
fn table(run: &Run) -> String {
    let mut text = String::from("games,strength");
    // Writing into a string cannot fail.
    for name in &run.plan.against {
        let _ = write!(text, ",\"{name}\",\"{name} draws\"");
    }
    text.push('\n');
    for sample in &run.samples {
        let Sample { games, tallies } = sample;
        let _ = write!(text, "{games},{:.5}", sample.strength());
        for tally in tallies {
            let draws = f64::from(tally.draws) / f64::from(tally.games.max(1));
            let _ = write!(text, ",{:.5},{draws:.5}", tally.strength());
        }
        text.push('\n');
    }
    text
}

/// The runs, shared by all threads.
struct Shared {
    runs: Mutex<Vec<Slot>>,
    failed: AtomicBool,
}

struct Slot {
    run: Run,
    busy: bool,
    /// The games of an unfinished block.
    done: u64,
}

impl Slot {
    fn free(run: Run) -> Slot {
        Slot { run, busy: false, done: 0 }
    }
}

impl Shared {
    /// The incomplete run with the fewest games that no thread is working on.
    fn take(&self, games: u64) -> Option<Run> {
        let mut places = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        if self.failed.load(Ordering::Relaxed) {
            return None;
        }
        let open = places.iter_mut().filter(|place| !place.busy && place.run.games() + place.run.plan.every <= games);
        let place = open.min_by_key(|place| place.run.games())?;
        place.busy = true;
        Some(place.run.clone())
    }

    fn give_back(&self, run: Run) {
        let mut places = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let place = run.number - 1;
        places[place] = Slot::free(run);
    }

    /// Notes the games of an unfinished block, and shows all runs.
    fn show(&self, place: usize, done: u64, show: impl FnOnce(&[&Run], u64)) {
        let mut places = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        places[place].done = done;
        let games = places.iter().map(|place| place.run.games() + place.done).sum();
        let runs: Vec<&Run> = places.iter().map(|place| &place.run).collect();
        show(&runs, games);
    }

    fn all(self) -> Vec<Run> {
        let places = self.runs.into_inner().unwrap_or_else(PoisonError::into_inner);
        places.into_iter().map(|place| place.run).collect()
    }
}
