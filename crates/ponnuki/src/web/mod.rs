//! `ponnuki web`: the page, on this machine.
//!
//! The crate `web` serves and names no player. Here it gets the roster, the engines and the problems.

mod players;
#[cfg(test)]
mod texts;

use std::env;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};

use ::web::{Limits, ModelStore, Options, Program, ServeError, Server, StoredModelMaker};
use anyhow::Result;
use player::Stop;

use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::options::LedgerFile;
use players::PlayerGuide;

/// Play, watch and analyse in a browser
///
/// Serves a page on this machine for games between any players and persons, with seats that change during the game,
/// analysis, councils, reviews, contests and problems. Every move is stored in the ledger as it is played. Other
/// machines have no access unless --listen allows it. Ctrl-C is the way to end the program, which then exits with 0.
#[derive(clap::Args)]
pub struct Args {
    /// Port [default: 7700, or a free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to listen at instead of 127.0.0.1; an address that others can reach needs a token
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Token that gives access to the page: at least 8 letters, digits, - or _
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    storage: LedgerFile,
}

/// The default port.
const PORT: u16 = 7700;

/// Serves the page until the program is ended.
pub fn run(args: Args) -> Result<()> {
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);
    players::find_abilities();
    let server = start(&args)?;
    let address = match server.address() {
        address if address.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        address => address,
    };
    let token = args.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let url = format!("http://{address}/{token}");
    let kept = args.storage.ledger.display();
    let told = format!("Ponnuki is at {url}\nGames are kept in {kept}; Ctrl-C ends the program and loses none.\n");
    // The page can be used even if standard output is closed.
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
        ledger: args.storage.ledger.clone(),
        limits: Limits::default(),
    };
    let serve = |port: u16| Server::start(program(&args.storage.ledger), at(port));
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
    let store = ModelStore::beside(ledger);
    Program {
        guide: Box::new(PlayerGuide::new(store.clone())),
        lessons: Box::new(store.clone()),
        problems: learn::problems::embedded(),
        presets: players::presets(),
        usual: players::default_player(),
        version: version::version().to_string(),
        ..Program::new(StoredModelMaker::new(AllPlayers, store))
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
