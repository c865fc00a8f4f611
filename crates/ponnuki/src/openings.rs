//! `ponnuki openings`: what clusters of opening positions say.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use goban::{Game, Move, Rules};
use kifu::corpus::{Corpus, Filter};
use models::file;
use models::openings::Clusters;
use serde_json::json;

/// Look into clusters of opening positions
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Show(Show),
    Accuracy(Accuracy),
}

/// Tell which cluster a position is nearest to, and what experts played there
#[derive(clap::Args)]
struct Show {
    /// The clusters, as made by `ponnuki learn clusters`
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    /// The moves that lead to the position, such as Q16 D4; none for the empty board
    moves: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Tell how often the next moves of games are in the nearest cluster, by move number
///
/// Figure 1 of Steinmetz and Gini (2015): the share of games in which the nearest cluster has the move that was played, with
/// the mean number of moves that a cluster has. Give it games that the clusters were not made from.
#[derive(clap::Args)]
struct Accuracy {
    /// The clusters, as made by `ponnuki learn clusters`; may be given more than once
    #[arg(long, value_name = "FILE", required = true)]
    model: Vec<PathBuf>,
    /// Files, folders and archives of game records
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Only games for which this holds, such as date=2008..; may be given more than once
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// Look at no more than so many games
    #[arg(long = "games", value_name = "N")]
    most: Option<u64>,
    /// Print JSON, an object for each file of clusters
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Show(args) => show(&args),
        What::Accuracy(args) => accuracy(&args),
    }
}

fn load(path: &Path) -> Result<Clusters> {
    Clusters::read(&file::load(path)?).with_context(|| format!("{} cannot be used", path.display()))
}

fn show(args: &Show) -> Result<()> {
    let clusters = load(&args.model)?;
    let size = clusters.size();
    let mut game = Game::new(size, Rules::CHINESE, 7.5);
    for name in &args.moves {
        let mv = Move::from_gtp(name, size)?;
        game.play(mv).with_context(|| format!("{name} cannot be played"))?;
    }
    let moves = args.moves.len();
    let mut sums = Vec::new();
    let Some(near) = clusters.nearest(game.board(), moves, &mut sums) else {
        bail!("{} ends after {} moves, and these are {moves}", args.model.display(), clusters.moves());
    };
    let all: u32 = near.cluster.moves.iter().map(|&(_, times)| times).sum();
    let mut out = io::stdout().lock();
    if args.json {
        let next: Vec<_> = near
            .cluster
            .moves
            .iter()
            .map(|(point, times)| json!({"move": point.to_gtp(size), "times": times}))
            .collect();
        return Ok(writeln!(out, "{}", json!({"cluster": near.number, "cosine": near.cosine, "moves": next}))?);
    }
    let of = clusters.stage(moves).map_or(0, |stage| stage.clusters().len());
    writeln!(out, "after {moves} moves, cluster {} of {of}, cosine {:.3}", near.number + 1, near.cosine)?;
    for (point, times) in &near.cluster.moves {
        let share = 100.0 * f64::from(*times) / f64::from(all.max(1));
        writeln!(out, "{:>4} {times:6} {share:5.1}%", point.to_gtp(size))?;
    }
    Ok(())
}

/// What was found at one move number.
#[derive(Clone, Copy, Default)]
struct Found {
    positions: u64,
    hits: u64,
    listed: u64,
}

fn accuracy(args: &Accuracy) -> Result<()> {
    let corpus = args.filter.iter().cloned().fold(Corpus::open(args.games.iter())?, Corpus::filter);
    let models: Vec<Clusters> = args.model.iter().map(|path| load(path)).collect::<Result<_>>()?;
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
        // What cannot be played out was sorted out before.
        games += u64::from(walked.is_ok());
        if Some(games) == args.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if games == 0 {
        bail!("there are no games to look at ({tally})");
    }
    let mut out = io::stdout().lock();
    for (path, found) in args.model.iter().zip(&found) {
        let rows = found.iter().zip(1..).map(|(found, number): (&Found, usize)| {
            let all = found.positions.max(1) as f64;
            (number, found.positions, found.hits as f64 / all, found.listed as f64 / all)
        });
        if args.json {
            let rows: Vec<_> = rows
                .map(|(number, positions, share, list)| {
                    json!({"move": number, "positions": positions, "found": share, "list": list})
                })
                .collect();
            writeln!(out, "{}", json!({"model": path.display().to_string(), "games": games, "moves": rows}))?;
            continue;
        }
        writeln!(out, "{}, {games} games", path.display())?;
        writeln!(out, "move  positions  found  mean length of the list")?;
        for (number, positions, share, list) in rows {
            writeln!(out, "{number:4} {positions:10} {:5.1}% {list:6.1}", 100.0 * share)?;
        }
    }
    Ok(())
}
