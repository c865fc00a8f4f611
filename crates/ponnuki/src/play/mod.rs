//! `ponnuki play`: a game in the terminal, persons and programs in any seats.
//!
//! [`run`] sets up the board and the table as the options say; the [`session`] runs the game.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use files::Kind;
use goban::Game;
use goban::diagram::Diagram;
use table::{Occupant, Seat, Table};

use occupant::occupant;
use picture::Style;
use record::Autosave;
use session::{Session, player_for};
use terminal::Terminal;

use crate::options::{self, Board, UsageError};
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
/// A seat is taken by `human` or by a player of `ponnuki players`, which includes `gtp:COMMAND`. `swap white random`
/// changes a seat during the game. The game is saved after every move. Type `help` at the prompt for all commands.
#[derive(clap::Args)]
pub struct Args {
    /// Black: `human` or a player.
    #[arg(long, value_name = "SPEC", default_value = "human", value_parser = occupant)]
    black: Occupant,
    /// White: `human` or a player.
    #[arg(long, value_name = "SPEC", default_value = "best", value_parser = occupant)]
    white: Occupant,
    #[command(flatten)]
    setup: Board,
    /// Start from a position in a text file: rows of `.`, `X` and `O`, and optionally a line `O to play`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "handicap", "load"])]
    board: Option<PathBuf>,
    /// Resume the game in an SGF file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "handicap"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    budget: options::Budget,
    /// Pause after each move of a program.
    #[arg(long, value_name = "DURATION", value_parser = options::duration_or_zero, default_value = "0s")]
    pause: Duration,
    /// Seed of the random numbers of the programs [default: a different one for each game].
    #[arg(long, value_name = "N", value_parser = options::seed)]
    seed: Option<u64>,
    /// Save the game in this file after every move [default: the first free name of ponnuki-1.sgf, ponnuki-2.sgf, ...].
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Draw the board in ASCII.
    #[arg(long)]
    ascii: bool,
}

/// Plays a game.
pub fn run(args: Args) -> Result<()> {
    if let Some(path) = &args.out {
        args.force.check(path, Kind::Record, args.load.iter().chain(&args.board))?;
    }
    let game = set_up(&args)?;
    let players = [player_for(&args.black)?, player_for(&args.white)?];
    let session = Session {
        terminal: Terminal::open(),
        table: Table::new(game, [args.black, args.white].map(Seat::new), None),
        players,
        style: if args.ascii { Style::Ascii } else { Style::Unicode },
        budget: args.budget.into(),
        pause: args.pause,
        seeds: player::Rng::new(args.seed.unwrap_or_else(any_seed)),
        autosave: Autosave::new(args.out),
        has_program_moved: false,
    };
    session.run()
}

/// The game before the first move here.
fn set_up(args: &Args) -> Result<Game> {
    if let Some(path) = &args.load {
        let mut game = record::load(path)?;
        args.setup.rules.into_iter().for_each(|rules| game.set_rules(rules));
        args.setup.komi.into_iter().for_each(|komi| game.set_komi(komi));
        return Ok(game);
    }
    let (rules, handicap) = (args.setup.rules(), args.setup.handicap);
    let komi = args.setup.komi.unwrap_or(if handicap > 0 { 0.5 } else { rules.usual_komi() });
    if let Some(path) = &args.board {
        let diagram = Diagram::load(path).with_context(|| format!("{} holds no position", path.display()))?;
        return Ok(Game::from_board(diagram.board, rules, komi));
    }
    let mut game = Game::new(args.setup.size, rules, komi);
    if handicap > 1 {
        game.place_fixed_handicap(handicap).map_err(|error| UsageError(error.to_string()))?;
    }
    Ok(game)
}

fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one("ponnuki")
}
