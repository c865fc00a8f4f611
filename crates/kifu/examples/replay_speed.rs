//! How fast a corpus is read and replayed, and where the time goes.
//!
//! `cargo run --release -p kifu --example replay_speed -- [THREADS] FILES...`: reading alone, then replaying by simple
//! ko, by positional and by situational superko.
#![allow(clippy::print_stdout, reason = "a program that reports")]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use goban::{KoRule, Rules};
use kifu::corpus::Corpus;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads: usize = match arguments.first().and_then(|first| first.parse().ok()) {
        Some(threads) => {
            arguments.remove(0);
            threads
        }
        None => 1,
    };
    let corpus = Corpus::open(arguments)?;
    let superko = |ko| Some(Rules { ko, ..Rules::SIMPLE });
    for (name, rules) in [
        ("reading alone", None),
        ("simple ko", Some(Rules::SIMPLE)),
        ("positional superko", superko(KoRule::PositionalSuperko)),
        ("situational superko", superko(KoRule::SituationalSuperko)),
    ] {
        let moves = AtomicUsize::new(0);
        let start = Instant::now();
        let tally = match (rules, threads) {
            (None, 1) => corpus.each(|record| count(&moves, record.moves.len())),
            (None, _) => corpus.each_parallel(threads, |record| count(&moves, record.moves.len())),
            (Some(rules), 1) => corpus.each_game(rules, |_, game| count(&moves, game.move_number())),
            (Some(rules), _) => corpus.each_game_parallel(threads, rules, |_, game| count(&moves, game.move_number())),
        };
        let (seconds, moves) = (start.elapsed().as_secs_f64(), moves.into_inner());
        println!("{name}: {moves} moves in {seconds:.2} s, {:.0} a second; {tally}", moves as f64 / seconds);
    }
    Ok(())
}

fn count(total: &AtomicUsize, moves: usize) -> ControlFlow<()> {
    total.fetch_add(moves, Relaxed);
    ControlFlow::Continue(())
}
