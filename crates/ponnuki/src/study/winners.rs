//! `ponnuki study winners`: how well players predict the winner.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Error, Result, bail};
use kifu::corpus::{Corpus, Filter};
use learn::study::charts;
use learn::study::winners::{
    MoveRange, PredictionFigures, Predictions, WinnerError, WinnerOptions, WinnerProgress, WinnerStudy,
};
use player::{Maker, Spec, Stop};

use super::screen::{Done, ProgressLine, abbreviated, write_table};
use crate::everyone::Everyone;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::output;

/// Measure how well players tell who will win, by move number
///
/// Along game records each player is asked how likely the side to move is to win, and held to the result of the game. A
/// position is told right where the winner is given more than one half; just that counts half. The Brier score is the
/// mean square of what the winner's win rate is short of 1: 0 for an oracle, 0.25 for one half everywhere. The margins
/// (±) are those of 95% intervals by a jackknife that leaves out one game at a time, since positions of one game are
/// not independent; where no two games differ there is none.
///
/// Only games with a winner and a komi are taken. They are played by their own rules; where a record names none, by
/// Japanese ones with a komi below 7 and by Chinese ones otherwise. Ctrl-C tells what there is.
#[derive(clap::Args)]
pub struct Args {
    /// A player that says how likely it is to win, such as net or mcts; give more than one to compare them on the same
    /// positions
    #[arg(long = "player", value_name = "SPEC", required = true)]
    players: Vec<Spec>,
    /// Files, folders and archives of game records
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// Only games for which this holds, such as size=19, date=2024.., player=Shusaku, handicap=0
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// At most so many games [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Ask about one position in so many; the first of each game is drawn by lot, so that all move numbers come up
    #[arg(
        long, value_name = "N", default_value_t = WinnerOptions::default().every,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    every: u32,
    /// Shuffle the games, each seed another way; 0 takes them in the order of the files. It also decides which
    /// positions are asked about
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Draw the figures by move number into this file as well, SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print a JSON object for each player
    #[arg(long)]
    json: bool,
}

/// Measures the predictions and prints the figures.
pub fn run(args: Args) -> Result<()> {
    output::picture(args.svg.as_ref())?;
    let sources: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
    let corpus = args.filter.iter().cloned().fold(Corpus::open(&args.paths)?, Corpus::filter);
    let mut players = Vec::with_capacity(args.players.len());
    for spec in &args.players {
        players.push((Everyone.canonical(spec)?.to_string(), Everyone.make(spec)?));
    }
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);

    let mut study = WinnerStudy::new(WinnerOptions { games: args.games, every: args.every, seed: args.seed });
    for (name, player) in &mut players {
        study.add(name.clone(), player.as_mut());
    }
    let mut line = ProgressLine::new();
    if args.seed != 0 {
        line.wait("reading the games, to shuffle them");
    }
    let ended = study.run(&corpus, &stop, &mut |progress| {
        line.update(done(progress), || running_shares(progress.predictions));
    });
    let predictions = study.predictions();
    if predictions.iter().all(|predictions| predictions.positions() == 0) {
        ended.map_err(explain).with_context(|| format!("{} cannot be studied", sources.join(", ")))?;
        if stop.is_stopped() {
            interrupted!("stopped before the first position, so there is nothing to tell");
        }
        bail!("no game is long enough to be asked about one position in {}", args.every);
    }
    line.end(predictions.first().map_or(0, Predictions::games), &running_shares(predictions));
    print(predictions, args.json)?;
    if let Some(path) = &args.svg {
        output::draw(path, &charts::winners(predictions).svg())?;
    }

    let tally = ended.map_err(explain).context("what was said until then stands")?;
    if tally.total_skipped() > 0 {
        eprintln!("ponnuki: {tally}");
    }
    if study.skipped_games() > 0 {
        eprintln!("ponnuki: games left out, as they have no winner or no komi: {}", study.skipped_games());
    }
    if study.skipped_positions() > 0 {
        eprintln!("ponnuki: positions left out, as a player said nothing there: {}", study.skipped_positions());
    }
    if stop.is_stopped() {
        interrupted!("stopped before the last game: these are the figures of what was asked until then");
    }
    Ok(())
}

fn done(progress: &WinnerProgress<'_>) -> Done {
    let &WinnerProgress { games, total, positions, .. } = progress;
    Done { pass: (1, 1), games, total, positions }
}

/// The share of right predictions of each player so far.
fn running_shares(predictions: &[Predictions]) -> Vec<String> {
    let right = |it: &Predictions| it.all().map(|all| percent(all.right));
    predictions.iter().map(|it| abbreviated(&it.player, right(it))).collect()
}

/// Adds players that report a win rate to the error of one that does not.
fn explain(error: WinnerError) -> Error {
    match error {
        WinnerError::NoWinRate { .. } => Error::msg(format!("{error}: use one that does, such as net or mcts")),
        error => error.into(),
    }
}

/// Prints the figures of each player.
fn print(predictions: &[Predictions], as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        for summary in predictions.iter().filter_map(Predictions::summary) {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        }
        return Ok(());
    }
    let headings = ["player", "moves", "games", "positions", "right", "±", "Brier", "±"].map(str::to_string);
    let of_player = |predictions: &Predictions| {
        let name = |MoveRange { from, to, .. }: &MoveRange| match to {
            Some(to) => format!("{from}-{to}"),
            None => format!("{from}-"),
        };
        let ranges = predictions.ranges().into_iter().map(|range| (name(&range), range.figures));
        let all = predictions.all().map(|all| ("all".to_string(), all));
        ranges.chain(all).map(|(moves, figures)| row(&predictions.player, moves, &figures)).collect::<Vec<_>>()
    };
    let rows: Vec<[String; 8]> = [headings].into_iter().chain(predictions.iter().flat_map(of_player)).collect();
    Ok(write_table(&mut out, &rows)?)
}

fn row(player: &str, moves: String, figures: &PredictionFigures) -> [String; 8] {
    let margin = |margin: Option<f64>, write: fn(f64) -> String| margin.map_or("-".to_string(), write);
    let score = |score: f64| format!("{score:.4}");
    [
        player.to_string(),
        moves,
        figures.games.to_string(),
        figures.positions.to_string(),
        percent(figures.right),
        margin(figures.right_margin, percent),
        score(figures.brier),
        margin(figures.brier_margin, score),
    ]
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
