//! `ponnuki bench net`: how fast a network looks at positions.

use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use goban::{Game, MAX_SIZE, MIN_SIZE, Move, Rules};
use models::file;
use models::net::{NetEvaluator, Network, Position, Symmetries};
use player::Rng;
use serde::Serialize;

/// Positions per second that a network looks at, with all that it sees of them, each thread its own
#[derive(clap::Args)]
pub struct Args {
    /// The network: small, large, or the file of one
    #[arg(long, value_name = "NAME", default_value = "small")]
    model: String,
    /// The size of the board
    #[arg(long, default_value_t = 19, value_parser = clap::value_parser!(u8).range(MIN_SIZE as i64..=MAX_SIZE as i64))]
    size: u8,
    /// How many threads look
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// How long to measure
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = super::playouts::seconds)]
    seconds: f64,
    /// The same seed looks at the same positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    model: String,
    blocks: usize,
    channels: usize,
    size: u8,
    threads: u16,
    positions: u64,
    seconds: f64,
    evaluations_per_second: f64,
}

pub fn run(args: Args) -> Result<()> {
    let read;
    let network = match Network::embedded(&args.model) {
        Some(network) => &**network,
        None => {
            let bytes = file::load(&PathBuf::from(&args.model))?;
            read = Network::read(&bytes).with_context(|| format!("{} holds no network", args.model))?;
            &read
        }
    };
    let start = Instant::now();
    let positions = thread::scope(|scope| {
        let look = |worker: u16| {
            let (args, rng) = (&args, Rng::new(args.seed.wrapping_add(u64::from(worker))));
            scope.spawn(move || look(args, network, rng, start))
        };
        let workers: Vec<_> = (0..args.threads).map(look).collect();
        workers.into_iter().flat_map(|worker| worker.join()).sum::<u64>()
    });
    let seconds = start.elapsed().as_secs_f64();
    let report = Report {
        blocks: network.shape().blocks,
        channels: network.shape().channels,
        size: args.size,
        threads: args.threads,
        positions,
        seconds,
        evaluations_per_second: positions as f64 / seconds,
        model: args.model,
    };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let Report { model, blocks, channels, size, threads, evaluations_per_second, .. } = &report;
        let plural = if *threads == 1 { "" } else { "s" };
        writeln!(
            out,
            "{model} ({blocks} blocks, {channels} channels), {size}x{size}, {threads} thread{plural}: \
             {evaluations_per_second:.0} positions per second"
        )?;
    }
    Ok(())
}

/// Looks at the positions of random games until time is over; answers with how many.
fn look(args: &Args, network: &Network, mut rng: Rng, start: Instant) -> u64 {
    let end = start + Duration::from_secs_f64(args.seconds);
    let size = usize::from(args.size);
    let empty = Game::new(size, Rules::CHINESE, 7.5);
    let (mut game, mut evaluator, mut count) = (empty.clone(), NetEvaluator::default(), 0);
    while Instant::now() < end {
        evaluator.evaluate(network, &Position::of(&game), Symmetries::STRAIGHT);
        count += 1;
        let legal: Vec<_> = game.legal_points().collect();
        let point = legal.get(rng.below(legal.len().max(1) as u32) as usize);
        // Random games make no sense to the end.
        let is_full = game.move_number() >= size * size / 2;
        if is_full || point.is_none_or(|&point| game.play(Move::Play(point)).is_err()) {
            game = empty.clone();
        }
    }
    count
}
