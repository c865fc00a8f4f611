//! `ponnuki openings usage`: number of book moves per game (Steinmetz and Gini 2015, section 3.1).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use goban::{Color, Rules};
use models::file;
use models::openings::Book;
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

/// The number of games by the number of book moves.
type Histogram = Vec<u64>;

pub fn run(args: &Args) -> Result<()> {
    let book = match &args.book {
        Some(path) => read(path)?,
        None => Book::embedded().clone(),
    };
    let mut found = [Histogram::new(), Histogram::new()];
    let tally = args.records.corpus()?.each_game(Rules::SIMPLE, |record, _| {
        let names = [&record.header.info.black, &record.header.info.white];
        let mut moves = [0; 2];
        let mut lasts = [true; 2];
        // The corpus skips games that cannot be replayed.
        let _ = record.walk(Rules::SIMPLE, |game, mv| {
            let color = game.to_play().index();
            lasts[color] = lasts[color] && mv.point().is_some() && book.next(game.board()) == mv.point();
            moves[color] += usize::from(lasts[color]);
            if lasts == [false; 2] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        for color in Color::BOTH.map(Color::index).into_iter().filter(|&color| names[color].contains(&args.name)) {
            let histogram = &mut found[color];
            histogram.resize(histogram.len().max(moves[color] + 1), 0);
            histogram[moves[color]] += 1;
        }
        ControlFlow::Continue(())
    });
    if found.iter().all(Vec::is_empty) {
        bail!("there are no games of such a player ({tally})");
    }
    print(args, &found)
}

fn read(path: &Path) -> Result<Arc<Book>> {
    let book = Book::read(&file::load(path)?);
    Ok(Arc::new(book.with_context(|| format!("{} cannot be used", path.display()))?))
}

fn print(args: &Args, found: &[Histogram; 2]) -> Result<()> {
    let mut out = io::stdout().lock();
    if args.output.json {
        return Ok(writeln!(out, "{}", json!({"black": found[0], "white": found[1]}))?);
    }
    for (color, histogram) in Color::BOTH.into_iter().zip(found) {
        let games: u64 = histogram.iter().sum();
        writeln!(out, "as {color}, {games} games")?;
        for (moves, &times) in histogram.iter().enumerate().filter(|(_, times)| **times > 0) {
            writeln!(out, "{moves:4} moves from the book {:5.1}%", 100.0 * times as f64 / games.max(1) as f64)?;
        }
    }
    Ok(())
}
