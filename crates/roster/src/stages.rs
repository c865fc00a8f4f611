//! `stages`: a different player for each part of the game.
//!
//! Ying's "Artificial Intelligence for Go" (2009, the twelfth week of its work log) notes how easily her program would
//! let one player open, another play the middle game and a third the endgame; Zobrist's program of 1969 already looked
//! for other patterns in each stage. A stage is a property of the position, not of the game's past: when a capture
//! opens the board again, it may be the middle game again.

use std::time::Duration;

use goban::{Game, Move, PointMap, life};
use player::{
    Analysis, Budget, Choice, Entry, Failure, Maker, Param, Player, Restrictions, Rng, Settings, SpecError, Stop,
};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "stages",
    summary: "a different player for the opening, the middle game and the endgame",
    params: &[
        Param::player("opening", "gojen", "who plays the opening; nobody for the same as middle"),
        Param::player("middle", "best", "who plays the middle game"),
        Param::player("endgame", "alphabeta", "who plays the endgame; nobody for the same as middle"),
        Param::int("opening-moves", 0, 10_000, "8", "moves after which the opening is over; 0 for never by this"),
        Param::float("opening-settled", 0.0, 1.0, "0", "share of settled points that ends the opening; 0 for never"),
        Param::int("opening-legal", 0, 1_000, "0", "the opening is over with so few legal points left; 0 for never"),
        Param::int("endgame-moves", 0, 10_000, "0", "moves after which the endgame begins; 0 for never by this"),
        Param::float("endgame-settled", 0.0, 1.0, "0", "share of settled points that begins the endgame; 0 for never"),
        Param::int("endgame-legal", 0, 1_000, "8", "the endgame begins with so few legal points left; 0 for never"),
    ],
    build: |settings, maker| {
        let Some(middle) = settings.player("middle") else {
            let reason = "say who plays the middle game, as in stages:middle=best".to_string();
            return Err(SpecError::Unavailable { player: "stages".to_string(), reason });
        };
        let make = |name: &str, maker: &dyn Maker| settings.player(name).map(|spec| maker.make(spec)).transpose();
        Ok(Box::new(Stages {
            opening: make("opening", maker)?,
            middle: maker.make(middle)?,
            endgame: make("endgame", maker)?,
            opening_ends: Border::new(settings, "opening"),
            endgame_begins: Border::new(settings, "endgame"),
        }))
    },
};

struct Stages {
    opening: Option<Box<dyn Player>>,
    middle: Box<dyn Player>,
    endgame: Option<Box<dyn Player>>,
    opening_ends: Border,
    endgame_begins: Border,
}

/// Where one stage ends and the next begins: where any of these is reached that is not nought.
struct Border {
    /// So many moves of the game.
    moves: usize,
    /// This share of the points being unconditionally somebody's.
    settled: f64,
    /// No more than so many points where the player to move may play.
    legal: usize,
}

impl Border {
    fn new(settings: &Settings, stage: &str) -> Border {
        Border {
            moves: settings.int(&format!("{stage}-moves")) as usize,
            settled: settings.float(&format!("{stage}-settled")),
            legal: settings.int(&format!("{stage}-legal")) as usize,
        }
    }

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

    fn rank(&mut self, game: &Game, worth: &mut PointMap<f32>) -> bool {
        self.player(game).1.rank(game, worth)
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
