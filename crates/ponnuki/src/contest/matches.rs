//! `ponnuki match`: games between two players and the confidence interval of the result.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use anyhow::{Result, bail};
use arena::ledger::ResultRow;
use arena::{Colors, Ledger, Match, Runner, Series, Tally, try_out};
use player::{Maker, Spec, Stop};
use serde_json::json;
use stats::{Confidence, Forfeits, Score, Sprt, SprtDecision, Summary};

use super::options::GameOptions;
use super::progress::MatchProgress;
use super::screen::Screen;
use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options::{self, Json, LedgerFile, Quiet, UsageError};
use crate::progress;

/// Play two players against each other
///
/// Each game is stored in the ledger as soon as it is finished. The same command resumes an interrupted match and
/// replays no game; another --seed plays another match. Colours alternate, and each opening is played with both. A
/// player that crashes, hangs or plays an illegal move forfeits the game; forfeits are counted separately.
///
/// Programs behind GTP get --time as byo-yomi. GTP has no command for --playouts: it is set by the program's own
/// parameter, and a match with a program that has none does not start.
#[derive(clap::Args)]
pub struct Args {
    /// First player, whose result is reported; `ponnuki players` lists them
    #[arg(value_parser = contestant)]
    first: Spec,
    /// Second player; it may be the same
    #[arg(value_parser = contestant)]
    second: Spec,
    /// Number of games [default: 100; with --sprt, until the test is decided]
    #[arg(long, value_name = "N", value_parser = numbers::count::<u64>)]
    games: Option<u64>,
    #[command(flatten)]
    conditions: GameOptions,
    /// Colour of the first player: alternate, black or white
    #[arg(long, value_name = "COLOR", default_value_t = Colors::Alternate)]
    colors: Colors,
    /// Stop when this sequential test of the Elo difference is decided: elo0,elo1,alpha,beta such as 0,10,0.05,0.05
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Show the board of one of the games
    #[arg(long, conflicts_with = "quiet")]
    watch: bool,
    #[command(flatten)]
    storage: LedgerFile,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// The most games of a sequential test.
const MOST_OF_TEST: u64 = 1_000_000;
/// A sequential test ends without a decision after this many games in a row that repeat earlier ones.
const REPEATS: u64 = 1000;

/// Plays the games that are missing from the ledger and prints the result.
pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    let canonical = |spec: &Spec| AllPlayers.canonical(spec).map(Arc::new);
    let series = args.conditions.series([canonical(&args.first)?, canonical(&args.second)?], args.colors)?;
    let games = args.games.unwrap_or(if args.sprt.is_some() { MOST_OF_TEST } else { 100 });
    let tables = args.conditions.tables(&series.players)?;
    let game = series.fixture(0).game().map_err(|error| UsageError(error.to_string()))?;
    if !args.storage.ledger.exists() {
        try_out(&AllPlayers, &series.players, &game, series.conditions.budget)?;
    }
    let ledger = Ledger::open(&args.storage.ledger)?;
    let played = play(&args, &ledger, series, games, tables);
    // A ledger that was deleted meanwhile is the error that matters most.
    ledger.check()?;
    played
}

fn play(args: &Args, ledger: &Ledger, series: Series, games: u64, tables: usize) -> Result<()> {
    let entered = Match::enter(ledger, series)?;
    let wanted = |result: &ResultRow| result.number < games;
    let before: Vec<ResultRow> = entered.before.iter().filter(|result| wanted(result)).cloned().collect();
    report_earlier(args, before.len() as u64, games);
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::finish_games(&closing, &stop);

    let title = format!("{} v {}", args.first, args.second);
    let decided = OnceLock::new();
    let judge = |tally: &Tally| {
        let status = tally.summary("", args.sprt).status();
        if let Some(status) = status.filter(|status| status.decision != SprtDecision::Undecided) {
            // Games that end after the decision do not reverse it.
            decided.get_or_init(|| Decided { hypothesis: status.decision, games: tally.games() });
            closing.stop();
        }
        if args.sprt.is_some() && tally.repeats >= REPEATS {
            closing.stop();
        }
    };
    let known = (args.games.is_some() || args.sprt.is_none()).then_some(games);
    let progress = MatchProgress::new(known, &before, &judge);
    let screen = Screen::new(progress, args.watch, args.output.json);
    let (event, observer, maker) = (title.clone(), &screen, &AllPlayers);
    Runner { maker, ledger, observer, tables, event, closing: closing.clone(), stop }.play(entered.fixtures(games))?;
    screen.end();

    let tally = Tally::of(ledger.results(&entered.series.contest)?.iter().filter(|result| wanted(result)));
    let title = format!("{title}, {}", entered.series.conditions);
    print(&tally.summary(&title, args.sprt), decided.get(), args.output.json)?;
    let played = tally.games();
    let name = args.storage.ledger.display();
    if decided.get().is_none() && played < games {
        if args.sprt.is_some() && tally.repeats >= REPEATS {
            bail!(
                "the last {} games repeat earlier ones, so the test cannot be decided: vary the games with --openings \
                 balanced",
                tally.repeats
            );
        }
        interrupted!("stopped after {played} games, which are in {name}: the same command resumes the match");
    }
    progress::note(&format!("the {played} games are in {name}"));
    Ok(())
}

/// Reports the games that the ledger has from earlier runs.
fn report_earlier(args: &Args, before: u64, games: u64) {
    let name = args.storage.ledger.display();
    if before == games {
        progress::note(&format!("{name} has all {games} games of this match already: another --seed plays new ones"));
    } else if before > 0 {
        progress::note(&format!("{name} has {before} games of this match, which is resumed"));
    }
}

/// The decision of the sequential test.
struct Decided {
    hypothesis: SprtDecision,
    games: u64,
}

/// Reads a player that is a program.
fn contestant(text: &str) -> Result<Spec> {
    if text.trim() == "human" {
        bail!("a person cannot take part in a match: `ponnuki play --white SPEC` is a game against a program");
    }
    Ok(options::player(text)?)
}

/// Prints the result of the match.
fn print(summary: &Summary, decided: Option<&Decided>, as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let name = |decision| match decision {
        SprtDecision::Undecided => "undecided",
        SprtDecision::H0 => "H0",
        SprtDecision::H1 => "H1",
    };
    if !as_json {
        writeln!(out, "{summary}")?;
        if let Some(Decided { hypothesis, games }) = decided {
            writeln!(out, "Test  | {} accepted after {games} games", name(*hypothesis))?;
        }
        return Ok(());
    }
    let Score { wins, losses, draws } = summary.score.all;
    let Forfeits { won, lost } = summary.forfeits;
    let rate = summary.score.win_rate(Confidence::P95);
    let elo = summary.elo();
    let mut object = json!({
        "games": summary.score.games(),
        "different_games": summary.score.different.games(),
        "wins": wins,
        "losses": losses,
        "draws": draws,
        "forfeits": won + lost,
        "won_by_forfeit": won,
        "lost_by_forfeit": lost,
        "win_rate": rate.value,
        "low": rate.interval.low,
        "high": rate.interval.high,
        "elo": elo.value,
        "elo_low": elo.interval.low,
        "elo_high": elo.interval.high,
        "superiority": summary.superiority(),
        "pairs": summary.pairs.0,
    });
    if let Some(status) = summary.status() {
        object["llr"] = status.llr.into();
        object["verdict"] = name(decided.map_or(SprtDecision::Undecided, |decided| decided.hypothesis)).into();
    }
    Ok(writeln!(out, "{object}")?)
}
