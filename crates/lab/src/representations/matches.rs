//! Games of networks: against each other and against other players.

use std::collections::HashSet;

use goban::{Color, Move};
use learn::td::sample::play_game;
use player::{Conclusion, Player};
use serde::{Deserialize, Serialize};
use stats::Score;

use crate::{Lab, LabError};

/// The results of the first of two players.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Games {
    /// The number of games.
    pub games: u64,
    /// The games won.
    pub wins: u64,
    /// The games drawn.
    pub draws: u64,
    /// The number of different games.
    pub different: u64,
}

impl Games {
    /// The paper's score: the share of games won. The scores of its table I add up to less than 3, so a draw is not half
    /// a win.
    pub fn share(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }

    /// The share of games that the other player won.
    pub fn lost(&self) -> f64 {
        (self.games - self.wins - self.draws) as f64 / self.games.max(1) as f64
    }

    /// The games won, and all others as not won.
    pub fn won(&self) -> Score {
        Score { wins: self.wins, losses: self.games - self.wins, draws: 0 }
    }

    /// All games of several.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Games>) -> Games {
        parts.into_iter().fold(Games::default(), |sum, part| Games {
            games: sum.games + part.games,
            wins: sum.wins + part.wins,
            draws: sum.draws + part.draws,
            different: sum.different + part.different,
        })
    }
}

/// Plays games between two players on 5x5, with Black in turn, under the terms of the samples.
///
/// # Errors
/// If a player fails, or the stop signal came first.
pub(super) fn play(
    first: &mut dyn Player,
    second: &mut dyn Player,
    games: u64,
    seed: u64,
    lab: &Lab<'_>,
) -> Result<Games, LabError> {
    let mut seen: HashSet<(Color, Vec<Move>)> = HashSet::new();
    let mut all = Games::default();
    for number in 0..games {
        let us = Color::BOTH[(number % 2) as usize];
        let players: [&mut dyn Player; 2] = if us == Color::Black { [first, second] } else { [second, first] };
        let (game, lead) =
            play_game(players, 5, seed.wrapping_add(number), &lab.stop, &mut |_| {}).map_err(|end| match end {
                Conclusion::Forfeit { reason, .. } => LabError::failed(reason),
                _ => LabError::Stopped,
            })?;
        let lead = if us == Color::Black { lead } else { -lead };
        all.games += 1;
        all.wins += u64::from(lead > 0.0);
        all.draws += u64::from(lead == 0.0);
        all.different += u64::from(seen.insert((us, game.moves().iter().map(|&(_, mv)| mv).collect())));
    }
    Ok(all)
}
