//! Dynamic komi in handicap games.
//!
//! Where every playout is won or every playout is lost, all moves look alike. So a handicap game starts with extra komi
//! of about the value of the stones. It decreases evenly with each move until, after the opening and the middle game,
//! only the real komi is left. Both sides then have something to play for all the time.
//! (Linear dynamic komi: P. Baudiš, "Balancing MCTS by Dynamically Adjusting the Komi Value", ICGA Journal 34, 2011.)

use goban::Game;

/// How much komi is added, and for how long.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct DynamicKomi {
    /// The value of a handicap stone on 19x19; on other boards it is in proportion to their points.
    pub points_per_stone: f32,
    /// Moves per point of the board after which nothing is added.
    pub moves_per_point: f32,
}

impl DynamicKomi {
    /// What is added to komi now: a whole number, so that there are no more draws than before.
    pub fn extra(&self, game: &Game) -> f32 {
        let points = (game.size() * game.size()) as f32;
        let last = self.moves_per_point * points;
        let share = 1.0 - game.move_number() as f32 / last.max(1.0);
        if game.handicap() < 2 || share <= 0.0 {
            return 0.0;
        }
        let given = game.komi() + game.rules().compensation(game.handicap());
        let lead = self.points_per_stone * points / 361.0 * game.handicap() as f32 - given;
        (lead.max(0.0) * share).round()
    }
}

#[cfg(test)]
mod tests {
    use goban::{Move, Rules};

    use super::*;

    const USUAL: DynamicKomi = DynamicKomi { points_per_stone: 8.0, moves_per_point: 0.5 };

    fn handicap_game(stones: usize) -> Game {
        let mut game = Game::new(19, Rules::JAPANESE, 0.5);
        game.place_fixed_handicap(stones).unwrap();
        game
    }

    #[test]
    fn stones_are_asked_for_what_they_are_worth_and_less_with_every_move() {
        let mut game = handicap_game(4);
        assert_eq!(USUAL.extra(&game), 32.0, "four stones of eight points, less half a point of komi, rounded");
        let mut last = USUAL.extra(&game);
        while game.move_number() < 181 {
            let point = game.legal_points().next().unwrap();
            game.play(Move::Play(point)).unwrap();
            assert!(USUAL.extra(&game) <= last);
            last = USUAL.extra(&game);
        }
        assert_eq!(last, 0.0);
    }

    #[test]
    fn even_games_have_their_own_komi_only() {
        assert_eq!(USUAL.extra(&Game::new(9, Rules::CHINESE, 7.5)), 0.0);
    }
}
