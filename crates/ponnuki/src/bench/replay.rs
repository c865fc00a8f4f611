//! `ponnuki bench replay`: speed of reading and replaying game records.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::Result;
use goban::Rules;
use serde::Serialize;

use crate::options::{Json, Records, Threads};

/// Moves per second in reading and replaying game records, with every move checked against the rules
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    records: Records,
    /// Rules that the moves are checked against
    #[arg(long, value_name = "NAME", default_value = "tromp-taylor")]
    rules: Rules,
    #[command(flatten)]
    workers: Threads<1>,
    #[command(flatten)]
    output: Json,
}

#[derive(Serialize)]
struct Report {
    threads: usize,
    rules: String,
    games: u64,
    not_wanted: u64,
    skipped: u64,
    moves: usize,
    seconds: f64,
    moves_per_second: f64,
}

pub fn run(args: Args) -> Result<()> {
    let corpus = args.records.corpus()?;
    let moves = AtomicUsize::new(0);
    let start = Instant::now();
    let tally = corpus.each_game_parallel(args.workers.threads, args.rules, |_, game| {
        moves.fetch_add(game.move_number(), Relaxed);
        ControlFlow::Continue(())
    });
    let (seconds, moves) = (start.elapsed().as_secs_f64(), moves.into_inner());
    let moves_per_second = moves as f64 / seconds;
    let mut out = io::stdout().lock();
    if args.output.json {
        let report = Report {
            threads: args.workers.threads,
            rules: args.rules.to_string(),
            games: tally.games,
            not_wanted: tally.filtered,
            skipped: tally.total_skipped(),
            moves,
            seconds,
            moves_per_second,
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{tally}: {moves} moves in {seconds:.2} s, {moves_per_second:.0} moves per second")?;
    }
    Ok(())
}
