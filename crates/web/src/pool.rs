//! The thread pool in which players think: a thread for each core, shared fairly between games.
//!
//! Each game has a queue of jobs. A free thread takes the next job of the game that has waited longest. A player that
//! searches with several threads takes as many places, and later jobs do not overtake it while it waits for them. The
//! threads run at a lower priority than those that answer pages: a click is answered at once while every core searches.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A handle to the pool.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    places: usize,
}

struct Job {
    places: usize,
    work: Box<dyn FnOnce() + Send>,
}

#[derive(Default)]
struct Queue {
    /// The waiting games with their jobs, the next game first.
    games: VecDeque<(String, VecDeque<Job>)>,
    taken: usize,
    closed: bool,
}

impl Pool {
    /// Starts the threads. They end when the pool is closed.
    pub(crate) fn new(threads: usize) -> Pool {
        let places = threads.max(1);
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), places });
        for number in 0..places {
            let shared = Arc::clone(&shared);
            // If a thread cannot be started, the others do the work.
            let _ = thread::Builder::new().name(format!("thinker {number}")).spawn(move || work(&shared));
        }
        Pool(shared)
    }

    /// The number of threads.
    pub(crate) fn places(&self) -> usize {
        self.0.places
    }

    /// Puts a job into the queue of a game. It takes `places` threads while it runs.
    pub(crate) fn submit(&self, game: &str, places: usize, work: impl FnOnce() + Send + 'static) {
        let job = Job { places: places.clamp(1, self.0.places), work: Box::new(work) };
        let mut queue = self.0.lock();
        if queue.closed {
            return;
        }
        match queue.games.iter_mut().find(|(name, _)| name == game) {
            Some((_, jobs)) => jobs.push_back(job),
            None => queue.games.push_back((game.to_string(), VecDeque::from([job]))),
        }
        drop(queue);
        self.0.changed.notify_all();
    }

    /// Whether a job of another game waits.
    pub(crate) fn others_wait(&self, game: &str) -> bool {
        self.0.lock().games.iter().any(|(name, _)| name != game)
    }

    /// The number of waiting jobs.
    pub(crate) fn waiting(&self) -> usize {
        self.0.lock().games.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    /// Runs the next waiting job if it needs a single place. Long jobs call this from time to time.
    pub(crate) fn give_way(&self) {
        let job = {
            let mut queue = self.0.lock();
            if queue.games.front().is_some_and(|(_, jobs)| jobs.front().is_some_and(|job| job.places == 1)) {
                queue.next()
            } else {
                None
            }
        };
        if let Some(job) = job {
            run(job);
        }
    }

    /// Drops all waiting jobs and accepts no more.
    pub(crate) fn close(&self) {
        let mut queue = self.0.lock();
        queue.closed = true;
        queue.games.clear();
        drop(queue);
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Takes the next job and moves its game to the end.
    fn next(&mut self) -> Option<Job> {
        let (game, mut jobs) = self.games.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.games.push_back((game, jobs));
        }
        job
    }

    fn has_room(&self, places: usize) -> bool {
        let next = self.games.front().and_then(|(_, jobs)| jobs.front());
        next.is_some_and(|job| self.taken + job.places <= places)
    }
}

/// The loop of a thread.
fn work(shared: &Shared) {
    // Not every system permits this; then all threads have the same priority.
    #[cfg(unix)]
    let _ = rustix::process::nice(5);
    let mut queue = shared.lock();
    loop {
        while !queue.closed && !queue.has_room(shared.places) {
            queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        if queue.closed {
            return;
        }
        let Some(job) = queue.next() else { continue };
        let places = job.places;
        queue.taken += places;
        drop(queue);
        run(job);
        queue = shared.lock();
        queue.taken -= places;
        shared.changed.notify_all();
    }
}

/// Runs a job and catches its panics. A receiver that waits for the result sees its channel close.
fn run(job: Job) {
    let _ = panic::catch_unwind(AssertUnwindSafe(job.work));
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn games_take_turns_however_many_jobs_one_of_them_has() {
        let pool = Pool::new(1);
        let (sender, receiver) = mpsc::channel();
        let ((open, gate), (arrive, arrived)) = (mpsc::channel::<()>(), mpsc::channel());
        pool.submit("gate", 1, move || {
            arrive.send(()).unwrap();
            gate.recv().unwrap();
        });
        arrived.recv().unwrap();
        for (game, number) in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1), ("b", 2)] {
            let sender = sender.clone();
            pool.submit(game, 1, move || sender.send(format!("{game}{number}")).unwrap());
        }
        assert!(pool.others_wait("a") && pool.waiting() == 6);
        open.send(()).unwrap();
        drop(sender);
        assert_eq!(receiver.iter().collect::<Vec<_>>(), ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn jobs_never_take_more_places_than_the_pool_has() {
        let pool = Pool::new(2);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (sender, receiver) = mpsc::channel();
        for number in 0..20usize {
            let (now, most, sender) = (now.clone(), most.clone(), sender.clone());
            let places = 1 + number % 2;
            pool.submit(&number.to_string(), places, move || {
                let running = now.fetch_add(places, Ordering::SeqCst) + places;
                most.fetch_max(running, Ordering::SeqCst);
                thread::yield_now();
                now.fetch_sub(places, Ordering::SeqCst);
                sender.send(()).unwrap();
            });
        }
        drop(sender);
        assert_eq!((receiver.iter().count(), most.load(Ordering::SeqCst)), (20, 2));
    }

    #[test]
    fn a_job_that_panics_does_not_stop_the_pool() {
        let pool = Pool::new(1);
        let (sender, receiver) = mpsc::channel();
        pool.submit("a", 1, || panic!("on purpose"));
        pool.submit("b", 1, move || sender.send(()).unwrap());
        assert_eq!(receiver.recv(), Ok(()));
    }

    #[test]
    fn long_work_gives_way_to_others() {
        let pool = Pool::new(1);
        let (sender, receiver) = mpsc::channel();
        let inner = pool.clone();
        let (wait, go) = mpsc::channel::<()>();
        let first = sender.clone();
        pool.submit("long", 1, move || {
            go.recv().unwrap();
            inner.give_way();
            first.send("long").unwrap();
        });
        pool.submit("short", 1, move || sender.send("short").unwrap());
        wait.send(()).unwrap();
        assert_eq!(receiver.iter().collect::<Vec<_>>(), ["short", "long"]);
    }
}
