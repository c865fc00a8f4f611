//! `ponnuki match`: two players, any number of games, and how sure the result is.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, bail};
use arena::ledger::ResultRow;
use arena::{Adjudication, Colors, Conditions, Hall, Ledger, Match, Openings, Series, Tally, tables_for, try_out};
use goban::Rules;
use player::{Budget, Maker, Spec, Stop, TimeControl};
use serde_json::json;
use stats::{Confidence, Forfeits, Score, Sprt, SprtDecision, Summary};

use super::progress::MatchProgress;
use super::screen::Screen;
use crate::everyone::Everyone;
use crate::interrupt;
use crate::interrupt::interrupted;

/// Play two players against each other
///
/// Every game goes into the ledger as soon as it is over, so that nothing is lost whatever ends the program. The same
/// command resumes the match and plays no game twice; another --seed is another match. Colours alternate, and each
/// opening is played with both. A player that crashes, hangs or plays illegally forfeits the game, and is counted for
/// that separately.
#[derive(clap::Args)]
pub struct Args {
    /// The first player, whose result is told; `ponnuki players` lists them
    first: Spec,
    /// The second player; it may be the same
    second: Spec,
    /// How many games in all [default: 100; with --sprt, as many as it takes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    games: Option<u32>,
    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = crate::play::size, allow_negative_numbers = true)]
    size: usize,
    /// Komi [default: what is usual under the rules; 0.5 with handicap stones]
    #[arg(long, value_name = "POINTS", value_parser = crate::play::komi, allow_hyphen_values = true)]
    komi: Option<f32>,
    /// The rules: chinese, japanese, korean, aga, new-zealand, tromp-taylor, simple or deathmatch
    #[arg(long, value_name = "NAME", default_value_t = Rules::CHINESE)]
    rules: Rules,
    /// Handicap stones for Black, in their fixed places
    #[arg(
        long, value_name = "STONES", default_value_t = 0,
        value_parser = clap::value_parser!(u16), allow_negative_numbers = true
    )]
    handicap: u16,
    /// The colour of the first player: alternate, black or white
    #[arg(long, value_name = "COLOR", default_value_t = Colors::Alternate)]
    colors: Colors,
    /// What each may spend on a move: playouts such as 800, a time such as 2s, or both as in 800,2s
    #[arg(long, value_name = "BUDGET", allow_hyphen_values = true)]
    budget: Option<Budget>,
    /// The clock: 10m (sudden death), 5m+3s (Fischer), 10m+5x30s (byo-yomi) or 10m+25/5m (Canadian)
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    clock: Option<TimeControl>,
    /// Cut games short after so many moves and count them as they stand [default: ten for each point]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    move_limit: Option<u32>,
    /// End games early that are decided: `settled` by unconditional life, or when both give one side this win rate
    #[arg(long, value_name = "WHEN", allow_hyphen_values = true)]
    adjudicate: Option<Adjudication>,
    /// Where games begin: `none`, `balanced` for generated openings, or a file of games
    #[arg(long, value_name = "FILE", default_value = "none")]
    openings: String,
    /// How many moves of each opening [default: all of a file's, about half the board's size of generated ones]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    opening_moves: Option<u32>,
    /// Stop when this test of the difference in Elo is decided: elo0,elo1,alpha,beta such as 0,10,0.05,0.05
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How many games at once [default: cores over threads of a player]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    concurrency: Option<u16>,
    /// The same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Show the board of one of the games
    #[arg(long)]
    watch: bool,
    /// The file in which the games are kept
    #[arg(long, value_name = "FILE", default_value = "ponnuki.db")]
    ledger: PathBuf,
    /// Print a JSON object for each game, and one for the match
    #[arg(long)]
    json: bool,
}

/// A test that is not decided by then will not be.
const ENDLESS: u64 = 1_000_000;
/// When so many games in a row repeat others, a test will learn nothing from further ones.
const REPEATS: u64 = 1000;

