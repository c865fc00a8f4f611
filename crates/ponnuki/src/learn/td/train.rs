//! `ponnuki learn td`: the runs themselves.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use ::learn::td::curve::{figure, label, means, spark};
use ::learn::td::experiment::{Experiment, Progress};
use ::learn::td::run::{Plan, Run, Sample};
use ::learn::td::{Evolution, Manner, Selection, sample};
use anyhow::{Context, Result, bail};
use models::td::{Network, Representation};
use player::{Maker, Spec, Stop};

use crate::everyone::Everyone;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::learn::games::Telling;
use crate::numbers;
use crate::options;
use crate::progress::Pace;

/// How networks learn, how many, and from how many games.
#[derive(clap::Args)]
pub struct Train {
    /// The folder of the runs; what is there already is gone on with
    #[arg(short, long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// The size of the board
    #[arg(long, value_name = "N", default_value = "5", value_parser = options::size)]
    size: usize,
    /// What the inputs are: koten, roban or katatsugi
    #[arg(long, value_name = "NAME", default_value = "katatsugi")]
    representation: Representation,
    /// The weights of katatsugi's cross: of the point, and of each beside it
    #[arg(long, value_names = ["CENTRE", "BESIDE"], num_args = 2, allow_negative_numbers = true)]
    cross: Option<Vec<f32>>,
    /// The units of each hidden layer, such as 25 or 20,20 [default: as the paper has it]
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=4096))]
    hidden: Vec<u16>,
    /// How moves are selected while learning: epsilon or creative
    #[arg(long, value_name = "HOW", default_value = "creative", value_parser = ["epsilon", "creative"])]
    selection: String,
    /// The probability of a random move, or how much a creative one may be worth less than the best
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    share: f32,
    /// From how many games each run learns
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = numbers::count::<u64>)]
    games: u64,
    /// How many runs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=999))]
    runs: u16,
    /// After how many games each strength is sampled
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// How many games are played against each opponent then
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Whom to sample against; may be given more than once [default: the paper's three: gojen, naive,
    /// random:eyes=fill,pass=uniform]
    #[arg(long, value_name = "SPEC")]
    against: Vec<Spec>,
    /// The learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.01, value_parser = rate)]
    rate: f32,
    /// Halve the rate after so many games, and let it fall on; 0 for one that stays the same
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    fade: u64,
    /// Between which positions the difference is taken: after two moves of the same player, or before and after one
    /// move
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    plies: u8,
    /// How many rewards there are at the end: in both players' views, or in that of who moved last
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    rewards: u8,
    /// How much of a difference reaches earlier positions: TD(lambda)
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    lambda: f32,
    /// How much the later value gives way too; 1 is the residual gradient
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    residual: f32,
    /// Let a position teach the same about its eight images
    #[arg(long)]
    symmetry: bool,
    /// Begin with this network, a file or a name such as katatsugi-creative, instead of random ones; one for a smaller
    /// board is transferred
    #[arg(long, value_name = "NET")]
    from: Option<String>,
    /// Have each run evolve so many networks, which learn for themselves and of which the better half has descendants
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=1000))]
    population: Option<u16>,
    /// Whom they are tried against, such as gtp:gnugo [default: each other]
    #[arg(long, value_name = "SPEC", requires = "population")]
    rival: Option<Spec>,
    /// How many games each trial has
    #[arg(long, value_name = "N", default_value_t = 20, requires = "population", value_parser = numbers::count::<u32>)]
    trial: u32,
    /// How much the weights of descendants differ: the standard deviation
    #[arg(long, value_name = "X", default_value_t = 0.02, value_parser = rate, requires = "population")]
    mutation: f32,
    /// The seed of everything
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// On how many threads [default: cores]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    threads: Option<usize>,
}

