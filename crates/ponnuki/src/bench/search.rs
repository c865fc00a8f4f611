//! `ponnuki bench search`: the whole search from the empty board.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Result, ensure};
use goban::{Game, MAX_SIZE, MIN_SIZE, Rules};
use player::{Budget, Maker, Spec, Stop};
use serde::Serialize;

use crate::everyone::Everyone;
use crate::numbers;

/// Playouts per second of a whole search from the empty board
#[derive(clap::Args)]
pub struct Args {
    /// The size of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(MIN_SIZE as i64..=MAX_SIZE as i64))]
    size: u8,
    /// How many threads search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// How many playouts
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = numbers::count::<u64>)]
    playouts: u64,
    /// The player that searches; it must be one that counts its playouts
    #[arg(long, value_name = "SPEC", default_value = "rave")]
    player: Spec,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    size: u8,
    threads: u16,
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
    args.player.set("threads", &args.threads.to_string())?;
    let mut player = Everyone.make(&args.player)?;
    player.reset(1);
    let game = Game::new(usize::from(args.size), Rules::CHINESE, 7.5);
    let budget = |playouts| Budget { playouts: Some(playouts), ..Budget::default() };
    // A first search brings the memory in, so that the second one is timed at its usual pace.
    player.choose(&game, budget(args.playouts.min(1000)), &Stop::default())?;
    player.reset(1);
    let start = Instant::now();
    let choice = player.choose(&game, budget(args.playouts), &Stop::default())?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(choice.analysis.visits > 0, "{} does not say how many playouts it made", args.player);
    let report = Report {
        size: args.size,
        threads: args.threads,
        policy: Everyone
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
    if args.json {
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