/// Plays what is still to be played, and tells how the match stands.
pub fn run(args: Args) -> Result<()> {
    let series = series(&args)?;
    let games = args.games.map_or(if args.sprt.is_some() { ENDLESS } else { 100 }, u64::from);
    let tables = match args.concurrency {
        Some(tables) => usize::from(tables),
        None => tables_for(&Everyone, &series.players)?,
    };
    let game = series.fixture(0).game()?;
    if !args.ledger.exists() {
        try_out(&Everyone, &series.players, &game)?;
    }
    let ledger = Ledger::open(&args.ledger)?;
    let played = play(&args, &ledger, series, games, tables);
    // Where the games are is what matters most, however the match has ended.
    ledger.check()?;
    played
}

fn play(args: &Args, ledger: &Ledger, series: Series, games: u64, tables: usize) -> Result<()> {
    let entered = Match::enter(ledger, series)?;
    let wanted = |result: &ResultRow| result.number < games;
    let before: Vec<ResultRow> = entered.before.iter().filter(|result| wanted(result)).cloned().collect();
    tell_before(args, before.len() as u64, games);
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::be_polite(&closing, &stop);

    let title = format!("{} v {}", args.first, args.second);
    let decided = OnceLock::new();
    let judge = |tally: &Tally| {
        let status = tally.summary("", args.sprt).status();
        if let Some(status) = status.filter(|status| status.decision != SprtDecision::Undecided) {
            // Games that were being played when the test was decided do not call it into question again.
            decided.get_or_init(|| Decided { hypothesis: status.decision, games: tally.games() });
            closing.stop();
        }
        if args.sprt.is_some() && tally.repeats >= REPEATS {
            closing.stop();
        }
    };
    let known = (args.games.is_some() || args.sprt.is_none()).then_some(games);
    let progress = MatchProgress::new(known, &before, &judge);
    let screen = Screen::new(progress, args.watch, args.json);
    let (event, audience, maker) = (title.clone(), &screen, &Everyone);
    Hall { maker, ledger, audience, tables, event, closing: closing.clone(), stop }.play(entered.fixtures(games))?;
    screen.end();

    let tally = Tally::of(ledger.results(&entered.series.contest)?.iter().filter(|result| wanted(result)));
    let title = format!("{title}, {}", entered.series.conditions);
    tell(&tally.summary(&title, args.sprt), decided.get(), args.json)?;
    let played = tally.games();
    if decided.get().is_none() && played < games {
        if args.sprt.is_some() && tally.repeats >= REPEATS {
            bail!(
                "the last {} games repeat earlier ones, so that the test cannot be decided: let games begin \
                 differently with --openings balanced",
                tally.repeats
            );
        }
        let name = args.ledger.display();
        interrupted!("stopped after {played} games, which {name} keeps: the same command resumes the match");
    }
    Ok(())
}

/// Says how much of the match was played before.
fn tell_before(args: &Args, before: u64, games: u64) {
    let name = args.ledger.display();
    if before == games {
        eprintln!("ponnuki: {name} has all {games} games of this match already: another --seed plays new ones");
    } else if before > 0 {
        eprintln!("ponnuki: {name} has {before} games of this match already, which is resumed");
    }
}

/// What the test decided, and after how many games.
struct Decided {
    hypothesis: SprtDecision,
    games: u64,
}

fn series(args: &Args) -> Result<Series> {
    let canonical = |spec: &Spec| match spec.name() {
        "human" => {
            bail!("a person cannot take part in a match: `ponnuki play --white SPEC` is a game against a program")
        }
        _ => Ok(Arc::new(Everyone.canonical(spec)?)),
    };
    let usual = Conditions::new(args.size, args.rules, args.handicap.into());
    let conditions = Conditions {
        komi: args.komi.unwrap_or(usual.komi),
        budget: args.budget.unwrap_or_default(),
        control: args.clock,
        move_limit: args.move_limit.map_or(usual.move_limit, |moves| moves as usize),
        adjudication: args.adjudicate,
        ..usual
    };
    let opening_moves = args.opening_moves.map(|moves| moves as usize);
    let openings = Openings::read(&args.openings, opening_moves, &conditions)
        .with_context(|| format!("{} cannot be used for openings", args.openings))?;
    Ok(Series {
        contest: "".into(),
        round: 0,
        players: [canonical(&args.first)?, canonical(&args.second)?],
        conditions: Arc::new(conditions),
        openings,
        colors: args.colors,
        seed: args.seed,
    })
}

/// Prints the result of the match.
fn tell(summary: &Summary, decided: Option<&Decided>, as_json: bool) -> Result<()> {
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
