//! `ponnuki bench search`: a whole search from the empty board.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Result, ensure};
use goban::{Game, Rules};
use player::{Budget, Maker, Spec, Stop};
use serde::Serialize;

use crate::all_players::AllPlayers;
use crate::options::{self, Json, Playouts, Size, Threads};

/// Playouts per second of a whole search from the empty board
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: Size<9>,
    #[command(flatten)]
    workers: Threads<1>,
    #[command(flatten)]
    search: Playouts<100_000>,
    /// Player that reports its playouts
    #[arg(long, value_name = "SPEC", default_value = "rave", value_parser = options::player)]
    player: Spec,
    #[command(flatten)]
    output: Json,
}

#[derive(Serialize)]
struct Report {
    size: usize,
    threads: usize,
    player: String,
    policy: Option<String>,
    playouts: u64,
    seconds: f64,
    playouts_per_second: f64,
}

pub fn run(mut args: Args) -> Result<()> {
    if args.player.get("early").is_none() {
        args.player.set("early", "false")?;
    }
    args.player.set("threads", &args.workers.threads.to_string())?;
    let mut player = AllPlayers.make(&args.player)?;
    player.reset(1);
    let game = Game::new(args.board.size, Rules::CHINESE, 7.5);
    let budget = |playouts| Budget { playouts: Some(playouts), ..Budget::default() };
    // The first search warms up the memory; the second one is timed.
    player.choose(&game, budget(args.search.playouts.min(1000)), &Stop::default())?;
    player.reset(1);
    let start = Instant::now();
    let choice = player.choose(&game, budget(args.search.playouts), &Stop::default())?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(choice.analysis.visits > 0, "{} does not report its playouts", args.player);
    let report = Report {
        size: args.board.size,
        threads: args.workers.threads,
        policy: AllPlayers
            .settings(&args.player)?
            .iter()
            .find(|(param, _)| param.name == "policy")
            .map(|(_, policy)| policy.to_string()),
        player: args.player.to_string(),
        playouts: choice.analysis.visits,
        seconds,
        playouts_per_second: choice.analysis.visits as f64 / seconds,
    };
    let mut out = io::stdout().lock();
    if args.output.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(
            out,
            "{} on {1}x{1}: {2:.0} playouts per second ({3} in {4:.2} s)",
            report.player, report.size, report.playouts_per_second, report.playouts, report.seconds
        )?;
    }
    Ok(())
}
