//! `random`: a random legal move, each equally likely.
//!
//! The sources mean different things by it. Ying's Random Player chooses out of all legal moves (`eyes=fill`), Mayer's
//! out of all legal moves and the pass (`eyes=fill,pass=uniform`); the playouts of Monte-Carlo programs spare their own
//! eyes, without which no game would end, and that is the default. Stoutamire's random opponent gives each move a
//! random value, as this one does when it ranks.

use goban::{Game, Move, PointMap};
use player::{Budget, Choice, Entry, Failure, Player, Rng, Stop, choices, parameters};

use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "random",
    summary: "plays a random legal move, each equally likely",
    params: Params::PARAMS,
    build: |settings, _| Ok(Box::new(Random::new(Params::read(settings)))),
};

parameters! {
    /// What it plays.
    pub struct Params {
        /// whether its own eyes are spared, or filled like any point
        pub eyes: Eyes = "keep";
        /// pass when nothing else is left, or as one of the moves
        pub pass: Pass = "last";
        ..seed: SeedParams;
    }
}

choices! {
    /// What a player does with its own eyes.
    pub enum Eyes {
        /// Spares them.
        Keep = "keep",
        /// Fills them like any point.
        Fill = "fill",
    }
}

choices! {
    /// When it passes.
    pub enum Pass {
        /// When nothing else is left.
        Last = "last",
        /// As one of the moves.
        Uniform = "uniform",
    }
}

struct Random {
    params: Params,
    rng: Rng,
    options: Vec<Move>,
}

impl Player for Random {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(self.pick(game)))
    }

    /// A random value for each point, above 0 and at most 1; a spared eye gets 0.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        let (board, color) = (game.board(), game.to_play());
        for point in game.legal_points() {
            let sampled = 1.0 - self.rng.unit();
            values[point] = if self.keeps_eyes() && board.is_eye_like(point, color) { 0.0 } else { sampled };
        }
        true
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(self.params.seed.of_game(seed));
    }
}

impl Random {
    fn new(params: Params) -> Random {
        Random { rng: params.seed.rng(), params, options: Vec::new() }
    }

    fn keeps_eyes(&self) -> bool {
        self.params.eyes == Eyes::Keep
    }

    /// Samples points until one is legal: each legal move is equally likely, and few have to be tested for superko.
    fn pick(&mut self, game: &Game) -> Move {
        let (board, color) = (game.board(), game.to_play());
        self.options.clear();
        self.options.extend(board.empties().iter().map(|&point| Move::Play(point)));
        if self.params.pass == Pass::Uniform {
            self.options.push(Move::Pass);
        }
        let mut eye = None;
        while !self.options.is_empty() {
            let sampled = self.options.swap_remove(self.rng.below(self.options.len() as u32) as usize);
            if game.check(color, sampled).is_err() {
                continue;
            }
            match sampled.point() {
                Some(point) if self.keeps_eyes() && board.is_eye_like(point, color) => eye = Some(sampled),
                _ => return sampled,
            }
        }
        // Where the rules know no pass, an eye has to be filled in the end.
        match eye {
            Some(eye) if game.check(color, Move::Pass).is_err() => eye,
            _ => Move::Pass,
        }
    }
}
