//! `ponnuki bench arena`: the overhead of the arena per move.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use arena::{Colors, Conditions, Ledger, Match, Openings, Runner, Series, Tally};
use clap::ValueEnum;
use goban::Rules;
use player::{Maker, Spec, Stop};
use serde::Serialize;

use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::options::{Games, Json, Seed, Size};

/// Overhead per move of the arena: referee, clock and ledger
///
/// `random` plays against itself, one game at a time, and every game is stored in a temporary ledger. Over GTP, one of
/// the two is this program in a second process.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: Size<9>,
    #[command(flatten)]
    count: Games<500>,
    /// Connection to the second player [default: both]
    #[arg(long, value_enum)]
    over: Option<Connection>,
    #[command(flatten)]
    random: Seed<1>,
    #[command(flatten)]
    output: Json,
}

#[derive(Clone, Copy, PartialEq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Connection {
    /// In this process
    Process,
    /// Over the Go Text Protocol
    Gtp,
}

#[derive(Serialize)]
struct Report {
    over: Connection,
    size: usize,
    games: u64,
    moves: u64,
    seconds: f64,
    microseconds_per_move: f64,
}

pub fn run(args: Args) -> Result<()> {
    let mut out = io::stdout().lock();
    for connection in
        [Connection::Process, Connection::Gtp].into_iter().filter(|&one| args.over.is_none_or(|only| only == one))
    {
        let report = measure(&args, connection)?;
        if args.output.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            let name = if connection == Connection::Process { "in process" } else { "over GTP" };
            let Report { size, games, moves, microseconds_per_move: micros, .. } = report;
            writeln!(out, "{size}x{size}, {name}: {micros:.1} µs per move ({games} games, {moves} moves)")?;
        }
    }
    Ok(())
}

fn measure(args: &Args, connection: Connection) -> Result<Report> {
    let own = std::env::current_exe().context("the path of this program is unknown")?;
    let second = match connection {
        Connection::Process => "random".to_string(),
        Connection::Gtp => format!("gtp:[{} gtp random]", own.display()),
    };
    let canonical = |text: &str| -> Result<Arc<Spec>> { Ok(Arc::new(AllPlayers.canonical(&text.parse()?)?)) };
    let conditions = Conditions::new(args.board.size, Rules::CHINESE, 0);
    let openings = Openings::read("none", None, &conditions)?;
    let series = Series {
        contest: "".into(),
        round: 0,
        players: [canonical("random")?, canonical(&second)?],
        conditions: Arc::new(conditions),
        openings,
        colors: Colors::Alternate,
        seed: args.random.seed,
    };
    let folder = tempfile::tempdir().context("no temporary ledger can be created")?;
    let ledger = Ledger::open(folder.path().join("bench.db"))?;
    let entered = Match::enter(&ledger, series)?;
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::finish_games(&closing, &stop);
    let runner = Runner {
        maker: &AllPlayers,
        ledger: &ledger,
        observer: &(),
        tables: 1,
        event: "bench".to_string(),
        closing,
        stop,
    };
    // The first game starts the programs and creates the ledger; it is not timed.
    runner.play(entered.fixtures(1))?;
    let start = Instant::now();
    runner.play(entered.fixtures(args.count.games + 1).skip(1))?;
    let seconds = start.elapsed().as_secs_f64();
    let results = ledger.results(&entered.series.contest)?;
    let timed = results.iter().filter(|result| result.number > 0);
    let (games, moves) = timed.fold((0, 0), |(games, moves), result| (games + 1, moves + result.moves));
    anyhow::ensure!(Tally::of(&results).forfeits == [0, 0], "a player forfeited a game");
    let microseconds_per_move = 1e6 * seconds / moves.max(1) as f64;
    Ok(Report { over: connection, size: args.board.size, games, moves, seconds, microseconds_per_move })
}
