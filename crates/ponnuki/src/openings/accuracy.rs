//! `ponnuki openings accuracy`: how often the nearest cluster has the move that was played.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use kifu::corpus::{Corpus, Filter};
use learn::openings::accuracy::{self, MoveAccuracy};
use learn::openings::load_clusters;
use serde_json::json;

use crate::numbers;
use crate::output;

/// Measure how often the nearest cluster has the move that was played
///
/// Figure 1 of Steinmetz and Gini (2015): for each move number, the share of games in which the nearest cluster has the
/// move that was played, and the mean number of moves of a cluster. Use games that the clusters were not learnt from.
#[derive(clap::Args)]
pub struct Args {
    /// The clusters: default, paper-64, paper-96, or a file made by `ponnuki learn clusters`; may be given more than
    /// once
    #[arg(long, value_name = "NAME", required = true)]
    model: Vec<String>,
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only games for which this holds, such as date=2008..; may be given more than once
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// Use at most this many games
    #[arg(long = "games", value_name = "N", value_parser = numbers::count::<u64>)]
    most: Option<u64>,
    /// Draw the shares into this file, SVG or PNG by its suffix
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON, an object for each file of clusters
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    output::picture(args.svg.as_ref())?;
    let corpus = args.filter.iter().cloned().fold(Corpus::open(args.games.iter())?, Corpus::filter);
    let models = args.model.iter().map(|name| load_clusters(name)).collect::<Result<Vec<_>, _>>()?;
    let accuracy = accuracy::measure(&models, &corpus, args.most)?;
    if let Some(path) = &args.svg {
        output::draw(path, &accuracy::chart(&args.model, &accuracy).svg())?;
    }
    let mut out = io::stdout().lock();
    let games = accuracy.games;
    for (name, moves) in args.model.iter().zip(&accuracy.models) {
        if args.json {
            let row = |(found, number): (&MoveAccuracy, usize)| {
                json!({
                    "move": number,
                    "positions": found.positions,
                    "found": found.share(),
                    "list": found.mean_listed(),
                    "in_a_cluster": found.cluster_length,
                })
            };
            let rows: Vec<_> = moves.iter().zip(1..).map(row).collect();
            writeln!(out, "{}", json!({"model": name, "games": games, "moves": rows}))?;
            continue;
        }
        writeln!(out, "{name}, {games} games")?;
        writeln!(out, "move  positions  found  moves listed  moves in a cluster")?;
        for (found, number) in moves.iter().zip(1..) {
            let MoveAccuracy { positions, cluster_length, .. } = found;
            let (share, listed) = (100.0 * found.share(), found.mean_listed());
            writeln!(out, "{number:4} {positions:10} {share:5.1}% {listed:13.1} {cluster_length:19.1}")?;
        }
    }
    Ok(())
}
