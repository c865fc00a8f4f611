//! `ponnuki bench td`: speed of temporal difference learning.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use learn::td::{Learner, LearningRule, Selection};
use models::td::{Network, Representation};
use player::Rng;
use serde::Serialize;

use crate::options::{Games, Json, Seed, Size};

/// Games per second of temporal difference learning by self-play, on one core
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: Size<5>,
    /// Input representation: koten, roban or katatsugi
    #[arg(long, value_name = "NAME", default_value = "koten")]
    representation: Representation,
    /// Move selection
    #[arg(long, value_name = "HOW", default_value = "creative", value_parser = ["epsilon", "creative"])]
    selection: String,
    #[command(flatten)]
    count: Games<100_000>,
    #[command(flatten)]
    random: Seed<1>,
    #[command(flatten)]
    output: Json,
}

#[derive(Serialize)]
struct Report {
    size: usize,
    representation: &'static str,
    selection: String,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    moves_per_game: f64,
    nanoseconds_per_move: f64,
}

pub fn run(args: Args) -> Result<()> {
    let mut rng = Rng::new(args.random.seed);
    let (size, representation) = (args.board.size, args.representation);
    let network = Network::random(representation, size, &representation.hidden(size), || rng.unit());
    let selection = if args.selection == "epsilon" { Selection::Epsilon(0.05) } else { Selection::Creative(0.05) };
    let mut learner = Learner::new(network, LearningRule { selection, ..LearningRule::default() });
    let start = Instant::now();
    let mut moves = 0;
    for _ in 0..args.count.games {
        moves += learner.play(LearningRule::default().rate, &mut rng).moves;
    }
    let seconds = start.elapsed().as_secs_f64();
    let report = Report {
        size,
        representation: representation.name(),
        selection: args.selection,
        games: args.count.games,
        seconds,
        games_per_second: args.count.games as f64 / seconds,
        moves_per_game: moves as f64 / args.count.games as f64,
        nanoseconds_per_move: 1e9 * seconds / moves as f64,
    };
    let mut out = io::stdout().lock();
    if args.output.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let Report { representation, selection, games_per_second, moves_per_game, nanoseconds_per_move, .. } = &report;
        writeln!(
            out,
            "{representation}, {selection}, {size}x{size}: {games_per_second:.0} games per second \
             ({moves_per_game:.1} moves each, {nanoseconds_per_move:.0} ns per move; {} in {seconds:.1} s)",
            report.games
        )?;
    }
    Ok(())
}
