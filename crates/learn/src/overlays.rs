//! What models and players say about each point of a board, for overlays: the values of a self-taught network and the
//! replies that a player learns for its playouts. The continuations of openings are in [`openings`](crate::openings).

use goban::{Game, Point, PointMap};
use player::{Budget, Maker, Player, Spec, SpecError, Stop};
use roster::rave::REPLY_NOTE;

/// The specification of the player with a self-taught network.
///
/// # Errors
/// If the name of the network cannot be part of a specification.
pub fn network_spec(network: &str) -> Result<Spec, SpecError> {
    format!("td:net=[{network}]").parse()
}

/// What a player that ranks moves gives each legal point, such as the win rate after the move for a network.
pub fn values(player: &mut dyn Player, game: &Game) -> Vec<(Point, f32)> {
    let mut values = PointMap::new(0.0);
    player.rank(game, &mut values);
    game.legal_points().map(|point| (point, values[point])).collect()
}

/// The player whose replies are shown if no player of the game has one. It never forgets a reply.
const DEFAULT_REPLIER: &str = "rave:reply=lgr2";

/// The reply to the last move that a player learns while it thinks, and who that player is: the first of `seats` that
/// keeps a table of replies and has one or, failing that, a default player.
pub fn learnt_reply(maker: &dyn Maker, seats: &[Spec], game: &Game, budget: Budget) -> Option<(Spec, Point)> {
    let default = DEFAULT_REPLIER.parse::<Spec>().ok();
    let mut players = seats.iter().filter(|spec| keeps_replies(maker, spec)).chain(&default);
    players.find_map(|spec| Some((spec.clone(), reply_of(maker, spec, game, budget)?)))
}

fn keeps_replies(maker: &dyn Maker, spec: &Spec) -> bool {
    let Ok(settings) = maker.settings(spec) else { return false };
    settings.iter().any(|(param, value)| param.name == "reply" && value.to_string() != "off")
}

fn reply_of(maker: &dyn Maker, spec: &Spec, game: &Game, budget: Budget) -> Option<Point> {
    let mut player = maker.make(spec).ok()?;
    player.reset(1);
    let choice = player.choose(game, budget, &Stop::new()).ok()?;
    let (_, text) = choice.analysis.notes.iter().find(|(title, _)| title == REPLY_NOTE)?;
    Point::from_gtp(text, game.size()).ok()
}

#[cfg(test)]
mod tests {
    use goban::{Move, Rules};
    use roster::Roster;

    use super::*;

    #[test]
    fn a_self_taught_network_values_the_centre_of_a_small_board_most() {
        let game = Game::new(5, Rules::CHINESE, 0.5);
        let mut player = Roster.make(&network_spec("katatsugi-creative").unwrap()).unwrap();
        let values = values(&mut *player, &game);
        assert_eq!(values.len(), 25);
        let (best, _) = values.into_iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap();
        assert_eq!(best.to_gtp(5), "C3");
    }

    #[test]
    fn the_seat_with_a_table_shows_its_reply_and_else_the_default_player_does() {
        let mut game = Game::new(9, Rules::CHINESE, 7.5);
        game.play(Move::Play(Point::from_gtp("E5", 9).unwrap())).unwrap();
        let replier = |seats: &[&str]| {
            let seats: Vec<Spec> = seats.iter().map(|spec| spec.parse().unwrap()).collect();
            let (spec, point) = learnt_reply(&Roster, &seats, &game, Budget::playouts(2000)).unwrap();
            assert!(game.board().is_legal(point), "{}", point.to_gtp(9));
            spec.to_string()
        };
        assert_eq!(replier(&["rave:playouts=20", "rave:reply=lgr1"]), "rave:reply=lgr1");
        assert_eq!(replier(&[]), DEFAULT_REPLIER);
        assert_eq!(replier(&["random"]), DEFAULT_REPLIER);
    }
}
