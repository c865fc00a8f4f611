//! One game between two players, with an outcome however they behave.
//!
//! [`player::Bout`] plays the moves. Around it, a guard turns a panic of a player into a failure, the adjudicator may
//! end a game that is clearly decided, and `count` scores a finished one. A player that breaks down loses by forfeit;
//! [`Finish`] keeps forfeits apart from games lost on the board.

mod adjudicate;
mod count;
mod guard;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use goban::{Color, End, Game, Outcome};
use player::{Bout, Budget, Conclusion, FailureKind, Forfeit, Player, Rng, Stop, Terms, Turn};
use table::decided_by_board;

use crate::Conditions;
use adjudicate::Adjudicator;
pub use adjudicate::{Adjudication, AdjudicationError};
use guard::Guard;

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub game: Game,
    /// The outcome.
    pub outcome: Outcome,
    /// How it ended.
    pub finish: Finish,
    /// A remark for the record: why a game was forfeited, which player failed at the count.
    pub remark: String,
    /// The time of each move that was played here, in microseconds.
    pub times: Vec<u32>,
    /// Which players, Black's first, cannot be used again.
    pub broken: [bool; 2],
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Finish {
    /// Both passed and agreed on the count.
    Passes,
    /// Both passed but disagreed, and resumed until every stone on the board was alive.
    PlayedOut,
    /// Both passed but disagreed, and the referee's estimate decided.
    Estimate,
    /// No legal move was left, under rules that end the game there.
    NoMoveLeft,
    /// One side resigned.
    Resignation,
    /// One side overstepped its time.
    Time,
    /// The move limit was reached, and the board was counted as it stood.
    MoveLimit,
    /// The game was clearly decided.
    Adjudication,
    /// One side broke down.
    Forfeit(Fault),
}

/// How a player breaks down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// It made an illegal move.
    IllegalMove,
    /// It did not answer.
    Hang,
    /// It exited, or could not be started.
    Crash,
    /// Its answer made no sense.
    Garbage,
    /// It refused a command.
    Refusal,
}

const FINISHES: [(Finish, &str); 13] = [
    (Finish::Passes, "passes"),
    (Finish::PlayedOut, "played out"),
    (Finish::Estimate, "estimate"),
    (Finish::NoMoveLeft, "no move left"),
    (Finish::Resignation, "resignation"),
    (Finish::Time, "time"),
    (Finish::MoveLimit, "move limit"),
    (Finish::Adjudication, "adjudication"),
    (Finish::Forfeit(Fault::IllegalMove), "forfeit: illegal move"),
    (Finish::Forfeit(Fault::Hang), "forfeit: hang"),
    (Finish::Forfeit(Fault::Crash), "forfeit: crash"),
    (Finish::Forfeit(Fault::Garbage), "forfeit: garbage"),
    (Finish::Forfeit(Fault::Refusal), "forfeit: refusal"),
];

impl Finish {
    /// Whether a player broke down.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Finish::Forfeit(_))
    }
}

/// As the ledger writes it: `passes`, `forfeit: crash`.
impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, word) = FINISHES.iter().find(|(finish, _)| finish == self).copied().unwrap_or((*self, "unknown"));
        f.write_str(word)
    }
}

impl FromStr for Finish {
    type Err = UnknownFinish;

    fn from_str(text: &str) -> Result<Finish, UnknownFinish> {
        let found = FINISHES.iter().find(|(_, word)| *word == text);
        found.map(|&(finish, _)| finish).ok_or_else(|| UnknownFinish(text.to_string()))
    }
}

/// An unknown way for a game to end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a way for a game to end; a newer version may read it")]
pub struct UnknownFinish(pub String);

impl From<FailureKind> for Fault {
    fn from(kind: FailureKind) -> Fault {
        match kind {
            FailureKind::Hang => Fault::Hang,
            FailureKind::Crash => Fault::Crash,
            FailureKind::Garbage => Fault::Garbage,
            FailureKind::Refusal => Fault::Refusal,
        }
    }
}

