//! `ponnuki openings explore`: a walk through the opening, move by move, with what experts played at each step.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{Result, ensure};
use goban::{Game, Move, Rules};
use models::openings::Clusters;

use super::view::View;
use crate::output;

/// Walk through the opening move by move
///
/// Shows the board, the nearest cluster and its moves, and asks for the next move: a point such as Q16, or a letter of
/// the list. Also: undo, clear, svg FILE, quit.
#[derive(clap::Args)]
pub struct Args {
    /// The clusters: default, paper-64, paper-96, or a file made by `ponnuki learn clusters`
    #[arg(long, value_name = "NAME", default_value = "default")]
    model: String,
}

/// What is to be done next.
enum Step {
    Show,
    Quit,
}

pub fn run(args: &Args) -> Result<()> {
    let clusters = super::load(&args.model)?;
    let mut game = Game::new(clusters.size(), Rules::CHINESE, 7.5);
    let mut lines = io::stdin().lock().lines();
    let mut out = io::stdout().lock();
    let asks = io::stdin().is_terminal();
    loop {
        match View::of(&clusters, &game) {
            Ok(view) => write!(out, "{view}")?,
            Err(error) => writeln!(out, "{error}; undo, clear or quit")?,
        }
        loop {
            if asks {
                write!(out, "next move, undo, clear, svg FILE or quit: ")?;
                out.flush()?;
            }
            let Some(line) = lines.next().transpose()? else { return Ok(()) };
            match take(&clusters, &mut game, line.trim()) {
                Ok(Step::Show) => break,
                Ok(Step::Quit) => return Ok(()),
                Err(error) => writeln!(out, "{error:#}")?,
            }
        }
    }
}

fn take(clusters: &Clusters, game: &mut Game, line: &str) -> Result<Step> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_ascii_lowercase().as_str() {
        "quit" | "q" | "exit" => return Ok(Step::Quit),
        "" => {}
        "undo" => ensure!(game.undo().is_some(), "there is no move to take back"),
        "clear" => *game = Game::new(clusters.size(), Rules::CHINESE, 7.5),
        "svg" => {
            ensure!(!rest.trim().is_empty(), "svg needs the name of a file");
            output::draw(Path::new(rest.trim()), &View::of(clusters, game)?.svg())?;
        }
        word => {
            let mv = match word.as_bytes() {
                [letter @ b'a'..=b'z'] => Move::Play(View::of(clusters, game)?.lettered(*letter as char)?),
                _ => Move::from_gtp(word, clusters.size())?,
            };
            game.play(mv)?;
        }
    }
    Ok(Step::Show)
}
