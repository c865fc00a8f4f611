//! Where players think: never more threads than there are cores, and everybody in turn.
//!
//! Whoever wants to think puts a job into the queue of its game. The pool has a thread for each core; each takes the
//! next job of the game that has waited longest. A player that thinks with several threads of its own takes as many
//! places, and is not overtaken while it waits for them. The threads are a little less urgent than those that answer
//! pages, so that a click is answered at once while every core searches.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The threads that think.
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
    /// The games that wait, the one whose turn is next first, and their jobs.
    games: VecDeque<(String, VecDeque<Job>)>,
    taken: usize,
    closed: bool,
}

impl Pool {
    /// A pool of so many threads, which end when the last clone of it is gone.
    pub(crate) fn new(threads: usize) -> Pool {
        let places = threads.max(1);
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), places });
        for number in 0..places {
            let weak = Arc::clone(&shared);
            // A machine that cannot start a thread now has others that do the work.
            let _ = thread::Builder::new().name(format!("thinker {number}")).spawn(move || think(&weak));
        }
        Pool(shared)
    }

    /// How many threads there are.
    pub(crate) fn places(&self) -> usize {
        self.0.places
    }

    /// Puts a job into the queue of a game; it takes so many places while it runs.
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

    /// Whether somebody else's job waits.
    pub(crate) fn others_wait(&self, game: &str) -> bool {
        self.0.lock().games.iter().any(|(name, _)| name != game)
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.0.lock().games.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    /// Called within a job that takes long: does somebody else's work, where some waits that needs no more than one
    /// place.
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

    /// Lets no more jobs begin.
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
    /// The next job; its game goes to the end.
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

fn think(shared: &Shared) {
    // Where that is not allowed, all are equally urgent.
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

/// A job that panics is over; whoever waits for it sees that its channel has closed.
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
        let (tell, told) = mpsc::channel();
        let ((open, gate), (arrive, arrived)) = (mpsc::channel::<()>(), mpsc::channel());
        pool.submit("gate", 1, move || {
            arrive.send(()).unwrap();
            gate.recv().unwrap();
        });
        arrived.recv().unwrap();
        for (game, number) in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1), ("b", 2)] {
            let tell = tell.clone();
            pool.submit(game, 1, move || tell.send(format!("{game}{number}")).unwrap());
        }
        assert!(pool.others_wait("a") && pool.waiting() == 6);
        open.send(()).unwrap();
        drop(tell);
        assert_eq!(told.iter().collect::<Vec<_>>(), ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn no_more_threads_think_than_there_are_places() {
        let pool = Pool::new(2);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (tell, told) = mpsc::channel();
        for number in 0..20usize {
            let (now, most, tell) = (now.clone(), most.clone(), tell.clone());
            let places = 1 + number % 2;
            pool.submit(&number.to_string(), places, move || {
                let running = now.fetch_add(places, Ordering::SeqCst) + places;
                most.fetch_max(running, Ordering::SeqCst);
                thread::yield_now();
                now.fetch_sub(places, Ordering::SeqCst);
                tell.send(()).unwrap();
            });
        }
        drop(tell);
        assert_eq!((told.iter().count(), most.load(Ordering::SeqCst)), (20, 2));
    }

    #[test]
    fn a_job_that_panics_takes_nobody_down() {
        let pool = Pool::new(1);
        let (tell, told) = mpsc::channel();
        pool.submit("a", 1, || panic!("on purpose"));
        pool.submit("b", 1, move || tell.send(()).unwrap());
        assert_eq!(told.recv(), Ok(()));
    }

    #[test]
    fn long_work_gives_way_to_others() {
        let pool = Pool::new(1);
        let (tell, told) = mpsc::channel();
        let inner = pool.clone();
        let (wait, go) = mpsc::channel::<()>();
        let first = tell.clone();
        pool.submit("long", 1, move || {
            go.recv().unwrap();
            inner.give_way();
            first.send("long").unwrap();
        });
        pool.submit("short", 1, move || tell.send("short").unwrap());
        wait.send(()).unwrap();
        assert_eq!(told.iter().collect::<Vec<_>>(), ["short", "long"]);
    }
}
