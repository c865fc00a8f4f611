//! `ponnuki openings show`: one position.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use goban::{Game, Move, Rules};
use learn::openings::{Continuations, load_clusters};

use crate::output;

/// Show the nearest cluster of a position and what experts played there
#[derive(clap::Args)]
pub struct Args {
    /// The clusters: default, paper-64, paper-96, or a file made by `ponnuki learn clusters`
    #[arg(long, value_name = "NAME", default_value = "default")]
    model: String,
    /// The moves that lead to the position, such as Q16 D4; none for the empty board
    moves: Vec<String>,
    /// Draw the board with the moves into this file, SVG or PNG by its suffix
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    output::picture(args.svg.as_ref())?;
    let clusters = load_clusters(&args.model)?;
    let mut game = Game::new(clusters.size(), Rules::CHINESE, 7.5);
    for name in &args.moves {
        let mv = Move::from_gtp(name, clusters.size())?;
        game.play(mv).with_context(|| format!("{name} cannot be played"))?;
    }
    let continuations = Continuations::of(&clusters, &game)?;
    if let Some(path) = &args.svg {
        output::draw(path, &continuations.to_svg())?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", continuations.to_json())?;
    } else {
        write!(out, "{continuations}")?;
    }
    Ok(())
}
