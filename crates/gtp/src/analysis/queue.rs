//! The waiting jobs, by priority, and the running one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use goban::Game;
use player::Stop;

use super::query::AnalysisOptions;

/// One position to be analysed.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) turn: usize,
    pub(super) game: Game,
    pub(super) options: AnalysisOptions,
    pub(super) stop: Stop,
    priority: i64,
}

impl Job {
    pub(super) fn new(id: &str, turn: usize, game: Game, options: AnalysisOptions, priority: i64) -> Job {
        Job { id: id.to_string(), turn, game, options, stop: Stop::new(), priority }
    }
}

/// The jobs of all queries.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// In the order in which they came.
    waiting: Vec<Job>,
    running: Option<(String, usize, Stop)>,
    closed: bool,
    abandoned: bool,
}

impl Queue {
    pub(super) fn add(&self, job: Job) {
        let mut state = self.lock();
        if !state.abandoned {
            state.waiting.push(job);
            self.news.notify_one();
        }
    }

    /// The output has lost its reader: the running job stops, and no other starts.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.abandoned = true;
        state.waiting.clear();
        if let Some((.., stop)) = &state.running {
            stop.stop();
        }
    }

    /// No more jobs will come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }

    /// Waits for the job of the highest priority, the oldest among equals. `None` when the queue is closed and empty.
    pub(super) fn next(&self) -> Option<Job> {
        let idle = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let mut state = self.news.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        let most = state.waiting.iter().map(|job| job.priority).max()?;
        let place = state.waiting.iter().position(|job| job.priority == most)?;
        let job = state.waiting.remove(place);
        state.running = Some((job.id.clone(), job.turn, job.stop.clone()));
        Some(job)
    }

    /// The job from [`next`](Queue::next) is finished.
    pub(super) fn done(&self) {
        self.lock().running = None;
    }

    /// Removes and returns the waiting jobs that match, and stops the running one if it matches.
    pub(super) fn terminate(&self, meant: impl Fn(&str, usize) -> bool) -> Vec<Job> {
        let mut state = self.lock();
        if let Some((id, turn, stop)) = &state.running
            && meant(id, *turn)
        {
            stop.stop();
        }
        state.waiting.extract_if(.., |job| meant(&job.id, job.turn)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
