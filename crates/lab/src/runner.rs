//! Measures the units of trials that are missing.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Instant, SystemTime};

use arena::Machine;
use player::Stop;

use crate::{Condition, Entry, Lab, LabError, Results, Trial, Unit};

/// Receives the progress, from several threads at once.
pub trait Observer: Sync {
    /// A unit begins.
    fn begins(&self, unit: &Unit<'_>) {
        let _ = unit;
    }

    /// A unit is finished and stored; `done` of `all` units of the trial are.
    fn ends(&self, unit: &Unit<'_>, entry: &Entry, done: u64, all: u64) {
        let _ = (unit, entry, done, all);
    }
}

/// Observes nothing.
impl Observer for () {}

/// Runs trials.
pub struct Runner<'a> {
    /// The surroundings.
    pub lab: &'a Lab<'a>,
    /// Receives the progress.
    pub observer: &'a dyn Observer,
    /// The share of each condition's units, up to 1.
    pub share: f64,
    /// Only conditions whose names contain one of these; all if there is none.
    pub only: &'a [String],
    /// How many units are measured at once.
    pub concurrency: usize,
    /// When no more units are started.
    pub until: Option<Instant>,
    /// After this signal no unit is started; running units are finished.
    pub closing: Stop,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// The units measured by this run.
    pub measured: u64,
    /// The units of the asked-for share that are stored.
    pub done: u64,
    /// The units of the asked-for share.
    pub all: u64,
}

/// The work that threads share.
struct Work<'a> {
    todo: Vec<Unit<'a>>,
    next: usize,
    stored: Stored,
    done: u64,
    measured: u64,
    failed: Option<LabError>,
}

/// The units in the file, as far as it was read.
#[derive(Default)]
struct Stored {
    length: u64,
    keys: HashSet<Key>,
}

/// What identifies a unit: its condition, the settings, its number.
type Key = (String, String, u64);

impl Stored {
    /// Reads what was appended, by this process or another.
    fn update(&mut self, trial: &Trial, results: &Results) -> Result<(), LabError> {
        let new = results.entries_after(trial, &mut self.length)?;
        self.keys.extend(new.into_iter().map(|entry| (entry.condition, entry.settings, entry.number)));
        Ok(())
    }
}

impl Runner<'_> {
    /// Measures the missing units of a trial. Units that other processes are at work on are left to them.
    ///
    /// # Errors
    /// If a unit fails or cannot be stored. Finished units are stored.
    pub fn run(&self, trial: &Trial) -> Result<Ran, LabError> {
        let wanted = |condition: &Condition| {
            self.only.is_empty() || self.only.iter().any(|word| condition.name.contains(word.as_str()))
        };
        let conditions: Vec<Condition> = (trial.conditions)(self.lab.scale).into_iter().filter(wanted).collect();
        let mut stored = Stored::default();
        stored.update(trial, self.lab.results)?;
        let units = plan(trial, &conditions, self.share);
        let all = units.len() as u64;
        let todo: Vec<Unit<'_>> = units.into_iter().filter(|unit| !stored.keys.contains(&key(unit))).collect();
        let done = all - todo.len() as u64;
        let work = Mutex::new(Work { todo, next: 0, stored, done, measured: 0, failed: None });
        let threads = if trial.alone { 1 } else { self.concurrency.max(1) };
        thread::scope(|scope| {
            (0..threads).for_each(|_| {
                scope.spawn(|| self.measure_all(trial, all, &work));
            });
        });
        let Work { done, measured, failed, .. } = work.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(Ran { measured, done, all }), Err)
    }

    fn measure_all(&self, trial: &Trial, all: u64, work: &Mutex<Work<'_>>) {
        let lock = || work.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            // The lock is released before the unit is measured.
            let next = self.take(&mut lock());
            let Some(unit) = next else { break };
            match self.measure(trial, &unit, work) {
                Ok(Some(entry)) => {
                    let mut work = lock();
                    work.done += 1;
                    work.measured += 1;
                    self.observer.ends(&unit, &entry, work.done, all);
                }
                Ok(None) | Err(LabError::Stopped) => {}
                Err(error) => {
                    lock().failed.get_or_insert(error);
                }
            }
        }
    }

    /// The next unit, unless time is up, the stop signal was given or a unit has failed.
    fn take<'u>(&self, work: &mut Work<'u>) -> Option<Unit<'u>> {
        let over = self.until.is_some_and(|until| Instant::now() >= until);
        if over || work.failed.is_some() || self.closing.is_stopped() || self.lab.stop.is_stopped() {
            return None;
        }
        let unit = work.todo.get(work.next).copied();
        work.next += 1;
        unit
    }

    /// Measures and stores a unit; `None` if another process has done so or is at it.
    fn measure(&self, trial: &Trial, unit: &Unit<'_>, work: &Mutex<Work<'_>>) -> Result<Option<Entry>, LabError> {
        let Some(_claim) = self.lab.results.claim(unit)? else { return Ok(None) };
        {
            let stored = &mut work.lock().unwrap_or_else(PoisonError::into_inner).stored;
            stored.update(trial, self.lab.results)?;
            if stored.keys.contains(&key(unit)) {
                return Ok(None);
            }
        }
        self.observer.begins(unit);
        let began = Instant::now();
        let outcome = (trial.measure)(unit, self.lab)?;
        let entry = Entry {
            condition: unit.condition.name.clone(),
            number: unit.number,
            seed: unit.seed(),
            settings: unit.condition.digest(),
            version: version::version().to_string(),
            date: arena::date(SystemTime::now()),
            seconds: (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            machine: if trial.alone { Machine::here().cpu.clone() } else { String::new() },
            outcome,
        };
        self.lab.results.append(trial, &entry)?;
        Ok(Some(entry))
    }
}

fn key(unit: &Unit<'_>) -> Key {
    (unit.condition.name.clone(), unit.condition.digest(), unit.number)
}

/// All units of a share, in an order in which all conditions advance alike.
fn plan<'a>(trial: &Trial, conditions: &'a [Condition], share: f64) -> Vec<Unit<'a>> {
    let of = |condition: &'a Condition| {
        let unit = move |number| Unit { trial: trial.name, condition, number };
        (0..condition.scaled(share)).map(unit)
    };
    let mut units: Vec<Unit<'a>> = conditions.iter().flat_map(of).collect();
    let advance = |unit: &Unit<'_>| (unit.number / 2) as f64 / unit.condition.units as f64;
    units.sort_by(|one, other| advance(one).total_cmp(&advance(other)));
    units
}
