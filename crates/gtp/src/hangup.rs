//! Detects that standard output has lost its reader.
//!
//! A controller that dies leaves its engine searching in vain. The end of the input proves nothing: a script piped into
//! the engine ends too, and its sender waits for the answers. A closed output is proof.

/// Waits until standard output has no reader. Never returns if it is a file, or if the system cannot detect this.
pub fn wait_for_hangup() {
    while !is_hung_up() {
        std::thread::park();
    }
}

/// Waits for the other end of standard output to be closed; `false` if that cannot be detected.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let stdout = std::io::stdout();
    // Errors and hang-ups are reported without being requested.
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    loop {
        match poll(&mut watched, None) {
            Err(Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => return watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
        }
    }
}

#[cfg(not(unix))]
fn is_hung_up() -> bool {
    false
}
