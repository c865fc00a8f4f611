//! What the simple players have in common: they give every point a value, and play the best.
//!
//! What differs between them is one function, a [`MoveEvaluator`]. The rest is the same for all of them, and without it
//! their games would never end: they leave own eyes alone, play no move without a positive value, and repeat no earlier
//! position, even where the ko rule allows it (or two players would throw in and capture the same stone forever). With
//! nothing left to play they pass; under rules without a pass, they play those moves last.

use goban::{Game, Move, Point, PointMap, zobrist};
use player::{Budget, Choice, Failure, Player, Rng, Stop};

use crate::pace::Pace;
use crate::seed::SeedParams;

/// The values of moves, as one player sees them.
pub(crate) trait MoveEvaluator: Send {
    /// Writes the value of each of these points, which are legal and in order from the top left, for the side to move.
    /// Points with values of 0 and below are played only under rules without a pass.
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>);

    /// The limits of the next evaluation, for evaluators that take time.
    fn set_pace(&mut self, pace: Pace) {
        let _ = pace;
    }

    /// A remark on its best move, with its title.
    fn remark(&self, game: &Game, point: Point) -> Option<(&'static str, String)> {
        let _ = (game, point);
        None
    }

    /// Whether dead stones are to be captured before passing.
    fn clean_up(&mut self, on: bool) {
        let _ = on;
    }
}

/// Which of several equal moves is played.
enum Ties {
    /// The first from the top left.
    First,
    /// Any, each equally likely.
    Random,
}

/// A player that plays the move with the greatest value.
pub(crate) struct Simple<E> {
    evaluator: E,
    ties: Ties,
    keep_eyes: bool,
    seed: SeedParams,
    rng: Rng,
    /// The points that may be played, and the own eyes among them.
    points: Vec<Point>,
    eyes: Vec<Point>,
    values: PointMap<f32>,
}

impl<E: MoveEvaluator> Simple<E> {
    /// A player that spares its eyes and chooses between equal moves at random.
    pub fn new(evaluator: E, seed: SeedParams) -> Simple<E> {
        Simple {
            evaluator,
            ties: Ties::Random,
            keep_eyes: true,
            rng: seed.rng(),
            seed,
            points: Vec::new(),
            eyes: Vec::new(),
            values: PointMap::new(0.0),
        }
    }

    /// A player that spares its eyes and plays the first of several equal moves.
    pub fn deterministic(evaluator: E) -> Simple<E> {
        Simple { ties: Ties::First, ..Simple::new(evaluator, SeedParams { seed: None }) }
    }

    /// The same, sparing its eyes or not.
    pub fn keeping_eyes(self, keep_eyes: bool) -> Simple<E> {
        Simple { keep_eyes, ..self }
    }

    /// Its evaluator.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    fn pick(&mut self, game: &Game) -> Move {
        let may_pass = game.check(game.to_play(), Move::Pass).is_ok();
        self.look(game);
        let mut back = None;
        loop {
            while let Some(point) = self.take_best() {
                if may_pass && self.values[point] <= 0.0 {
                    return Move::Pass;
                }
                if !repeats(game, point) {
                    return Move::Play(point);
                }
                back = back.or(Some(point));
            }
            if may_pass || self.eyes.is_empty() {
                return back.filter(|_| !may_pass).map_or(Move::Pass, Move::Play);
            }
            std::mem::swap(&mut self.points, &mut self.eyes);
            self.evaluator.evaluate(game, &self.points, &mut self.values);
        }
    }

    /// Finds the legal points and their values.
    fn look(&mut self, game: &Game) {
        let (board, us) = (game.board(), game.to_play());
        let is_eye = |&point: &Point| self.keep_eyes && board.is_eye_like(point, us);
        (self.eyes, self.points) = game.legal_points().partition(is_eye);
        self.evaluator.evaluate(game, &self.points, &mut self.values);
    }

    fn take_best(&mut self) -> Option<Point> {
        let most = self.points.iter().map(|&point| self.values[point]).reduce(f32::max)?;
        let mut best = (0..self.points.len()).filter(|&place| self.values[self.points[place]] == most);
        let place = match self.ties {
            Ties::First => best.next(),
            Ties::Random => {
                let number = best.clone().count() as u32;
                best.nth(self.rng.below(number) as usize)
            }
        };
        place.map(|place| self.points.remove(place))
    }
}

impl<E: MoveEvaluator> Player for Simple<E> {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.evaluator.set_pace(Pace::new(game, &budget, stop, u64::MAX));
        let mut choice = Choice::new(self.pick(game));
        if let Some((title, text)) = choice.mv.point().and_then(|point| self.evaluator.remark(game, point)) {
            choice.analysis.note(title, text);
        }
        Ok(choice)
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.evaluator.set_pace(Pace::new(game, &Budget::default(), &Stop::new(), u64::MAX));
        self.look(game);
        self.points.iter().for_each(|&point| values[point] = self.values[point]);
        let least = self.points.iter().map(|&point| self.values[point]).fold(0.0, f32::min);
        self.eyes.iter().for_each(|&eye| values[eye] = least);
        true
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(self.seed.of_game(seed));
    }

    fn clean_up(&mut self, on: bool) {
        self.evaluator.clean_up(on);
    }
}

/// Whether a stone there would repeat an earlier position.
pub(crate) fn repeats(game: &Game, point: Point) -> bool {
    let mut after = *game.board();
    after.play_unchecked(point);
    game.past_hashes().contains(&(game.hash() ^ zobrist::change(&after)))
}
