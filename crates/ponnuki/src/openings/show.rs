//! `ponnuki openings show`: the nearest cluster of one position.

use std::io::{self, Write};

use anyhow::{Context, Result};
use goban::{Game, Move, Rules};
use learn::openings::{Continuations, load_clusters};

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
    let clusters = load_clusters(&args.model)?;
    let mut game = Game::new(clusters.size(), Rules::CHINESE, 7.5);
    for name in &args.moves {
        let mv = Move::from_gtp(name, clusters.size())?;
        game.play(mv).with_context(|| format!("{name} cannot be played"))?;
    }
    let continuations = Continuations::of(&clusters, &game)?;
    args.plot.draw(|| Ok(continuations.to_svg()))?;
    let mut out = io::stdout().lock();
    if args.output.json {
        writeln!(out, "{}", continuations.to_json())?;
    } else {
        write!(out, "{continuations}")?;
    }
    Ok(())
}
