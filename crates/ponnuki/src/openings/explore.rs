//! `ponnuki openings explore`: a walk through the opening, move by move, with what experts played at each step.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{Result, ensure};
use learn::openings::{Explorer, load_clusters};

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

/// What to do after a line.
enum Next {
    Show,
    Quit,
}

pub fn run(args: &Args) -> Result<()> {
    let mut explorer = Explorer::new(load_clusters(&args.model)?);
    let mut lines = io::stdin().lock().lines();
    let mut out = io::stdout().lock();
    let prompts = io::stdin().is_terminal();
    loop {
        match explorer.continuations() {
            Ok(continuations) => write!(out, "{continuations}")?,
            Err(error) => writeln!(out, "{error}; undo, clear or quit")?,
        }
        loop {
            if prompts {
                write!(out, "next move, undo, clear, svg FILE or quit: ")?;
                out.flush()?;
            }
            let Some(line) = lines.next().transpose()? else { return Ok(()) };
            match execute(&mut explorer, line.trim()) {
                Ok(Next::Show) => break,
                Ok(Next::Quit) => return Ok(()),
                Err(error) => writeln!(out, "{error:#}")?,
            }
        }
    }
}

fn execute(explorer: &mut Explorer, line: &str) -> Result<Next> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_ascii_lowercase().as_str() {
        "quit" | "q" | "exit" => return Ok(Next::Quit),
        "" => {}
        "undo" => explorer.undo()?,
        "clear" => explorer.clear(),
        "svg" => {
            ensure!(!rest.trim().is_empty(), "svg needs the name of a file");
            output::draw(Path::new(rest.trim()), &explorer.continuations()?.to_svg())?;
        }
        word => explorer.play(word)?,
    }
    Ok(Next::Show)
}
