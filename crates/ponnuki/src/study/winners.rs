//! `ponnuki study winners`: how well players predict the winner.

use std::io::{self, Write};

use anyhow::{Context, Error, Result, bail};
use learn::study::charts;
use learn::study::winners::{
    MoveRange, PredictionFigures, Predictions, WinnerError, WinnerOptions, WinnerProgress, WinnerStudy,
};
use player::{Maker, Spec, Stop};

use super::screen::{Done, ProgressLine, abbreviated};
use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options::{self, Json, Limit, Plot, Quiet, Records};
use crate::output::write_table;
use crate::progress;

/// Measure how well players predict the winner, by move number
///
/// Each player gives the win rate of the side to move, which is compared with the result of the game. A prediction is
/// right if the winner's win rate is above one half; exactly one half counts half. The Brier score is the mean of the
/// squared difference between the winner's win rate and 1: 0 for an oracle, 0.25 for one half everywhere. The margins
/// (±) are those of 95% intervals by a jackknife over games, since the positions of one game are not independent.
///
/// Only games with a winner and a komi are used, under the rules that the record names. A record without rules is read
/// as Japanese with a komi below 7 and as Chinese otherwise. Ctrl-C prints the results so far.
#[derive(clap::Args)]
pub struct Args {
    /// Player that reports win rates, such as net or mcts; may be repeated to compare players on the same positions
    #[arg(long = "player", value_name = "SPEC", required = true, value_parser = options::player)]
    players: Vec<Spec>,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    limit: Limit,
    /// Evaluate every Nth position, from a random one of the first N on
    #[arg(long, value_name = "N", value_parser = numbers::count::<u32>)]
    #[arg(default_value_t = WinnerOptions::default().every)]
    every: u32,
    /// Shuffle the games and sample the positions with this seed [default: the order of the files]
    #[arg(long, value_name = "N", value_parser = options::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    plot: Plot,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// Measures the predictions and prints the figures.
pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    args.plot.check()?;
    let sources: Vec<String> = args.records.paths.iter().map(|path| path.display().to_string()).collect();
    let corpus = args.records.corpus()?;
    let mut players = Vec::with_capacity(args.players.len());
    for spec in &args.players {
        players.push((AllPlayers.canonical(spec)?.to_string(), AllPlayers.make(spec)?));
    }
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);

    let mut study = WinnerStudy::new(WinnerOptions { games: args.limit.games, every: args.every, seed: args.seed });
    for (name, player) in &mut players {
        study.add(name.clone(), player.as_mut());
    }
    let mut line = ProgressLine::new();
    if args.seed.is_some() {
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
    print(predictions, args.output.json)?;
    args.plot.draw(|| Ok(charts::winners(predictions).svg()))?;

    let tally = ended.map_err(explain).context("what was said until then stands")?;
    if tally.total_skipped() > 0 {
        progress::note(&tally.to_string());
    }
    if study.skipped_games() > 0 {
        progress::note(&format!("games left out, as they have no winner or no komi: {}", study.skipped_games()));
    }
    if study.skipped_positions() > 0 {
        progress::note(&format!("positions left out, as a player gave no win rate: {}", study.skipped_positions()));
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
