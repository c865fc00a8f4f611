//! One game between two players in one process, for the referee of the arena and for learning from self-play.
//!
//! [`make_move`] judges a move and its time. The outcome of a finished game, or of one that reached its limit, is left
//! to the caller. [`bout`] plays a game from its beginning to its end; [`Bout::resume`] continues one that was
//! interrupted, or whose game was resumed.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use goban::{Color, Game, Illegal, Move};
use thiserror::Error;

use crate::{Budget, Choice, Clocks, Failure, Player, Rng, Stop, TimeControl, TimeLoss};

/// The terms of a game, beside size, rules, komi and handicap, which the [`Game`] has.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// What each side may spend on a move, Black first. The clocks are set by `control`.
    pub budgets: [Budget; 2],
    /// The time control, if the game is played with clocks.
    pub control: Option<TimeControl>,
    /// The number of moves after which the game is cut off.
    pub move_limit: usize,
    /// The seed from which the seeds of both players are derived.
    pub seed: u64,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { budgets: [Budget::default(); 2], control: None, move_limit: 2000, seed: 0 }
    }
}

/// One move of a bout, for the watcher.
#[derive(Debug)]
pub struct Turn<'a> {
    /// The game after the move.
    pub game: &'a Game,
    /// The side that moved.
    pub color: Color,
    /// The move and its analysis.
    pub choice: &'a Choice,
    /// How long it took.
    pub elapsed: Duration,
}

/// A game between two players.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The game.
    pub game: Game,
    /// How it ended.
    pub conclusion: Conclusion,
    /// The total thinking time of each side, Black first.
    pub spent: [Duration; 2],
    /// The clocks, if the game is played with them.
    clocks: Option<Clocks>,
}

/// How a bout ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Conclusion {
    /// By the rules of the game, or by resignation: the game has the outcome.
    Finished,
    /// At the move limit, undecided.
    MoveLimit,
    /// By the stop signal or the watcher, undecided.
    Stopped,
    /// One side forfeits the game.
    Forfeit {
        /// The side that loses.
        by: Color,
        /// Why.
        reason: Forfeit,
    },
}

/// Why a side loses regardless of the board.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Forfeit {
    /// It made an illegal move.
    #[error("{mv} is not a legal move: {reason}")]
    IllegalMove {
        /// The move, as GTP writes it.
        mv: String,
        /// Why it is illegal.
        reason: Illegal,
    },
    /// Its time is up.
    #[error(transparent)]
    Time(#[from] TimeLoss),
    /// It gave no move.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl Forfeit {
    /// An illegal move on a board of this size.
    pub fn illegal(mv: Move, size: usize, reason: Illegal) -> Forfeit {
        let mv = match mv {
            // A point off the board has no name.
            Move::Play(point) if !point.is_on(size) => "a point off the board".to_string(),
            _ => mv.to_gtp(size),
        };
        Forfeit::IllegalMove { mv, reason }
    }
}

