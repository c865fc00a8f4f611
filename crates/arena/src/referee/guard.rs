//! Catches the panics of a player: a panic is a failure of that player, and ends only its own game.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use goban::{Game, Move, PointMap};
use player::{Budget, Choice, Failure, FailureKind, Introduction, Opinion, Player, Stop};

/// A player whose panics are caught. After the first it is not called again: its state may be inconsistent.
pub(super) struct Guard<'a> {
    player: &'a mut dyn Player,
    failed: Option<Failure>,
}

impl<'a> Guard<'a> {
    pub(super) fn new(player: &'a mut dyn Player) -> Guard<'a> {
        Guard { player, failed: None }
    }

    /// Whether it has panicked.
    pub(super) fn is_broken(&self) -> bool {
        self.failed.is_some()
    }

    fn attempt<T>(&mut self, what: impl FnOnce(&mut dyn Player) -> T) -> Result<T, Failure> {
        if let Some(failure) = &self.failed {
            return Err(failure.clone());
        }
        let player = &mut *self.player;
        catch_unwind(AssertUnwindSafe(|| what(player))).map_err(|panic| {
            let failure = Failure::new(FailureKind::Crash, format!("the player panicked: {}", message(&*panic)));
            self.failed.insert(failure).clone()
        })
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

impl Player for Guard<'_> {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.attempt(|player| player.choose(game, budget, stop))?
    }

    // A failure here is reported with the next choice.
    fn observe(&mut self, game: &Game, played: Move) {
        let _ = self.attempt(|player| player.observe(game, played));
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.attempt(|player| player.rank(game, values)).unwrap_or(false)
    }

    fn learn(&mut self, game: &Game, played: Move) -> bool {
        self.attempt(|player| player.learn(game, played)).unwrap_or(false)
    }

    fn reset(&mut self, seed: u64) {
        let _ = self.attempt(|player| player.reset(seed));
    }

    fn clean_up(&mut self, on: bool) {
        let _ = self.attempt(|player| player.clean_up(on));
    }

    fn opinion(&mut self, game: &Game) -> Result<Opinion, Failure> {
        self.attempt(|player| player.opinion(game))?
    }

    fn introduction(&self) -> Option<Introduction> {
        self.player.introduction()
    }
}
