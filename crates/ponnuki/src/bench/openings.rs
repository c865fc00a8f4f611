//! `ponnuki bench openings`: what the clusters of openings cost (Steinmetz and Gini 2015, figure 2).

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use goban::{Game, Move, Rules};
use models::openings::Clusters;
use player::{Budget, Maker, Player, Spec, Stop};
use plot::{Axis, LineChart, Series};
use serde_json::json;

use crate::everyone::Everyone;
use crate::learn::games::ProgressLine;
use crate::numbers;
use crate::output;

/// What clusters of openings cost in playouts per second, by move number
///
/// Figure 2 of Steinmetz and Gini (2015). At each move of a usual opening each player searches a few times in turn, and
/// its best speed counts: what else the machine does can only slow it down.
#[derive(clap::Args)]
pub struct Args {
    /// Players to be held against the first of them; may be given more than once
    #[arg(long, value_name = "SPEC", default_values = ["rave", "rave:opening=filter,clusters=paper-64", "rave:opening=bias,clusters=paper-64"])]
    player: Vec<Spec>,
    /// Up to which move
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = numbers::count::<usize>)]
    moves: usize,
    /// How many playouts each search has
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = numbers::count::<u64>)]
    playouts: u64,
    /// How often each player searches at each move
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = numbers::count::<usize>)]
    rounds: usize,
    /// Draw the speeds into this file as well, SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON, one line for each player
    #[arg(long)]
    json: bool,
}

pub fn run(mut args: Args) -> Result<()> {
    output::picture(args.svg.as_ref())?;
    for spec in &mut args.player {
        if spec.get("early").is_none() {
            spec.set("early", "false")?;
        }
    }
    let mut players = args.player.iter().map(|spec| Ok(Everyone.make(spec)?)).collect::<Result<Vec<_>>>()?;
    let mut speeds = vec![vec![0.0_f64; args.moves]; players.len()];
    let mut game = Game::new(19, Rules::CHINESE, 7.5);
    let mut progress = ProgressLine::new();
    for number in 0..args.moves {
        progress.update(|| format!("{number} of {} moves", args.moves));
        for _ in 0..args.rounds {
            for (player, speeds) in players.iter_mut().zip(&mut speeds) {
                speeds[number] = speeds[number].max(speed(&mut **player, &game, args.playouts)?);
            }
        }
        game.play(usual_move(&game)?)?;
    }
    if let Some(path) = &args.svg {
        output::draw(path, &chart(&args, &speeds).svg())?;
    }
    print(&args, &speeds)
}

/// Playouts per second of one search that starts from nothing.
fn speed(player: &mut dyn Player, game: &Game, playouts: u64) -> Result<f64> {
    player.reset(1);
    let start = Instant::now();
    let budget = Budget { playouts: Some(playouts), ..Budget::default() };
    let choice = player.choose(game, budget, &Stop::default())?;
    ensure!(choice.analysis.visits > 0, "one of the players does not say how many playouts it made");
    Ok(choice.analysis.visits as f64 / start.elapsed().as_secs_f64())
}

/// What experts play most often here; where the clusters end, what the model that comes with the program likes best.
fn usual_move(game: &Game) -> Result<Move> {
    let clusters = Clusters::embedded("default");
    let mut sums = Vec::new();
    let near = clusters.and_then(|clusters| clusters.nearest(game.board(), game.move_number(), &mut sums));
    let known = near.and_then(|near| near.cluster.moves.iter().find(|(point, _)| game.board().is_legal(*point)));
    match known {
        Some(&(point, _)) => Ok(Move::Play(point)),
        None => {
            let mut player = Everyone.make(&"preference".parse()?)?;
            Ok(player.choose(game, Budget::default(), &Stop::default())?.mv)
        }
    }
}

fn print(args: &Args, speeds: &[Vec<f64>]) -> Result<()> {
    let mut out = io::stdout().lock();
    for (spec, own) in args.player.iter().zip(speeds) {
        let costs: Vec<f64> = own.iter().zip(&speeds[0]).map(|(own, first)| 1.0 - own / first).collect();
        if args.json {
            writeln!(out, "{}", json!({"player": spec.to_string(), "playouts_per_second": own, "cost": costs}))?;
            continue;
        }
        writeln!(out, "{spec}")?;
        writeln!(out, "move  playouts/s   cost")?;
        for (number, (speed, cost)) in (1..).zip(own.iter().zip(&costs)) {
            writeln!(out, "{number:4} {speed:11.0} {:5.1}%", 100.0 * cost)?;
        }
    }
    Ok(())
}

fn chart(args: &Args, speeds: &[Vec<f64>]) -> LineChart {
    let series = |(spec, speeds): (&Spec, &Vec<f64>)| {
        Series::new(spec.to_string(), (1..).zip(speeds).map(|(number, &speed)| (f64::from(number), speed)).collect())
    };
    LineChart {
        title: "Playouts per second in the opening".to_string(),
        x: Axis::new("move number"),
        y: Axis::new("playouts per second").from(0.0),
        series: args.player.iter().zip(speeds).map(series).collect(),
        ..LineChart::default()
    }
}
