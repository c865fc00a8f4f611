//! What players by an evaluation of boards have in common (`distance` and `genetic`): the value of a move is that of
//! the board after it, or after the best answers to it.
//!
//! An evaluation values a board for the player who has just moved. One move ahead, that is the value of the move;
//! deeper, each side plays its best answer (negamax). The depth increases step by step, and a depth that is not
//! finished in time does not count. Points are tried in a random order that the position determines, so that any of
//! them may be among the few of a small budget.

use goban::{Board, Color, Game, Point, PointMap, life};
use player::Rng;

use crate::danger;
use crate::pace::Pace;
use crate::simple::MoveEvaluator;

/// An evaluation of boards.
pub(crate) trait BoardEvaluation: Send {
    /// How likely the player of that colour is to win, who has just moved; from 0 to 1.
    fn evaluate(&mut self, board: &Board, own: Color) -> f32;

    /// A remark on a board after its own move, with its title.
    fn remark(&self, board: &Board, own: Color) -> Option<(&'static str, String)> {
        let _ = (board, own);
        None
    }
}

/// Values moves by an evaluation of boards.
pub(crate) struct Lookahead<A> {
    evaluation: A,
    depth: u32,
    clean_up: bool,
    pace: Option<Pace>,
    /// The number of boards evaluated so far, of the number that the pace allows.
    evaluated: u64,
}

/// The least value of a useful move, since moves without value are not played.
const LEAST: f32 = 1e-6;

impl<A: BoardEvaluation> Lookahead<A> {
    /// Values moves by looking `depth` moves ahead.
    pub fn new(evaluation: A, depth: u32) -> Lookahead<A> {
        Lookahead { evaluation, depth, clean_up: false, pace: None, evaluated: 0 }
    }

    /// The value of a board for the player who has just moved, `depth` moves ahead, that move included; `None` if the
    /// time is up. A value below `enough` need not be exact.
    fn value(&mut self, board: &Board, depth: u32, enough: f32) -> Option<f32> {
        if depth <= 1 {
            let is_up = self.pace.as_ref().is_some_and(|pace| self.evaluated >= pace.playouts || pace.is_up());
            self.evaluated += 1;
            return (!is_up).then(|| self.evaluation.evaluate(board, board.to_play().other()));
        }
        let mut after = *board;
        after.pass();
        let mut reply = self.value(&after, depth - 1, 0.0)?;
        for &point in board.empties() {
            if 1.0 - reply < enough {
                break;
            }
            if board.is_legal(point) && !board.is_eye_like(point, board.to_play()) {
                after.copy_from(board);
                after.play_unchecked(point);
                reply = reply.max(self.value(&after, depth - 1, reply)?);
            }
        }
        Some(1.0 - reply)
    }

    /// Values each of these points `depth` moves ahead, and sorts them by value. `false` if the time is up.
    fn look_ahead(&mut self, board: &Board, points: &mut [(Point, f32)], depth: u32) -> bool {
        let mut best = 0.0;
        let mut finished = true;
        for (point, found) in points.iter_mut() {
            let mut after = *board;
            after.play_unchecked(*point);
            match self.value(&after, depth, best) {
                Some(value) => *found = value.max(LEAST),
                None => {
                    finished = false;
                    break;
                }
            }
            best = found.max(best);
        }
        // A stable sort, so that equal points keep their random order.
        points.sort_by(|a, b| b.1.total_cmp(&a.1));
        finished
    }
}

