//! `ponnuki review`: a player reviews a game, in the terminal, in the record, on a page and as a picture.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Error, Result, anyhow};
use files::{Kind, Output};
use goban::Color;
use kifu::GameInfo;
use learn::iku::{self, Comparison};
use learn::review::{Assessment, Change, Grade, MoveReview, Options, Review, ReviewError, Summary};
use player::{Maker, Spec, Stop};
use serde_json::{Value, json};

use crate::all_players::AllPlayers;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options::{self, Budget, Json, Plot, Quiet};
use crate::output::{self, Force};
use crate::play::record;
use crate::progress::Line;
use crate::{interrupt, study};

/// Review a game: what each move lost, and what would have been better
///
/// The player evaluates every position of the main line. A move loses points and win rate if the position after it is
/// worth less to the side that moved than the position before it; the player's own choice loses nothing. The rank error
/// is the share of the legal moves that the player ranks above the move, equal ones counted half. Each move has a grade
/// by the points lost, else by the win rate lost, else by its rank error: best, good, inaccuracy (1.5 points, 5%, 0.1),
/// mistake (4 points, 10%, 0.25) or blunder (8 points, 20%, 0.5).
///
/// With -o the review is written into the record, as on the page: comments, marks, labels and win rates, beside what is
/// there and in place of an earlier review. An interrupted review of that record is resumed.
#[derive(clap::Args)]
pub struct Args {
    /// Game record, also compressed as .sgf.gz, .sgf.xz or .sgf.zst; the first game of the file
    game: PathBuf,
    /// Player that reviews the game
    #[arg(long, value_name = "SPEC", value_parser = options::player)]
    player: Spec,
    #[command(flatten)]
    budget: Budget,
    /// Write the record with the review in it to this file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page with the moves and their boards to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    plot: Plot,
    #[command(flatten)]
    force: Force,
    /// First move to review
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::count::<usize>)]
    from: usize,
    /// Last move to review [default: the last move of the game]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    to: Option<usize>,
    /// Let the player learn from each move once it has been evaluated
    #[arg(long)]
    learn: bool,
    /// Compare with another review of the same game: iku, whose errors on one game are printed in Stoutamire's thesis
    #[arg(long, value_name = "WHO")]
    against: Option<Against>,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Against {
    Iku,
}

/// Reviews the game, prints the review, and writes the outputs.
pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    let claim = |path: &Option<PathBuf>, kind| -> Result<Option<Output>> {
        path.as_ref().map(|path| args.force.check(path, kind, [&args.game])).transpose()
    };
    let (page, annotated) = (claim(&args.html, Kind::Page)?, claim(&args.out, Kind::Record)?);
    args.plot.check()?;
    let name = args.game.display();
    let mut games = record::read(&args.game)?;
    let tree = games.trees.first_mut().ok_or_else(|| anyhow!("{name} holds no game"))?;
    let info = GameInfo::of(tree.node(tree.root()));
    let spec = AllPlayers.canonical(&args.player)?.to_string();
    let mut player = AllPlayers.make(&args.player)?;
    let (to, budget) = (args.to.unwrap_or(usize::MAX), player::Budget::from(&args.budget));
    let options = Options { from: args.from, to, learn: args.learn, budget };
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);

    let line = Line::new();
    let mut drawn = line.began();
    let mut shown = false;
    let reviewed = Review::of(tree, &spec, player.as_mut(), &options, &stop, &mut |review| {
        if line.is_due(&mut drawn) {
            line.draw(&format!("move {}", review.number));
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
    if args.output.json {
        print_json(&review, &printed, comparison.as_ref())?;
    } else {
        print_table(&review, &printed, comparison.as_ref())?;
    }
    if let Some(page) = &page {
        page.write(review.page(&info, &printed).as_bytes())?;
    }
    if let Some(annotated) = &annotated {
        review.annotate(tree);
        annotated.write(games.to_sgf().as_bytes())?;
    }
    for output in [page, annotated].iter().flatten() {
        output::written("the review", output.path());
    }
    args.plot.draw(|| Ok(review.chart(&format!("Review by {spec}"))))?;
    if stop.is_stopped() {
        interrupted!("interrupted before the last move: this is the review of the moves until then");
    }
    Ok(())
}

fn explain(error: ReviewError) -> Error {
    match error {
        ReviewError::Silent { .. } => Error::msg(format!("{error}: {}", study::players_that_rank())),
        error => error.into(),
    }
}

/// The number of moves in the list of the worst.
const WORST: usize = 10;

fn print_table(review: &Review, printed: &[iku::Printed], comparison: Option<&Comparison>) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "move  side  point  grade       points  win rate  rank error  rank        best")?;
    for reviewed in &review.moves {
        writeln!(out, "{}", row(review, reviewed, iku_error(reviewed, printed)))?;
    }
    for (who, side) in [("both", None), ("Black", Some(Color::Black)), ("White", Some(Color::White))] {
        let summary = review.summary(side);
        if summary.moves > 0 {
            writeln!(out, "{who}: {}", sentence(&summary))?;
        }
    }
    let worst: Vec<String> = review.worst(WORST).iter().map(|worst| worst.number.to_string()).collect();
    if !worst.is_empty() {
        writeln!(out, "worst moves: {}", worst.join(", "))?;
    }
    if let Some(Comparison { printed, correlation, .. }) = comparison {
        let correlation = correlation.map_or("none".to_string(), |value| format!("{value:.3}"));
        writeln!(out, "iku: mean error {printed:.3} on the same moves; correlation {correlation}")?;
    }
    Ok(())
}

