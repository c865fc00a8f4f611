//! `ponnuki openings usage`: how long games stay in the exact book (Steinmetz and Gini 2015, section 3.1).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use goban::{Color, Rules};
use kifu::corpus::Corpus;
use models::file;
use models::openings::Book;
use serde_json::json;

/// Tell how many moves of games came from the exact book
///
/// Counts for each game the first moves of a player that are the book's. Games of a match are had from its ledger by
/// `ponnuki report LEDGER --games FILE.sgf`.
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

/// For each number of moves, in how many games so many were the book's.
type Histogram = Vec<u64>;

pub fn run(args: &Args) -> Result<()> {
    let book = match &args.book {
        Some(path) => read(path)?,
        None => Book::embedded().clone(),
    };
    let mut found = [Histogram::new(), Histogram::new()];
    let tally = Corpus::open(args.games.iter())?.each_game(Rules::SIMPLE, |record, _| {
        let names = [&record.header.info.black, &record.header.info.white];
        let mut moves = [0; 2];
        let mut lasts = [true; 2];
        // What cannot be played out was sorted out before.
        let _ = record.walk(Rules::SIMPLE, |game, mv| {
            let color = game.to_play().index();
            lasts[color] = lasts[color] && mv.point().is_some() && book.next(game.board()) == mv.point();
            moves[color] += usize::from(lasts[color]);
            if lasts == [false; 2] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        for color in Color::BOTH.map(Color::index).into_iter().filter(|&color| names[color].contains(&args.player)) {
            let histogram = &mut found[color];
            histogram.resize(histogram.len().max(moves[color] + 1), 0);
            histogram[moves[color]] += 1;
        }
        ControlFlow::Continue(())
    });
    if found.iter().all(Vec::is_empty) {
        bail!("there are no games of such a player to look at ({tally})");
    }
    print(args, &found)
}

fn read(path: &Path) -> Result<Arc<Book>> {
    let book = Book::read(&file::load(path)?);
    Ok(Arc::new(book.with_context(|| format!("{} cannot be used", path.display()))?))
}

fn print(args: &Args, found: &[Histogram; 2]) -> Result<()> {
    let mut out = io::stdout().lock();
    if args.json {
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
