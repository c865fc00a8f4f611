//! `ponnuki learn td judge`: networks in solved positions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::learn::td::experiment::{file_name, read};
use ::learn::td::judge::{Judgement, Openings, Source, judge, openings, problems};
use anyhow::{Context, Result, bail};
use models::file;
use models::td::{EMBEDDED, Network};
use player::Stop;
use serde::Serialize;

use crate::interrupt;
use crate::learn::games::ProgressLine;
use crate::numbers;

/// Test networks where the truth is known: in solved positions near the end of games, and on the first move
///
/// The positions come from games of the embedded networks. Every move is solved by alpha-beta, under area rules without
/// komi; only proven positions count. For each network, the table shows how often its move keeps the last point and how
/// often the best result (won, drawn or lost). Then it shows how often the network opens in the centre (C3, which wins
/// 5x5 by 25) and beside it (C2, C4, B3, D3, which win by 3), strictly by value and with a creativity of 0.05.
#[derive(clap::Args)]
pub struct Args {
    /// Networks: names, files, or folders of runs [default: the six that come with the program]
    #[arg(value_name = "NET")]
    networks: Vec<String>,
    /// The number of positions
    #[arg(long, value_name = "N", default_value_t = Source::default().number, value_parser = numbers::count::<usize>)]
    positions: usize,
    /// The most empty points of a position
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=20))]
    empties: u8,
    /// The nodes after which the solver gives a move up
    #[arg(long, value_name = "N", default_value_t = Source::default().nodes, value_parser = numbers::count::<u64>)]
    nodes: u64,
    /// The seed of the games that the positions come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object for each network
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    network: String,
    positions: usize,
    kept_points: f64,
    kept_result: f64,
    decisive: usize,
    kept_decisive: f64,
    opens_centre: f64,
    opens_beside: f64,
    creative_centre: f64,
    creative_beside: f64,
}

/// The number of first moves.
const OPENINGS: u32 = 1000;

pub fn run(args: Args) -> Result<()> {
    let mut networks: Vec<(String, Arc<Network>)> = Vec::new();
    for name in &args.networks {
        networks.extend(named(name)?);
    }
    if networks.is_empty() {
        networks = EMBEDDED.iter().map(|&name| Ok((name.to_string(), network(name)?))).collect::<Result<_>>()?;
    }
    if let Some((name, network)) = networks.iter().find(|(_, network)| network.size() != 5) {
        bail!("{name} is for a {0}x{0} board: the truth is known on 5x5", network.size());
    }
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);
    let source =
        Source { number: args.positions, empties: usize::from(args.empties), nodes: args.nodes, seed: args.seed };
    let mut progress = ProgressLine::new();
    let found = problems(&source, &stop, &mut |number| {
        progress.update(|| format!("{number} of {} positions solved", args.positions));
    });
    progress.finish(&format!("{} positions solved", found.len()));
    let mut out = io::stdout().lock();
    if !args.json {
        writeln!(out, "points  result  decisive        C3  beside | creative: C3  beside")?;
    }
    for (name, network) in &networks {
        let judgement = judge(network, &found, args.seed);
        let strict = openings(network, 0.0, OPENINGS, args.seed);
        let creative = openings(network, 0.05, OPENINGS, args.seed);
        let report = report(name, judgement, strict, creative);
        match args.json {
            true => writeln!(out, "{}", serde_json::to_string(&report)?)?,
            false => print(&mut out, &report)?,
        }
    }
    Ok(())
}

fn report(network: &str, judgement: Judgement, strict: Openings, creative: Openings) -> Report {
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    let often = |times: u32| f64::from(times) / f64::from(OPENINGS);
    Report {
        network: network.to_string(),
        positions: judgement.problems,
        kept_points: share(judgement.kept_points, judgement.problems),
        kept_result: share(judgement.kept_result, judgement.problems),
        decisive: judgement.decisive,
        kept_decisive: share(judgement.kept_decisive, judgement.decisive),
        opens_centre: often(strict.centre),
        opens_beside: often(strict.beside),
        creative_centre: often(creative.centre),
        creative_beside: often(creative.beside),
    }
}

fn print(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    writeln!(
        out,
        "{:>6}  {:>6}  {:>6} of {:<3} {:>6}  {:>6} |        {:>6}  {:>6}  {}",
        percent(report.kept_points),
        percent(report.kept_result),
        percent(report.kept_decisive),
        report.decisive,
        percent(report.opens_centre),
        percent(report.opens_beside),
        percent(report.creative_centre),
        percent(report.creative_beside),
        report.network
    )
}

/// The networks that a name, a file or a folder of runs stands for.
fn named(name: &str) -> Result<Vec<(String, Arc<Network>)>> {
    let folder = Path::new(name);
    if !folder.is_dir() {
        return Ok(vec![(name.to_string(), network(name)?)]);
    }
    let last = |number: usize| folder.join(file_name(number, ".model"));
    let runs = read(folder)?.into_iter().filter(|run| !run.samples.is_empty());
    Ok(runs.map(|run| (last(run.number).display().to_string(), run.network().clone())).collect())
}

/// A network by its name or its file.
pub fn network(name: &str) -> Result<Arc<Network>> {
    if let Some(network) = Network::embedded(name) {
        return Ok(network.clone());
    }
    let read = file::load(&PathBuf::from(name)).and_then(|bytes| Network::read(&bytes));
    let (network, _) =
        read.with_context(|| format!("'{name}' is not a network: expected a file or one of {}", EMBEDDED.join(", ")))?;
    Ok(Arc::new(network))
}
