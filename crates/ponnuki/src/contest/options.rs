//! Options of games that `match` and `tune` share.

use std::sync::Arc;

use anyhow::{Context, Result};
use arena::{Adjudication, Colors, Conditions, Openings, Series, tables_for};
use player::{Spec, TimeControl};

use crate::all_players::AllPlayers;
use crate::numbers;
use crate::options::{Board, Budget, Seed};

/// The conditions of the games, their openings, and how they are played.
#[derive(clap::Args)]
pub struct GameOptions {
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    budget: Budget,
    /// Clock: 10m (sudden death), 5m+3s (Fischer), 10m+5x30s (byo-yomi) or 10m+25/5m (Canadian)
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    clock: Option<TimeControl>,
    /// Move after which a game is stopped and scored [default: ten moves per point]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    move_limit: Option<usize>,
    /// End decided games early: `settled` by unconditional life, or when both players give one side this win rate
    #[arg(long, value_name = "WHEN", allow_hyphen_values = true)]
    adjudicate: Option<Adjudication>,
    /// Openings: `none`, `balanced` for generated ones, or a file of games
    #[arg(long, value_name = "FILE", default_value = "none")]
    openings: String,
    /// Moves of each opening [default: all moves of a file, about half the board size for generated ones]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    opening_moves: Option<usize>,
    /// Games played in parallel [default: cores divided by the threads of a player]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    concurrency: Option<usize>,
    #[command(flatten)]
    random: Seed<1>,
}

impl GameOptions {
    /// All games of two players against each other.
    pub fn series(&self, players: [Arc<Spec>; 2], colors: Colors) -> Result<Series> {
        let usual = Conditions::new(self.board.size, self.board.rules(), self.board.handicap);
        let conditions = Conditions {
            komi: self.board.komi.unwrap_or(usual.komi),
            budget: (&self.budget).into(),
            control: self.clock,
            move_limit: self.move_limit.unwrap_or(usual.move_limit),
            adjudication: self.adjudicate,
            ..usual
        };
        let openings = Openings::read(&self.openings, self.opening_moves, &conditions)
            .with_context(|| format!("{} cannot be used for openings", self.openings))?;
        let (conditions, seed) = (Arc::new(conditions), self.random.seed);
        Ok(Series { contest: "".into(), round: 0, players, conditions, openings, colors, seed })
    }

    /// How many games of these players are played at once.
    pub fn tables(&self, players: &[Arc<Spec>]) -> Result<usize> {
        match self.concurrency {
            Some(tables) => Ok(tables),
            None => Ok(tables_for(&AllPlayers, players)?),
        }
    }
}
