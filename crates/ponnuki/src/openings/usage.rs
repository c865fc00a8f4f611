//! `ponnuki openings usage`: number of book moves per game (Steinmetz and Gini 2015, section 3.1).

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use goban::Color;
use learn::openings::{load_book, usage};
use serde_json::json;

use crate::options::{Json, Records};

/// Count the moves of games that came from the exact book
///
/// Counts, for each game and player, the moves from the first on that are the book's. `ponnuki report LEDGER --out
/// FILE.sgf` exports the games of a ledger.
#[derive(clap::Args)]
pub struct Args {
    /// Book made by `ponnuki learn book` [default: the embedded one]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    records: Records,
    /// Only moves of players whose names contain this text, such as opening=book
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    name: String,
    #[command(flatten)]
    output: Json,
}

pub fn run(args: &Args) -> Result<()> {
    let book = load_book(args.book.as_deref())?;
    let usage = usage::measure(&book, &args.records.corpus()?, &args.name)?;
    let [black, white] = &usage.histograms;
    let mut out = io::stdout().lock();
    if args.output.json {
        return Ok(writeln!(out, "{}", json!({"black": black, "white": white}))?);
    }
    for (color, histogram) in Color::BOTH.into_iter().zip([black, white]) {
        let games: u64 = histogram.iter().sum();
        writeln!(out, "as {color}, {games} games")?;
        for (moves, &times) in histogram.iter().enumerate().filter(|(_, times)| **times > 0) {
            writeln!(out, "{moves:4} moves from the book {:5.1}%", 100.0 * times as f64 / games.max(1) as f64)?;
        }
    }
    Ok(())
}
