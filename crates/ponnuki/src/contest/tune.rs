//! `ponnuki tune`: parameters of a player, improved by its games against itself.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::Result;
use arena::tuning::{ParamRange, Run, Space, TunedParam, Tuning, TuningError};
use arena::{Colors, Ledger, Runner, try_out};
use player::{Spec, Stop, Value};
use serde_json::json;
use stats::Spsa;

use super::options::GameOptions;
use super::progress::TuningProgress;
use super::screen::Screen;
use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options::{self, Json, LedgerFile, Plot, Quiet, UsageError};
use crate::output::write_table;
use crate::progress;

/// Tune parameters of a player by games
///
/// By SPSA: each pair of games is played by two versions of the player, whose parameters are moved in opposite random
/// directions, with the same opening and both colours. The parameters move towards the version that wins. `--openings
/// balanced` varies the games.
///
/// SPSA finds a direction, and does not show that the result is stronger. Confirm it by a match of the tuned player
/// against the original one: `ponnuki match TUNED ORIGINAL --sprt 0,10,0.05,0.05 --openings balanced`.
///
/// Each game is stored in the ledger as soon as it is finished. The same command resumes an interrupted tuning and
/// replays no game; more --games extend it. A ledger holds one tuning.
#[derive(clap::Args)]
pub struct Args {
    /// Player with the parameters to start from; `ponnuki players NAME` lists them
    #[arg(value_name = "SPEC", value_parser = options::player)]
    player: Spec,
    /// Numeric parameters to tune, separated by commas or spaces, such as exploration=0.5..2 [default range: from 0 to
    /// twice the value that the player has]
    #[arg(long, value_name = "NAME[=LOW..HIGH]", required = true, num_args = 1.., value_delimiter = ',')]
    params: Vec<ParamRange>,
    /// Number of games, two for each step
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = numbers::even)]
    games: u64,
    /// How far the first step moves the two versions from the current parameters, as a share of each range; later steps
    /// move them less
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = numbers::share)]
    perturbation: f64,
    /// How far the parameters move if one version wins both games of the first step, as a share of each range; later
    /// steps move them less
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = numbers::share)]
    gain: f64,
    #[command(flatten)]
    conditions: GameOptions,
    /// Show the board of one of the games
    #[arg(long, conflicts_with = "quiet")]
    watch: bool,
    #[command(flatten)]
    storage: LedgerFile,
    #[command(flatten)]
    plot: Plot,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// Plays the games that are missing from the ledger and prints the parameters.
pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    let space = Space::new(&AllPlayers, &args.player, &args.params).map_err(usage)?;
    let start = Arc::new(space.player().clone());
    let players = [Arc::clone(&start), start];
    let series = args.conditions.series(players.clone(), Colors::Alternate)?;
    let tables = args.conditions.tables(&players)?;
    let game = series.fixture(0).game().map_err(|error| UsageError(error.to_string()))?;
    args.plot.check()?;
    if !args.storage.ledger.exists() {
        try_out(&AllPlayers, &players, &game, series.conditions.budget)?;
    }
    let ledger = Ledger::open(&args.storage.ledger)?;
    let tuning = Tuning { space, spsa: Spsa::new(args.perturbation, args.gain), series };
    let played = play(&args, &ledger, tuning, tables);
    // A ledger that was deleted meanwhile is the error that matters most.
    ledger.check()?;
    played
}

/// What was asked for cannot be tuned: the user's mistake, unless the ledger is at fault.
fn usage(error: TuningError) -> anyhow::Error {
    match error {
        TuningError::Ledger(_) | TuningError::Changed { .. } => error.into(),
        TuningError::Player(error) => error.into(),
        error => UsageError(error.to_string()).into(),
    }
}

fn play(args: &Args, ledger: &Ledger, tuning: Tuning, tables: usize) -> Result<()> {
    let (title, conditions) = (tuning.contest().name, Arc::clone(&tuning.series.conditions));
    let run = tuning.enter(&AllPlayers, ledger, args.games).map_err(usage)?;
    let (name, before) = (args.storage.ledger.display(), run.games());
    if before == args.games {
        progress::note(&format!("{name} has all {before} games of this tuning already: more --games extend it"));
    } else if before > 0 {
        progress::note(&format!("{name} has {before} games of this tuning, which is resumed"));
    }
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::finish_games(&closing, &stop);
    let screen = Screen::new(TuningProgress::new(&run, args.games), args.watch, args.output.json);
    let (event, observer) = (title.clone(), &screen);
    run.play(&Runner { maker: &AllPlayers, ledger, observer, tables, event, closing, stop })?;
    screen.end();

    print(&run, &format!("{title}, {conditions}"), args.output.json)?;
    args.plot.draw(|| Ok(run.chart().svg()))?;
    let played = run.games();
    if played < args.games {
        interrupted!("stopped after {played} games, which are in {name}: the same command resumes the tuning");
    }
    progress::note(&format!("the {played} games are in {name}"));
    Ok(())
}

/// Prints where the parameters are.
fn print(run: &Run<'_>, title: &str, as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let (spec, games, shares) = (run.spec()?, run.games(), run.shares());
    let params = || run.space().params().iter().zip(&shares);
    if as_json {
        let parameter = |(tuned, &share): (&TunedParam, &f64)| {
            let TunedParam { param, low, high, start } = tuned;
            json!({
                "name": param.name,
                "low": low,
                "high": high,
                "start": start,
                "value": number(&tuned.nearest_value(share)),
            })
        };
        let parameters: Vec<_> = params().map(parameter).collect();
        let (spec, start) = (spec.to_string(), run.space().player().to_string());
        let object = json!({ "games": games, "spec": spec, "start": start, "parameters": parameters });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "{title}\n{games} games\n")?;
    let row = |(tuned, &share): (&TunedParam, &f64)| {
        let TunedParam { param, low, high, start } = tuned;
        let (now, change) = (tuned.nearest_value(share), tuned.change(share));
        [param.name.to_string(), start.to_string(), now.to_string(), format!("{change:+}"), format!("{low}..{high}")]
    };
    let headings = ["parameter", "start", "now", "change", "range"].map(str::to_string);
    let rows: Vec<[String; 5]> = [headings].into_iter().chain(params().map(row)).collect();
    write_table(&mut out, &rows)?;
    writeln!(out, "\n{spec}")?;
    let original = run.space().player();
    if spec != *original {
        writeln!(out, "\nA match under the same conditions has to confirm this:")?;
        writeln!(out, "ponnuki match '{spec}' '{original}' --sprt 0,10,0.05,0.05")?;
    }
    Ok(())
}

/// A value as JSON.
fn number(value: &Value) -> serde_json::Value {
    match *value {
        Value::Int(number) => number.into(),
        Value::Float(number) => number.into(),
        _ => serde_json::Value::Null,
    }
}
