//! `ponnuki bench playouts`: playouts from the empty board, without a tree.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::ValueEnum;
use goban::Board;
use player::Rng;
use search::playout;
use serde::Serialize;

use crate::numbers;
use crate::options::{self, Json, Seed, Size, Threads};

/// Playouts per second from the empty board, without a tree
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: Size<9>,
    #[command(flatten)]
    workers: Threads<1>,
    /// Playout policy
    #[arg(long, value_enum, default_value_t = Policy::Uniform)]
    policy: Policy,
    /// Time to measure
    #[arg(long, value_name = "DURATION", default_value = "3s", value_parser = options::duration)]
    time: Duration,
    /// Playouts of each thread, instead of a time, for counting instructions
    #[arg(long, value_name = "N", value_parser = numbers::count::<u64>, conflicts_with = "time")]
    playouts: Option<u64>,
    #[command(flatten)]
    random: Seed<1>,
    #[command(flatten)]
    output: Json,
}

#[derive(Clone, Copy, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Policy {
    /// All legal points that do not fill an own eye, with equal probability
    Uniform,
}

#[derive(Serialize)]
struct Report {
    size: usize,
    threads: usize,
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
        let workers: Vec<_> = (0..args.workers.threads)
            .map(|worker| {
                let (args, rng) = (&args, Rng::new(args.random.seed.wrapping_add(worker as u64)));
                scope.spawn(move || play(args, rng, start))
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join()).fold(Tally::default(), Tally::plus)
    });
    let seconds = start.elapsed().as_secs_f64();
    let playouts = total.playouts as f64;
    let report = Report {
        size: args.board.size,
        threads: args.workers.threads,
        policy: args.policy,
        playouts: total.playouts,
        seconds,
        playouts_per_second: playouts / seconds,
        moves_per_playout: total.moves as f64 / playouts,
        nanoseconds_per_move: 1e9 * seconds * args.workers.threads as f64 / total.moves as f64,
        black_wins: total.black_wins as f64 / playouts,
    };
    let mut out = io::stdout().lock();
    if args.output.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(
            out,
            "{0}x{0}, {1} thread{2}: {3:.0} playouts per second ({4:.1} moves each, {5:.1} ns per move, Black wins \
             {6:.1}%)",
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
    // Playouts between two readings of the clock: a few milliseconds even on the largest board.
    const INTERVAL: u64 = 64;
    let end = start + args.time;
    let root = Board::new(args.board.size);
    let mut tally = Tally::default();
    loop {
        let finished = match args.playouts {
            Some(playouts) => tally.playouts >= playouts,
            None => tally.playouts.is_multiple_of(INTERVAL) && tally.playouts > 0 && Instant::now() >= end,
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
