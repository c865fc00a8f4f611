//! `ponnuki report`: ratings, win rates and tests of the games of a ledger.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Result, bail};
use arena::report::{Anchor, Format, Report, ReportError, Selection};
use arena::{Contest, Ledger};
use files::Kind;
use player::{Maker, Spec};

use crate::all_players::AllPlayers;
use crate::options::UsageError;
use crate::output::{self, Force};

/// Print ratings, win rates and tests with confidence intervals
///
/// The report has ratings with error bars, the cross table, win rates and p-values of all pairs, how games ended and
/// the time per move. The ledger can be read while games are played. Forfeits are counted separately. With --out
/// FILE.sgf or --format sgf, the games themselves are exported instead.
#[derive(clap::Args)]
pub struct Args {
    /// Ledger with the games
    ledger: PathBuf,
    /// Format: text, md, csv, json, html, latex, svg (a chart of the ratings) or sgf (the games) [default: by the
    /// suffix of the file, or text]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Content>,
    /// Write to this file; its suffix is the format: txt, md, csv, json, html, tex, svg, png or sgf
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the report as JSON; the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Only games of this match or event; may be repeated
    #[arg(long = "event", value_name = "NAME")]
    events: Vec<String>,
    /// Player whose rating is fixed, such as random=0 [default: the mean rating is 0]
    #[arg(long, value_name = "PLAYER=ELO")]
    anchor: Option<Anchor>,
    /// Compare all players with this one, by their games against the same opponents [default: compare players who have
    /// not met]
    #[arg(long, value_name = "PLAYER")]
    baseline: Option<String>,
    #[command(flatten)]
    force: Force,
}

/// What is written about the games of a ledger.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Content {
    /// A report in this format.
    Report(Format),
    /// The games themselves, as SGF.
    Games,
}

impl FromStr for Content {
    type Err = ReportError;

    fn from_str(text: &str) -> Result<Content, ReportError> {
        if text.eq_ignore_ascii_case("sgf") { Ok(Content::Games) } else { text.parse().map(Content::Report) }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Report(format) => format.fmt(f),
            Content::Games => f.write_str("sgf"),
        }
    }
}

/// Reads the ledger and writes the report or the games.
pub fn run(args: Args) -> Result<()> {
    let content = content(&args)?;
    if content == Content::Games && (args.anchor.is_some() || args.baseline.is_some()) {
        bail!(UsageError("--anchor and --baseline have no effect on games".to_string()));
    }
    let kind = if content == Content::Games { Kind::Record } else { Kind::Report };
    let output = args.out.as_ref().map(|path| args.force.check(path, kind, [&args.ledger])).transpose()?;
    let (text, what) = match content {
        Content::Report(format) => (read(&args)?.render(format), "the report".to_string()),
        Content::Games => games(&args)?,
    };
    let Some(output) = output else {
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    };
    if has_suffix(output.path(), "png") {
        plot::save(output.path(), &text)?;
    } else {
        output.write(text.as_bytes())?;
    }
    output::written(&what, output.path());
    Ok(())
}

/// The content by the suffix of the output file, which `--format` must not contradict.
fn content(args: &Args) -> Result<Content> {
    let wanted = if args.json { Some(Content::Report(Format::Json)) } else { args.format };
    let by_suffix = |path: &PathBuf| match path {
        path if has_suffix(path, "png") => Some(Content::Report(Format::Svg)),
        path if has_suffix(path, "sgf") => Some(Content::Games),
        path => Format::of_file(path).map(Content::Report),
    };
    match (&args.out, args.out.as_ref().and_then(by_suffix), wanted) {
        (Some(path), Some(content), Some(wanted)) if content != wanted => {
            bail!(UsageError(format!("{} is {content} by its suffix, and --format says {wanted}", path.display())))
        }
        (_, content, wanted) => Ok(content.or(wanted).unwrap_or(Content::Report(Format::default()))),
    }
}

fn has_suffix(path: &Path, suffix: &str) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(suffix))
}

/// The games as SGF, one after the other, and their number in words.
fn games(args: &Args) -> Result<(String, String)> {
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
    let what = if games == 1 { "1 game".to_string() } else { format!("the collection of {games} games") };
    Ok((text, what))
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
            // The ledger names players by the shortest form of their specification.
            let anchor =
                args.anchor.as_ref().map(|anchor| Anchor { player: shortest(&anchor.player), ..anchor.clone() });
            let baseline = args.baseline.as_deref().map(shortest);
            Ok(report(anchor, baseline).map_err(|_| unknown)?)
        }
        report => Ok(report?),
    }
}

/// The shortest form of a specification; any other text is left as it is.
fn shortest(player: &str) -> String {
    let spec = player.parse::<Spec>().ok().and_then(|spec| AllPlayers.canonical(&spec).ok());
    spec.map_or_else(|| player.to_string(), |spec| spec.to_string())
}
