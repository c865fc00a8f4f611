//! `ponnuki bench td`: how fast networks teach themselves.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use goban::{MAX_SIZE, MIN_SIZE};
use learn::td::{Learner, LearningRule, Selection};
use models::td::{Network, Representation};
use player::Rng;
use serde::Serialize;

/// Games per second that a network learns from by playing against itself, on one core
#[derive(clap::Args)]
pub struct Args {
    /// The size of the board
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(MIN_SIZE as i64..=MAX_SIZE as i64))]
    size: u8,
    /// What the inputs are: koten, roban or katatsugi
    #[arg(long, value_name = "NAME", default_value = "koten")]
    representation: Representation,
    /// How moves are selected: epsilon or creative
    #[arg(long, value_name = "HOW", default_value = "creative", value_parser = ["epsilon", "creative"])]
    selection: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    size: u8,
    representation: &'static str,
    selection: String,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    moves_per_game: f64,
    nanoseconds_per_move: f64,
}

pub fn run(args: Args) -> Result<()> {
    let mut rng = Rng::new(args.seed);
    let (size, representation) = (usize::from(args.size), args.representation);
    let network = Network::random(representation, size, &representation.hidden(size), || rng.unit());
    let selection = if args.selection == "epsilon" { Selection::Epsilon(0.05) } else { Selection::Creative(0.05) };
    let mut learner = Learner::new(network, LearningRule { selection, ..LearningRule::default() });
    let begun = Instant::now();
    let mut moves = 0;
    for _ in 0..args.games {
        moves += learner.play(LearningRule::default().rate, &mut rng).moves;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let report = Report {
        size: args.size,
        representation: representation.name(),
        selection: args.selection,
        games: args.games,
        seconds,
        games_per_second: args.games as f64 / seconds,
        moves_per_game: moves as f64 / args.games as f64,
        nanoseconds_per_move: 1e9 * seconds / moves as f64,
    };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let Report { representation, selection, games_per_second, moves_per_game, nanoseconds_per_move, .. } = &report;
        writeln!(
            out,
            "{representation}, {selection}, {size}x{size}: {games_per_second:.0} games per second ({moves_per_game:.1} moves each, \
             {nanoseconds_per_move:.0} ns a move; {} in {seconds:.1} s)",
            report.games
        )?;
    }
    Ok(())
}
