//! `ponnuki learn preference`: which shapes experts like, in a table of pattern preference.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use ::learn::preference::{Progress, teach};
use anyhow::{Context, Result, bail};
use models::file;
use models::preference::{Forget, Manner, Preference, Table, View};
use player::{Rng, Stop};

use super::games::{Games, Telling};
use super::view::ViewArgs;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::output;
use crate::progress::Pace;

/// Learn which shapes experts like, in a table of pattern preference
///
/// The classification and the table are those of Stoutamire's thesis (1991); what is learnt is played by
/// `preference:model=FILE`. Every position is ranked before it is learnt from, so that the error that is told is an
/// honest one of new games. Ctrl-C keeps what was learnt, and the same command goes on with it.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: Games,
    /// Where the table goes; if it is there already and was made by the same command, it learns on
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    view: ViewArgs,
    /// Tell the point of a ko from other empty points
    #[arg(long)]
    ko: bool,
    /// See corners of so many lines whole, beside the window; 0 for none
    #[arg(long, value_name = "LINES", default_value_t = 0)]
    corner: u8,
    /// Where values are kept: map, hash, probes or cache
    #[arg(long, value_name = "TABLE", default_value = "hash", value_parser = Table::KINDS)]
    table: String,
    /// How many values there are, but for a map
    #[arg(long, value_name = "N", default_value_t = 2_000_003, value_parser = numbers::count::<u32>)]
    size: u32,
    /// What a full cache forgets: value, oldest or useless
    #[arg(long, value_name = "WHAT", default_value = "value", value_parser = Forget::WORDS)]
    forget: String,
    /// Halve the step of a class when its value has been changed so often, and let it fall on; 0 for steps that stay
    /// the same
    #[arg(long, value_name = "TIMES", default_value_t = 0.0, value_parser = times)]
    fade: f32,
    /// Pool so many positions before values change; 0 for a whole pass
    #[arg(long, value_name = "N", default_value_t = 1)]
    batch: u32,
    /// Blame the moves that it likes better by their rank, the favourite the most
    #[arg(long)]
    top: bool,
    /// Learn from passes too
    #[arg(long)]
    pass: bool,
    /// Learn nothing from moves that the records mark as bad (BM), and twice from those marked as good (TE)
    #[arg(long)]
    marks: bool,
    /// How many times to go through the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::count::<usize>)]
    passes: usize,
    /// Shuffles the games; 0 leaves them in their order
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub fn run(args: Args) -> Result<()> {
    let output = output::resumable(&args.out, args.games.paths())?;
    let view = View { ko: args.ko, corner: args.corner, ..args.view.view() };
    let table = Table::named(&args.table, args.size, Forget::named(&args.forget));
    view.check()?;
    table.check()?;
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let mut telling = Telling::new();
    let (mut lessons, source) = args.games.read(&mut telling, &stop)?;
    if args.seed != 0 {
        let mut rng = Rng::new(args.seed);
        rng.shuffle(&mut lessons);
    }
    let about = format!("{source} seed={}", args.seed);
    let mut preference = begin(&args, view, table, &about)?;
    let manner = Manner { fade: args.fade, batch: args.batch, top: args.top, pass: args.pass, marks: args.marks };
    if preference.games > 0 && preference.manner() != manner {
        bail!("{} is there already and learnt in another manner: give another name", args.out.display());
    }
    preference.set_manner(manner);
    let of = (args.passes * lessons.len()) as u64;
    let begun = Instant::now();
    let mut pace = Pace::new(Some(of), preference.games);
    let error = teach(&mut preference, &lessons, args.passes, &stop, |Progress { positions, error, .. }| {
        pace.add(1);
        telling.say(|| format!("{}, {positions} positions, error {error:.4}{}", pace.count(), pace.rest()));
    });
    telling.end(&pace.count());
    let bytes = preference.write();
    output.write(&bytes)?;
    let mut out = io::stdout().lock();
    let (name, games, positions) = (args.out.display(), preference.games, preference.positions());
    let size = bytes.len() as f64 / f64::from(1 << 20);
    write!(out, "{name}: {games} games, {positions} positions, {size:.1} MiB")?;
    if let Some(classes) = preference.classes() {
        write!(out, ", {classes} classes")?;
    }
    match error {
        Some(error) => writeln!(out, ", mean error of this run {error:.4}, {:.1} s", begun.elapsed().as_secs_f64())?,
        None => writeln!(out, ", which it knew already")?,
    }
    if games < of {
        interrupted!("stopped after {games} of {of} games, from which {name} has learnt: the same command goes on");
    }
    Ok(())
}

/// Reads a number of times.
fn times(text: &str) -> Result<f32> {
    match text.parse::<f32>() {
        Ok(times) if times.is_finite() && times >= 0.0 => Ok(times),
        _ => bail!("that is no number of times: expected 0 or more"),
    }
}

/// A new table, or what an earlier run of the same command has left.
fn begin(args: &Args, view: View, table: Table, about: &str) -> Result<Preference> {
    let name = args.out.display();
    if !args.out.exists() {
        let mut preference = Preference::new(view, table)?;
        preference.about = about.to_string();
        return Ok(preference);
    }
    let read = Preference::read(&file::load(&args.out)?);
    let preference = read.with_context(|| format!("{name} is there already and cannot be gone on with"))?;
    if (preference.view(), preference.table(), preference.about.as_str()) != (view, table, about) {
        bail!("{name} is there already and was made otherwise (from {}): give another name", preference.about);
    }
    Ok(preference)
}
