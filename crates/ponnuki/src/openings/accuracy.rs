//! `ponnuki openings accuracy`: how often the nearest cluster contains the move played (Steinmetz and Gini 2015,
//! figure 1).

use std::io::{self, Write};

use anyhow::Result;
use learn::openings::accuracy::{self, MoveAccuracy};
use learn::openings::load_clusters;
use serde_json::json;

use crate::options::{Json, Limit, Plot, Records};

/// Measure how often the nearest cluster contains the move played, by move number
///
/// Figure 1 of Steinmetz and Gini (2015): the share of games in which the nearest cluster contains the move played, and
/// the mean number of moves in a cluster. Use games that the clusters were not made from.
#[derive(clap::Args)]
pub struct Args {
    /// Clusters: default, paper-64, paper-96 or a file made by `ponnuki learn clusters`; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    model: Vec<String>,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    plot: Plot,
    #[command(flatten)]
    output: Json,
}

pub fn run(args: &Args) -> Result<()> {
    args.plot.check()?;
    let corpus = args.records.corpus()?;
    let models = args.model.iter().map(|name| load_clusters(name)).collect::<Result<Vec<_>, _>>()?;
    let accuracy = accuracy::measure(&models, &corpus, args.limit.games)?;
    args.plot.draw(|| Ok(accuracy::chart(&args.model, &accuracy).svg()))?;
    let mut out = io::stdout().lock();
    let games = accuracy.games;
    for (name, moves) in args.model.iter().zip(&accuracy.models) {
        if args.output.json {
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
