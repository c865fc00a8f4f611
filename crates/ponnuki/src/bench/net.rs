//! `ponnuki bench net`: evaluations per second of a network.

use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use goban::{Game, Move, Rules};
use models::file;
use models::net::{NetEvaluator, Network, Position, Symmetries};
use player::Rng;
use serde::Serialize;

use crate::options::{self, Json, Seed, Size, Threads};

/// Positions per second that a network evaluates
#[derive(clap::Args)]
pub struct Args {
    /// Network: small, large or a model file
    #[arg(long, value_name = "NAME", default_value = "small")]
    model: String,
    #[command(flatten)]
    board: Size<19>,
    #[command(flatten)]
    workers: Threads<1>,
    /// Time to measure
    #[arg(long, value_name = "DURATION", default_value = "3s", value_parser = options::duration)]
    time: Duration,
    #[command(flatten)]
    random: Seed<1>,
    #[command(flatten)]
    output: Json,
}

#[derive(Serialize)]
struct Report {
    model: String,
    blocks: usize,
    channels: usize,
    size: usize,
    threads: usize,
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
            read = Network::read(&bytes).with_context(|| format!("{} is not a network", args.model))?;
            &read
        }
    };
    let start = Instant::now();
    let positions = thread::scope(|scope| {
        let spawn = |worker: usize| {
            let (args, rng) = (&args, Rng::new(args.random.seed.wrapping_add(worker as u64)));
            scope.spawn(move || evaluate(args, network, rng, start))
        };
        let workers: Vec<_> = (0..args.workers.threads).map(spawn).collect();
        workers.into_iter().flat_map(|worker| worker.join()).sum::<u64>()
    });
    let seconds = start.elapsed().as_secs_f64();
    let report = Report {
        blocks: network.shape().blocks,
        channels: network.shape().channels,
        size: args.board.size,
        threads: args.workers.threads,
        positions,
        seconds,
        evaluations_per_second: positions as f64 / seconds,
        model: args.model,
    };
    let mut out = io::stdout().lock();
    if args.output.json {
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

/// Evaluates the positions of random games until the time is up; returns the number of positions.
fn evaluate(args: &Args, network: &Network, mut rng: Rng, start: Instant) -> u64 {
    let (end, size) = (start + args.time, args.board.size);
    let empty = Game::new(size, Rules::CHINESE, 7.5);
    let (mut game, mut evaluator, mut count) = (empty.clone(), NetEvaluator::default(), 0);
    while Instant::now() < end {
        evaluator.evaluate(network, &Position::of(&game), Symmetries::STRAIGHT);
        count += 1;
        let legal: Vec<_> = game.legal_points().collect();
        let point = legal.get(rng.below(legal.len().max(1) as u32) as usize);
        // Late positions of random games are not typical.
        let is_full = game.move_number() >= size * size / 2;
        if is_full || point.is_none_or(|&point| game.play(Move::Play(point)).is_err()) {
            game = empty.clone();
        }
    }
    count
}
