//! Ctrl-C, and whoever else asks this program to end.
//!
//! Engines of other people run in process groups of their own and have to be ended with us. Long work is asked politely
//! first: the first signal lets what has begun be finished, the second breaks it off, the third ends everything at
//! once. A program that a signal ends exits with 128 and the number of the signal, as shells have it: 130 for SIGINT,
//! 143 for SIGTERM.

use std::io;
use std::process::exit;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Once, OnceLock};
#[cfg(unix)]
use std::thread;

use player::Stop;
use thiserror::Error;

/// Begin nothing new; break off; and what is said when the first is given.
static POLITE: OnceLock<([Stop; 2], &str)> = OnceLock::new();
static TIMES: AtomicU32 = AtomicU32::new(0);
/// The exit code that fits the first request.
static CODE: AtomicU8 = AtomicU8::new(130);

/// Somebody asked the program to end, and everything that was made by then is saved.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Interrupted(pub String);

/// Returns [`Interrupted`] with a sentence that says what is saved and how it is resumed.
macro_rules! interrupted {
    ($($sentence:tt)*) => {
        return Err(anyhow::Error::new($crate::interrupt::Interrupted(format!($($sentence)*))))
    };
}
pub(crate) use interrupted;

/// The exit code of a program that was interrupted: 130 after SIGINT.
pub fn exit_code() -> u8 {
    CODE.load(Ordering::Relaxed)
}

/// Sees to it that whoever asks this program to end also ends the engines that it has started.
pub fn end_engines_with_us() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where no handler can be had, engines are left to see for themselves that their input has closed.
        let _ = listen(|code| match (POLITE.get(), TIMES.fetch_add(1, Ordering::Relaxed)) {
            (Some(([closing, _], promise)), 0) => {
                CODE.store(u8::try_from(code).unwrap_or(130), Ordering::Relaxed);
                closing.stop();
                eprintln!("\nponnuki: {promise}; once more breaks it off");
            }
            (Some(([_, stop], _)), 1) => {
                stop.stop();
                kill_engines();
            }
            _ => {
                kill_engines();
                exit(code);
            }
        });
    });
}

/// Calls a function for each request to end, with the exit code that fits it.
#[cfg(unix)]
fn listen(asked: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let wait = move || signals.forever().for_each(|signal| asked(128 + signal));
    thread::Builder::new().name("signals".to_string()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
fn listen(asked: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || asked(130)).map_err(io::Error::other)
}

/// From now on the first request to end gives the first signal, and the second one the second.
pub fn be_polite(closing: &Stop, stop: &Stop) {
    promise(closing, stop, "what is being played will be finished");
}

/// From now on the first request to end gives the signal, upon which what there is will be written.
pub fn keep_what_there_is(stop: &Stop) {
    promise(stop, stop, "what there is will be written");
}

fn promise(closing: &Stop, stop: &Stop, promise: &'static str) {
    // Only one piece of work is done by a run of the program.
    let _ = POLITE.set(([closing.clone(), stop.clone()], promise));
    end_engines_with_us();
}

/// Ends the engines that are still there.
pub fn kill_engines() {
    #[cfg(unix)]
    ::gtp::client::kill_all();
}
