//! What the tests share: a player that learns by rote, and one that cannot rank.
#![allow(dead_code, reason = "each test uses its part")]

use goban::{Game, Move, Point, PointMap};
use player::{Budget, Choice, Failure, Player, Stop};

/// Thinks most of the points where experts have played most often.
#[derive(Default)]
pub struct Rote {
    pub played: Vec<Point>,
    pub passes: usize,
    pub games: usize,
}

impl Player for Rote {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        for point in game.legal_points() {
            values[point] = self.played.iter().filter(|&&played| played == point).count() as f32;
        }
        true
    }

    fn learn(&mut self, game: &Game, played: Move) -> bool {
        assert!(game.check(game.to_play(), played).is_ok(), "the turn is that of who plays");
        match played {
            Move::Play(point) => self.played.push(point),
            _ => self.passes += 1,
        }
        true
    }

    fn reset(&mut self, _: u64) {
        self.games += 1;
    }
}

/// Ranks the first `after` positions, and then no more.
pub struct Dumb {
    pub after: usize,
}

impl Player for Dumb {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn rank(&mut self, _: &Game, _: &mut PointMap<f32>) -> bool {
        self.after = self.after.wrapping_sub(1);
        self.after != usize::MAX
    }
}
