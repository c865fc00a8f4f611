//! `ponnuki openings usage`: how long games stay in the exact book.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use goban::Color;
use kifu::corpus::Corpus;
use learn::openings::{load_book, usage};
use serde_json::json;

/// Count the moves of games that came from the exact book
///
/// Counts for each game the first moves of a player that are the book's. `ponnuki report LEDGER --games FILE.sgf`
/// writes the games of a match.
#[derive(clap::Args)]
pub struct Args {
    /// The book, as made by `ponnuki learn book`; without one, the book that comes with the program
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only the moves of players whose names contain this, such as opening=book
    #[arg(long, value_name = "TEXT", default_value = "")]
    player: String,
    /// Print JSON, one object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let book = load_book(args.book.as_deref())?;
    let usage = usage::measure(&book, &Corpus::open(args.games.iter())?, &args.player)?;
    let [black, white] = &usage.histograms;
    let mut out = io::stdout().lock();
    if args.json {
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
