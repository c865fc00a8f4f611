//! `ponnuki bench learn`: speed of pattern preference learning and of the embedded move predictor.

use std::io::{self, Write};
use std::time::Instant;

use ::learn::preference::teach;
use ::learn::{TrainingGame, training_games};
use anyhow::{Result, bail};
use models::intuition::{Features, Intuition};
use models::preference::{Preference, Table, View};
use player::Stop;
use serde::Serialize;

use crate::numbers;
use crate::options::{Json, Records};

/// Positions per second that pattern preference learns from and that the embedded model ranks
///
/// Every legal move of every position is ranked, on one core. The table is the best one of Stoutamire's thesis: a
/// diamond of radius 2 that expands to 5, separate classes for chains in atari, 2,000,003 values.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    records: Records,
    /// Number of games; the thesis has 257
    #[arg(long, value_name = "N", default_value_t = 257, value_parser = numbers::count::<usize>)]
    games: usize,
    #[command(flatten)]
    output: Json,
}

#[derive(Serialize)]
struct Report {
    games: usize,
    positions: u64,
    learning_seconds: f64,
    learning_positions_per_second: f64,
    learning_error: f64,
    ranking_seconds: f64,
    ranking_positions_per_second: f64,
}

pub fn run(args: Args) -> Result<()> {
    let (lessons, tally) = training_games(&args.records.corpus()?, args.games, &Stop::new(), |_| true);
    if lessons.is_empty() {
        bail!("there are no games to learn from ({tally})");
    }
    let mut table = Preference::new(View::THESIS, Table::Hash { size: 2_000_003 })?;
    let start = Instant::now();
    let error = teach(&mut table, &lessons, 1, &Stop::new(), |_| {}).unwrap_or(0.5);
    let learning_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let positions = rank(&lessons);
    let ranking_seconds = start.elapsed().as_secs_f64();
    let report = Report {
        games: lessons.len(),
        positions,
        learning_seconds,
        learning_positions_per_second: positions as f64 / learning_seconds,
        learning_error: error,
        ranking_seconds,
        ranking_positions_per_second: positions as f64 / ranking_seconds,
    };
    let mut out = io::stdout().lock();
    if args.output.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let Report { games, learning_positions_per_second: learnt, ranking_positions_per_second: ranked, .. } = report;
        writeln!(out, "{games} games, {positions} positions, one core:")?;
        writeln!(out, "learning: {learning_seconds:.2} s, {learnt:.0} positions per second, mean error {error:.4}")?;
        writeln!(out, "ranking by the embedded model: {ranking_seconds:.2} s, {ranked:.0} positions per second")?;
    }
    Ok(())
}

/// Ranks every position with the embedded model and returns the number of positions.
fn rank(lessons: &[TrainingGame]) -> u64 {
    let model = Intuition::embedded();
    let (mut features, mut points, mut values) = (Features::new(), Vec::new(), Vec::new());
    let mut positions = 0;
    for lesson in lessons {
        lesson.each_position(|board, _| {
            points.clear();
            points.extend(board.points().filter(|&point| board.is_legal(point)));
            model.rank(&mut features, board, &points, &mut values);
            positions += 1;
        });
    }
    positions
}
