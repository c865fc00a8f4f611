//! `ponnuki bench library`: cost of nearest-neighbour search in a library of boards.

use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use goban::{Board, Color};
use models::file;
use models::library::{Cells, Library, Nearest, Portrait};
use player::Rng;
use serde::Serialize;

use crate::numbers;
use crate::options::{Json, Seed};

/// Distances computed and time to find the nearest boards of a library: tree, linear scan and cells
///
/// The queries are boards of the library with one more random move, as in play. Tree and scan are exact; cells are
/// approximate.
#[derive(clap::Args)]
pub struct Args {
    /// Library [default: the embedded one]
    library: Option<PathBuf>,
    /// Number of queries
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = numbers::count::<usize>)]
    boards: usize,
    /// Number of neighbours
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = numbers::count::<usize>)]
    neighbours: usize,
    /// Number of cells
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = numbers::count::<usize>)]
    cells: usize,
    #[command(flatten)]
    random: Seed<1>,
    #[command(flatten)]
    output: Json,
}

#[derive(Serialize)]
struct Report {
    way: &'static str,
    boards: usize,
    k: usize,
    /// Distances computed per query.
    evaluations: f64,
    microseconds: f64,
    /// The share of the nearest boards that were found.
    found: f64,
}

pub fn run(args: Args) -> Result<()> {
    let library = match &args.library {
        None => Library::embedded().clone(),
        Some(path) => {
            let read = Library::read(&file::load(path)?);
            read.with_context(|| format!("{} is not a library", path.display()))?.into()
        }
    };
    if library.samples().is_empty() {
        bail!("the library is empty");
    }
    let portraits = queries(&library, args.boards, args.random.seed);
    let cells = Cells::new(&library, args.cells, args.neighbours, args.random.seed);
    let truth: Vec<Nearest> =
        portraits.iter().map(|portrait| library.nearest_by_scan(portrait, args.neighbours)).collect();
    let measure = |way: &'static str, find: &dyn Fn(&Portrait) -> Nearest| {
        let start = Instant::now();
        let answers: Vec<Nearest> = portraits.iter().map(|portrait| black_box(find(portrait))).collect();
        let time = start.elapsed().as_secs_f64();
        let count = portraits.len().max(1) as f64;
        let share = |(answer, truth): (&Nearest, &Nearest)| {
            let right = answer.neighbours.iter().filter(|neighbour| truth.neighbours.contains(neighbour)).count();
            right as f64 / truth.neighbours.len().max(1) as f64
        };
        Report {
            way,
            boards: library.samples().len(),
            k: args.neighbours,
            evaluations: answers.iter().map(|answer| answer.evaluations as f64).sum::<f64>() / count,
            microseconds: 1e6 * time / count,
            found: answers.iter().zip(&truth).map(share).sum::<f64>() / count,
        }
    };
    let reports = [
        measure("scan", &|portrait| library.nearest_by_scan(portrait, args.neighbours)),
        measure("tree", &|portrait| library.nearest(portrait, args.neighbours)),
        measure("cells", &|portrait| library.nearest_in_cell(portrait, args.neighbours, &cells)),
    ];
    let mut out = io::stdout().lock();
    if !args.output.json {
        writeln!(out, "{} boards, {} nearest, {} cells", library.samples().len(), args.neighbours, cells.len())?;
    }
    for report in reports {
        if args.output.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            let Report { way, evaluations, microseconds, found, .. } = report;
            let found = 100.0 * found;
            writeln!(out, "{way:<6} {evaluations:>8.0} distances {microseconds:>8.1} us, {found:.1}% found")?;
        }
    }
    Ok(())
}

/// Boards of the library with one more stone of the other player at random.
fn queries(library: &Library, boards: usize, seed: u64) -> Vec<Portrait> {
    let mut rng = Rng::new(seed);
    let mut query = || {
        let sample = rng.pick(library.samples())?;
        let mut board: Board = sample.stones.board(library.size()).ok()?;
        board.set_to_play(Color::White);
        let point = board.random_point(|n| rng.below(n))?;
        board.play_unchecked(point);
        let [own, other] = sample.captured.map(u32::from);
        Some(Portrait::with_captures(&board, Color::White, [other + board.captured(Color::Black), own]))
    };
    (0..boards).filter_map(|_| query()).collect()
}
