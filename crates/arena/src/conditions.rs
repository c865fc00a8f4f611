//! What is agreed before a game: board, rules, komi, handicap and time limits.

use std::fmt;

use goban::{Game, HandicapError, MAX_SIZE, MIN_SIZE, Rules, Scoring};
use player::{Budget, TimeControl};
use thiserror::Error;

use crate::Adjudication;

/// What is agreed before a game.
///
/// Their text is one line, equal for equal conditions. It identifies a series of games in the ledger.
#[derive(Clone, PartialEq, Debug)]
pub struct Conditions {
    /// The size of the board.
    pub size: usize,
    /// The rules.
    pub rules: Rules,
    /// The komi.
    pub komi: f32,
    /// Handicap stones, in their fixed places. One stone is the first move and nothing else.
    pub handicap: usize,
    /// What each side may spend on a move.
    pub budget: Budget,
    /// The time control, if the game is played with clocks.
    pub control: Option<TimeControl>,
    /// The number of moves after which the game is cut short and counted as it stands.
    pub move_limit: usize,
    /// Whether a game that is clearly decided ends before it is played out.
    pub adjudication: Option<Adjudication>,
}

/// More points than any board has.
const MOST_KOMI: f32 = 1000.0;

/// Conditions under which no game can be played.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ConditionsError {
    /// No such board.
    #[error("the board size {0} cannot be played: boards are {MIN_SIZE} to {MAX_SIZE}")]
    Size(usize),
    /// No such komi.
    #[error("the komi {0} cannot be played: it is a number of points such as 6.5, from -{MOST_KOMI} to {MOST_KOMI}")]
    Komi(f32),
    /// No moves.
    #[error("a game cannot be cut short before its first move: the move limit is 1 or more")]
    MoveLimit,
    /// No such handicap.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// Settled points do not decide a game under these rules.
    #[error("games are decided by settled points only where area is counted, not under {0} rules")]
    Adjudication(Rules),
}

impl Conditions {
    /// The usual conditions: the komi of these rules, half a point where there is a handicap; no limits but that of
    /// moves, ten for every point of the board.
    pub fn new(size: usize, rules: Rules, handicap: usize) -> Conditions {
        let komi = if handicap > 0 { 0.5 } else { rules.usual_komi() };
        let move_limit = 10 * size.saturating_mul(size);
        let (budget, control, adjudication) = (Budget::default(), None, None);
        Conditions { size, rules, komi, handicap, budget, control, move_limit, adjudication }
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// If the board size is not supported, or has no fixed points for the handicap.
    pub fn game(&self) -> Result<Game, ConditionsError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            return Err(ConditionsError::Size(self.size));
        }
        if self.komi.is_nan() || self.komi.abs() > MOST_KOMI {
            return Err(ConditionsError::Komi(self.komi));
        }
        if self.move_limit == 0 {
            return Err(ConditionsError::MoveLimit);
        }
        if self.adjudication == Some(Adjudication::Settled) && self.rules.scoring != Scoring::Area {
            return Err(ConditionsError::Adjudication(self.rules));
        }
        let mut game = Game::new(self.size, self.rules, self.komi);
        if self.handicap > 1 {
            game.place_fixed_handicap(self.handicap)?;
        }
        Ok(game)
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conditions { size, rules, komi, handicap, budget, control, move_limit, adjudication } = self;
        write!(f, "{size}x{size}, {rules} rules, komi {komi}")?;
        if *handicap > 0 {
            write!(f, ", handicap {handicap}")?;
        }
        if *budget != Budget::default() {
            write!(f, ", budget {budget}")?;
        }
        if let Some(control) = control {
            write!(f, ", clock {control}")?;
        }
        if let Some(adjudication) = adjudication {
            write!(f, ", adjudicated {adjudication}")?;
        }
        write!(f, ", at most {move_limit} moves")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn conditions_are_told_in_a_line() {
        let usual = Conditions::new(9, Rules::CHINESE, 0);
        assert_eq!(usual.to_string(), "9x9, chinese rules, komi 7.5, at most 810 moves");
        let special = Conditions {
            budget: Budget::playouts(800),
            control: Some(TimeControl::SuddenDeath { main: Duration::from_secs(60) }),
            adjudication: Some(Adjudication::Settled),
            ..Conditions::new(19, Rules::AGA, 4)
        };
        assert_eq!(
            special.to_string(),
            "19x19, aga rules, komi 0.5, handicap 4, budget 800, clock 1m, adjudicated settled, at most 3610 moves"
        );
    }

    #[test]
    fn impossible_conditions_are_refused_with_a_sentence() {
        let refusal = |conditions: Conditions| conditions.game().unwrap_err().to_string();
        assert!(refusal(Conditions::new(99, Rules::CHINESE, 0)).starts_with("the board size 99 cannot be played"));
        assert!(refusal(Conditions::new(5, Rules::CHINESE, 3)).contains("no fixed places"));
        for komi in [f32::NAN, f32::INFINITY, -f32::INFINITY, 1000.5, -1e30] {
            let refused = refusal(Conditions { komi, ..Conditions::new(9, Rules::CHINESE, 0) });
            assert!(refused.contains("such as 6.5, from -1000 to 1000"), "{refused}");
        }
        let moveless = refusal(Conditions { move_limit: 0, ..Conditions::new(9, Rules::CHINESE, 0) });
        assert!(moveless.ends_with("the move limit is 1 or more"), "{moveless}");
        let adjudication = Some(Adjudication::Settled);
        assert!(refusal(Conditions { adjudication, ..Conditions::new(9, Rules::JAPANESE, 0) }).contains("japanese"));
    }

    #[test]
    fn one_handicap_stone_is_the_first_move() {
        let game = Conditions::new(9, Rules::CHINESE, 1).game().unwrap();
        assert_eq!((game.to_play(), game.komi()), (goban::Color::Black, 0.5));
        assert_eq!(Conditions::new(9, Rules::CHINESE, 2).game().unwrap().to_play(), goban::Color::White);
    }
}