fn row(review: &Review, reviewed: &MoveReview, iku: Option<f64>) -> String {
    let assessment = &reviewed.assessment;
    let text = |value: Option<String>| value.unwrap_or("-".to_string());
    let iku = iku.map(|error| format!("  iku {error:.3}")).unwrap_or_default();
    let row = format!(
        "{:>4}  {:<5} {:<5}  {:<10}  {:>6}  {:>8}  {:>10}{iku}  {:<10}  {}",
        reviewed.number,
        assessment.color.to_string(),
        assessment.mv.to_gtp(review.size),
        assessment.grade().name(),
        text(assessment.points_loss().map(|loss| format!("{loss:.1}"))),
        text(assessment.win_rate_loss().map(|loss| format!("{:.1}%", 100.0 * loss))),
        text(assessment.rank_error().map(|error| format!("{error:.3}"))),
        text(assessment.placing.map(|placing| format!("{} of {}", placing.rank(), placing.legal()))),
        better(review, assessment).join(" ")
    );
    row.trim_end().to_string()
}

fn sentence(summary: &Summary) -> String {
    let mut parts = vec![format!("{} {}", summary.moves, if summary.moves == 1 { "move" } else { "moves" })];
    parts.extend(summary.points_loss.map(|loss| format!("{loss:.2} points lost per move")));
    parts.extend(summary.win_rate_loss.map(|loss| format!("{:.1}% of the win rate lost per move", 100.0 * loss)));
    parts.extend(summary.rank_error.map(|error| format!("mean rank error {error:.3}")));
    for (places, name) in [(1, "first"), (5, "first 5"), (10, "first 10")] {
        parts.extend(summary.top(places).map(|share| format!("{name} {:.1}%", 100.0 * share)));
    }
    parts.push(format!("accuracy {:.1}%", 100.0 * summary.accuracy()));
    let grades = Grade::ALL.iter().zip(summary.grades).filter(|(_, count)| *count > 0);
    let grades: Vec<String> = grades.map(|(grade, count)| format!("{count} {}", grade.name())).collect();
    format!("{} ({})", parts.join(", "), grades.join(", "))
}

fn print_json(review: &Review, printed: &[iku::Printed], comparison: Option<&Comparison>) -> Result<()> {
    let mut out = io::stdout().lock();
    for reviewed in &review.moves {
        let mut object = move_object(review, reviewed);
        if let Some(error) = iku_error(reviewed, printed) {
            object["iku"] = error.into();
        }
        writeln!(out, "{object}")?;
    }
    let mut object = summary_object(&review.summary(None));
    object["player"] = review.player.as_str().into();
    object["black"] = summary_object(&review.summary(Some(Color::Black)));
    object["white"] = summary_object(&review.summary(Some(Color::White)));
    object["worst"] = review.worst(WORST).iter().map(|worst| worst.number).collect();
    if let Some(compared) = comparison {
        object["iku"] = json!({ "error": compared.printed, "correlation": compared.correlation });
    }
    Ok(writeln!(out, "{object}")?)
}

fn move_object(review: &Review, reviewed: &MoveReview) -> Value {
    let assessment = &reviewed.assessment;
    let change = |change: Change| json!([change.before, change.after]);
    json!({
        "move": reviewed.number,
        "color": assessment.color.to_string(),
        "point": assessment.mv.to_gtp(review.size),
        "grade": assessment.grade().name(),
        "points_loss": assessment.points_loss(),
        "win_rate_loss": assessment.win_rate_loss(),
        "rank_error": assessment.rank_error(),
        "lead": assessment.lead.map(change),
        "win_rate": assessment.win_rate.map(change),
        "rank": assessment.placing.map(|placing| placing.rank()),
        "equal": assessment.placing.map(|placing| placing.equal()),
        "legal": assessment.placing.map(|placing| placing.legal()),
        "best": better(review, assessment),
    })
}

fn summary_object(summary: &Summary) -> Value {
    let grades: serde_json::Map<String, Value> =
        Grade::ALL.iter().zip(summary.grades).map(|(grade, count)| (grade.name().to_string(), count.into())).collect();
    json!({
        "moves": summary.moves,
        "points_loss": summary.points_loss,
        "win_rate_loss": summary.win_rate_loss,
        "rank_error": summary.rank_error,
        "accuracy": summary.accuracy(),
        "grades": grades,
        "top1": summary.top(1),
        "top3": summary.top(3),
        "top5": summary.top(5),
        "top10": summary.top(10),
    })
}

fn iku_error(reviewed: &MoveReview, printed: &[iku::Printed]) -> Option<f64> {
    printed.iter().find(|printed| printed.number == reviewed.number).map(|printed| printed.error)
}

fn better(review: &Review, assessment: &Assessment) -> Vec<String> {
    assessment.better().iter().map(|mv| mv.to_gtp(review.size)).collect()
}
