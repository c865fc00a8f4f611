//! `ponnuki report`: ratings, win rates and tests of the games of a ledger.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use arena::report::{Anchor, Format, Report, ReportError, Selection};
use arena::{Contest, Ledger};
use files::{Kind, Output};
use player::{Maker, Spec};

use crate::everyone::Everyone;
use crate::output::Force;

/// Print ratings, win rates and tests with confidence intervals
///
/// Ratings with error bars, the cross table, win rates and p-values of all pairs, how games ended and how long moves
/// took. The ledger can be read while games are played. Forfeits are counted apart from games that were played.
#[derive(clap::Args)]
pub struct Args {
    /// The file in which the games are kept
    ledger: PathBuf,
    /// text, md, csv, json, html, latex or svg (the ratings as a picture) [default: by the suffix of the file, else
    /// text]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write the report to this file; its suffix is the format: txt, md, csv, json, html, tex, svg or png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only the games of this match or event; may be given more than once
    #[arg(long = "event", value_name = "NAME")]
    events: Vec<String>,
    /// A player whose rating is given, such as random=0; without one, the mean is 0
    #[arg(long, value_name = "PLAYER=ELO")]
    anchor: Option<Anchor>,
    /// Compare all players with this one, by their games against the same opponents [default: compare players who have
    /// not met]
    #[arg(long, value_name = "PLAYER")]
    baseline: Option<String>,
    /// Instead of a report, write the games themselves into this file, one SGF after the other
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "out", "anchor", "baseline"])]
    games: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// Reads the ledger and writes the report.
pub fn run(args: Args) -> Result<()> {
    if let Some(path) = &args.games {
        let output = args.force.check(path, Kind::Record, [&args.ledger])?;
        return write_games(&args, &output);
    }
    let Some(path) = &args.out else {
        let text = read(&args)?.render(args.format.unwrap_or_default());
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    };
    let output = args.force.check(path, Kind::Report, [&args.ledger])?;
    let format = format(path, args.format)?;
    let text = read(&args)?.render(format);
    if has_suffix(path, "png") {
        plot::save(path, &text)?;
    } else {
        output.write(text.as_bytes())?;
    }
    Ok(writeln!(io::stdout().lock(), "{}: written", path.display())?)
}

/// The format that the suffix of a file stands for, which another one must not contradict.
fn format(path: &Path, wanted: Option<Format>) -> Result<Format> {
    let by_suffix = if has_suffix(path, "png") { Some(Format::Svg) } else { Format::of_file(path) };
    match (by_suffix, wanted) {
        (Some(format), Some(wanted)) if format != wanted => {
            bail!("{} is {format} by its suffix, and --format says {wanted}", path.display())
        }
        (format, wanted) => Ok(format.or(wanted).unwrap_or_default()),
    }
}

fn has_suffix(path: &Path, suffix: &str) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(suffix))
}

fn write_games(args: &Args, output: &Output) -> Result<()> {
    let ledger = Ledger::open_to_read(&args.ledger)?;
    let (mut text, mut games) = (String::new(), 0);
    let is_wanted = |contest: &Contest| args.events.is_empty() || args.events.contains(&contest.name);
    for contest in ledger.contests()?.iter().filter(|contest| is_wanted(contest)) {
        for result in ledger.results(&contest.id)? {
            let Some(game) = ledger.game(&result.key)? else { continue };
            text += game.sgf.trim_end();
            text.push('\n');
            games += 1;
        }
    }
    output.write(text.as_bytes())?;
    Ok(writeln!(io::stdout().lock(), "{}: {games} games", output.path().display())?)
}

fn read(args: &Args) -> Result<Report> {
    let ledger = Ledger::open_to_read(&args.ledger)?;
    let stem = args.ledger.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let title = if args.events.is_empty() { stem } else { args.events.join(", ") };
    let report = |anchor: Option<Anchor>, baseline: Option<String>| {
        Report::read(&ledger, &title, &Selection { events: args.events.clone(), anchor, baseline })
    };
    match report(args.anchor.clone(), args.baseline.clone()) {
        Err(unknown @ (ReportError::Anchor { .. } | ReportError::Baseline { .. })) => {
            // The ledger has the shortest form of each specification, which need not be the one that was typed.
            let anchor =
                args.anchor.as_ref().map(|anchor| Anchor { player: shortest(&anchor.player), ..anchor.clone() });
            let baseline = args.baseline.as_deref().map(shortest);
            Ok(report(anchor, baseline).map_err(|_| unknown)?)
        }
        report => Ok(report?),
    }
}

/// The shortest form of a specification; a text that is none stays as it is.
fn shortest(player: &str) -> String {
    let spec = player.parse::<Spec>().ok().and_then(|spec| Everyone.canonical(&spec).ok());
    spec.map_or_else(|| player.to_string(), |spec| spec.to_string())
}
