//! `naive-mc`: flat Monte Carlo with uniformly random playouts.
//!
//! The "Naive Monte-Carlo AI" of Ying's "Artificial Intelligence for Go" (2009, section 5 and the ninth week of its
//! work log). The machinery is in `flat`; here is its playout.

use goban::{Board, Ending, Game, Move, Point};
use player::{Entry, Failure, Rng, parameters};
use search::playout::{self, Limits, Trace, margin};

use crate::flat::{Flat, Playout, lead};
use crate::pace::Pace;
use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "naive-mc",
    summary: "flat Monte Carlo: plays the same number of random games for each legal move",
    params: Params::PARAMS,
    build: |settings, _| {
        let Params { games, depth, seed } = Params::read(settings);
        Ok(Box::new(Flat::new(games, depth, seed, Uniform)))
    },
};

parameters! {
    /// The games that it plays.
    pub struct Params {
        /// games for each legal move where no budget is given
        pub games: u64 = 100, in 1..=1_000_000;
        /// the number of moves of each game that are stored in the tree
        pub depth: usize = 4, in 1..=10_000;
        ..seed: SeedParams;
    }
}

/// Random moves that spare own eyes, as far as the rules allow it.
struct Uniform;

impl Playout for Uniform {
    fn play_out(
        &mut self,
        game: &Game,
        first: Move,
        rng: &mut Rng,
        moves: &mut Vec<Move>,
        _: &Pace,
    ) -> Result<Option<f32>, Failure> {
        let mut board = *game.board();
        match first {
            Move::Play(point) => board.play_unchecked(point),
            Move::Pass | Move::Resign => board.pass(),
        }
        let start = board;
        finish(&mut board, game.rules().ending, rng, moves);
        Ok(Some(lead(game, &start, &board, margin(&board))))
    }
}

/// Plays to the end by random moves. The pass of a player with nothing to play ends a game if the move before was a
/// pass too.
fn finish(board: &mut Board, ending: Ending, rng: &mut Rng, moves: &mut Vec<Move>) {
    let us = board.to_play();
    let is_sensible = |&point: &Point| board.is_legal(point) && !board.is_eye_like(point, us);
    let passed = ending == Ending::TwoPasses && board.last_move() == Some(Move::Pass);
    if passed && !board.empties().iter().any(is_sensible) {
        board.pass();
        moves.push(Move::Pass);
        return;
    }
    let limits = Limits { mercy: f32::INFINITY, self_atari: usize::MAX, ending, ..Limits::default() };
    let mut trace = Trace::default();
    playout::run(board, &mut (), &limits, rng, &mut trace);
    moves.extend(trace.moves().iter().map(|point| point.map_or(Move::Pass, Move::Play)));
}

#[cfg(test)]
mod tests {
    use goban::{Color, Rules, diagram};
    use player::{Budget, Stop};

    use super::*;

    #[test]
    fn in_a_deathmatch_eyes_are_filled_and_the_game_ends_where_no_move_is_left() {
        for seed in 0..50 {
            let (mut board, mut moves) = (Board::new(4), Vec::new());
            finish(&mut board, Ending::NoMoveLeft, &mut Rng::new(seed), &mut moves);
            assert!(!moves.contains(&Move::Pass));
            let stuck = board.points().all(|point| !board.is_legal(point));
            assert!(stuck || moves.len() == 3 * 16, "{board:?}");
        }
    }

    #[test]
    fn a_pass_before_the_playout_counts() {
        let mut board = diagram::board(
            "
            . X .
            X X X
            X X .",
        );
        board.set_to_play(Color::White);
        board.pass();
        let mut moves = Vec::new();
        finish(&mut board, Ending::TwoPasses, &mut Rng::new(1), &mut moves);
        assert_eq!(moves, [Move::Pass], "Black has eyes only");
    }

    #[test]
    fn stones_placed_in_territory_cost_under_territory_rules_only_if_placed_before_the_playout() {
        // Black is alive with three points around, White has nothing.
        let board = diagram::board(
            "
            . X .
            X X X
            X X .",
        );
        let mut rng = Rng::new(3);
        let mut counted = |rules: Rules| {
            let game = Game::from_board(board, rules, 0.0);
            let pace = Pace::new(&game, &Budget::default(), &Stop::new(), 1);
            Uniform.play_out(&game, Move::Pass, &mut rng, &mut Vec::new(), &pace).unwrap()
        };
        assert_eq!(counted(Rules::CHINESE), Some(9.0));
        assert_eq!(counted(Rules::JAPANESE), Some(3.0));
    }
}
