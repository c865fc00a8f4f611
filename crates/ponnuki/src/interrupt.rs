//! Ctrl-C and the other signals that end the program.
//!
//! GTP engines run in separate process groups and have to be killed with the program. Long work shuts down in steps:
//! the first signal lets running games finish, the second stops them, the third ends the program at once. The exit code
//! is 128 plus the number of the signal, as in shells: 130 for SIGINT, 143 for SIGTERM.

use std::io;
use std::process::exit;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Once, OnceLock};
#[cfg(unix)]
use std::thread;

use player::Stop;
use thiserror::Error;

/// The signals to start nothing new and to stop, and the notice for the first.
static GRACEFUL: OnceLock<([Stop; 2], &str)> = OnceLock::new();
static TIMES: AtomicU32 = AtomicU32::new(0);
/// The exit code of the first signal.
static CODE: AtomicU8 = AtomicU8::new(130);

/// The program was interrupted, and its work is saved.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Interrupted(pub String);

/// Returns [`Interrupted`] with a sentence that names what is saved and how to resume.
macro_rules! interrupted {
    ($($sentence:tt)*) => {
        return Err(anyhow::Error::new($crate::interrupt::Interrupted(format!($($sentence)*))))
    };
}
pub(crate) use interrupted;

/// The exit code of an interrupted program: 130 after SIGINT.
pub fn exit_code() -> u8 {
    CODE.load(Ordering::Relaxed)
}

/// Installs the signal handler, which also kills the GTP engines.
pub fn install_handler() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler, engines still notice that their input is closed.
        let _ = listen(|code| match (GRACEFUL.get(), TIMES.fetch_add(1, Ordering::Relaxed)) {
            (Some(([closing, _], promise)), 0) => {
                CODE.store(u8::try_from(code).unwrap_or(130), Ordering::Relaxed);
                closing.stop();
                eprintln!("\nponnuki: {promise}; interrupt again to stop at once");
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

/// Calls a function for each signal, with its exit code.
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

/// Lets the first signal finish the running games, and the second one stop them.
pub fn finish_games(closing: &Stop, stop: &Stop) {
    promise(closing, stop, "finishing the games in progress");
}

/// Lets the first signal stop the work and save its result.
pub fn save_on_interrupt(stop: &Stop) {
    promise(stop, stop, "stopping and saving the results so far");
}

fn promise(closing: &Stop, stop: &Stop, promise: &'static str) {
    // The program does one piece of work per run.
    let _ = GRACEFUL.set(([closing.clone(), stop.clone()], promise));
    install_handler();
}

/// Kills the GTP engines that are still running.
pub fn kill_engines() {
    #[cfg(unix)]
    ::gtp::client::kill_all();
}