pub fn run(args: Train) -> Result<()> {
    let folder = args.out.clone().context("say where the runs go, as in -o DIR")?;
    let from = args.from.as_deref().map(|name| begin_with(name, args.size)).transpose()?;
    let experiment = Experiment {
        plan: plan(&args, from.as_deref())?,
        runs: usize::from(args.runs),
        games: args.games,
        from,
        folder: &folder,
        threads: args.threads.unwrap_or(std::thread::available_parallelism().map_or(1, usize::from)),
    };
    if args.games < args.every {
        bail!("with --every {} no strength would be sampled in {} games", args.every, args.games);
    }
    let stop = Stop::new();
    interrupt::keep_what_there_is(&stop);
    let begun = Instant::now();
    let telling: Mutex<Option<(Telling, Pace)>> = Mutex::new(None);
    let of = u64::from(args.runs) * (args.games / args.every) * args.every;
    let report = |progress: Progress<'_>| {
        let Ok(mut telling) = telling.lock() else { return };
        let before = || progress.runs.iter().map(|run| run.games()).sum();
        let (line, pace) = telling.get_or_insert_with(|| (Telling::new(), Pace::new(Some(of), before())));
        pace.set(progress.games, Some(of));
        line.say(|| format!("{}{}{}", pace.count(), curve(progress.runs), pace.rest()));
    };
    let runs = experiment.perform(&Everyone, &stop, &report)?;
    let all: Vec<&Run> = runs.iter().collect();
    let games: u64 = runs.iter().map(Run::games).sum();
    if let Ok(Some((mut line, mut pace))) = telling.into_inner() {
        pace.set(games, Some(of));
        line.end(&format!("{}{}", pace.count(), curve(&all)));
    }
    let name = label(&experiment.plan);
    let picture = folder.join("strength.svg");
    plot::save(&picture, &figure(&name, &[(name.clone(), all.clone())]).svg())
        .with_context(|| format!("{} cannot be drawn", picture.display()))?;
    tell(&name, &all, begun)?;
    eprintln!("ponnuki: the runs are in {}", folder.display());
    if games < of {
        interrupted!("stopped after {games} of {of} games, which {} holds: the same command goes on", folder.display());
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

/// Says what came of it: the last means, of all opponents and of each.
fn tell(name: &str, runs: &[&Run], begun: Instant) -> Result<()> {
    let mut out = io::stdout().lock();
    let Some(last) = means(runs, Sample::strength).pop() else {
        return Ok(writeln!(out, "{name}: nothing was sampled yet")?);
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

fn plan(args: &Train, from: Option<&Network>) -> Result<Plan> {
    let representation = match (args.representation, &args.cross) {
        (Representation::Katatsugi { .. }, Some(cross)) => {
            Representation::Katatsugi { centre: cross[0], beside: cross[1] }
        }
        (other, Some(_)) => bail!("{other} has no cross: leave --cross out"),
        (other, None) => other,
    };
    let hidden = match (from, args.hidden.as_slice()) {
        (Some(network), []) if network.representation() == representation => network.hidden().to_vec(),
        (Some(network), []) => bail!("the network to begin with is {}, not {representation}", network.representation()),
        (Some(_), _) => bail!("the network to begin with has its own hidden layers: leave --hidden out"),
        (None, []) => representation.hidden(args.size),
        (None, units) => units.iter().copied().map(usize::from).collect(),
    };
    let against = match args.against.as_slice() {
        [] => sample::PAPER.map(str::to_string).to_vec(),
        specs => specs.iter().map(|spec| Ok(Everyone.canonical(spec)?.to_string())).collect::<Result<_>>()?,
    };
    let selection =
        if args.selection == "epsilon" { Selection::Epsilon(args.share) } else { Selection::Creative(args.share) };
    Ok(Plan {
        size: args.size,
        representation,
        hidden,
        manner: Manner {
            selection,
            rate: args.rate,
            fade: args.fade,
            plies: args.plies,
            rewards: args.rewards,
            lambda: args.lambda,
            residual: args.residual,
            symmetry: args.symmetry,
        },
        evolution: args.population.map(|population| Evolution {
            population: usize::from(population),
            rival: args.rival.as_ref().map(ToString::to_string),
            games: args.trial,
            mutation: args.mutation,
        }),
        from: from.map(Network::checksum),
        every: args.every,
        sample: args.sample,
        against,
        seed: args.seed,
    })
}

/// The network to begin with, on a board of that size.
fn begin_with(name: &str, size: usize) -> Result<Arc<Network>> {
    let network = super::judge::network(name)?;
    if network.size() > size {
        bail!("{name} is for a board of {0}x{0}: it can begin on one as large or larger", network.size());
    }
    Ok(if network.size() == size { network } else { Arc::new(network.transfer(size)) })
}

fn share(text: &str) -> Result<f32> {
    match text.parse::<f32>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => bail!("that is no share: expected a number from 0 to 1"),
    }
}

fn rate(text: &str) -> Result<f32> {
    match text.parse::<f32>() {
        Ok(rate) if rate.is_finite() && rate >= 0.0 => Ok(rate),
        _ => bail!("that is no rate: expected 0 or more"),
    }
}
