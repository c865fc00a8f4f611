//! The strength of a network: games against other players (sections II-D and IV-A of the paper).
//!
//! The network plays strictly by value, with random ties; half of the games as Black, by territory and prisoners
//! without komi, simple ko. A game ends as in training, but dead stones are removed by the estimate of `goban::score`
//! first, because the opponents leave them on the board. Strength is the share of games won; a draw is not won.

use std::sync::Arc;

use goban::{Color, Game, Move, Rules, score};
use models::td::Network;
use player::{Bout, Conclusion, Maker, Player, Spec, SpecError, Stop, Terms, Turn, bout};
use roster::td::{Manner, Td};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::seed_of;

/// An opponent.
pub struct Opponent {
    spec: Spec,
    player: Box<dyn Player>,
}

/// Results against one opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// The wins of the network.
    pub wins: u32,
    /// The draws.
    pub draws: u32,
}

/// Why a strength cannot be measured.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SampleError {
    /// The opponent cannot be made.
    #[error("the opponent {0} cannot play: {1}")]
    Opponent(String, SpecError),
    /// A game was not finished.
    #[error("a game against {0} was not finished: {1}")]
    Game(String, String),
    /// The stop signal was given.
    #[error("stopped before the games against {0} were over")]
    Stopped(String),
}

/// The opponents of the paper: GOjen, Naive and Random.
pub const PAPER: [&str; 3] = ["gojen", "naive", "random:eyes=fill,pass=uniform"];

impl Opponent {
    /// The player of this specification.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make(spec: &Spec, maker: &dyn Maker) -> Result<Opponent, SampleError> {
        let made = maker.make(spec).map_err(|error| SampleError::Opponent(spec.to_string(), error))?;
        Ok(Opponent { spec: spec.clone(), player: made })
    }

    /// Another network.
    pub fn network(name: &str, network: Arc<Network>) -> Result<Opponent, SampleError> {
        let spec = Spec::new(name).map_err(|error| SampleError::Opponent(name.to_string(), error))?;
        Ok(Opponent { spec, player: Box::new(Td::new(network, Manner::default())) })
    }
}

impl Tally {
    /// The share of games won.
    pub fn strength(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.games.max(1))
    }
}

/// The mean strength against several opponents; 0 without one.
pub fn mean(tallies: &[Tally]) -> f64 {
    stats::mean(tallies.iter().map(Tally::strength)).unwrap_or(0.0)
}

/// Plays this many games against each opponent.
///
/// # Errors
/// If a player fails, or the stop signal is given.
pub fn sample(
    network: &Arc<Network>,
    opponents: &mut [Opponent],
    games: u32,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Tally>, SampleError> {
    let mut player = Td::new(network.clone(), Manner::default());
    let against = |(number, opponent): (usize, &mut Opponent)| {
        let mut tally = Tally::default();
        for game in 0..games {
            let us = Color::BOTH[game as usize % 2];
            let seed = seed_of(&[seed, number as u64, u64::from(game)]);
            let lead = play(&mut player, opponent, network.size(), us, seed, stop)?;
            tally.games += 1;
            tally.wins += u32::from(lead > 0.0);
            tally.draws += u32::from(lead == 0.0);
        }
        Ok(tally)
    };
    opponents.iter_mut().enumerate().map(against).collect()
}

/// Plays one game as this colour, and returns the network's final lead.
fn play(
    network: &mut Td,
    opponent: &mut Opponent,
    size: usize,
    us: Color,
    seed: u64,
    stop: &Stop,
) -> Result<f32, SampleError> {
    let other: &mut dyn Player = opponent.player.as_mut();
    let players: [&mut dyn Player; 2] = if us == Color::Black { [network, other] } else { [other, network] };
    let (_, lead) = play_game(players, size, seed, stop, &mut |_| {}).map_err(|conclusion| {
        let name = opponent.spec.to_string();
        match conclusion {
            Conclusion::Forfeit { reason, .. } => SampleError::Game(name, reason.to_string()),
            _ => SampleError::Stopped(name),
        }
    })?;
    Ok(if us == Color::Black { lead } else { -lead })
}

/// Plays one game under the terms of a sample, and returns it with Black's final lead; 1 or -1 if the opponent or Black
/// resigned.
///
/// # Errors
/// If a player forfeits the game, or the stop signal is given.
pub fn play_game(
    players: [&mut dyn Player; 2],
    size: usize,
    seed: u64,
    stop: &Stop,
    watch: &mut dyn FnMut(&Turn<'_>),
) -> Result<(Game, f32), Conclusion> {
    let terms = Terms { seed, move_limit: 4 * size * size, ..Terms::default() };
    let Bout { game, conclusion, .. } = bout(Game::new(size, Rules::JAPANESE, 0.0), players, &terms, stop, watch);
    if !matches!(conclusion, Conclusion::Finished | Conclusion::MoveLimit) {
        return Err(conclusion);
    }
    let lead = match game.moves().last() {
        Some((Color::Black, Move::Resign)) => -1.0,
        Some((Color::White, Move::Resign)) => 1.0,
        _ => game.score(&score::dead_stones(game.board())),
    };
    Ok((game, lead))
}
