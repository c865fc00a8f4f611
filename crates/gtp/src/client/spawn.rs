//! The start of a process that ends with this one, even if this one is killed.
//!
//! Linux can send a process a signal when its parent dies (`PR_SET_PDEATHSIG`); the parent in this sense is the thread
//! that started it. One thread, which lives as long as this process, therefore starts all of them. Other systems have
//! no such signal: there, a process whose parent was killed only sees its input close.

use std::io;
use std::process::{Child, Command};

/// Starts a command.
///
/// # Errors
/// If the system cannot start it.
#[cfg(target_os = "linux")]
pub(super) fn spawn(command: Command) -> io::Result<Child> {
    linux::spawn(command)
}

/// Starts a command.
///
/// # Errors
/// If the system cannot start it.
#[cfg(not(target_os = "linux"))]
pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
    command.spawn()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::LazyLock;
    use std::sync::mpsc::{self, Sender};
    use std::thread;

    use rustix::io::Errno;
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

    /// A command to be started, and where the process goes.
    type Order = (Command, Sender<io::Result<Child>>);

    /// The thread that starts all processes; nothing where the system has no thread left.
    static SPAWNER: LazyLock<Option<Sender<Order>>> = LazyLock::new(|| {
        let (send, orders) = mpsc::channel::<Order>();
        let work = move || {
            for (mut command, reply) in orders {
                // The caller waits for the process.
                let _ = reply.send(command.spawn());
            }
        };
        thread::Builder::new().name("spawner".to_string()).spawn(work).ok().map(|_| send)
    });

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        end_with_parent(&mut command);
        let unavailable = || io::Error::other("the system has no thread left");
        let (send, reply) = mpsc::channel();
        let spawner = SPAWNER.as_ref().ok_or_else(unavailable)?;
        spawner.send((command, send)).map_err(|_| unavailable())?;
        reply.recv().map_err(|_| unavailable())?
    }

    /// Has the process killed when the thread that starts it dies.
    fn end_with_parent(command: &mut Command) {
        let parent = getpid();
        let ask = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // A parent that died before this was asked sends no signal any more.
            if getppid() == Some(parent) { Ok(()) } else { Err(Errno::SRCH.into()) }
        };
        // SAFETY: between fork and exec only functions that are safe in a signal handler may be called. The closure
        // makes two system calls, and neither allocates nor takes a lock: its error is a number.
        unsafe { command.pre_exec(ask) };
    }
}
