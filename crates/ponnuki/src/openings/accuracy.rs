//! `ponnuki openings accuracy`: how often the nearest cluster contains the move played (Steinmetz and Gini 2015,
//! figure 1).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, bail};
use goban::Rules;
use models::openings::Stage;
use plot::{Axis, LineChart, Series};
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

/// Counts at one move number.
#[derive(Clone, Copy, Default)]
struct Found {
    positions: u64,
    hits: u64,
    listed: u64,
}

impl Found {
    fn share(&self) -> f64 {
        self.hits as f64 / self.positions.max(1) as f64
    }
}

pub fn run(args: &Args) -> Result<()> {
    args.plot.check()?;
    let corpus = args.records.corpus()?;
    let models = args.model.iter().map(|name| super::load(name)).collect::<Result<Vec<_>>>()?;
    let mut found: Vec<Vec<Found>> = models.iter().map(|model| vec![Found::default(); model.moves()]).collect();
    let (mut sums, mut games) = (Vec::new(), 0);
    let tally = corpus.each_game(Rules::SIMPLE, |record, _| {
        let walked = record.walk(Rules::SIMPLE, |game, mv| {
            let Some(point) = mv.point() else { return ControlFlow::Break(()) };
            let mut later = true;
            for (model, found) in models.iter().zip(&mut found) {
                let moves = game.move_number();
                let Some(near) = model.nearest(game.board(), moves, &mut sums) else { continue };
                later = false;
                found[moves].positions += 1;
                found[moves].listed += near.cluster.moves.len() as u64;
                found[moves].hits += u64::from(near.cluster.moves.iter().any(|&(next, _)| next == point));
            }
            if later { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // The corpus skips games that cannot be replayed.
        games += u64::from(walked.is_ok());
        if Some(games) == args.limit.games { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if games == 0 {
        bail!("there are no games to measure on ({tally})");
    }
    args.plot.draw(|| Ok(chart(&args.model, &found, games).svg()))?;
    let mut out = io::stdout().lock();
    for ((name, model), found) in args.model.iter().zip(&models).zip(&found) {
        let rows = found.iter().zip(1..).map(|(found, number): (&Found, usize)| {
            let listed = found.listed as f64 / found.positions.max(1) as f64;
            (number, found.positions, found.share(), listed, model.stage(number - 1).map_or(0.0, mean_length))
        });
        if args.output.json {
            let rows: Vec<_> = rows
                .map(|(number, positions, found, list, length)| {
                    json!({
                        "move": number,
                        "positions": positions,
                        "found": found,
                        "list": list,
                        "in_a_cluster": length,
                    })
                })
                .collect();
            writeln!(out, "{}", json!({"model": name, "games": games, "moves": rows}))?;
            continue;
        }
        writeln!(out, "{name}, {games} games")?;
        writeln!(out, "move  positions  found  moves listed  moves in a cluster")?;
        for (number, positions, share, list, length) in rows {
            writeln!(out, "{number:4} {positions:10} {:5.1}% {list:13.1} {length:19.1}", 100.0 * share)?;
        }
    }
    Ok(())
}

/// The mean number of next moves over the clusters, unweighted.
fn mean_length(stage: &Stage) -> f64 {
    stats::mean(stage.clusters().iter().map(|cluster| cluster.moves.len() as f64)).unwrap_or(0.0)
}

fn chart(names: &[String], found: &[Vec<Found>], games: u64) -> LineChart {
    let series = |(name, found): (&String, &Vec<Found>)| {
        let name = Path::new(name).file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
        let shares = found.iter().zip(1..).filter(|(found, _)| found.positions > 0);
        Series::new(name, shares.map(|(found, number)| (f64::from(number), 100.0 * found.share())).collect())
    };
    LineChart {
        title: format!("Moves found in the nearest cluster, {games} games"),
        x: Axis::new("move number"),
        y: Axis::new("per cent").from(0.0).to(100.0),
        series: names.iter().zip(found).map(series).collect(),
        ..LineChart::default()
    }
}
