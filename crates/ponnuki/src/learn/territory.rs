//! `ponnuki learn territory`: whose points like these become.

use std::io::{self, Write};
use std::path::PathBuf;

use ::learn::territory::teach;
use anyhow::{Context, Result, bail};
use goban::Outcome;
use models::file;
use models::preference::{Territory, View};
use player::Stop;

use super::games::{Games, Telling};
use super::view::ViewArgs;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::output;
use crate::progress::Pace;

/// Learn whose points like these become, from games that were counted
///
/// Values of points instead of moves: a move is worth what the sum over the board gains by it (Stoutamire 1991, section
/// 7.2). Windows are squares and diamonds here. Only games that were won by points are learnt from, since they were
/// played to their end. What is learnt is played by `preference:model=FILE`. Ctrl-C keeps what was learnt, and the same
/// command goes on with it.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: Games,
    /// Where what is learnt goes; if it is there already and was made by the same command, it learns on
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    view: ViewArgs,
}

pub fn run(args: Args) -> Result<()> {
    let output = output::resumable(&args.out, args.games.paths())?;
    let view = args.view.view();
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let mut telling = Telling::new();
    let counted = |record: &kifu::Record| matches!(record.header.info.outcome(), Some(Outcome::Score(..)));
    let (lessons, about) = args.games.read_those(&mut telling, &stop, counted)?;
    let mut territory = begin(&args, view, &about)?;
    let of = lessons.len() as u64;
    let mut pace = Pace::new(Some(of), territory.games);
    teach(&mut territory, &lessons, &stop, |_| {
        pace.add(1);
        telling.say(|| format!("{}{}", pace.count(), pace.rest()));
    });
    telling.end(&pace.count());
    let bytes = territory.write();
    output.write(&bytes)?;
    let (name, games, classes) = (args.out.display(), territory.games, territory.classes());
    let size = bytes.len() as f64 / f64::from(1 << 20);
    writeln!(io::stdout().lock(), "{name}: {games} games, {size:.1} MiB, {classes} classes")?;
    if games < of {
        interrupted!("stopped after {games} of {of} games, from which {name} has learnt: the same command goes on");
    }
    Ok(())
}

/// A new one, or what an earlier run of the same command has left.
fn begin(args: &Args, view: View, about: &str) -> Result<Territory> {
    let name = args.out.display();
    if !args.out.exists() {
        let mut territory = Territory::new(view)?;
        territory.about = about.to_string();
        return Ok(territory);
    }
    let read = Territory::read(&file::load(&args.out)?);
    let territory = read.with_context(|| format!("{name} is there already and cannot be gone on with"))?;
    if (territory.view(), territory.about.as_str()) != (view, about) {
        bail!("{name} is there already and was made otherwise (from {}): give another name", territory.about);
    }
    Ok(territory)
}
