//! `ponnuki learn td`: the runs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use ::learn::td::curve::{figure, label, means, spark};
use ::learn::td::experiment::{Experiment, ExperimentProgress};
use ::learn::td::run::{Run, Sample};
use ::learn::td::{Params, TEACHER};
use anyhow::{Context, Result, bail};
use clap::{ArgMatches, Command, FromArgMatches};
use models::td::Network;
use player::{Maker, Spec, Stop};

use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::learn::games::ProgressLine;
use crate::learn::options;
use crate::numbers;
use crate::progress::Pace;

/// Runs of the teacher `td`.
#[derive(clap::Args)]
pub struct Train {
    /// The folder of the runs; runs that are there are resumed
    #[arg(short, long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// The number of runs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=999))]
    runs: u16,
    /// An opponent of the samples; may be repeated [default: the paper's: gojen, naive,
    /// random:eyes=fill,pass=uniform]
    #[arg(long, value_name = "PLAYER")]
    against: Vec<Spec>,
    /// Start from this network, a file or a name such as katatsugi-creative, instead of random weights; one for a
    /// smaller board is transferred
    #[arg(long, value_name = "NET")]
    from: Option<String>,
    #[command(flatten)]
    learning: Learning,
    /// The number of threads [default: cores]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    threads: Option<usize>,
}

/// The parameters of the teacher, as options.
struct Learning(Params);

impl clap::Args for Learning {
    fn augment_args(command: Command) -> Command {
        options::augment(command, &TEACHER)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Learning {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Learning, clap::Error> {
        Ok(Learning(Params::read(&options::settings(&TEACHER, matches)?)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Learning::from_arg_matches(matches)?;
        Ok(())
    }
}

pub fn run(args: Train) -> Result<()> {
    let folder = args.out.clone().context("name the folder of the runs, as in -o DIR")?;
    let params = args.learning.0;
    let from = args.from.as_deref().map(|name| initial_network(name, params.size)).transpose()?;
    let mut plan = params.plan(from.as_deref()).unwrap_or_else(|error| options::usage_error(error).exit());
    if !args.against.is_empty() {
        let canonical = |spec| Ok(AllPlayers.canonical(spec)?.to_string());
        plan.against = args.against.iter().map(canonical).collect::<Result<_>>()?;
    }
    let every = plan.every;
    let experiment = Experiment {
        plan,
        runs: usize::from(args.runs),
        games: params.games,
        from,
        folder: &folder,
        threads: args.threads.unwrap_or(std::thread::available_parallelism().map_or(1, usize::from)),
    };
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);
    let begun = Instant::now();
    let shown: Mutex<Option<(ProgressLine, Pace)>> = Mutex::new(None);
    let of = u64::from(args.runs) * (params.games / every) * every;
    let report = |progress: ExperimentProgress<'_>| {
        let Ok(mut shown) = shown.lock() else { return };
        let before = || progress.runs.iter().map(|run| run.games()).sum();
        let (line, pace) = shown.get_or_insert_with(|| (ProgressLine::new(), Pace::new(Some(of), before())));
        pace.set(progress.games, Some(of));
        line.update(|| format!("{}{}{}", pace.count(), curve(progress.runs), pace.rest()));
    };
    let runs = experiment.perform(&AllPlayers, &stop, &report)?;
    let all: Vec<&Run> = runs.iter().collect();
    let games: u64 = runs.iter().map(Run::games).sum();
    if let Ok(Some((mut line, mut pace))) = shown.into_inner() {
        pace.set(games, Some(of));
        line.finish(&format!("{}{}", pace.count(), curve(&all)));
    }
    let name = label(&experiment.plan);
    let picture = folder.join("strength.svg");
    plot::save(&picture, &figure(&name, &[(name.clone(), all.clone())]).svg())
        .with_context(|| format!("{} cannot be drawn", picture.display()))?;
    print(&name, &all, begun)?;
    eprintln!("ponnuki: the runs are in {}", folder.display());
    if games < of {
        interrupted!(
            "interrupted after {games} of {of} games; the same command resumes the runs in {}",
            folder.display()
        );
    }
    Ok(())
}

/// The mean strength so far, as a curve and as a number.
fn curve(runs: &[&Run]) -> String {
    let means = means(runs, Sample::strength);
    means.last().map_or_else(String::new, |last| {
        format!(", strength {} {:.3}", spark(means.iter().map(|mean| mean.mean)), last.mean)
    })
}

/// Prints the last means, over all opponents and for each.
fn print(name: &str, runs: &[&Run], begun: Instant) -> Result<()> {
    let mut out = io::stdout().lock();
    let Some(last) = means(runs, Sample::strength).pop() else {
        return Ok(writeln!(out, "{name}: no strength was sampled yet")?);
    };
    let seconds = begun.elapsed().as_secs_f64();
    write!(out, "{name}, {} games, {} runs: strength {:.3}", last.games, last.runs, last.mean)?;
    if last.margin.is_finite() {
        write!(out, " ± {:.3}", last.margin)?;
    }
    for (place, opponent) in runs.first().iter().flat_map(|run| run.plan.against.iter().enumerate()) {
        let against = means(runs, |sample| sample.tallies.get(place).map_or(0.0, |tally| tally.strength())).pop();
        write!(out, ", {opponent} {:.3}", against.map_or(0.0, |mean| mean.mean))?;
    }
    Ok(writeln!(out, "; {seconds:.1} s")?)
}

/// The network to start from, on a board of this size.
fn initial_network(name: &str, size: usize) -> Result<Arc<Network>> {
    let network = super::judge::network(name)?;
    if network.size() > size {
        bail!("{name} is for a {0}x{0} board: it can start on a board as large or larger", network.size());
    }
    Ok(if network.size() == size { network } else { Arc::new(network.transfer(size)) })
}
