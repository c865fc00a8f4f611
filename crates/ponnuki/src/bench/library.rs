//! `ponnuki bench library`: what the tree spares when the nearest boards of a library are looked for.

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

/// Distances asked for and time taken to find the nearest boards of a library: tree, linear scan and cells
///
/// What is looked for is boards of the library with one more random move, which is what a player asks. Tree and scan
/// find the same; cells find most of it.
#[derive(clap::Args)]
pub struct Args {
    /// A library [default: the one that comes with the program]
    library: Option<PathBuf>,
    /// How many boards are looked for
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = numbers::count::<usize>)]
    boards: usize,
    /// How many neighbours
    #[arg(short, value_name = "N", default_value_t = 30, value_parser = numbers::count::<usize>)]
    k: usize,
    /// Into how many cells the library is put
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = numbers::count::<usize>)]
    cells: usize,
    /// Decides which boards are looked for
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object for each way
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    way: &'static str,
    boards: usize,
    k: usize,
    /// Distances asked for, for each board.
    evaluations: f64,
    microseconds: f64,
    /// The share of the nearest boards that are found.
    found: f64,
}

pub fn run(args: Args) -> Result<()> {
    let library = match &args.library {
        None => Library::embedded().clone(),
        Some(path) => {
            let read = Library::read(&file::load(path)?);
            read.with_context(|| format!("{} is no library", path.display()))?.into()
        }
    };
    if library.samples().is_empty() {
        bail!("the library is empty");
    }
    let portraits = asked(&library, args.boards, args.seed);
    let cells = Cells::new(&library, args.cells, args.k, args.seed);
    let truth: Vec<Nearest> = portraits.iter().map(|portrait| library.nearest_by_scan(portrait, args.k)).collect();
    let measure = |way: &'static str, look: &dyn Fn(&Portrait) -> Nearest| {
        let begun = Instant::now();
        let answers: Vec<Nearest> = portraits.iter().map(|portrait| black_box(look(portrait))).collect();
        let time = begun.elapsed().as_secs_f64();
        let count = portraits.len().max(1) as f64;
        let share = |(answer, truth): (&Nearest, &Nearest)| {
            let right = answer.neighbours.iter().filter(|neighbour| truth.neighbours.contains(neighbour)).count();
            right as f64 / truth.neighbours.len().max(1) as f64
        };
        Report {
            way,
            boards: library.samples().len(),
            k: args.k,
            evaluations: answers.iter().map(|answer| answer.evaluations as f64).sum::<f64>() / count,
            microseconds: 1e6 * time / count,
            found: answers.iter().zip(&truth).map(share).sum::<f64>() / count,
        }
    };
    let reports = [
        measure("scan", &|portrait| library.nearest_by_scan(portrait, args.k)),
        measure("tree", &|portrait| library.nearest(portrait, args.k)),
        measure("cells", &|portrait| library.nearest_in_cell(portrait, args.k, &cells)),
    ];
    let mut out = io::stdout().lock();
    if !args.json {
        writeln!(out, "{} boards, {} nearest, {} cells", library.samples().len(), args.k, cells.len())?;
    }
    for report in reports {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            let Report { way, evaluations, microseconds, found, .. } = report;
            let found = 100.0 * found;
            writeln!(out, "{way:<6} {evaluations:>8.0} distances {microseconds:>8.1} us, {found:.1}% of them found")?;
        }
    }
    Ok(())
}

/// Boards of the library with one more stone, which the other player has put anywhere.
fn asked(library: &Library, boards: usize, seed: u64) -> Vec<Portrait> {
    let mut rng = Rng::new(seed);
    let mut ask = || {
        let sample = rng.pick(library.samples())?;
        let mut board: Board = sample.stones.board(library.size()).ok()?;
        board.set_to_play(Color::White);
        let point = board.random_point(|n| rng.below(n))?;
        board.play_unchecked(point);
        let [own, other] = sample.captured.map(u32::from);
        Some(Portrait::with_captures(&board, Color::White, [other + board.captured(Color::Black), own]))
    };
    (0..boards).filter_map(|_| ask()).collect()
}
