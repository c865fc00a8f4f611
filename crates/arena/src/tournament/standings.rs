//! The standings of an event: counts of results, best first.

use crate::ledger::ResultRow;

/// What one player has done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Its specification.
    pub player: String,
    /// Games that it won.
    pub wins: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games that it forfeited.
    pub forfeits: u64,
}

impl Standing {
    /// How many games it has played.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points that it could have won; nothing before its first game.
    pub fn rate(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.points() / self.games() as f64 }
    }
}

/// The standings after some results, best first: by the share of points, since not all have played as much.
pub fn standings(results: &[ResultRow]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = Vec::new();
    for result in results {
        for (seat, player) in result.in_order().into_iter().enumerate() {
            let known = standings.iter().position(|standing| standing.player == player);
            let place = known.unwrap_or_else(|| {
                standings.push(Standing { player: player.to_string(), ..Standing::default() });
                standings.len() - 1
            });
            let standing = &mut standings[place];
            match result.winner() {
                Some(winner) if winner == seat => standing.wins += 1,
                Some(_) => {
                    standing.losses += 1;
                    standing.forfeits += u64::from(result.finish.is_forfeit());
                }
                None => standing.draws += 1,
            }
        }
    }
    let by_rate = |one: &Standing, other: &Standing| other.rate().total_cmp(&one.rate());
    standings.sort_by(|one, other| by_rate(one, other).then_with(|| one.player.cmp(&other.player)));
    standings
}
