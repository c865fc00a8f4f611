//! `ponnuki openings show`: the nearest cluster of one position.

use std::io::{self, Write};

use anyhow::{Context, Result};
use goban::{Game, Move, Rules};

use super::view::View;
use crate::options::{Json, Plot};

/// Show the cluster nearest to a position, with the moves that experts played
#[derive(clap::Args)]
pub struct Args {
    /// Clusters: default, paper-64, paper-96 or a file made by `ponnuki learn clusters`
    #[arg(long, value_name = "NAME", default_value = "default")]
    model: String,
    /// Moves that lead to the position, such as Q16 D4 [default: the empty board]
    moves: Vec<String>,
    #[command(flatten)]
    plot: Plot,
    #[command(flatten)]
    output: Json,
}

pub fn run(args: &Args) -> Result<()> {
    args.plot.check()?;
    let clusters = super::load(&args.model)?;
    let mut game = Game::new(clusters.size(), Rules::CHINESE, 7.5);
    for name in &args.moves {
        let mv = Move::from_gtp(name, clusters.size())?;
        game.play(mv).with_context(|| format!("{name} cannot be played"))?;
    }
    let view = View::of(&clusters, &game)?;
    args.plot.draw(|| Ok(view.svg()))?;
    let mut out = io::stdout().lock();
    if args.output.json {
        writeln!(out, "{}", view.json())?;
    } else {
        write!(out, "{view}")?;
    }
    Ok(())
}
