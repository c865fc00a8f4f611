//! A page at the other end of a connection: the messages to it, and the searches that stop when it disconnects.
//!
//! Sending never blocks. Messages go into a queue; a page that lets its queue fill up is disconnected and receives the
//! current state when it reconnects.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use player::Stop;
use tokio::sync::{Notify, mpsc};

use crate::Refusal;
use crate::message::{Event, ServerMessage};

/// A connection.
pub(crate) struct Peer {
    pub(crate) id: u64,
    out: mpsc::Sender<Utf8Bytes>,
    gone: AtomicBool,
    wake: Notify,
    searches: Mutex<Vec<Search>>,
}

/// A search for one page alone.
struct Search {
    game: String,
    /// Whether it runs until it is stopped.
    endless: bool,
    stop: Stop,
}

impl Peer {
    /// A peer with a queue for `waiting` messages, and the receiver of the queue.
    pub(crate) fn new(id: u64, waiting: usize) -> (Peer, mpsc::Receiver<Utf8Bytes>) {
        let (out, queue) = mpsc::channel(waiting.max(1));
        let (gone, wake, searches) = (AtomicBool::new(false), Notify::new(), Mutex::default());
        (Peer { id, out, gone, wake, searches }, queue)
    }

    /// Sends an event. The tag is that of the message it answers.
    pub(crate) fn send_event(&self, tag: Option<u32>, event: Event) {
        self.send(written(tag, event));
    }

    /// Sends a refusal.
    pub(crate) fn refuse(&self, tag: Option<u32>, refusal: &Refusal) {
        self.send_event(tag, Event::Error { reason: refusal.text() });
    }

    /// Sends a serialised message. Broadcasts serialise it only once.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        if self.out.try_send(text).is_err() {
            self.disconnect();
        }
    }

    /// Closes the connection and stops its searches.
    pub(crate) fn disconnect(&self) {
        self.gone.store(true, Ordering::Relaxed);
        self.wake.notify_one();
        self.lock().drain(..).for_each(|search| search.stop.stop());
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Waits until the connection is closed.
    pub(crate) async fn gone(&self) {
        while !self.is_gone() {
            self.wake.notified().await;
        }
    }

    /// Registers a search for this page and returns its stop signal. An endless search replaces the previous one.
    pub(crate) fn start_search(&self, game: &str, endless: bool) -> Stop {
        if endless {
            self.stop_analysis(None);
        }
        let stop = Stop::new();
        if self.is_gone() {
            stop.stop();
        }
        self.lock().push(Search { game: game.to_string(), endless, stop: stop.clone() });
        stop
    }

    /// The number of searches for this page.
    pub(crate) fn questions(&self) -> usize {
        self.lock().len()
    }

    /// Stops a search and removes it.
    pub(crate) fn end_search(&self, stop: &Stop) {
        stop.stop();
        self.lock().retain(|search| !search.stop.is_stopped());
    }

    /// Stops the endless searches of one game, or of all games.
    pub(crate) fn stop_analysis(&self, game: Option<&str>) {
        self.lock().retain(|search| {
            let stopped = search.endless && game.is_none_or(|game| game == search.game);
            if stopped {
                search.stop.stop();
            }
            !stopped
        });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Search>> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message as JSON.
pub(crate) fn written(tag: Option<u32>, event: Event) -> Utf8Bytes {
    serde_json::to_string(&ServerMessage { tag, event }).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_disconnected() {
        let (peer, _queue) = Peer::new(1, 2);
        peer.send_event(Some(1), Event::Done);
        peer.send_event(Some(2), Event::Done);
        assert!(!peer.is_gone());
        let stop = peer.start_search("a", false);
        peer.send_event(Some(3), Event::Done);
        assert!(peer.is_gone() && stop.is_stopped());
        assert!(peer.start_search("a", false).is_stopped(), "no search begins for a closed connection");
    }

    #[test]
    fn one_endless_analysis_runs_at_a_time() {
        let (peer, _queue) = Peer::new(1, 2);
        let (first, question) = (peer.start_search("a", true), peer.start_search("a", false));
        let second = peer.start_search("b", true);
        assert!(first.is_stopped() && !second.is_stopped() && !question.is_stopped());
        peer.stop_analysis(Some("a"));
        assert!(!second.is_stopped());
        peer.stop_analysis(Some("b"));
        assert!(second.is_stopped() && !question.is_stopped());
    }
}
