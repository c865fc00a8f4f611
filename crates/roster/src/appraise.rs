//! What players by an evaluation of boards have in common (`distance` and `genetic`): each move is worth what the board
//! after it is worth, or the board after the best answers to it.
//!
//! An evaluation says what a board is worth to the player who has just moved. One move ahead, that is the worth of the
//! move; farther ahead, the opponent's gain is our loss, and each side plays what is best for it. Depth follows depth,
//! and what is not finished when time is up does not count. Points are looked at in an order drawn by lot from the
//! position, so that with a small budget any of them may be among the few.

use goban::{Board, Color, Game, Point, PointMap, life};
use player::Rng;

use crate::pace::Pace;
use crate::sense;
use crate::simple::Judge;

/// An evaluation of boards.
pub(crate) trait Appraisal: Send {
    /// How likely the player of that colour is to win, who has just moved; from 0 to 1.
    fn appraise(&mut self, board: &Board, own: Color) -> f32;

    /// A remark on a board after its own move, with its title.
    fn remark(&self, board: &Board, own: Color) -> Option<(&'static str, String)> {
        let _ = (board, own);
        None
    }
}

/// A judge that goes by an evaluation.
pub(crate) struct Appraiser<A> {
    appraisal: A,
    depth: u32,
    clean_up: bool,
    pace: Option<Pace>,
    /// How many boards were appraised of those that the pace allows.
    appraised: u64,
}

/// A move that is of use is worth a little at least, since what is worth nothing is not played.
const LEAST: f32 = 1e-6;

impl<A: Appraisal> Appraiser<A> {
    /// A judge that looks so many moves ahead.
    pub fn new(appraisal: A, depth: u32) -> Appraiser<A> {
        Appraiser { appraisal, depth, clean_up: false, pace: None, appraised: 0 }
    }

