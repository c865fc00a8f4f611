//! What players can do besides choosing a move, found by trying them with their default settings.

use goban::{Game, Rules};
use player::{Budget, Maker, Player, Spec, Stop};

use crate::metric::rank_values;

/// What a player can do besides choosing a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// It ranks moves.
    pub ranks: bool,
    /// It reports what it thinks: a win rate or several candidates.
    pub analyses: bool,
}

/// The abilities of a player by its name. A player that cannot be made has none.
pub fn abilities(maker: &dyn Maker, name: &str) -> Abilities {
    Abilities { ranks: ranks(maker, name), analyses: analyses(maker, name) }
}

/// The names of the players of a maker that rank moves.
pub fn ranking_players(maker: &dyn Maker) -> Vec<&str> {
    maker.entries().iter().map(|entry| entry.name).filter(|name| ranks(maker, name)).collect()
}

fn ranks(maker: &dyn Maker, name: &str) -> bool {
    let tried = prepare(maker, name, [3, 9]);
    tried.is_some_and(|(mut player, game)| rank_values(&mut *player, &game).is_some())
}

fn analyses(maker: &dyn Maker, name: &str) -> bool {
    let Some((mut player, game)) = prepare(maker, name, [5, 9]) else { return false };
    player.reset(1);
    let choice = player.choose(&game, Budget::playouts(20), &Stop::new());
    choice.is_ok_and(|choice| choice.analysis.win_rate.is_some() || choice.analysis.candidates.len() > 1)
}

/// A player, and a game on the first board that it accepts.
fn prepare(maker: &dyn Maker, name: &str, sizes: [usize; 2]) -> Option<(Box<dyn Player>, Game)> {
    let player = maker.make(&Spec::new(name).ok()?).ok()?;
    let mut games = sizes.into_iter().map(|size| Game::new(size, Rules::CHINESE, 0.5));
    let game = games.find(|game| player.refuses(game).is_none())?;
    Some((player, game))
}

#[cfg(test)]
mod tests {
    use roster::Roster;

    use super::*;

    #[test]
    fn ranking_players_are_found() {
        let names = ranking_players(&Roster);
        assert!(names.contains(&"random") && names.contains(&"greedy") && names.contains(&"mcts"), "{names:?}");
        assert!(!names.contains(&"uct"), "{names:?}");
    }

    #[test]
    fn a_search_analyses_and_a_random_player_does_not() {
        assert_eq!(abilities(&Roster, "uct"), Abilities { ranks: false, analyses: true });
        assert_eq!(abilities(&Roster, "random"), Abilities { ranks: true, analyses: false });
        assert_eq!(abilities(&Roster, "nobody"), Abilities::default());
    }
}
