//! `ponnuki review`: what a player makes of each move of a game, in the terminal, in the record and on a page.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Error, Result, anyhow};
use files::{Kind, Output};
use goban::Color;
use kifu::GameInfo;
use learn::iku::{self, Comparison};
use learn::review::{Options, Review, ReviewError, Verdict};
use player::{Maker, Spec, Stop};
use serde_json::json;

use crate::everyone::Everyone;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::output::Force;
use crate::play::record;
use crate::progress::Line;
use crate::{interrupt, study};

/// Say of each move of a game what a player makes of it
///
/// Before each move of the main line the player ranks the legal moves. The error of a move is the number of moves that
/// were ranked above it, and half of those that were ranked equal, over the number of legal moves. With --sgf it is
/// written into the record, as labels and comments beside those that are there; with --html onto a page with a board
/// for each move.
#[derive(clap::Args)]
pub struct Args {
    /// The game record, also compressed as .sgf.gz, .sgf.xz or .sgf.zst; the first game of the file
    game: PathBuf,
    /// A player that ranks moves
    #[arg(long, value_name = "SPEC")]
    player: Spec,
    /// Write the record with the review in it to this file
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write a page with the moves and their boards to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// The first move that is reviewed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::count::<usize>)]
    from: usize,
    /// The last move that is reviewed [default: the last of the game]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    to: Option<usize>,
    /// Let the player learn from each move once it has been ranked
    #[arg(long)]
    learn: bool,
    /// Compare with another review of the same game: iku, whose errors on one game are printed in Stoutamire's thesis
    #[arg(long, value_name = "WHO")]
    against: Option<Against>,
    /// Print a JSON object for each move, and one for the game
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Against {
    Iku,
}

/// Reviews the game, tells what came out, and writes what is wanted.
pub fn run(args: Args) -> Result<()> {
    let claim = |path: &Option<PathBuf>, kind| -> Result<Option<Output>> {
        path.as_ref().map(|path| args.force.check(path, kind, [&args.game])).transpose()
    };
    let (page, annotated) = (claim(&args.html, Kind::Page)?, claim(&args.sgf, Kind::Record)?);
    let name = args.game.display();
    let mut games = record::read(&args.game)?;
    let tree = games.trees.first_mut().ok_or_else(|| anyhow!("{name} holds no game"))?;
    let info = GameInfo::of(tree.node(tree.root()));
    let spec = Everyone.canonical(&args.player)?.to_string();
    let mut player = Everyone.make(&args.player)?;
    let options = Options { from: args.from, to: args.to.unwrap_or(usize::MAX), learn: args.learn };
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);

    let line = Line::new();
    let mut drawn = line.began();
    let mut shown = false;
    let reviewed = Review::of(tree, &spec, player.as_mut(), &options, &stop, &mut |number| {
        if line.is_due(&mut drawn) {
            line.draw(&format!("move {number}"));
            shown = line.is_terminal();
        }
    });
    if shown {
        line.draw("");
    }
    let review = reviewed.map_err(explain).with_context(|| format!("the game in {name} cannot be reviewed"))?;
    let (printed, comparison) = match args.against {
        Some(Against::Iku) => (iku::master_game(), Some(iku::compare(&review)?)),
        None => (Vec::new(), None),
    };
    tell(&review, &printed, comparison.as_ref(), args.json)?;
    if let Some(page) = &page {
        page.write(review.page(&info, &printed).as_bytes())?;
    }
    if let Some(annotated) = &annotated {
        review.annotate(tree);
        annotated.write(games.to_sgf().as_bytes())?;
    }
    for output in [page, annotated].iter().flatten() {
        eprintln!("ponnuki: the review is in {}", output.path().display());
    }
    if stop.is_stopped() {
        interrupted!("stopped before the last move: this is the review of the moves until then");
    }
    Ok(())
}

fn explain(error: ReviewError) -> Error {
    match error {
        ReviewError::DoesNotRank { number: 1, .. } => Error::msg(format!("{error}: {}", study::players_that_rank())),
        error => error.into(),
    }
}

fn tell(review: &Review, printed: &[iku::Printed], comparison: Option<&Comparison>, as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    for verdict in &review.moves {
        let theirs = printed.iter().find(|printed| printed.number == verdict.number).map(|printed| printed.error);
        if as_json {
            writeln!(out, "{}", object(review, verdict, theirs))?;
        } else {
            writeln!(out, "{}", row(review, verdict, theirs))?;
        }
    }
    if as_json {
        let mut object = json!({
            "player": review.player,
            "moves": review.moves.len(),
            "error": review.error(),
            "top1": review.top(1),
            "top3": review.top(3),
            "top5": review.top(5),
            "top10": review.top(10),
        });
        if let Some(compared) = comparison {
            object["iku"] = json!({ "error": compared.printed, "correlation": compared.correlation });
        }
        return Ok(writeln!(out, "{object}")?);
    }
    let sides = [("both", review.clone()), ("Black", review.by(Color::Black)), ("White", review.by(Color::White))];
    for (who, review) in sides.iter().filter(|(_, review)| !review.moves.is_empty()) {
        let [first, five, ten] = [1, 5, 10].map(|places| 100.0 * review.top(places));
        writeln!(
            out,
            "{who}: {} moves, mean error {:.3}; first {first:.1}%, first 5 {five:.1}%, first 10 {ten:.1}%",
            review.moves.len(),
            review.error()
        )?;
    }
    if let Some(Comparison { printed, correlation, .. }) = comparison {
        let correlation = correlation.map_or("none".to_string(), |value| format!("{value:.3}"));
        writeln!(out, "iku: mean error {printed:.3} on the same moves; correlation {correlation}")?;
    }
    Ok(())
}

fn best(review: &Review, verdict: &Verdict) -> Vec<String> {
    verdict.best().iter().map(|ranked| ranked.point.to_gtp(review.size)).collect()
}

fn row(review: &Review, verdict: &Verdict, theirs: Option<f64>) -> String {
    let placing = verdict.placing;
    let theirs = theirs.map(|error| format!("  iku {error:.3}")).unwrap_or_default();
    format!(
        "{:>4}  {:<5} {:<4} {:.3}{theirs}  rank {:>3} of {:>3}  best {}",
        verdict.number,
        verdict.color.to_string(),
        verdict.point.to_gtp(review.size),
        placing.error(),
        placing.rank(),
        placing.legal(),
        best(review, verdict).join(", ")
    )
}

fn object(review: &Review, verdict: &Verdict, theirs: Option<f64>) -> serde_json::Value {
    let placing = verdict.placing;
    let mut object = json!({
        "move": verdict.number,
        "color": verdict.color.to_string(),
        "point": verdict.point.to_gtp(review.size),
        "error": placing.error(),
        "rank": placing.rank(),
        "equal": placing.equal(),
        "legal": placing.legal(),
        "best": best(review, verdict),
    });
    if let Some(error) = theirs {
        object["iku"] = error.into();
    }
    object
}
