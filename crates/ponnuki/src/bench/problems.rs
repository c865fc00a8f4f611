//! `ponnuki bench problems`: the number of problems that a player solves.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use player::{Maker, Spec, Stop};
use serde::Serialize;

use crate::all_players::AllPlayers;
use crate::learn::games::ProgressLine;
use crate::options::{self, Budget, Json, Seed};

/// Count the problems that a player solves
///
/// A problem file holds one problem after the other: a header of lines such as `title: ...`, `komi: 0.5`, `answer: B9
/// C8` (or `avoid: D4`), then a board. A move solves a problem if it is one of the answers or, where there is no
/// answer, if it is not a move to avoid. The folder problems/ of this project has a set and describes the format.
#[derive(clap::Args)]
pub struct Args {
    /// Problem files, or folders of them
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    /// Player
    #[arg(long, value_name = "SPEC", default_value = "best", value_parser = options::player)]
    player: Spec,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    random: Seed<1>,
    #[command(flatten)]
    output: Json,
}

#[derive(Serialize)]
struct Attempt<'a> {
    title: &'a str,
    theme: &'a str,
    played: String,
    solved: bool,
}

pub fn run(args: Args) -> Result<()> {
    let problems = learn::problems::load(&args.problems)?;
    if problems.is_empty() {
        bail!("there is no problem in what was given");
    }
    let mut player = AllPlayers.make(&args.player)?;
    let budget = args.budget.into();
    let mut out = io::stdout().lock();
    let mut progress = ProgressLine::new();
    let mut count = 0;
    for (number, problem) in problems.iter().enumerate() {
        progress.update(|| format!("{number} of {} problems, {count} solved", problems.len()));
        player.reset(args.random.seed);
        let mv = player.choose(&problem.game, budget, &Stop::new())?.mv;
        let solved = problem.is_solved_by(mv);
        count += usize::from(solved);
        let played = mv.to_gtp(problem.game.size());
        if args.output.json {
            let attempt = Attempt { title: &problem.title, theme: &problem.theme, played, solved };
            writeln!(out, "{}", serde_json::to_string(&attempt)?)?;
        } else if !solved {
            writeln!(out, "{}: {} ({played})", problem.theme, problem.title)?;
        }
    }
    let total = problems.len();
    match args.output.json {
        true => writeln!(out, "{}", serde_json::json!({ "problems": total, "solved": count }))?,
        false => writeln!(out, "{} solves {count} of {total}", args.player)?,
    }
    Ok(())
}
