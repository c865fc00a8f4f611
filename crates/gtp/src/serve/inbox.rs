//! Input, read on a separate thread: it can stop a running search.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use player::Stop;

use crate::wire;

/// The lines that have arrived and wait to be processed.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Vec<u8>>,
    closed: bool,
    /// Whether the output has lost its reader.
    hung_up: bool,
    watch: Option<(Watch, Stop)>,
}

/// What stops a search, besides a lost client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Watch {
    /// Any line, even an empty one, and the end of the input: for analysis.
    AnyLine,
    /// Only the line `# interrupt`: a move is finished in spite of other input.
    Interrupt,
}

impl Inbox {
    /// Reads lines until they end. The thread outlives the engine while its input stays open; it holds nothing else.
    pub(super) fn open(mut input: impl BufRead + Send + 'static) -> Arc<Inbox> {
        let inbox = Arc::new(Inbox::default());
        let receiver = Arc::clone(&inbox);
        thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                match input.read_until(b'\n', &mut line) {
                    Ok(length) if length > 0 => receiver.arrive(line),
                    _ => return receiver.close(),
                }
            }
        });
        inbox
    }

    /// The next line; nothing when the input has ended.
    pub(super) fn next(&self) -> Option<Vec<u8>> {
        self.wait().lines.pop_front()
    }

    /// Waits until a line has come in, or the input has ended.
    pub(super) fn wait_for_news(&self) {
        drop(self.wait());
    }

    /// Runs a search under a stop signal given by input. Lines that arrived earlier count as well.
    pub(super) fn watched<T>(&self, watch: Watch, think: impl FnOnce(&Stop) -> T) -> T {
        let stop = Stop::new();
        {
            let mut state = self.lock();
            let stopped = match watch {
                Watch::AnyLine => state.closed || !state.lines.is_empty(),
                Watch::Interrupt => {
                    let found = state.lines.iter().position(|line| !is_remark(line) || wire::is_interrupt(line));
                    let found = found.filter(|&i| wire::is_interrupt(&state.lines[i]));
                    found.map(|i| state.lines.remove(i)).is_some()
                }
            };
            if stopped || state.hung_up {
                stop.stop();
            }
            state.watch = Some((watch, stop.clone()));
        }
        let _unwatch = Unwatch(self);
        think(&stop)
    }

    fn arrive(&self, line: Vec<u8>) {
        let mut state = self.lock();
        match &state.watch {
            Some((Watch::Interrupt, stop)) if wire::is_interrupt(&line) => return stop.stop(),
            Some((Watch::AnyLine, stop)) => stop.stop(),
            _ => {}
        }
        state.lines.push_back(line);
        self.news.notify_all();
    }

    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        if let Some((Watch::AnyLine, stop)) = &state.watch {
            stop.stop();
        }
        self.news.notify_all();
    }

    /// The output has lost its reader: every search stops, running or new.
    pub(super) fn hang_up(&self) {
        let mut state = self.lock();
        state.hung_up = true;
        if let Some((_, stop)) = &state.watch {
            stop.stop();
        }
    }

    fn wait(&self) -> MutexGuard<'_, State> {
        let idle = |state: &mut State| state.lines.is_empty() && !state.closed;
        self.news.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A line without a command.
fn is_remark(line: &[u8]) -> bool {
    wire::clean(line).trim().is_empty()
}

/// Ends a watch, also when the player panics.
struct Unwatch<'a>(&'a Inbox);

impl Drop for Unwatch<'_> {
    fn drop(&mut self) {
        self.0.lock().watch = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &'static str) -> Arc<Inbox> {
        let inbox = Inbox::open(text.as_bytes());
        while !inbox.lock().closed {
            thread::yield_now();
        }
        inbox
    }

    fn is_stopped(inbox: &Inbox, watch: Watch) -> bool {
        inbox.watched(watch, Stop::is_stopped)
    }

    #[test]
    fn lines_come_in_order_and_end() {
        let inbox = filled("name\r\nversion\nquit");
        let lines: Vec<Vec<u8>> = std::iter::from_fn(|| inbox.next()).collect();
        assert_eq!(lines, [&b"name\r\n"[..], b"version\n", b"quit"]);
    }

    #[test]
    fn analysis_is_stopped_by_what_came_before_it_began() {
        assert!(is_stopped(&filled("\n"), Watch::AnyLine));
        assert!(is_stopped(&filled(""), Watch::AnyLine));
    }

    #[test]
    fn a_move_is_stopped_by_an_interrupt_alone_and_only_once() {
        assert!(!is_stopped(&filled("play b d4\n\n"), Watch::Interrupt));
        assert!(!is_stopped(&filled("play b d4\n# interrupt\n"), Watch::Interrupt), "meant for the play");
        let inbox = filled("\n# interrupt\nname\n");
        assert!(is_stopped(&inbox, Watch::Interrupt));
        assert!(!is_stopped(&inbox, Watch::Interrupt));
    }

    #[test]
    fn a_line_that_arrives_stops_analysis_in_progress() {
        let inbox = Arc::new(Inbox::default());
        let sender = Arc::clone(&inbox);
        inbox.watched(Watch::AnyLine, |stop| {
            assert!(!stop.is_stopped());
            sender.arrive(b"\n".to_vec());
            assert!(stop.is_stopped());
        });
        inbox.watched(Watch::Interrupt, |stop| {
            sender.arrive(b"name\n".to_vec());
            assert!(!stop.is_stopped());
            sender.arrive(b"# interrupt\n".to_vec());
            assert!(stop.is_stopped());
        });
    }

    #[test]
    fn a_move_is_finished_when_the_input_ends_and_stopped_at_hangup() {
        let inbox = filled("");
        inbox.watched(Watch::Interrupt, |stop| {
            assert!(!stop.is_stopped());
            inbox.hang_up();
            assert!(stop.is_stopped());
        });
        assert!(is_stopped(&inbox, Watch::Interrupt));
    }
}
