//! What the simple players have in common: they give every point a worth, and play the best.
//!
//! What differs between them is one function, a [`Judge`]. Around it is the same good sense for all of them, without
//! which their games would never end: own eyes are left alone, nothing is played that is not worth a move, and no
//! earlier position is brought back, also where the ko rule would allow it (or two players would throw in and capture
//! the same stone for ever). Who has nothing left to play passes; where the rules know no pass, all that comes last.

use goban::{Game, Move, Point, PointMap, zobrist};
use player::{Budget, Choice, Failure, Player, Rng, Stop};

use crate::pace::Pace;
use crate::seed::SeedParams;

/// What a player thinks of the points where it may play.
pub(crate) trait Judge: Send {
    /// Writes what each of these points, which are legal and in order from the top left, is worth to the side to move.
    /// What is worth nought or less is played only by who may not pass.
    fn judge(&mut self, game: &Game, points: &[Point], worth: &mut PointMap<f32>);

    /// How far it may think when it judges next. Who needs no time takes no notice.
    fn set_pace(&mut self, pace: Pace) {
        let _ = pace;
    }

    /// A remark on a move that it likes best, with its title.
    fn remark(&self, game: &Game, point: Point) -> Option<(&'static str, String)> {
        let _ = (game, point);
        None
    }

    /// Whether dead stones are to be captured before passing.
    fn clean_up(&mut self, on: bool) {
        let _ = on;
    }
}

/// Which of several moves that are worth the same is played.
enum Ties {
    /// The first from the top left.
    First,
    /// Any, each equally likely.
    Random,
}

/// A player that plays what its judge likes best.
pub(crate) struct Simple<J> {
    judge: J,
    ties: Ties,
    keep_eyes: bool,
    seed: SeedParams,
    rng: Rng,
    /// The points that may be played, and the own eyes among them.
    points: Vec<Point>,
    eyes: Vec<Point>,
    worth: PointMap<f32>,
}

impl<J: Judge> Simple<J> {
    /// A player that spares its eyes and chooses between equal moves at random.
    pub fn new(judge: J, seed: SeedParams) -> Simple<J> {
        Simple {
            judge,
            ties: Ties::Random,
            keep_eyes: true,
            rng: seed.rng(),
            seed,
            points: Vec::new(),
            eyes: Vec::new(),
            worth: PointMap::new(0.0),
        }
    }

    /// A player that spares its eyes and plays the first of several equal moves.
    pub fn deterministic(judge: J) -> Simple<J> {
        Simple { ties: Ties::First, ..Simple::new(judge, SeedParams { seed: None }) }
    }

    /// The same, sparing its eyes or not.
    pub fn keeping_eyes(self, keep_eyes: bool) -> Simple<J> {
        Simple { keep_eyes, ..self }
    }

    /// Its judge.
    pub fn judge_mut(&mut self) -> &mut J {
        &mut self.judge
    }

    fn pick(&mut self, game: &Game) -> Move {
        let may_pass = game.check(game.to_play(), Move::Pass).is_ok();
        self.look(game);
        let mut back = None;
        loop {
            while let Some(point) = self.take_best() {
                if may_pass && self.worth[point] <= 0.0 {
                    return Move::Pass;
                }
                if !brings_back(game, point) {
                    return Move::Play(point);
                }
                back = back.or(Some(point));
            }
            if may_pass || self.eyes.is_empty() {
                return back.filter(|_| !may_pass).map_or(Move::Pass, Move::Play);
            }
            std::mem::swap(&mut self.points, &mut self.eyes);
            self.judge.judge(game, &self.points, &mut self.worth);
        }
    }

    /// Finds the legal points, and what they are worth.
    fn look(&mut self, game: &Game) {
        let (board, us) = (game.board(), game.to_play());
        let is_eye = |&point: &Point| self.keep_eyes && board.is_eye_like(point, us);
        (self.eyes, self.points) = game.legal_points().partition(is_eye);
        self.judge.judge(game, &self.points, &mut self.worth);
    }

    fn take_best(&mut self) -> Option<Point> {
        let most = self.points.iter().map(|&point| self.worth[point]).reduce(f32::max)?;
        let mut best = (0..self.points.len()).filter(|&place| self.worth[self.points[place]] == most);
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

impl<J: Judge> Player for Simple<J> {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.judge.set_pace(Pace::new(game, &budget, stop, u64::MAX));
        let mut choice = Choice::new(self.pick(game));
        if let Some((title, text)) = choice.mv.point().and_then(|point| self.judge.remark(game, point)) {
            choice.analysis.note(title, text);
        }
        Ok(choice)
    }

    fn rank(&mut self, game: &Game, worth: &mut PointMap<f32>) -> bool {
        self.judge.set_pace(Pace::new(game, &Budget::default(), &Stop::new(), u64::MAX));
        self.look(game);
        self.points.iter().for_each(|&point| worth[point] = self.worth[point]);
        let least = self.points.iter().map(|&point| self.worth[point]).fold(0.0, f32::min);
        self.eyes.iter().for_each(|&eye| worth[eye] = least);
        true
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(self.seed.of_game(seed));
    }

    fn clean_up(&mut self, on: bool) {
        self.judge.clean_up(on);
    }
}

/// Whether a stone there would make a position that was on the board before.
pub(crate) fn brings_back(game: &Game, point: Point) -> bool {
    let mut after = *game.board();
    after.play_unchecked(point);
    game.past_hashes().contains(&(game.hash() ^ zobrist::change(&after)))
}
