//! `ponnuki bench arena`: what a move costs in the arena when the players take no time to think.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use arena::{Colors, Conditions, Hall, Ledger, Match, Openings, Series, Tally};
use clap::ValueEnum;
use goban::Rules;
use player::{Maker, Spec, Stop};
use serde::Serialize;

use crate::everyone::Everyone;
use crate::interrupt;

/// What a move costs in the arena: referee, clock and ledger, against players that take no time to think
///
/// `random` plays itself, one game at a time, and every game goes into a ledger. Over GTP one of the two is this
/// program in a process of its own, so that half of the moves go over pipes and all of them are told.
#[derive(clap::Args)]
pub struct Args {
    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = crate::play::size)]
    size: usize,
    /// How many games in each way
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// In which way the second player is reached; both by default
    #[arg(long, value_enum)]
    over: Option<Way>,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object for each way
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    /// In this process
    Process,
    /// Over the Go Text Protocol
    Gtp,
}

#[derive(Serialize)]
struct Report {
    over: Way,
    size: usize,
    games: u64,
    moves: u64,
    seconds: f64,
    microseconds_per_move: f64,
}

pub fn run(args: Args) -> Result<()> {
    let mut out = io::stdout().lock();
    for way in [Way::Process, Way::Gtp].into_iter().filter(|&way| args.over.is_none_or(|only| only == way)) {
        let report = measure(&args, way)?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            let name = if way == Way::Process { "in process" } else { "over GTP" };
            let Report { size, games, moves, microseconds_per_move: micros, .. } = report;
            writeln!(out, "{size}x{size}, {name}: {micros:.1} µs a move ({games} games, {moves} moves)")?;
        }
    }
    Ok(())
}

fn measure(args: &Args, way: Way) -> Result<Report> {
    let own = std::env::current_exe().context("this program cannot be found")?;
    let second = match way {
        Way::Process => "random".to_string(),
        Way::Gtp => format!("gtp:[{} gtp random]", own.display()),
    };
    let canonical = |text: &str| -> Result<Arc<Spec>> { Ok(Arc::new(Everyone.canonical(&text.parse()?)?)) };
    let conditions = Conditions::new(args.size, Rules::CHINESE, 0);
    let openings = Openings::read("none", None, &conditions)?;
    let series = Series {
        contest: "".into(),
        round: 0,
        players: [canonical("random")?, canonical(&second)?],
        conditions: Arc::new(conditions),
        openings,
        colors: Colors::Alternate,
        seed: args.seed,
    };
    let folder = tempfile::tempdir().context("there is no room for a ledger")?;
    let ledger = Ledger::open(folder.path().join("bench.db"))?;
    let entered = Match::enter(&ledger, series)?;
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::be_polite(&closing, &stop);
    let hall =
        Hall { maker: &Everyone, ledger: &ledger, audience: &(), tables: 1, event: "bench".to_string(), closing, stop };
    // The programs are started and the pages of the ledger made before the time is taken.
    hall.play(entered.fixtures(1))?;
    let begun = Instant::now();
    hall.play(entered.fixtures(args.games + 1).skip(1))?;
    let seconds = begun.elapsed().as_secs_f64();
    let results = ledger.results(&entered.series.contest)?;
    let timed = results.iter().filter(|result| result.number > 0);
    let (games, moves) = timed.fold((0, 0), |(games, moves), result| (games + 1, moves + result.moves));
    anyhow::ensure!(Tally::of(&results).forfeits == [0, 0], "a player broke down");
    let microseconds_per_move = 1e6 * seconds / moves.max(1) as f64;
    Ok(Report { over: way, size: args.size, games, moves, seconds, microseconds_per_move })
}
