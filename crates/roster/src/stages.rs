//! `stages`: a different player for each part of the game.
//!
//! Ying's "Artificial Intelligence for Go" (2009, the twelfth week of its work log) notes how easily her program would
//! let one player open, another play the middle game and a third the endgame; Zobrist's program of 1969 already looked
//! for other patterns in each stage. A stage is a property of the position, not of the game's past: when a capture
//! opens the board again, it may be the middle game again.

use std::time::Duration;

use goban::{Game, Move, PointMap, life};
use player::{Analysis, Budget, Choice, Entry, Failure, Player, Restrictions, Rng, SpecError, Stop, parameters};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "stages",
    summary: "a different player for the opening, the middle game and the endgame",
    params: Params::PARAMS,
    build: |settings, maker| {
        let params = Params::read(settings);
        let Some(middle) = params.middle else {
            let reason = "it needs a player for the middle game, as in stages:middle=best".to_string();
            return Err(SpecError::Unavailable { player: ENTRY.name.to_string(), reason });
        };
        Ok(Box::new(Stages {
            opening: params.opening.map(|spec| maker.make(&spec)).transpose()?,
            middle: maker.make(&middle)?,
            endgame: params.endgame.map(|spec| maker.make(&spec)).transpose()?,
            opening_ends: Border {
                moves: params.opening_moves,
                settled: params.opening_settled,
                legal: params.opening_legal,
            },
            endgame_begins: Border {
                moves: params.endgame_moves,
                settled: params.endgame_settled,
                legal: params.endgame_legal,
            },
        }))
    },
};

parameters! {
    /// The players, and where the stages meet.
    pub struct Params {
        /// the player of the opening; nobody for the same as middle
        pub opening: Spec = "gojen";
        /// the player of the middle game
        pub middle: Spec = "best";
        /// the player of the endgame; nobody for the same as middle
        pub endgame: Spec = "alphabeta";
        /// the move number that ends the opening; 0 for none
        pub opening_moves: usize = 8, in 0..=10_000, unless opening "";
        /// the share of settled points that ends the opening; 0 for none
        pub opening_settled: f64 = 0, in 0.0..=1.0, unless opening "";
        /// the number of legal points left that ends the opening; 0 for none
        pub opening_legal: usize = 0, in 0..=1_000, unless opening "";
        /// the move number that begins the endgame; 0 for none
        pub endgame_moves: usize = 0, in 0..=10_000;
        /// the share of settled points that begins the endgame; 0 for none
        pub endgame_settled: f64 = 0, in 0.0..=1.0;
        /// the number of legal points left that begins the endgame; 0 for none
        pub endgame_legal: usize = 8, in 0..=1_000;
    }
}

struct Stages {
    opening: Option<Box<dyn Player>>,
    middle: Box<dyn Player>,
    endgame: Option<Box<dyn Player>>,
    opening_ends: Border,
    endgame_begins: Border,
}

/// Where one stage ends and the next begins: at the first of these that is reached; 0 is never reached.
struct Border {
    /// The number of moves of the game.
    moves: usize,
    /// The share of points that are unconditionally Black's or White's.
    settled: f64,
    /// The largest number of points where the player to move may play.
    legal: usize,
}

impl Border {
    fn is_reached(&self, game: &Game) -> bool {
        (self.moves > 0 && game.move_number() >= self.moves)
            || (self.legal > 0 && game.legal_points().take(self.legal + 1).count() <= self.legal)
            || (self.settled > 0.0 && settled_share(game) >= self.settled)
    }
}

fn settled_share(game: &Game) -> f64 {
    let owner = life::settled(game.board());
    let settled = game.board().points().filter(|&point| owner[point].is_some()).count();
    settled as f64 / (game.size() * game.size()) as f64
}

impl Stages {
    /// Whose stage it is, and what it is called.
    fn player(&mut self, game: &Game) -> (&'static str, &mut dyn Player) {
        if self.endgame_begins.is_reached(game) {
            ("endgame", self.endgame.as_mut().unwrap_or(&mut self.middle).as_mut())
        } else if self.opening_ends.is_reached(game) {
            ("middle game", self.middle.as_mut())
        } else {
            ("opening", self.opening.as_mut().unwrap_or(&mut self.middle).as_mut())
        }
    }

    fn stages(&self) -> impl Iterator<Item = &Box<dyn Player>> {
        self.opening.iter().chain([&self.middle]).chain(&self.endgame)
    }

    fn everybody(&mut self) -> impl Iterator<Item = &mut Box<dyn Player>> {
        self.opening.iter_mut().chain([&mut self.middle]).chain(self.endgame.iter_mut())
    }
}

impl Player for Stages {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        let (stage, player) = self.player(game);
        let mut choice = player.choose(game, budget, stop)?;
        choice.analysis.note("stage", stage);
        Ok(choice)
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        self.player(game).1.analyse(game, budget, stop, every, report)
    }

    fn observe(&mut self, game: &Game, played: Move) {
        self.everybody().for_each(|player| player.observe(game, played));
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.player(game).1.rank(game, values)
    }

    /// Whose stage it is learns: an opening is nothing to who plays endgames.
    fn learn(&mut self, game: &Game, played: Move) -> bool {
        self.player(game).1.learn(game, played)
    }

    fn restrict(&mut self, restrictions: &Restrictions) -> bool {
        self.everybody().map(|player| player.restrict(restrictions)).filter(|able| !able).count() == 0
    }

    fn refuses(&self, game: &Game) -> Option<String> {
        self.stages().find_map(|player| player.refuses(game))
    }

    fn refuses_budget(&self, budget: Budget) -> Option<String> {
        self.stages().find_map(|player| player.refuses_budget(budget))
    }

    fn reset(&mut self, seed: u64) {
        let mut seeds = Rng::new(seed);
        self.everybody().for_each(|player| player.reset(seeds.next_u64()));
    }

    fn clean_up(&mut self, on: bool) {
        self.everybody().for_each(|player| player.clean_up(on));
    }
}
