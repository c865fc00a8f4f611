//! `ponnuki study`: how well players predict the moves of experts, how fast learners learn to, and how well players
//! predict the winner.

mod files;
mod screen;
mod winners;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Error, Result, bail};
use clap::Subcommand;
use kifu::corpus::{Corpus, Filter};
use learn::abilities::ranking_players;
use learn::study::{Findings, Study, StudyError, StudyOptions, StudyProgress};
use player::{Maker, Spec, Stop};

use crate::everyone::Everyone;
use crate::interrupt;
use crate::interrupt::interrupted;
use screen::{Done, ProgressLine};

/// Measure how well players predict the moves of experts
///
/// In every position of the games each player ranks the legal moves. Its error is the number of moves that it ranks
/// above the one that was played, and half of those that it ranks equal, over the number of legal moves: 0 for an
/// oracle, 0.5 for chance. A player that learns does so after each move that it was measured on, so that a pass over
/// new games is honest.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// A player that ranks moves; give more than one to compare them on the same positions
    #[arg(long = "player", value_name = "SPEC", required = true)]
    players: Vec<Spec>,
    /// Files, folders and archives of game records
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// Only games for which this holds, such as size=19, date=1980..2007, player=Shusaku, handicap=0, result=B+
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// At most so many games [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many times to go over the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Shuffle the games, each seed another way; 0 takes them in the order of the files
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The share of the games, 0 to 1, that are only measured and never learnt from; they are reported apart
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    holdout: f64,
    /// Write the figures and the plots of each player into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print a JSON object for each player
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    Winners(winners::Args),
}

/// Reads a share.
fn share(text: &str) -> Result<f64> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => bail!("a share is a number from 0 to 1, such as 0.1"),
    }
}

/// Studies the games, writes the findings and prints them.
pub fn run(args: Args) -> Result<()> {
    if let Some(What::Winners(args)) = args.what {
        return winners::run(args);
    }
    let started = Instant::now();
    let sources: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
    let corpus = args.filter.iter().cloned().fold(Corpus::open(&args.paths)?, Corpus::filter);
    let mut players = Vec::with_capacity(args.players.len());
    for spec in &args.players {
        players.push((Everyone.canonical(spec)?.to_string(), Everyone.make(spec)?));
    }
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);

    let options = StudyOptions { games: args.games, passes: args.passes, seed: args.seed, holdout: args.holdout };
    let mut study = Study::new(options);
    for (name, player) in &mut players {
        study.add(name.clone(), player.as_mut());
    }
    let mut line = ProgressLine::new();
    if args.seed != 0 {
        line.wait("reading the games, to shuffle them");
    }
    let ended = study.run(&corpus, &stop, &mut |progress| {
        line.update(done(progress), || screen::running_errors(progress.findings));
    });
    let findings = study.findings();
    if findings.iter().all(|findings| findings.positions() == 0) {
        ended.map_err(explain).with_context(|| format!("{} cannot be studied", sources.join(", ")))?;
        interrupted!("stopped before the first position, so there is nothing to tell");
    }
    line.end(findings.first().map_or(0, Findings::games), &screen::running_errors(findings));
    if let Some(folder) = &args.out {
        let circumstances = files::Circumstances { options, finished: ended.is_ok() && !stop.is_stopped(), started };
        files::write(folder, findings, &circumstances)?;
        eprintln!("ponnuki: the study is in {}", folder.display());
    }
    screen::print(findings, args.json)?;

    let tally = ended.map_err(explain).context("what was found until then stands")?;
    if tally.total_skipped() > 0 {
        eprintln!("ponnuki: {tally}");
    }
    if stop.is_stopped() {
        interrupted!("stopped before the last game: these are the figures of what was studied until then");
    }
    Ok(())
}

fn done(progress: &StudyProgress<'_>) -> Done {
    let &StudyProgress { pass, passes, games, total, positions, .. } = progress;
    Done { pass: (pass, passes), games, total, positions }
}

/// Adds the players that rank to the error of one that does not.
pub fn explain(error: StudyError) -> Error {
    match error {
        StudyError::DoesNotRank { .. } => Error::msg(format!("{error}: {}", players_that_rank())),
        error => error.into(),
    }
}

/// The players that rank, as the end of a sentence.
pub fn players_that_rank() -> String {
    let names = ranking_players(&Everyone).join(", ");
    format!("players that do are {names}, and GTP programs that list their top moves, as GNU Go does")
}
