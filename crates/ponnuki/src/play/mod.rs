//! `ponnuki play`: a game in the terminal, persons and programs in any seats.
//!
//! [`run`] sets up the board and the table as the options say; the [`session`] runs the game.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use files::Kind;
use goban::diagram::Diagram;
use goban::{Game, MAX_SIZE, MIN_SIZE, Rules};
use player::Budget;
use table::{Occupant, Seat, Table};

use occupant::occupant;
use picture::Style;
use record::Autosave;
use session::{Session, player_for};
use terminal::Terminal;

use crate::numbers;
use crate::output::Force;

mod commands;
mod count;
mod occupant;
pub mod picture;
pub mod record;
mod session;
mod terminal;

/// Play in the terminal: person against person, person against program, or program against program.
///
/// `human` or a player of `ponnuki players`, `gtp:COMMAND` included, takes each seat. Seats can change hands in
/// mid-game (`swap white random`). The game is written to a file after every move. Type `help` at the prompt for all
/// commands.
#[derive(clap::Args)]
pub struct Args {
    /// Who plays Black: `human` or a player.
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = occupant)]
    black: Occupant,
    /// Who plays White: `human` or a player.
    #[arg(long, value_name = "WHO", default_value = "best", value_parser = occupant)]
    white: Occupant,
    /// The size of the board.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = size)]
    size: usize,
    /// Komi [default: the usual one under the rules; 0.5 with handicap stones].
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_negative_numbers = true)]
    komi: Option<f32>,
    /// The rules: chinese, japanese, korean, aga, new-zealand, tromp-taylor, simple or deathmatch [default: chinese].
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    /// Handicap stones for Black, in their fixed places; 1 only lets Black have the first move with less komi.
    #[arg(long, value_name = "STONES")]
    handicap: Option<usize>,
    /// Start from a position in a text file: rows of `.`, `X` and `O`, perhaps with a line `O to play`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "handicap", "load"])]
    board: Option<PathBuf>,
    /// Resume the game in an SGF file where it ends.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "handicap"])]
    load: Option<PathBuf>,
    /// The playout limit of programs, per move.
    #[arg(long, value_name = "N", value_parser = numbers::count::<u64>)]
    playouts: Option<u64>,
    /// The time limit of programs, per move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Wait after each move of a program, to watch.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0")]
    pause: Duration,
    /// The seed of the programs' random numbers [default: a different one each time].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the game to this file after every move [default: the first free name of ponnuki-1.sgf, ponnuki-2.sgf,
    /// ...].
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Draw the board with letters only.
    #[arg(long)]
    ascii: bool,
}

/// Plays a game.
pub fn run(args: Args) -> Result<()> {
    if let Some(path) = &args.keep {
        args.force.check(path, Kind::Record, args.load.iter().chain(&args.board))?;
    }
    let game = set_up(&args)?;
    let players = [player_for(&args.black)?, player_for(&args.white)?];
    let session = Session {
        terminal: Terminal::open(),
        table: Table::new(game, [args.black, args.white].map(Seat::new), None),
        players,
        style: if args.ascii { Style::Ascii } else { Style::Unicode },
        budget: Budget { playouts: args.playouts, time: args.time, clock: None },
        pause: args.pause,
        seeds: player::Rng::new(args.seed.unwrap_or_else(any_seed)),
        autosave: Autosave::new(args.keep),
        has_program_moved: false,
    };
    session.run()
}

/// The game before the first move here.
fn set_up(args: &Args) -> Result<Game> {
    if let Some(path) = &args.load {
        let mut game = record::load(path)?;
        args.rules.into_iter().for_each(|rules| game.set_rules(rules));
        args.komi.into_iter().for_each(|komi| game.set_komi(komi));
        return Ok(game);
    }
    let rules = args.rules.unwrap_or(Rules::CHINESE);
    let komi = match (args.komi, args.handicap) {
        (Some(komi), _) => komi,
        (None, Some(1..)) => 0.5,
        (None, _) => rules.usual_komi(),
    };
    if let Some(path) = &args.board {
        let diagram = Diagram::load(path).with_context(|| format!("{} holds no position", path.display()))?;
        return Ok(Game::from_board(diagram.board, rules, komi));
    }
    let mut game = Game::new(args.size, rules, komi);
    if let Some(stones @ 2..) = args.handicap {
        game.place_fixed_handicap(stones)?;
    }
    Ok(game)
}

/// Reads the size of a board.
pub fn size(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(size) if (MIN_SIZE..=MAX_SIZE).contains(&size) => Ok(size),
        _ => bail!("boards are {MIN_SIZE} to {MAX_SIZE}"),
    }
}

/// Reads a komi.
pub fn komi(text: &str) -> Result<f32> {
    match text.parse::<f32>() {
        Ok(komi) if komi.abs() <= 1000.0 => Ok(komi),
        _ => bail!("komi is a number of points such as 6.5"),
    }
}

fn seconds(text: &str) -> Result<Duration> {
    match text.parse().map(Duration::try_from_secs_f64) {
        Ok(Ok(time)) => Ok(time),
        _ => bail!("expected a number of seconds such as 0.5"),
    }
}

fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one("ponnuki")
}
