//! Many runs of the same kind, in parallel and in a folder.
//!
//! In the folder, for each run: `run-01.td`, with which it is gone on; `run-01.csv`, its samples; `run-01.model`, its
//! network as it is; `run-01-best.model`, as it was when its strength was greatest. Each file is either the old one or
//! the new one, whole, whatever happens, and `.td` comes last: a run that was broken off does its last block again,
//! with the same result. What comes out does not depend on the number of threads.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io, thread};

use models::file::{self, ModelError};
use models::td::Network;
use player::{Maker, Stop};
use thiserror::Error;

use super::run::{Plan, Run, Sample};
use super::sample::SampleError;

/// Why there is no experiment.
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
    /// A file of a run cannot be used.
    #[error("{} cannot be gone on with: {reason}", path.display())]
    Run {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: ModelError,
    },
    /// The folder holds something else.
    #[error("{} is of another experiment ({found}): give another folder", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: String,
    },
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] ModelError),
    /// An opponent does not play.
    #[error(transparent)]
    Sample(#[from] SampleError),
}

/// What happened, for those who watch.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// All runs, as far as they have gone.
    pub runs: &'a [&'a Run],
    /// How many games all runs have learnt from, those of blocks that are not over included.
    pub games: u64,
    /// Whether a block is over.
    pub sampled: bool,
}

/// Runs of the same kind.
#[derive(Clone, Debug)]
pub struct Experiment<'a> {
    /// What each of them is.
    pub plan: Plan,
    /// How many there are.
    pub runs: usize,
    /// How many games each of them learns from: as many blocks as there are whole ones.
    pub games: u64,
    /// The network that they begin with, if not each with a random one.
    pub from: Option<Arc<Network>>,
    /// Where they are kept.
    pub folder: &'a Path,
    /// On how many threads they go on.
    pub threads: usize,
}

impl Experiment<'_> {
    /// Goes on until all runs have come to their end or the stop signal comes, and returns them as far as they went.
    /// `report` is called now and then, and when a strength was sampled.
    ///
    /// # Errors
    /// If the folder holds something else, a file cannot be written, or an opponent does not play.
    pub fn perform(
        &self,
        maker: &dyn Maker,
        stop: &Stop,
        report: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Vec<Run>, ExperimentError> {
        let wrong = |reason| ExperimentError::Folder { path: self.folder.to_path_buf(), reason };
        fs::create_dir_all(self.folder).map_err(wrong)?;
        let begun: Result<Vec<Place>, ExperimentError> =
            (1..=self.runs).map(|number| self.begin(number).map(Place::free)).collect();
        let hall = Hall { runs: Mutex::new(begun?), failed: AtomicBool::new(false) };
        let work = || self.work(&hall, maker, stop, report).inspect_err(|_| hall.failed.store(true, Ordering::Relaxed));
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.clamp(1, self.runs.max(1))).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().map(|worker| match worker.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // All of them are waited for, whichever fails.
            done.collect::<Vec<_>>().into_iter().collect::<Result<(), _>>()
        })?;
        Ok(hall.all())
    }

    /// What one thread does: a block of the run that has gone least far, until there is none left.
    fn work(
        &self,
        hall: &Hall,
        maker: &dyn Maker,
        stop: &Stop,
        report: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<(), ExperimentError> {
        let mut opponents = self.plan.opponents(maker)?;
        while let Some(mut run) = hall.take(self.games).filter(|_| !stop.is_stopped()) {
            let place = run.number - 1;
            let on_the_way =
                |done| hall.look(place, done, |runs, games| report(Progress { runs, games, sampled: false }));
            let went_on = run.go_on(&mut opponents, maker, stop, &on_the_way)?;
            if went_on {
                keep(&run, self.folder)?;
            }
            hall.give_back(run);
            if went_on {
                hall.look(place, 0, |runs, games| report(Progress { runs, games, sampled: true }));
            }
        }
        Ok(())
    }

    /// A new run, or what an earlier one has left.
    fn begin(&self, number: usize) -> Result<Run, ExperimentError> {
        let path = self.folder.join(file_name(number, ".td"));
        if !path.exists() {
            return Ok(Run::new(&self.plan, number, self.from.as_ref()));
        }
        let run = read_run(path.clone())?;
        if run.plan != self.plan || run.number != number {
            let Plan { size, representation, manner, every, seed, .. } = &run.plan;
            let found =
                format!("{representation} on {size}x{size}, {manner}, sampled every {every} games, seed {seed}");
            return Err(ExperimentError::Other { path, found });
        }
        Ok(run)
    }
}

/// The runs of a folder, in order.
///
/// # Errors
/// If it has none, or one that cannot be read.
pub fn read(folder: &Path) -> Result<Vec<Run>, ExperimentError> {
    let wrong = |reason| ExperimentError::Folder { path: folder.to_path_buf(), reason };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>())
        .map_err(wrong)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "td"));
    paths.sort();
    if paths.is_empty() {
        return Err(wrong(io::Error::new(io::ErrorKind::NotFound, "it holds no runs (run-01.td and so on)")));
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

/// Writes what there is of a run.
fn keep(run: &Run, folder: &Path) -> Result<(), ExperimentError> {
    let save = |ending: &str, bytes: &[u8]| file::save(&folder.join(file_name(run.number, ending)), bytes);
    if run.best() == run.samples.last() {
        save("-best.model", &run.model())?;
    }
    save(".model", &run.model())?;
    save(".csv", table(run).as_bytes())?;
    Ok(save(".td", &run.write())?)
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

/// Where runs wait for a thread.
struct Hall {
    runs: Mutex<Vec<Place>>,
    failed: AtomicBool,
}

struct Place {
    run: Run,
    busy: bool,
    /// Games of a block that is not over.
    done: u64,
}

impl Place {
    fn free(run: Run) -> Place {
        Place { run, busy: false, done: 0 }
    }
}

impl Hall {
    /// The run that has gone least far, of those that nobody is at and that have not come to their end.
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
        places[place] = Place::free(run);
    }

    /// Notes how far a run is, and tells how far all are.
    fn look(&self, place: usize, done: u64, tell: impl FnOnce(&[&Run], u64)) {
        let mut places = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        places[place].done = done;
        let games = places.iter().map(|place| place.run.games() + place.done).sum();
        let runs: Vec<&Run> = places.iter().map(|place| &place.run).collect();
        tell(&runs, games);
    }

    fn all(self) -> Vec<Run> {
        let places = self.runs.into_inner().unwrap_or_else(PoisonError::into_inner);
        places.into_iter().map(|place| place.run).collect()
    }
}
