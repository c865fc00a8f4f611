//! The trait of all players.

use std::time::Duration;

use goban::{Game, Move, PointMap};
use thiserror::Error;

use crate::{Analysis, Budget, Choice, Introduction, Opinion, Restrictions, Stop};

/// A player: shown a game, it chooses a move.
///
/// A player owns no board: it is shown the game each time, and may keep state between calls. It must answer any game
/// that it is shown, even one unrelated to the last; the state only makes it quicker.
///
/// Only [`choose`](Player::choose) has to be written:
///
/// ```
/// use goban::{Game, Move};
/// use player::{Budget, Choice, Failure, Player, Stop};
///
/// /// Plays the first legal point from the top left.
/// struct First;
///
/// impl Player for First {
///     fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
///         Ok(Choice::new(game.legal_points().next().map_or(Move::Pass, Move::Play)))
///     }
/// }
/// ```
pub trait Player: Send {
    /// The move for the side whose turn it is, within the budget. When the stop signal comes, the best move so far is
    /// returned as soon as possible (50 ms at most).
    ///
    /// # Errors
    /// When the player cannot answer: one that drives another program, or is made of one that does; or one that
    /// [refuses](Player::refuses) the game or [the budget](Player::refuses_budget).
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure>;

    /// Like [`choose`](Player::choose), with intermediate reports: `report` is called about every `every`, and at last
    /// with the analysis of the choice. A player without intermediate results reports once, at the end.
    ///
    /// # Errors
    /// As [`choose`](Player::choose).
    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let _ = every;
        let choice = self.choose(game, budget, stop)?;
        report(&choice.analysis);
        Ok(choice)
    }

    /// From now on, considers only moves that these restrictions allow. `false` if this player cannot; it then chooses
    /// as if there were none.
    fn restrict(&mut self, restrictions: &Restrictions) -> bool {
        restrictions.is_empty()
    }

    /// Why this player cannot play on such a board or under such rules, in one sentence. `None` if it can. A referee
    /// asks before a game; asked for a move all the same, the player fails with this sentence.
    fn refuses(&self, game: &Game) -> Option<String> {
        let _ = game;
        None
    }

    /// Why this player cannot keep to such a budget, in one sentence. `None` if it can. A referee asks before a game;
    /// asked for a move all the same, the player fails with this sentence.
    fn refuses_budget(&self, budget: Budget) -> Option<String> {
        let _ = budget;
        None
    }

    /// A move was played, by either side; `game` is the game after it. Players keep a subtree, learn or ponder here.
    fn observe(&mut self, game: &Game, played: Move) {
        let _ = (game, played);
    }

    /// Writes the value of each legal point for the side to move into `values`, by any measure of which more is better;
    /// other points are left alone. `false` if this player does not rank. For study, hints and heat maps.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        let _ = (game, values);
        false
    }

    /// An expert played this here, in the position of `game`: learn from it, be it a pass. `false` if this player does
    /// not learn. What was learnt is kept from game to game, through [`reset`](Player::reset) too. A player made of
    /// others hands it on to them.
    fn learn(&mut self, game: &Game, played: Move) -> bool {
        let _ = (game, played);
        false
    }

    /// A new game begins, the first one included: forget the last one. All random choices from here on follow from the
    /// seed.
    fn reset(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Whether dead stones are to be captured before passing, as when the two sides do not agree on them.
    fn clean_up(&mut self, on: bool) {
        let _ = on;
    }

    /// Its view of a game that has ended by passes: the dead stones, the outcome. A referee compares the views of the
    /// two sides; an empty one leaves the count to the referee.
    ///
    /// # Errors
    /// As [`choose`](Player::choose).
    fn opinion(&mut self, game: &Game) -> Result<Opinion, Failure> {
        let _ = game;
        Ok(Opinion::default())
    }

    /// The name and version of the program that it drives, if it drives one.
    fn introduction(&self) -> Option<Introduction> {
        None
    }
}

/// Why a player has no answer. The referee scores it as a forfeit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct Failure {
    /// What kind of failure, for counting them apart.
    pub kind: FailureKind,
    /// One sentence that names the player and says what happened.
    pub message: String,
}

impl Failure {
    /// A failure of that kind, with its sentence.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into() }
    }
}

/// The ways in which a player fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// No answer within the deadline.
    Hang,
    /// The program ended, or closed its output.
    Crash,
    /// An answer that the protocol does not know, or no move.
    Garbage,
    /// The program said that it will not: an error reply to a command it needs to obey.
    Refusal,
}
