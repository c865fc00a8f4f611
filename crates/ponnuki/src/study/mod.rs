//! `ponnuki study`: how well players predict the moves of experts, how fast learners learn to, and how well players
//! predict the winner.

mod files;
mod screen;
mod winners;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Error, Result, bail};
use clap::Subcommand;
use learn::abilities::ranking_players;
use learn::study::{Findings, Study, StudyError, StudyOptions, StudyProgress};
use player::{Maker, Spec, Stop};

use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options::{self, Json, Limit, Quiet, Records};
use crate::output;
use crate::progress;
use screen::{Done, ProgressLine};

/// Measure how well players predict the moves of experts
///
/// In every position of the games each player ranks the legal moves. Its error is the number of moves ranked above the
/// move played, plus half of those ranked equal, divided by the number of legal moves: 0 for an oracle, 0.5 for a
/// random ranking. A player that learns does so after it was measured on a move, so the error of a pass over new games
/// is that of unseen games.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Player that ranks moves; may be repeated to compare players on the same positions
    #[arg(long = "player", value_name = "SPEC", required = true, value_parser = options::player)]
    players: Vec<Spec>,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    limit: Limit,
    /// Passes over the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::count::<u32>)]
    passes: u32,
    /// Shuffle the games with this seed [default: the order of the files]
    #[arg(long, value_name = "N", value_parser = options::seed)]
    seed: Option<u64>,
    /// Share of hold-out games, 0 to 1, which are measured separately and never learnt from
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    holdout: f64,
    /// Write the figures and plots of each player into this folder
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
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
    args.quiet.apply();
    let started = Instant::now();
    let sources: Vec<String> = args.records.paths.iter().map(|path| path.display().to_string()).collect();
    let corpus = args.records.corpus()?;
    let mut players = Vec::with_capacity(args.players.len());
    for spec in &args.players {
        players.push((AllPlayers.canonical(spec)?.to_string(), AllPlayers.make(spec)?));
    }
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);

    let (games, passes, seed, holdout) = (args.limit.games, args.passes, args.seed, args.holdout);
    let options = StudyOptions { games, passes, seed, holdout, ..StudyOptions::default() };
    let mut study = Study::new(options);
    for (name, player) in &mut players {
        study.add(name.clone(), player.as_mut());
    }
    let mut line = ProgressLine::new();
    if args.seed.is_some() {
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
        output::written("the study", folder);
    }
    screen::print(findings, args.output.json)?;

    let tally = ended.map_err(explain).context("what was found until then stands")?;
    if tally.total_skipped() > 0 {
        progress::note(&tally.to_string());
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
    let names = ranking_players(&AllPlayers).join(", ");
    format!("players that do are {names}, and GTP programs that list their top moves, as GNU Go does")
}
