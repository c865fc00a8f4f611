//! Players that think in the pool. The arena asks them from the threads of its tables, which block until the pool has
//! run the job.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, mpsc};

use goban::{Game, Move, PointMap};
use player::{Budget, Choice, Entry, Failure, FailureKind, Introduction, Made, Maker, Opinion, Player, Spec, Stop};

use crate::house::House;
use crate::pool::Pool;

/// A maker whose players think in the pool, in the queue of one contest.
pub(super) struct PooledMaker {
    house: Arc<House>,
    queue: String,
}

impl PooledMaker {
    pub(super) fn new(house: &Arc<House>, contest: &str) -> PooledMaker {
        PooledMaker { house: Arc::clone(house), queue: format!("contest {contest}") }
    }
}

impl Maker for PooledMaker {
    fn entries(&self) -> &[Entry] {
        self.house.program.maker.entries()
    }

    fn make(&self, spec: &Spec) -> Made {
        let player = Some(self.house.program.maker.make(spec)?);
        let (pool, places) = (self.house.pool.clone(), self.house.program.threads(spec));
        Ok(Box::new(PooledPlayer { player, pool, queue: self.queue.clone(), places }))
    }

    fn renamed(&self, player: &str, key: &str) -> Option<&str> {
        self.house.program.maker.renamed(player, key)
    }
}

/// A player whose moves are jobs of the pool.
struct PooledPlayer {
    /// `None` while it thinks: the job has it.
    player: Option<Box<dyn Player>>,
    pool: Pool,
    queue: String,
    places: usize,
}

impl Player for PooledPlayer {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        let gone = || Failure::new(FailureKind::Crash, "the player has left the pool");
        let mut player = self.player.take().ok_or_else(gone)?;
        let (sender, receiver) = mpsc::channel();
        let (game, stop) = (game.clone(), stop.clone());
        self.pool.submit(&self.queue, self.places, move || {
            let answer = panic::catch_unwind(AssertUnwindSafe(|| player.choose(&game, budget, &stop)));
            // If the receiver is gone, the answer is not needed.
            let _ = sender.send((player, answer));
        });
        let (player, answer) = receiver.recv().map_err(|_| gone())?;
        self.player = Some(player);
        // The referee catches panics.
        answer.unwrap_or_else(|panic| panic::resume_unwind(panic))
    }

    fn refuses(&self, game: &Game) -> Option<String> {
        self.player.as_ref()?.refuses(game)
    }

    fn refuses_budget(&self, budget: Budget) -> Option<String> {
        self.player.as_ref()?.refuses_budget(budget)
    }

    fn observe(&mut self, game: &Game, played: Move) {
        if let Some(player) = &mut self.player {
            player.observe(game, played);
        }
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.player.as_mut().is_some_and(|player| player.rank(game, values))
    }

    fn reset(&mut self, seed: u64) {
        if let Some(player) = &mut self.player {
            player.reset(seed);
        }
    }

    fn clean_up(&mut self, on: bool) {
        if let Some(player) = &mut self.player {
            player.clean_up(on);
        }
    }

    fn opinion(&mut self, game: &Game) -> Result<Opinion, Failure> {
        self.player.as_mut().map_or_else(|| Ok(Opinion::default()), |player| player.opinion(game))
    }

    fn introduction(&self) -> Option<Introduction> {
        self.player.as_ref()?.introduction()
    }
}
