//! `ponnuki match`: two players, any number of games, and how sure the result is.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, bail};
use arena::stats::{Confidence, Forfeits, Pairs, Score, Sprt, Summary, Verdict, win_rate};
use arena::{Adjudication, Colors, Conditions, Hall, Ledger, Match, Openings, Series, Tally, tables_for};
use goban::Rules;
use player::{Budget, Maker, Spec, Stop, TimeControl};
use serde_json::json;

use super::progress::MatchProgress;
use super::screen::Screen;
use crate::everyone::Everyone;
use crate::interrupt;

/// Play two players against each other
///
/// Every game goes into the ledger as soon as it is over, so that nothing is lost whatever ends the program; the same
/// command with --resume then goes on. Colours alternate, and each opening is played with both. A player that crashes,
/// hangs or plays illegally forfeits the game, and is counted for that separately.
#[derive(clap::Args)]
pub struct Args {
    /// The first player, whose result is told; `ponnuki players` lists them
    first: Spec,
    /// The second player; it may be the same
    second: Spec,
    /// How many games in all [default: 100; with --sprt, as many as it takes]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = crate::play::size)]
    size: usize,
    /// Komi [default: what is usual under the rules; 0.5 with handicap stones]
    #[arg(long, value_name = "POINTS", value_parser = crate::play::komi, allow_negative_numbers = true)]
    komi: Option<f32>,
    /// The rules: chinese, japanese, korean, aga, new-zealand, tromp-taylor, simple or deathmatch
    #[arg(long, value_name = "NAME", default_value_t = Rules::CHINESE)]
    rules: Rules,
    /// Handicap stones for Black, in their fixed places
    #[arg(long, value_name = "STONES", default_value_t = 0)]
    handicap: usize,
    /// The colour of the first player: alternate, black or white
    #[arg(long, value_name = "COLOR", default_value_t = Colors::Alternate)]
    colors: Colors,
    /// What each may spend on a move: playouts such as 800, a time such as 2s, or both as in 800,2s
    #[arg(long, value_name = "BUDGET")]
    budget: Option<Budget>,
    /// The clock: 10m (sudden death), 5m+3s (Fischer), 10m+5x30s (byo-yomi) or 10m+25/5m (Canadian)
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeControl>,
    /// Cut games short after so many moves and count them as they stand [default: ten for each point]
    #[arg(long, value_name = "N")]
    move_limit: Option<usize>,
    /// End games early that are decided: `settled` by unconditional life, or when both give one side this win rate
    #[arg(long, value_name = "WHEN")]
    adjudicate: Option<Adjudication>,
    /// Where games begin: `none`, `balanced` for generated openings, or a file of games
    #[arg(long, value_name = "FILE", default_value = "none")]
    openings: String,
    /// How many moves of each opening [default: all of a file's, about half the board's size of generated ones]
    #[arg(long, value_name = "N")]
    opening_moves: Option<usize>,
    /// Stop when this test of the difference in Elo is decided: elo0,elo1,alpha,beta such as 0,10,0.05,0.05
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How many games at once [default: cores over threads of a player]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: Option<u16>,
    /// The same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Go on with the last match in the ledger that had the same terms
    #[arg(long)]
    resume: bool,
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

/// Plays what is still to be played, and tells how the match stands.
pub fn run(args: Args) -> Result<()> {
    let series = series(&args)?;
    let games = args.games.unwrap_or(if args.sprt.is_some() { ENDLESS } else { 100 });
    let tables = match args.concurrency {
        Some(tables) => usize::from(tables),
        None => tables_for(&Everyone, &series.players)?,
    };
    series.fixture(0).game()?;
    let ledger = Ledger::open(&args.ledger)?;
    let entered = Match::enter(&ledger, series, args.resume)?;
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::be_polite(&closing, &stop);

    let title = format!("{} v {}", args.first, args.second);
    let decision = OnceLock::new();
    let judge = |tally: &Tally| {
        let status = summary("", tally, args.sprt).status();
        if let Some(status) = status.filter(|status| status.verdict != Verdict::Undecided) {
            // Games that were being played when the test was decided do not call it into question again.
            decision.get_or_init(|| Decision { verdict: status.verdict, games: tally.games() });
            closing.stop();
        }
    };
    let progress = MatchProgress::new(args.games.or(args.sprt.is_none().then_some(games)), &entered.before, &judge);
    let screen = Screen::new(progress, args.watch, args.json);
    let (event, audience) = (title.clone(), &screen);
    let (maker, ledger) = (&Everyone, &ledger);
    Hall { maker, ledger, audience, tables, event, closing: closing.clone(), stop }.play(entered.fixtures(games))?;
    screen.end();

    let tally = Tally::of(&ledger.results(&entered.series.contest)?);
    let title = format!("{title}, {}", entered.series.conditions);
    tell(&summary(&title, &tally, args.sprt), decision.get(), args.json)?;
    let played = tally.games();
    if decision.get().is_none() && played < games {
        let name = args.ledger.display();
        bail!("stopped after {played} games, which {name} keeps: the same command with --resume goes on");
    }
    Ok(())
}

/// What the test has come to, and after how many games.
struct Decision {
    verdict: Verdict,
    games: u64,
}

fn series(args: &Args) -> Result<Series> {
    let canonical = |spec: &Spec| match spec.name() {
        "human" => {
            bail!("a person cannot take part in a match: `ponnuki play --white SPEC` is a game against a program")
        }
        _ => Ok(Arc::new(Everyone.canonical(spec)?)),
    };
    let usual = Conditions::new(args.size, args.rules, args.handicap);
    let conditions = Conditions {
        komi: args.komi.unwrap_or(usual.komi),
        budget: args.budget.unwrap_or_default(),
        control: args.clock,
        move_limit: args.move_limit.unwrap_or(usual.move_limit),
        adjudication: args.adjudicate,
        ..usual
    };
    let openings = Openings::read(&args.openings, args.opening_moves, &conditions)
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

/// What a tally means.
pub fn summary(title: &str, tally: &Tally, sprt: Option<Sprt>) -> Summary {
    let Tally { wins, losses, draws, forfeits: [lost, won], pairs, .. } = *tally;
    Summary {
        title: title.to_string(),
        score: Score { wins, losses, draws },
        forfeits: Forfeits { won, lost },
        pairs: Pairs(pairs),
        sprt,
    }
}

/// Prints the result of the match.
fn tell(summary: &Summary, decision: Option<&Decision>, as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let name = |verdict| match verdict {
        Verdict::Undecided => "undecided",
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
    };
    if !as_json {
        writeln!(out, "{summary}")?;
        if let Some(Decision { verdict, games }) = decision {
            writeln!(out, "Test  | {} accepted after {games} games", name(*verdict))?;
        }
        return Ok(());
    }
    let Score { wins, losses, draws } = summary.score;
    let Forfeits { won, lost } = summary.forfeits;
    let rate = win_rate(&summary.score, Confidence::P95);
    let elo = summary.elo();
    let mut object = json!({
        "games": summary.score.games(),
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
        object["verdict"] = name(decision.map_or(Verdict::Undecided, |decision| decision.verdict)).into();
    }
    Ok(writeln!(out, "{object}")?)
}
