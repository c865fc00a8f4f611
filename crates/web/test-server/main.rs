//! A server for the tests that kill one. It prints its address and serves until it is killed.
#![allow(clippy::print_stdout, reason = "the test reads the address")]

use std::error::Error;

use web::{Options, Server};

mod players;

fn main() -> Result<(), Box<dyn Error>> {
    let ledger = std::env::args_os().nth(1).ok_or("usage: web-test-server LEDGER [PORT]")?;
    let port = std::env::args().nth(2).and_then(|port| port.parse().ok()).unwrap_or(0);
    let listen = ([127, 0, 0, 1], port).into();
    let server = Server::start(players::program(), Options { ledger: ledger.into(), listen, ..Options::default() })?;
    println!("{}", server.address());
    server.wait(&player::Stop::new());
    Ok(())
}