    /// What a board is worth to who has just moved, when so many moves are looked ahead, that one included; `None` if
    /// the time is up. Where it is below `enough`, something below `enough` will do.
    fn value(&mut self, board: &Board, depth: u32, enough: f32) -> Option<f32> {
        if depth <= 1 {
            let is_up = self.pace.as_ref().is_some_and(|pace| self.appraised >= pace.playouts || pace.is_up());
            self.appraised += 1;
            return (!is_up).then(|| self.appraisal.appraise(board, board.to_play().other()));
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

    /// Looks so many moves ahead from each of these points, which are put into the order of what they are worth.
    /// `false` if the time is up.
    fn look_ahead(&mut self, board: &Board, points: &mut [(Point, f32)], depth: u32) -> bool {
        let mut best = 0.0;
        let mut finished = true;
        for (point, worth) in points.iter_mut() {
            let mut after = *board;
            after.play_unchecked(*point);
            match self.value(&after, depth, best) {
                Some(value) => *worth = value.max(LEAST),
                None => {
                    finished = false;
                    break;
                }
            }
            best = worth.max(best);
        }
        // In a stable order, so that those that are alike stay in the order of their lots.
        points.sort_by(|a, b| b.1.total_cmp(&a.1));
        finished
    }
}

impl<A: Appraisal> Judge for Appraiser<A> {
    fn judge(&mut self, game: &Game, points: &[Point], worth: &mut PointMap<f32>) {
        let (board, us) = (game.board(), game.to_play());
        let must_capture = self.clean_up || game.rules().count_every_stone();
        let settled = life::settled(board);
        points.iter().for_each(|&point| worth[point] = 0.0);
        let is_of_use = |point: &Point| sense::is_of_use(board, *point, us, &settled, must_capture);
        let mut ranked: Vec<(Point, f32)> =
            points.iter().copied().filter(is_of_use).map(|point| (point, f32::MIN_POSITIVE)).collect();
        let mut lots = Rng::new(game.hash());
        lots.shuffle(&mut ranked);
        for depth in 1..=self.depth {
            let mut deeper = ranked.clone();
            let finished = self.look_ahead(board, &mut deeper, depth);
            // What was appraised of the first move ahead is better than nothing.
            if finished || depth == 1 {
                ranked = deeper;
            }
            if !finished {
                break;
            }
        }
        ranked.into_iter().for_each(|(point, value)| worth[point] = value);
    }

    fn set_pace(&mut self, pace: Pace) {
        self.pace = Some(pace);
        self.appraised = 0;
    }

    fn remark(&self, game: &Game, point: Point) -> Option<(&'static str, String)> {
        let mut after = *game.board();
        after.play_unchecked(point);
        self.appraisal.remark(&after, game.to_play())
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

    /// Likes boards by where its stones are, and counts how many it was asked about.
    struct Taste {
        liked: fn(&Board, Color) -> f32,
        asked: u64,
    }

    impl Appraisal for Taste {
        fn appraise(&mut self, board: &Board, own: Color) -> f32 {
            self.asked += 1;
            (self.liked)(board, own)
        }
    }

    /// What Black thinks that the points of an empty board of four lines are worth.
    fn judged(liked: fn(&Board, Color) -> f32, depth: u32, budget: Budget) -> (Vec<f32>, u64) {
        let game = Game::new(4, Rules::CHINESE, 0.5);
        let mut appraiser = Appraiser::new(Taste { liked, asked: 0 }, depth);
        appraiser.set_pace(Pace::new(&game, &budget, &Stop::new(), u64::MAX));
        let (points, mut worth) = (game.legal_points().collect::<Vec<_>>(), PointMap::new(0.0));
        appraiser.judge(&game, &points, &mut worth);
        (points.iter().map(|&point| worth[point]).collect(), appraiser.appraisal.asked)
    }

    fn has(board: &Board, name: &str, color: Color) -> bool {
        board.cell(Point::from_gtp(name, 4).unwrap()).is(color)
    }

    /// A corner is liked, the one opposite a little less: two moves ahead the other side takes the second corner,
    /// whichever was the first.
    fn corners(board: &Board, own: Color) -> f32 {
        let worth = |color: Color| {
            0.3 * f32::from(u8::from(has(board, "A4", color))) + 0.2 * f32::from(u8::from(has(board, "D1", color)))
        };
        0.5 + worth(own) - worth(own.other())
    }

    #[test]
    fn a_move_is_worth_what_the_board_after_it_is_worth() {
        let (worth, asked) = judged(corners, 1, Budget::default());
        assert_eq!(asked, 16);
        assert_eq!((worth[0], worth[15], worth[5]), (0.8, 0.7, 0.5));
    }

    #[test]
    fn two_moves_ahead_the_best_answer_counts() {
        let (worth, asked) = judged(corners, 2, Budget::default());
        assert!((worth[0] - 0.6).abs() < 1e-6 && worth[5] < 0.6 && worth[15] < 0.6, "{worth:?}");
        assert!(asked < 16 + 16 * 16, "moves that are refuted are not looked at any further");
    }

    #[test]
    fn a_budget_is_so_many_boards() {
        for budget in [0, 1, 7, 20] {
            let (worth, asked) = judged(corners, 2, Budget::playouts(budget));
            assert!(asked <= budget);
            let appraised = worth.iter().filter(|&&worth| worth > f32::MIN_POSITIVE).count();
            assert_eq!(appraised, budget.min(16) as usize, "what was not looked at comes last");
            assert!(worth.iter().all(|&worth| worth > 0.0), "but may be played");
        }
    }

    #[test]
    fn where_all_is_settled_nothing_is_worth_a_move() {
        let board = diagram::board(
            "
            . X X O .
            X X X O O
            . X X O .
            X X X O O
            . X X O .",
        );
        let game = Game::from_board(board, Rules::CHINESE, 0.5);
        let mut appraiser = Appraiser::new(Taste { liked: |_, _| 1.0, asked: 0 }, 1);
        let (points, mut worth) = (game.legal_points().collect::<Vec<_>>(), PointMap::new(1.0));
        appraiser.judge(&game, &points, &mut worth);
        assert!(points.iter().all(|&point| worth[point] == 0.0));
    }
}
