//! `ponnuki learn superiority`: values of classes by order or by least squares, as comparisons to the gradient.

use std::io::{self, Write};
use std::path::PathBuf;

use ::learn::superiority::Superiority;
use anyhow::Result;
use clap::ValueEnum;
use files::Kind;
use models::preference::{Classifier, Preference};
use player::Stop;

use super::games::{Games, Telling};
use super::view::ViewArgs;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::output::Force;
use crate::progress::Pace;

/// Find values of classes by a partial order or by least squares
///
/// Two ways that Stoutamire's thesis (1991, section 5.1) weighs against its gradient: whenever an expert plays a move,
/// its class is found superior to those of all other legal moves. All findings are held in memory, so give it some
/// hundred games and a small window. What is learnt is played by `preference:model=FILE`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: Games,
    /// Where the table goes
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// How values are found
    #[arg(long, value_name = "WAY", default_value = "squares")]
    by: By,
    /// How many rounds least squares take
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = numbers::count::<usize>)]
    rounds: usize,
    #[command(flatten)]
    view: ViewArgs,
}

#[derive(Clone, Copy, PartialEq, Debug, ValueEnum)]
enum By {
    /// The longest way down in the graph of findings, all classes of a cycle being equal
    Order,
    /// The same, when of two classes only the one is superior that was so more often
    Majority,
    /// Differences that come nearest to one for every finding
    Squares,
}

pub fn run(args: Args) -> Result<()> {
    let output = args.force.check(&args.out, Kind::Model, args.games.paths())?;
    let view = args.view.view();
    let mut classifier = Classifier::new(view)?;
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let mut telling = Telling::new();
    let (lessons, about) = args.games.read(&mut telling, &stop)?;
    let mut pace = Pace::new(Some(lessons.len() as u64), 0);
    let found = Superiority::of(&lessons, &mut classifier, &stop, |games| {
        pace.add(games);
        telling.say(|| format!("{}{}", pace.count(), pace.rest()));
    });
    telling.end(&pace.count());
    if stop.is_stopped() {
        interrupted!("stopped before all games were seen: nothing was written");
    }
    let mut out = io::stdout().lock();
    let (positions, classes, findings) = found.size();
    writeln!(out, "{positions} positions, {classes} classes, {findings} pairs of them found superior")?;
    let values = match args.by {
        By::Squares => found.squares(args.rounds),
        By::Order | By::Majority => {
            let order = found.order(args.by == By::Majority);
            let share = 100.0 * order.in_cycles as f64 / classes.max(1) as f64;
            writeln!(out, "{share:.1}% of the classes are in cycles, {} of them in one", order.largest)?;
            order.values
        }
    };
    let mut table = Preference::with_values(view, values)?;
    table.about = about;
    output.write(&table.write())?;
    Ok(writeln!(out, "{}: written", args.out.display())?)
}
