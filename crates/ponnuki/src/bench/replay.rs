//! `ponnuki bench replay`: how fast game records are read and replayed.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::Result;
use goban::Rules;
use kifu::corpus::{Corpus, Filter};
use serde::Serialize;

/// Moves per second that game records are read and replayed with, every move checked by the rules
#[derive(clap::Args)]
pub struct Args {
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only games for which this holds, such as size=19, date=1980..2007, player=Shusaku, handicap=0, result=B+
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// The rules by which moves are checked
    #[arg(long, default_value = "tromp-taylor")]
    rules: Rules,
    /// How many threads replay
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    threads: u16,
    rules: String,
    games: u64,
    not_wanted: u64,
    skipped: u64,
    moves: usize,
    seconds: f64,
    moves_per_second: f64,
}

pub fn run(args: Args) -> Result<()> {
    let corpus = args.filter.into_iter().fold(Corpus::open(args.games)?, Corpus::filter);
    let moves = AtomicUsize::new(0);
    let start = Instant::now();
    let tally = corpus.each_game_parallel(usize::from(args.threads), args.rules, |_, game| {
        moves.fetch_add(game.move_number(), Relaxed);
        ControlFlow::Continue(())
    });
    let (seconds, moves) = (start.elapsed().as_secs_f64(), moves.into_inner());
    let moves_per_second = moves as f64 / seconds;
    let mut out = io::stdout().lock();
    if args.json {
        let report = Report {
            threads: args.threads,
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