/// Plays a game from where it stands to its end, Black first of the players. Returns `None` if the stop signal came
/// first. `watch` sees every move.
///
/// Size, rules, komi and handicap are those of the game; the conditions give the rest.
///
/// ```
/// use arena::{Conditions, Finish, referee};
/// use goban::{Game, Move, Rules};
/// use player::{Budget, Choice, Failure, Player, Stop};
///
/// /// Plays the first legal point, and passes from move 30 on.
/// struct First;
///
/// impl Player for First {
///     fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
///         let point = game.legal_points().next().filter(|_| game.move_number() < 30);
///         Ok(Choice::new(point.map_or(Move::Pass, Move::Play)))
///     }
/// }
///
/// let conditions = Conditions::new(9, Rules::CHINESE, 0);
/// let (mut black, mut white) = (First, First);
/// let played = referee(conditions.game()?, [&mut black, &mut white], &conditions, 1, &Stop::new(), &mut |_| {});
/// let played = played.expect("it was not stopped");
/// assert_eq!((played.finish, played.times.len()), (Finish::Passes, 32));
/// # Ok::<(), arena::ConditionsError>(())
/// ```
pub fn referee(
    game: Game,
    players: [&mut dyn Player; 2],
    conditions: &Conditions,
    seed: u64,
    stop: &Stop,
    watch: &mut dyn FnMut(&Turn<'_>),
) -> Option<Played> {
    let mut guards = players.map(Guard::new);
    let mut seeds = Rng::new(seed);
    guards.iter_mut().for_each(|guard| guard.reset(seeds.next_u64()));
    let terms = Terms {
        budgets: [Budget { clock: None, ..conditions.budget }; 2],
        control: conditions.control,
        move_limit: conditions.move_limit,
        seed,
    };
    let mut play = Play {
        bout: Bout::new(game, conditions.control),
        guards,
        terms,
        stop,
        watch,
        times: Vec::with_capacity(2 * conditions.size * conditions.size),
        adjudicator: conditions.adjudication.map(Adjudicator::new),
    };
    let ruling = play.decide()?;
    let [black, white] = &play.guards;
    let forfeited = |color: Color| ruling.finish.is_forfeit() && ruling.outcome.winner() == Some(color.other());
    let broken = [black.is_broken() || forfeited(Color::Black), white.is_broken() || forfeited(Color::White)];
    let Ruling { outcome, finish, remark } = ruling;
    Some(Played { game: play.bout.game, outcome, finish, remark, times: play.times, broken })
}

/// The decision on a game.
struct Ruling {
    outcome: Outcome,
    finish: Finish,
    remark: String,
}

impl Ruling {
    fn new(outcome: Outcome, finish: Finish) -> Ruling {
        Ruling { outcome, finish, remark: String::new() }
    }
}

/// A game that is being played.
struct Play<'p, 'a> {
    bout: Bout,
    guards: [Guard<'p>; 2],
    terms: Terms,
    stop: &'a Stop,
    watch: &'a mut dyn FnMut(&Turn<'_>),
    times: Vec<u32>,
    adjudicator: Option<Adjudicator>,
}

impl Play<'_, '_> {
    /// Plays until the bout ends. Returns the winner if the adjudicator decided the game.
    fn play_moves(&mut self) -> Option<Color> {
        let Play { bout, guards: [black, white], terms, stop, watch, times, adjudicator } = self;
        let mut winner = None;
        bout.resume([black, white], terms, stop, &mut |turn| {
            times.push(u32::try_from(turn.elapsed.as_micros()).unwrap_or(u32::MAX));
            watch(turn);
            winner = adjudicator.as_mut().and_then(|adjudicator| adjudicator.observe(turn));
            if winner.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        winner.filter(|_| self.bout.conclusion == Conclusion::Stopped)
    }

    /// Plays the game and decides it; `None` if it was stopped.
    fn decide(&mut self) -> Option<Ruling> {
        if let Some(winner) = self.play_moves() {
            return Some(Ruling::new(Outcome::Won(winner), Finish::Adjudication));
        }
        match self.bout.game.end() {
            Some(End::Passes) => self.count(),
            _ => self.ruling(),
        }
    }

    /// The decision on a game that did not end by passes.
    fn ruling(&self) -> Option<Ruling> {
        let game = &self.bout.game;
        match &self.bout.conclusion {
            Conclusion::Stopped => None,
            Conclusion::Forfeit { by, reason } => Some(lost(*by, reason)),
            Conclusion::MoveLimit => Some(Ruling::new(count::as_it_stands(game), Finish::MoveLimit)),
            Conclusion::Finished => {
                let finish = match game.end() {
                    Some(End::Resignation(_)) => Finish::Resignation,
                    Some(End::NoMoveLeft) => Finish::NoMoveLeft,
                    Some(End::Passes) | None => Finish::Passes,
                };
                let outcome = decided_by_board(game).unwrap_or_else(|| count::as_it_stands(game));
                Some(Ruling::new(outcome, finish))
            }
        }
    }
}

/// The decision on a game that one side forfeited or lost on time.
fn lost(by: Color, reason: &Forfeit) -> Ruling {
    let (outcome, finish) = match reason {
        Forfeit::Time(_) => (Outcome::Time(by.other()), Finish::Time),
        Forfeit::IllegalMove { .. } => (Outcome::Forfeit(by.other()), Finish::Forfeit(Fault::IllegalMove)),
        Forfeit::Failure(failure) => (Outcome::Forfeit(by.other()), Finish::Forfeit(failure.kind.into())),
    };
    Ruling { outcome, finish, remark: format!("{by}: {reason}") }
}

#[cfg(test)]
mod tests;
