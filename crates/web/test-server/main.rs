//! A server for the tests that kill one: it says where it listens, and serves until it is ended.
#![allow(clippy::print_stdout, reason = "whoever started it reads where it listens")]

use std::error::Error;

use web::{Options, Server};

mod players;

fn main() -> Result<(), Box<dyn Error>> {
    let ledger = std::env::args_os().nth(1).ok_or("say which ledger")?;
    let port = std::env::args().nth(2).and_then(|port| port.parse().ok()).unwrap_or(0);
    let listen = ([127, 0, 0, 1], port).into();
    let server = Server::start(players::program(), Options { ledger: ledger.into(), listen, ..Options::default() })?;
    println!("{}", server.address());
    server.wait(&player::Stop::new());
    Ok(())
}
