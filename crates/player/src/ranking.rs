//! The legal moves of a position in the order of a player's values.

use goban::{Game, Point, PointMap};

use crate::Player;

/// A point and its rank: the number of points that are liked better, and one. Points that are liked alike share the
/// best number.
pub type Ranked = (Point, usize);

/// All legal points, best first; nothing if the player does not rank moves.
///
/// ```
/// use goban::{Game, Point, PointMap, Rules};
/// use player::{Budget, Choice, Failure, Player, Stop, ranking};
///
/// /// Likes the upper rows better.
/// struct Upwards;
///
/// impl Player for Upwards {
///     fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
///         Ok(Choice::new(game.legal_points().next().map_or(goban::Move::Pass, goban::Move::Play)))
///     }
///
///     fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
///         game.legal_points().for_each(|point| values[point] = -(point.row() as f32));
///         true
///     }
/// }
///
/// let ranked = ranking(&mut Upwards, &Game::new(3, Rules::CHINESE, 7.5)).unwrap();
/// assert_eq!(ranked.iter().map(|&(_, rank)| rank).collect::<Vec<_>>(), [1, 1, 1, 4, 4, 4, 7, 7, 7]);
/// ```
pub fn ranking(player: &mut dyn Player, game: &Game) -> Option<Vec<Ranked>> {
    let mut values = PointMap::new(0.0);
    if !player.rank(game, &mut values) {
        return None;
    }
    let mut points: Vec<Point> = game.legal_points().collect();
    points.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let rank = |&point: &Point| points.partition_point(|&other| values[other] > values[point]) + 1;
    Some(points.iter().map(|point| (*point, rank(point))).collect())
}
