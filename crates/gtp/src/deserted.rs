//! Whether anybody still reads what is written.
//!
//! A controller that dies leaves its engine thinking for nobody. The end of the input does not tell, since a script
//! that is piped in ends too and wants its answers; that the output has no reader left does.

/// Waits until nobody reads standard output any more: for ever where it is a file, or where the system cannot tell.
pub fn wait_until_stdout_is_deserted() {
    while !is_hung_up() {
        std::thread::park();
    }
}

/// Waits for the other end of standard output to be closed; `false` where that cannot be seen.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let stdout = std::io::stdout();
    // Errors and hang-ups are told unasked.
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
