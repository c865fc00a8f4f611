//! How a game came out, as records write it: `B+3.5`, `W+R`, `B+T`, `0`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::color::Color;

/// Who has won, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// Won by this number of points.
    Score(Color, f32),
    /// Won because the other resigned.
    Resignation(Color),
    /// Won on time.
    Time(Color),
    /// Won because the other broke the rules or did not play on.
    Forfeit(Color),
    /// Won, in an unknown way.
    Won(Color),
    /// There is no winner.
    Draw,
    /// No result, or the game was not finished.
    Void,
}

impl Outcome {
    /// The outcome of a score from Black's view, komi included.
    pub fn by_score(margin: f32) -> Outcome {
        match margin {
            m if m > 0.0 => Outcome::Score(Color::Black, m),
            m if m < 0.0 => Outcome::Score(Color::White, -m),
            _ => Outcome::Draw,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Score(color, _)
            | Outcome::Resignation(color)
            | Outcome::Time(color)
            | Outcome::Forfeit(color)
            | Outcome::Won(color) => Some(color),
            Outcome::Draw | Outcome::Void => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Score(color, points) => write!(f, "{}+{points}", color.letter()),
            Outcome::Resignation(color) => write!(f, "{}+R", color.letter()),
            Outcome::Time(color) => write!(f, "{}+T", color.letter()),
            Outcome::Forfeit(color) => write!(f, "{}+F", color.letter()),
            Outcome::Won(color) => write!(f, "{}+", color.letter()),
            Outcome::Draw => f.write_str("0"),
            Outcome::Void => f.write_str("Void"),
        }
    }
}

/// A text that is not a result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a result: expected for example B+3.5, W+R, B+T, B+F, 0, Draw or Void")]
pub struct OutcomeError(pub String);

impl FromStr for Outcome {
    type Err = OutcomeError;

    fn from_str(text: &str) -> Result<Outcome, OutcomeError> {
        let unreadable = || OutcomeError(text.to_string());
        let lower = text.trim().to_ascii_lowercase();
        match lower.as_str() {
            "0" | "draw" | "jigo" => return Ok(Outcome::Draw),
            "void" | "?" => return Ok(Outcome::Void),
            _ => {}
        }
        let (winner, how) = lower.split_once('+').ok_or_else(unreadable)?;
        let winner = Color::parse(winner).ok_or_else(unreadable)?;
        match how.trim() {
            "r" | "res" | "res." | "resign" => Ok(Outcome::Resignation(winner)),
            "t" | "time" => Ok(Outcome::Time(winner)),
            "f" | "forfeit" => Ok(Outcome::Forfeit(winner)),
            "" => Ok(Outcome::Won(winner)),
            points => match points.replace(',', ".").parse::<f32>() {
                Ok(points) if points.is_finite() && points >= 0.0 => Ok(Outcome::Score(winner, points)),
                _ => Err(unreadable()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for text in ["B+3.5", "W+R", "B+T", "W+F", "B+", "0", "Void", "W+12"] {
            assert_eq!(text.parse::<Outcome>().unwrap().to_string(), text);
        }
        for (text, meaning) in [("White+Resign", "W+R"), ("draw", "0"), (" b+0,5 ", "B+0.5")] {
            assert_eq!(text.parse::<Outcome>().unwrap().to_string(), meaning);
        }
    }

    #[test]
    fn nonsense_is_no_result() {
        for text in ["", "B", "X+3", "B+-2", "B+NaN", "B+inf", "3.5", "B+3.5 points?"] {
            assert!(text.parse::<Outcome>().is_err(), "{text:?}");
        }
    }
}