impl<A: BoardEvaluation> MoveEvaluator for Lookahead<A> {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        let (board, us) = (game.board(), game.to_play());
        let must_capture = self.clean_up || game.rules().count_every_stone();
        let settled = life::settled(board);
        points.iter().for_each(|&point| values[point] = 0.0);
        let is_useful = |point: &Point| danger::is_useful(board, *point, us, &settled, must_capture);
        let mut ranked: Vec<(Point, f32)> =
            points.iter().copied().filter(is_useful).map(|point| (point, f32::MIN_POSITIVE)).collect();
        Rng::new(game.hash()).shuffle(&mut ranked);
        for depth in 1..=self.depth {
            let mut deeper = ranked.clone();
            let finished = self.look_ahead(board, &mut deeper, depth);
            // An unfinished first depth is better than nothing.
            if finished || depth == 1 {
                ranked = deeper;
            }
            if !finished {
                break;
            }
        }
        ranked.into_iter().for_each(|(point, value)| values[point] = value);
    }

    fn set_pace(&mut self, pace: Pace) {
        self.pace = Some(pace);
        self.evaluated = 0;
    }

    fn remark(&self, game: &Game, point: Point) -> Option<(&'static str, String)> {
        let mut after = *game.board();
        after.play_unchecked(point);
        self.evaluation.remark(&after, game.to_play())
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};
    use player::{Budget, Stop};

    use super::*;

    /// Values boards by a function, and counts the evaluations.
    struct Taste {
        liked: fn(&Board, Color) -> f32,
        asked: u64,
    }

    impl BoardEvaluation for Taste {
        fn evaluate(&mut self, board: &Board, own: Color) -> f32 {
            self.asked += 1;
            (self.liked)(board, own)
        }
    }

    /// The values of the points of an empty 4x4 board for Black, and the number of evaluations.
    fn judged(liked: fn(&Board, Color) -> f32, depth: u32, budget: Budget) -> (Vec<f32>, u64) {
        let game = Game::new(4, Rules::CHINESE, 0.5);
        let mut lookahead = Lookahead::new(Taste { liked, asked: 0 }, depth);
        lookahead.set_pace(Pace::new(&game, &budget, &Stop::new(), u64::MAX));
        let (points, mut values) = (game.legal_points().collect::<Vec<_>>(), PointMap::new(0.0));
        lookahead.evaluate(&game, &points, &mut values);
        (points.iter().map(|&point| values[point]).collect(), lookahead.evaluation.asked)
    }

    fn has(board: &Board, name: &str, color: Color) -> bool {
        board.cell(Point::from_gtp(name, 4).unwrap()).is(color)
    }

    /// A corner has a value, the one opposite a smaller one: two moves ahead the other side takes the second corner,
    /// whichever was the first.
    fn corners(board: &Board, own: Color) -> f32 {
        let value = |color: Color| {
            0.3 * f32::from(u8::from(has(board, "A4", color))) + 0.2 * f32::from(u8::from(has(board, "D1", color)))
        };
        0.5 + value(own) - value(own.other())
    }

    #[test]
    fn the_value_of_a_move_is_that_of_the_board_after_it() {
        let (values, asked) = judged(corners, 1, Budget::default());
        assert_eq!(asked, 16);
        assert_eq!((values[0], values[15], values[5]), (0.8, 0.7, 0.5));
    }

    #[test]
    fn two_moves_ahead_the_best_answer_counts() {
        let (values, asked) = judged(corners, 2, Budget::default());
        assert!((values[0] - 0.6).abs() < 1e-6 && values[5] < 0.6 && values[15] < 0.6, "{values:?}");
        assert!(asked < 16 + 16 * 16, "refuted moves are not searched further");
    }

    #[test]
    fn a_budget_limits_the_boards() {
        for budget in [0, 1, 7, 20] {
            let (values, asked) = judged(corners, 2, Budget::playouts(budget));
            assert!(asked <= budget);
            let evaluated = values.iter().filter(|&&value| value > f32::MIN_POSITIVE).count();
            assert_eq!(evaluated, budget.min(16) as usize, "the others come last");
            assert!(values.iter().all(|&value| value > 0.0), "but may be played");
        }
    }

    #[test]
    fn where_all_is_settled_no_move_has_a_value() {
        let board = diagram::board(
            "
            . X X O .
            X X X O O
            . X X O .
            X X X O O
            . X X O .",
        );
        let game = Game::from_board(board, Rules::CHINESE, 0.5);
        let mut lookahead = Lookahead::new(Taste { liked: |_, _| 1.0, asked: 0 }, 1);
        let (points, mut values) = (game.legal_points().collect::<Vec<_>>(), PointMap::new(1.0));
        lookahead.evaluate(&game, &points, &mut values);
        assert!(points.iter().all(|&point| values[point] == 0.0));
    }
}
