//! A page on the other end of a connection: what is told to it, and what stops when it goes.
//!
//! Nothing waits for a page. What it is told goes into a queue; a page that does not read until its queue is full is
//! cut off, and finds everything as it stands when it comes back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

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
    /// What is being thought about for this page alone: for which game, whether it goes on until it is stopped, and how
    /// to.
    thinking: Mutex<Vec<(String, bool, Stop)>>,
}

impl Peer {
    /// A peer whose queue has room for so many messages, and the end of the queue where they come out.
    pub(crate) fn new(id: u64, waiting: usize) -> (Peer, mpsc::Receiver<Utf8Bytes>) {
        let (out, queue) = mpsc::channel(waiting.max(1));
        let (gone, wake, thinking) = (AtomicBool::new(false), Notify::new(), Mutex::default());
        (Peer { id, out, gone, wake, thinking }, queue)
    }

    /// Tells an event; the tag is that of the message that it answers.
    pub(crate) fn tell(&self, tag: Option<u32>, event: Event) {
        self.send(written(tag, event));
    }

    /// Says no.
    pub(crate) fn refuse(&self, tag: Option<u32>, refusal: &Refusal) {
        self.tell(tag, Event::Error { reason: refusal.text() });
    }

    /// Sends what was written before, as for many at once.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        if self.out.try_send(text).is_err() {
            self.leave();
        }
    }

    /// Cuts the connection off, and stops what is thought about for it.
    pub(crate) fn leave(&self) {
        self.gone.store(true, Ordering::Relaxed);
        self.wake.notify_one();
        self.lock().drain(..).for_each(|(_, _, stop)| stop.stop());
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Waits until the connection is cut off.
    pub(crate) async fn gone(&self) {
        while !self.is_gone() {
            self.wake.notified().await;
        }
    }

    /// A signal for something that is thought about for this page. What goes on until it is stopped takes the place of
    /// what went on before.
    pub(crate) fn begins(&self, game: &str, endless: bool) -> Stop {
        if endless {
            self.quiet(None);
        }
        let stop = Stop::new();
        if self.is_gone() {
            stop.stop();
        }
        self.lock().push((game.to_string(), endless, stop.clone()));
        stop
    }

    /// How much is thought about for this page.
    pub(crate) fn questions(&self) -> usize {
        self.lock().len()
    }

    /// It is over.
    pub(crate) fn ends(&self, stop: &Stop) {
        stop.stop();
        self.lock().retain(|(_, _, other)| !other.is_stopped());
    }

    /// Stops what goes on until it is stopped: of one game, or of all.
    pub(crate) fn quiet(&self, game: Option<&str>) {
        self.lock().retain(|(of, endless, stop)| {
            let stopped = *endless && game.is_none_or(|game| game == of);
            if stopped {
                stop.stop();
            }
            !stopped
        });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(String, bool, Stop)>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message as it is sent.
pub(crate) fn written(tag: Option<u32>, event: Event) -> Utf8Bytes {
    serde_json::to_string(&ServerMessage { tag, event }).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_cut_off() {
        let (peer, _queue) = Peer::new(1, 2);
        peer.tell(Some(1), Event::Done);
        peer.tell(Some(2), Event::Done);
        assert!(!peer.is_gone());
        let stop = peer.begins("a", false);
        peer.tell(Some(3), Event::Done);
        assert!(peer.is_gone() && stop.is_stopped());
        assert!(peer.begins("a", false).is_stopped(), "nothing begins for whoever is gone");
    }

    #[test]
    fn one_analysis_goes_on_at_a_time() {
        let (peer, _queue) = Peer::new(1, 2);
        let (first, question) = (peer.begins("a", true), peer.begins("a", false));
        let second = peer.begins("b", true);
        assert!(first.is_stopped() && !second.is_stopped() && !question.is_stopped());
        peer.quiet(Some("a"));
        assert!(!second.is_stopped());
        peer.quiet(Some("b"));
        assert!(second.is_stopped() && !question.is_stopped());
    }
}