/// Plays a game from where it stands to its end, Black first of the players. Both are reset first and observe every
/// move, as `watch` does. The stop signal ends the bout without waiting for the next move.
pub fn bout(
    game: Game,
    players: [&mut dyn Player; 2],
    terms: &Terms,
    stop: &Stop,
    watch: &mut dyn FnMut(&Turn<'_>),
) -> Bout {
    let mut seeds = Rng::new(terms.seed);
    let mut players = players;
    players.iter_mut().for_each(|player| player.reset(seeds.next_u64()));
    let mut bout = Bout::new(game, terms.control);
    bout.resume(players, terms, stop, &mut |turn| {
        watch(turn);
        ControlFlow::Continue(())
    });
    bout
}

impl Bout {
    /// A game as it stands, with full clocks.
    pub fn new(game: Game, control: Option<TimeControl>) -> Bout {
        let clocks = control.map(Clocks::new);
        Bout { game, conclusion: Conclusion::Finished, spent: [Duration::ZERO; 2], clocks }
    }

    /// Plays the rest of the game without clocks.
    pub fn remove_clocks(&mut self) {
        self.clocks = None;
    }

    /// Plays until the game ends, the move limit is reached, or the watcher or the stop signal interrupts it. The
    /// players are not reset, and the clocks keep what is left on them.
    pub fn resume(
        &mut self,
        players: [&mut dyn Player; 2],
        terms: &Terms,
        stop: &Stop,
        watch: &mut dyn FnMut(&Turn<'_>) -> ControlFlow<()>,
    ) {
        let mut players = players;
        self.conclusion = loop {
            if self.game.is_over() {
                break Conclusion::Finished;
            }
            if self.game.moves().len() >= terms.move_limit {
                break Conclusion::MoveLimit;
            }
            let color = self.game.to_play();
            let side = color.index();
            let budget = Budget { clock: self.clocks.map(|clocks| clocks.of(color)), ..terms.budgets[side] };
            let start = Instant::now();
            let answer = players[side].choose(&self.game, budget, stop);
            let elapsed = start.elapsed();
            self.spent[side] += elapsed;
            if stop.is_stopped() {
                break Conclusion::Stopped;
            }
            let timed = self.clocks.as_mut().map(|clocks| (clocks, elapsed));
            let accepted = answer.map_err(Forfeit::from);
            let accepted = accepted.and_then(|choice| make_move(&mut self.game, choice.mv, timed).map(|()| choice));
            let choice = match accepted {
                Ok(choice) => choice,
                Err(reason) => break Conclusion::Forfeit { by: color, reason },
            };
            players.iter_mut().for_each(|player| player.observe(&self.game, choice.mv));
            if watch(&Turn { game: &self.game, color, choice: &choice, elapsed }).is_break() && !self.game.is_over() {
                break Conclusion::Stopped;
            }
        };
    }
}

/// Plays a move for the side to move, and takes the time it took off that side's clock. This is where the moves of
/// matches and of games at a table are judged, once.
///
/// # Errors
/// If the time is up, or the move is illegal; the game is then as it was, and an illegal move takes no time.
pub fn make_move(game: &mut Game, mv: Move, timed: Option<(&mut Clocks, Duration)>) -> Result<(), Forfeit> {
    let color = game.to_play();
    let spent = timed.map(|(clocks, elapsed)| {
        let mut after = *clocks;
        (after.spend(color, elapsed), after, clocks)
    });
    if let Some((Err(loss), after, clocks)) = spent {
        *clocks = after;
        return Err(loss.into());
    }
    game.play(mv).map_err(|reason| Forfeit::illegal(mv, game.size(), reason))?;
    if let Some((Ok(()), after, clocks)) = spent {
        *clocks = after;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use goban::{Point, Rules};

    use super::*;
    use crate::FailureKind;

    /// Plays the given moves, then passes.
    #[derive(Default)]
    struct Script {
        moves: Vec<Move>,
        pause: Duration,
        seen: Vec<Move>,
        seed: u64,
        fails: bool,
    }

    impl Script {
        fn of(moves: &[Move]) -> Script {
            Script { moves: moves.iter().rev().copied().collect(), ..Script::default() }
        }
    }

    impl Player for Script {
        fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
            std::thread::sleep(self.pause);
            match self.moves.pop() {
                None if self.fails => Err(Failure::new(FailureKind::Crash, "the script is over")),
                mv => Ok(Choice::new(mv.unwrap_or(Move::Pass))),
            }
        }

        fn observe(&mut self, _: &Game, played: Move) {
            self.seen.push(played);
        }

        fn reset(&mut self, seed: u64) {
            self.seed = seed;
        }
    }

    fn point(row: usize, col: usize) -> Move {
        Move::Play(Point::new(row, col))
    }

    fn play(black: &mut Script, white: &mut Script, terms: Terms) -> Bout {
        bout(Game::new(5, Rules::CHINESE, 0.5), [black, white], &terms, &Stop::new(), &mut |_| {})
    }

    #[test]
    fn both_players_see_every_move() {
        let (mut black, mut white) = (Script::of(&[point(2, 2)]), Script::of(&[point(1, 1)]));
        let bout = play(&mut black, &mut white, Terms::default());
        assert_eq!(bout.conclusion, Conclusion::Finished);
        assert_eq!(black.seen, [point(2, 2), point(1, 1), Move::Pass, Move::Pass]);
        assert_eq!(black.seen, white.seen);
        assert_ne!(black.seed, white.seed);
    }

    #[test]
    fn an_illegal_move_forfeits_the_game() {
        let (mut black, mut white) = (Script::of(&[point(2, 2)]), Script::of(&[point(2, 2)]));
        let bout = play(&mut black, &mut white, Terms::default());
        assert!(matches!(
            bout.conclusion,
            Conclusion::Forfeit { by: Color::White, reason: Forfeit::IllegalMove { .. } }
        ));
        assert_eq!(bout.game.moves().len(), 1);
        let Conclusion::Forfeit { reason, .. } = bout.conclusion else { unreachable!() };
        assert!(reason.to_string().starts_with("C3 is not a legal move: "), "{reason}");
    }

    #[test]
    fn a_point_off_the_board_forfeits_the_game() {
        let bout = play(&mut Script::of(&[point(9, 9)]), &mut Script::default(), Terms::default());
        assert!(matches!(bout.conclusion, Conclusion::Forfeit { by: Color::Black, .. }));
    }

    #[test]
    fn a_player_that_fails_forfeits_the_game() {
        let mut white = Script { fails: true, ..Script::default() };
        let bout = play(&mut Script::default(), &mut white, Terms::default());
        let failure = Failure::new(FailureKind::Crash, "the script is over");
        assert_eq!(bout.conclusion, Conclusion::Forfeit { by: Color::White, reason: failure.into() });
    }

    #[test]
    fn the_clock_is_held_against_the_player() {
        let main = Duration::from_millis(5);
        let mut black = Script { pause: Duration::from_millis(20), ..Script::default() };
        let terms = Terms { control: Some(TimeControl::SuddenDeath { main }), ..Terms::default() };
        let bout = play(&mut black, &mut Script::default(), terms);
        assert!(matches!(bout.conclusion, Conclusion::Forfeit { by: Color::Black, reason: Forfeit::Time(_) }));
        assert!(bout.spent[0] >= Duration::from_millis(20) && bout.spent[1] == Duration::ZERO);
    }

    #[test]
    fn a_resignation_finishes_the_game() {
        let bout = play(&mut Script::of(&[Move::Resign]), &mut Script::default(), Terms::default());
        assert_eq!(bout.conclusion, Conclusion::Finished);
        assert!(bout.game.is_over());
    }

    #[test]
    fn the_move_limit_ends_the_game() {
        let mut black = Script::of(&[point(0, 0), point(0, 1), point(0, 2)]);
        let mut white = Script::of(&[point(4, 0), point(4, 1), point(4, 2)]);
        let bout = play(&mut black, &mut white, Terms { move_limit: 3, ..Terms::default() });
        assert_eq!((bout.conclusion, bout.game.moves().len()), (Conclusion::MoveLimit, 3));
    }

    #[test]
    fn the_stop_signal_ends_the_bout() {
        let (mut black, mut white) = (Script::default(), Script::default());
        let stop = Stop::new();
        let mut moves = 0;
        let bout = bout(
            Game::new(5, Rules::CHINESE, 0.5),
            [&mut black, &mut white],
            &Terms::default(),
            &stop,
            &mut |turn: &Turn<'_>| {
                moves += 1;
                assert_eq!((turn.color, turn.choice.mv), (Color::Black, Move::Pass));
                stop.stop();
            },
        );
        assert_eq!((bout.conclusion, moves), (Conclusion::Stopped, 1));
    }

    #[test]
    fn an_interrupted_game_is_resumed() {
        let (mut black, mut white) = (Script::default(), Script::default());
        let (terms, stop) = (Terms::default(), Stop::new());
        let mut bout = Bout::new(Game::new(5, Rules::CHINESE, 0.5), None);
        bout.resume([&mut black, &mut white], &terms, &stop, &mut |_| ControlFlow::Break(()));
        assert_eq!((bout.conclusion.clone(), bout.game.moves().len()), (Conclusion::Stopped, 1));
        bout.resume([&mut black, &mut white], &terms, &stop, &mut |_| ControlFlow::Break(()));
        assert_eq!(bout.conclusion, Conclusion::Finished, "an interruption at the last move is too late");
        bout.game.resume();
        bout.resume([&mut black, &mut white], &terms, &stop, &mut |_| ControlFlow::Continue(()));
        assert_eq!((bout.conclusion, bout.game.moves().len()), (Conclusion::Finished, 4));
    }
}
