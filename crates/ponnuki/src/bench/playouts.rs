//! `ponnuki bench playouts`: whole random games from the empty board, without a tree.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::ValueEnum;
use goban::{Board, MAX_SIZE, MIN_SIZE};
use player::Rng;
use search::playout;
use serde::Serialize;

/// Playouts per second from the empty board, without a tree
#[derive(clap::Args)]
pub struct Args {
    /// The size of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(MIN_SIZE as i64..=MAX_SIZE as i64))]
    size: u8,
    /// How many threads play, each its own games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// How the moves are chosen
    #[arg(long, value_enum, default_value_t = Policy::Uniform)]
    policy: Policy,
    /// How long to measure
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// Play this many on each thread instead of playing for a time (for counting instructions)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Policy {
    /// Any legal point that is not an own eye, each equally likely
    Uniform,
}

#[derive(Serialize)]
struct Report {
    size: u8,
    threads: u16,
    policy: Policy,
    playouts: u64,
    seconds: f64,
    playouts_per_second: f64,
    moves_per_playout: f64,
    nanoseconds_per_move: f64,
    black_wins: f64,
}

pub fn run(args: Args) -> Result<()> {
    let start = Instant::now();
    let total = thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads)
            .map(|worker| {
                let (args, rng) = (&args, Rng::new(args.seed.wrapping_add(u64::from(worker))));
                scope.spawn(move || play(args, rng, start))
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join()).fold(Tally::default(), Tally::plus)
    });
    let seconds = start.elapsed().as_secs_f64();
    let playouts = total.playouts as f64;
    let report = Report {
        size: args.size,
        threads: args.threads,
        policy: args.policy,
        playouts: total.playouts,
        seconds,
        playouts_per_second: playouts / seconds,
        moves_per_playout: total.moves as f64 / playouts,
        nanoseconds_per_move: 1e9 * seconds * f64::from(args.threads) / total.moves as f64,
        black_wins: total.black_wins as f64 / playouts,
    };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(
            out,
            "{0}x{0}, {1} thread{2}: {3:.0} playouts per second ({4:.1} moves each, {5:.1} ns a move, Black wins {6:.1}%)",
            report.size,
            report.threads,
            if report.threads == 1 { "" } else { "s" },
            report.playouts_per_second,
            report.moves_per_playout,
            report.nanoseconds_per_move,
            100.0 * report.black_wins,
        )?;
    }
    Ok(())
}

#[derive(Default)]
struct Tally {
    playouts: u64,
    moves: u64,
    black_wins: u64,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            playouts: self.playouts + other.playouts,
            moves: self.moves + other.moves,
            black_wins: self.black_wins + other.black_wins,
        }
    }
}

fn play(args: &Args, mut rng: Rng, start: Instant) -> Tally {
    // The clock is looked at once in so many playouts, which is a few milliseconds even on the largest board.
    const BETWEEN_LOOKS: u64 = 64;
    let end = start + Duration::from_secs_f64(args.seconds);
    let root = Board::new(usize::from(args.size));
    let mut tally = Tally::default();
    loop {
        let finished = match args.playouts {
            Some(playouts) => tally.playouts >= playouts,
            None => tally.playouts.is_multiple_of(BETWEEN_LOOKS) && tally.playouts > 0 && Instant::now() >= end,
        };
        if finished {
            return tally;
        }
        let finish = match args.policy {
            Policy::Uniform => playout::uniform(&mut root.clone(), &mut rng),
        };
        tally.playouts += 1;
        tally.moves += u64::from(finish.moves);
        tally.black_wins += u64::from(finish.margin > 0);
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err(format!("'{text}' is not a number of seconds above 0 and up to a day")),
    }
}
