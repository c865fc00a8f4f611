//! Thinking on the opponent's time.
//!
//! The searcher moves to a separate thread, which searches the position that the opponent thinks about until it is
//! called back. What it has found stays in the tree, where the next search picks up the opponent's reply.

use std::thread::{self, JoinHandle};
use std::time::Duration;

use goban::Game;
use player::{Restrictions, Stop};
use search::{Search, Task, Until};

/// A searcher that is at work by itself. Letting go of it ends the work too.
pub(super) struct Pondering {
    stop: Stop,
    thread: Option<JoinHandle<Box<dyn Search>>>,
}

impl Pondering {
    /// Sends a searcher to work on a position; `None`, and the searcher is lost, if the system has no thread for it.
    pub fn start(mut searcher: Box<dyn Search>, game: Game) -> Option<Pondering> {
        let stop = Stop::new();
        let signal = stop.clone();
        let work = move || {
            let until = Until { playouts: u64::MAX, deadline: None, early: false };
            let task = Task { game: &game, until, restrictions: &Restrictions::default() };
            searcher.search(&task, &signal, Duration::MAX, &mut |_| {});
            searcher
        };
        let thread = thread::Builder::new().name("ponder".to_string()).spawn(work).ok()?;
        Some(Pondering { stop, thread: Some(thread) })
    }

    /// Calls the searcher back; `None` if something broke it.
    pub fn end(mut self) -> Option<Box<dyn Search>> {
        self.stop.stop();
        self.thread.take()?.join().ok()
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            // A thread that broke has nothing to give back.
            let _ = thread.join();
        }
    }
}
