//! `ponnuki report`: what a ledger says, in the format that is wanted.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena::report::{Anchor, Format, Report, ReportError, Selection};
use arena::{Contest, Ledger};
use player::{Maker, Spec};

use crate::everyone::Everyone;

/// Report who is how strong, and how sure that is
///
/// Ratings with error bars, who has done how well against whom, win rates, how games ended and how long moves took. The
/// ledger can be read while games are played. Forfeits are told apart from games that were played.
#[derive(clap::Args)]
pub struct Args {
    /// The file in which the games are kept
    ledger: PathBuf,
    /// text, md, csv, json, html, latex or svg (the ratings as a picture) [default: by the ending of the file, else text]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write the report to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only the games of this match or event; may be given more than once
    #[arg(long = "event", value_name = "NAME")]
    events: Vec<String>,
    /// A player whose rating is given, such as random=0; without one, the mean is 0
    #[arg(long, value_name = "PLAYER=ELO")]
    anchor: Option<Anchor>,
    /// Instead of a report, write the games themselves into this file, one SGF after the other
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "out", "anchor"])]
    games: Option<PathBuf>,
}

/// Reads the ledger and writes the report.
pub fn run(args: Args) -> Result<()> {
    if let Some(path) = &args.games {
        return write_games(&args, path);
    }
    let format = args.format.or_else(|| args.out.as_deref().and_then(Format::of_file)).unwrap_or_default();
    let text = read(&args)?.render(format);
    match &args.out {
        Some(path) => std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display())),
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
    }
}

fn write_games(args: &Args, path: &Path) -> Result<()> {
    let unwritten = || format!("{} cannot be written", path.display());
    let ledger = Ledger::open_to_read(&args.ledger)?;
    let mut out = BufWriter::new(File::create(path).with_context(unwritten)?);
    let is_wanted = |contest: &Contest| args.events.is_empty() || args.events.contains(&contest.name);
    for contest in ledger.contests()?.iter().filter(|contest| is_wanted(contest)) {
        for result in ledger.results(&contest.id)? {
            let Some(game) = ledger.game(&result.key)? else { continue };
            writeln!(out, "{}", game.sgf.trim_end()).with_context(unwritten)?;
        }
    }
    out.flush().with_context(unwritten)
}

fn read(args: &Args) -> Result<Report> {
    let ledger = Ledger::open_to_read(&args.ledger)?;
    let stem = args.ledger.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let title = if args.events.is_empty() { stem } else { args.events.join(", ") };
    let report =
        |anchor: Option<Anchor>| Report::read(&ledger, &title, &Selection { events: args.events.clone(), anchor });
    match report(args.anchor.clone()) {
        Err(unknown @ ReportError::Anchor { .. }) => {
            // The ledger has the shortest form of each specification, which need not be the one that was typed.
            let shortest = args.anchor.as_ref().and_then(shortest).ok_or(unknown)?;
            Ok(report(Some(shortest))?)
        }
        report => Ok(report?),
    }
}

fn shortest(anchor: &Anchor) -> Option<Anchor> {
    let spec = Everyone.canonical(&anchor.player.parse::<Spec>().ok()?).ok()?;
    Some(Anchor { player: spec.to_string(), elo: anchor.elo })
}
