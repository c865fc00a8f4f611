//! `ponnuki bench openings`: overhead of the opening clusters (Steinmetz and Gini 2015, figure 2).

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Result, ensure};
use goban::{Game, Move, Rules};
use models::openings::Clusters;
use player::{Budget, Maker, Player, Spec, Stop};
use plot::{Axis, LineChart, Series};
use serde_json::json;

use crate::all_players::AllPlayers;
use crate::numbers;
use crate::options::{self, Json, Playouts, Plot, Quiet};
use crate::progress::Line;

/// Overhead of opening clusters in playouts per second, by move number
///
/// Figure 2 of Steinmetz and Gini (2015). At each move of a typical opening the players search in turn, several times
/// each, and the best speed of each counts, since other load can only slow it down.
#[derive(clap::Args)]
pub struct Args {
    /// Players, the first of which is the baseline; may be repeated
    #[arg(long = "player", value_name = "SPEC", default_values = PLAYERS, value_parser = options::player)]
    players: Vec<Spec>,
    /// Number of moves
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = numbers::count::<usize>)]
    moves: usize,
    #[command(flatten)]
    search: Playouts<4000>,
    /// Searches of each player at each move
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = numbers::count::<usize>)]
    rounds: usize,
    #[command(flatten)]
    plot: Plot,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

const PLAYERS: [&str; 3] = ["rave", "rave:opening=filter,clusters=paper-64", "rave:opening=bias,clusters=paper-64"];

pub fn run(mut args: Args) -> Result<()> {
    args.quiet.apply();
    args.plot.check()?;
    for spec in &mut args.players {
        if spec.get("early").is_none() {
            spec.set("early", "false")?;
        }
    }
    let mut players = args.players.iter().map(|spec| Ok(AllPlayers.make(spec)?)).collect::<Result<Vec<_>>>()?;
    let mut speeds = vec![vec![0.0_f64; args.moves]; players.len()];
    let mut game = Game::new(19, Rules::CHINESE, 7.5);
    let line = Line::new();
    let mut drawn = line.began();
    for number in 0..args.moves {
        if line.is_due(&mut drawn) {
            line.draw(&format!("{number} of {} moves", args.moves));
        }
        for _ in 0..args.rounds {
            for (player, speeds) in players.iter_mut().zip(&mut speeds) {
                speeds[number] = speeds[number].max(speed(&mut **player, &game, args.search.playouts)?);
            }
        }
        game.play(typical_move(&game)?)?;
    }
    line.clear();
    args.plot.draw(|| Ok(chart(&args, &speeds).svg()))?;
    print(&args, &speeds)
}

/// Playouts per second of one search from scratch.
fn speed(player: &mut dyn Player, game: &Game, playouts: u64) -> Result<f64> {
    player.reset(1);
    let start = Instant::now();
    let budget = Budget { playouts: Some(playouts), ..Budget::default() };
    let choice = player.choose(game, budget, &Stop::default())?;
    ensure!(choice.analysis.visits > 0, "one of the players does not report its playouts");
    Ok(choice.analysis.visits as f64 / start.elapsed().as_secs_f64())
}

/// The move that experts play most often here; beyond the clusters, the first choice of `preference`.
fn typical_move(game: &Game) -> Result<Move> {
    let clusters = Clusters::embedded("default");
    let mut sums = Vec::new();
    let near = clusters.and_then(|clusters| clusters.nearest(game.board(), game.move_number(), &mut sums));
    let known = near.and_then(|near| near.cluster.moves.iter().find(|(point, _)| game.board().is_legal(*point)));
    match known {
        Some(&(point, _)) => Ok(Move::Play(point)),
        None => {
            let mut player = AllPlayers.make(&"preference".parse()?)?;
            Ok(player.choose(game, Budget::default(), &Stop::default())?.mv)
        }
    }
}

fn print(args: &Args, speeds: &[Vec<f64>]) -> Result<()> {
    let mut out = io::stdout().lock();
    for (spec, own) in args.players.iter().zip(speeds) {
        let costs: Vec<f64> = own.iter().zip(&speeds[0]).map(|(own, first)| 1.0 - own / first).collect();
        if args.output.json {
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
        series: args.players.iter().zip(speeds).map(series).collect(),
        ..LineChart::default()
    }
}
