//! `ponnuki web`: the page, on this machine.
//!
//! The crate `web` serves and names no player. Here it gets the roster, the engines, the teachers and the problems.

mod lessons;
mod players;
#[cfg(test)]
mod texts;

use std::env;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ::web::{Limits, Options, Program, ServeError, Server};
use anyhow::Result;
use player::Stop;

use crate::interrupt;
use lessons::{Pupils, School};
use players::PlayerGuide;

/// Play, watch and understand in a browser
///
/// Serves a page on this machine: any player against any other or against a person, seats that change hands in
/// mid-game, what each of them thinks, councils, reviews, contests, problems. Every game is kept in the ledger as it
/// goes on, so that nothing is lost whatever ends the program. Nothing can be reached from elsewhere unless --listen
/// says so.
#[derive(clap::Args)]
pub struct Args {
    /// The port [default: 7700, or any that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Listen at this address instead of 127.0.0.1; one that others can reach needs a token
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// What everybody has to know to come in: at least 8 letters, digits, - or _
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Open no browser
    #[arg(long)]
    no_open: bool,
    /// The file in which the games are kept
    #[arg(long, value_name = "FILE", default_value = "ponnuki.db")]
    ledger: PathBuf,
}

/// Where the page is if nobody says otherwise.
const PORT: u16 = 7700;

/// Serves the page until the program is ended.
pub fn run(args: Args) -> Result<()> {
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    players::find_abilities();
    let server = start(&args)?;
    let address = match server.address() {
        address if address.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        address => address,
    };
    let token = args.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let url = format!("http://{address}/{token}");
    let kept = args.ledger.display();
    let told = format!("Ponnuki is at {url}\nGames are kept in {kept}; Ctrl-C ends the program and loses none.\n");
    // Whoever does not listen to this may use the page all the same.
    let _ = io::stdout().write_all(told.as_bytes());
    if !args.no_open {
        open_browser(&url);
    }
    server.wait(&stop);
    // Contests and lessons stop, and what they have come to is written.
    drop(server);
    interrupt::kill_engines();
    Ok(())
}

fn start(args: &Args) -> Result<Server, ServeError> {
    let ip = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let at = |port: u16| Options {
        listen: SocketAddr::new(ip, port),
        token: args.token.clone(),
        ledger: args.ledger.clone(),
        limits: Limits::default(),
    };
    let serve = |port: u16| Server::start(program(&args.ledger), at(port));
    match args.port {
        Some(port) => serve(port),
        None => match serve(PORT) {
            // Another one may be running already.
            Err(ServeError::Listen { .. }) => serve(0),
            served => served,
        },
    }
}

/// What the server offers to the page.
fn program(ledger: &Path) -> Program {
    let school = School::beside(ledger);
    Program {
        guide: Box::new(PlayerGuide::new(school.clone())),
        lessons: Box::new(school.clone()),
        problems: learn::problems::embedded(),
        presets: players::presets(),
        usual: players::default_player(),
        version: version::version().to_string(),
        ..Program::new(Pupils::of(school))
    }
}

/// Opens the page in a browser, where there is one; who wants to see it elsewhere has the address.
fn open_browser(url: &str) {
    let (command, args): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else if env::var_os("DISPLAY").is_some() || env::var_os("WAYLAND_DISPLAY").is_some() {
        ("xdg-open", &[])
    } else {
        return;
    };
    let mut command = Command::new(command);
    let _ = command.args(args).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
