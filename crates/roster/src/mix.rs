//! `mix`: two players, one of whom plays now and then.
//!
//! A way to weaken a player without making it another: Runarsson and Lucas ("Coevolution versus Self-Play Temporal
//! Difference Learning for Acquiring Position Evaluation in Small-Board Go", 2005) measured theirs against a GNU Go
//! that played a random move half of the time, and Schraudolph, Dayan and Sejnowski trained theirs against a Wally so
//! mixed.

use std::time::Duration;

use goban::{Game, Move, PointMap};
use player::{Analysis, Budget, Choice, Entry, Failure, Player, Restrictions, Rng, SpecError, Stop, parameters};

use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "mix",
    summary: "lets another player choose some of its moves",
    params: Params::PARAMS,
    build: |settings, maker| {
        let Params { a, b, p, seed } = Params::read(settings);
        let (Some(a), Some(b)) = (a, b) else {
            let reason = "it needs two players, as in mix:a=gojen,b=random,p=0.5".to_string();
            return Err(SpecError::Unavailable { player: ENTRY.name.to_string(), reason });
        };
        Ok(Box::new(Mix { a: maker.make(&a)?, b: maker.make(&b)?, p, rng: seed.rng(), seed }))
    },
};

parameters! {
    /// The two players.
    pub struct Params {
        /// the player of most moves
        pub a: Spec = "gojen";
        /// the player of the other moves
        pub b: Spec = "random";
        /// the probability that b moves
        pub p: f32 = 0.1, in 0.0..=1.0;
        ..seed: SeedParams;
    }
}

struct Mix {
    a: Box<dyn Player>,
    b: Box<dyn Player>,
    p: f32,
    seed: SeedParams,
    rng: Rng,
}

impl Mix {
    fn draw(&mut self) -> &mut dyn Player {
        if self.rng.chance(self.p) { self.b.as_mut() } else { self.a.as_mut() }
    }
}

impl Player for Mix {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.draw().choose(game, budget, stop)
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        self.draw().analyse(game, budget, stop, every, report)
    }

    fn observe(&mut self, game: &Game, played: Move) {
        self.a.observe(game, played);
        self.b.observe(game, played);
    }

    /// By who plays more often.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        let player = if self.p > 0.5 { &mut self.b } else { &mut self.a };
        player.rank(game, values)
    }

    fn learn(&mut self, game: &Game, played: Move) -> bool {
        let learnt = self.a.learn(game, played);
        self.b.learn(game, played) || learnt
    }

    fn restrict(&mut self, restrictions: &Restrictions) -> bool {
        let (a, b) = (self.a.restrict(restrictions), self.b.restrict(restrictions));
        a && b
    }

    fn refuses(&self, game: &Game) -> Option<String> {
        self.a.refuses(game).or_else(|| self.b.refuses(game))
    }

    fn refuses_budget(&self, budget: Budget) -> Option<String> {
        self.a.refuses_budget(budget).or_else(|| self.b.refuses_budget(budget))
    }

    fn reset(&mut self, seed: u64) {
        let mut seeds = Rng::new(self.seed.of_game(seed));
        self.a.reset(seeds.next_u64());
        self.b.reset(seeds.next_u64());
        self.rng = Rng::new(seeds.next_u64());
    }

    fn clean_up(&mut self, on: bool) {
        self.a.clean_up(on);
        self.b.clean_up(on);
    }
}
