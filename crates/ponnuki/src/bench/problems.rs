//! `ponnuki bench problems`: how many problems a player solves.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use player::{Budget, Maker, Spec, Stop};
use serde::Serialize;

use crate::everyone::Everyone;
use crate::learn::games::ProgressLine;
use crate::numbers;
use crate::problems::read_all;

/// How many problems a player solves
///
/// A problem file holds problems one after the other: a head of lines such as `title: ...`, `komi: 0.5`, `answer: B9
/// C8` (or `avoid: D4`), then a board. The folder problems/ of this project has a set, and says how they are written.
#[derive(clap::Args)]
pub struct Args {
    /// Files of problems, or folders of them
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    /// The player that is asked
    #[arg(long, value_name = "SPEC", default_value = "best")]
    player: Spec,
    /// How many playouts it may take for each; by default what it takes for a move
    #[arg(long, value_name = "N", value_parser = numbers::count::<u64>)]
    playouts: Option<u64>,
    /// The same seed gives the same answers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object for each problem, and one for all
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Attempt<'a> {
    title: &'a str,
    theme: &'a str,
    played: String,
    solved: bool,
}

pub fn run(args: Args) -> Result<()> {
    let mut problems = Vec::new();
    for path in &args.problems {
        for file in files(path)? {
            let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            problems.extend(read_all(&text).with_context(|| format!("a problem in {} is wrong", file.display()))?);
        }
    }
    if problems.is_empty() {
        bail!("there is no problem in what was given");
    }
    let mut player = Everyone.make(&args.player)?;
    let budget = Budget { playouts: args.playouts, ..Budget::default() };
    let mut out = io::stdout().lock();
    let mut progress = ProgressLine::new();
    let mut count = 0;
    for (number, problem) in problems.iter().enumerate() {
        progress.update(|| format!("{number} of {} problems, {count} solved", problems.len()));
        player.reset(args.seed);
        let mv = player.choose(&problem.game, budget, &Stop::new())?.mv;
        let solved = !problem.avoid.contains(&mv) && (problem.answer.is_empty() || problem.answer.contains(&mv));
        count += usize::from(solved);
        let played = mv.to_gtp(problem.game.size());
        if args.json {
            let attempt = Attempt { title: &problem.title, theme: &problem.theme, played, solved };
            writeln!(out, "{}", serde_json::to_string(&attempt)?)?;
        } else if !solved {
            writeln!(out, "{}: {} ({played})", problem.theme, problem.title)?;
        }
    }
    let total = problems.len();
    match args.json {
        true => writeln!(out, "{}", serde_json::json!({ "problems": total, "solved": count }))?,
        false => writeln!(out, "{} solves {count} of {total}", args.player)?,
    }
    Ok(())
}

fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    Ok(files)
}
