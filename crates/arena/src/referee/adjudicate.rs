//! Early decisions of games that are clearly won.

use std::fmt;
use std::str::FromStr;

use goban::{Color, Game, life};
use player::Turn;
use thiserror::Error;

/// When a game counts as decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Adjudication {
    /// When unconditionally alive stones and territory (Benson) decide it. Only under area rules.
    Settled,
    /// When both players have reported for three moves each that the same side wins with at least this probability.
    /// Games of players that report no win rate are played to their end.
    Agreed(f32),
}

/// An invalid rule of adjudication.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a rule of adjudication: expected settled, or a win rate above 0.5 such as 0.98")]
pub struct AdjudicationError(pub String);

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Adjudication::Settled => f.write_str("settled"),
            Adjudication::Agreed(rate) => rate.fmt(f),
        }
    }
}

impl FromStr for Adjudication {
    type Err = AdjudicationError;

    fn from_str(text: &str) -> Result<Adjudication, AdjudicationError> {
        match text.trim() {
            "settled" => Ok(Adjudication::Settled),
            rate => match rate.parse() {
                Ok(rate) if rate > 0.5 && rate <= 1.0 => Ok(Adjudication::Agreed(rate)),
                _ => Err(AdjudicationError(text.to_string())),
            },
        }
    }
}

/// The number of consecutive moves that have to agree, three of each player.
const AGREED_MOVES: u32 = 6;
/// The moves between two tests for life, which cost more than the rest of the referee.
const SETTLED_EVERY: usize = 8;

/// Watches the moves of a game.
pub(super) struct Adjudicator {
    rule: Adjudication,
    /// The winner that the players agree on, and for how many consecutive moves.
    agreed: Option<(Color, u32)>,
}

impl Adjudicator {
    pub(super) fn new(rule: Adjudication) -> Adjudicator {
        Adjudicator { rule, agreed: None }
    }

    /// Observes a move. Returns the winner once the game is decided.
    pub(super) fn observe(&mut self, turn: &Turn<'_>) -> Option<Color> {
        match self.rule {
            Adjudication::Settled => {
                let moves = turn.game.moves().len();
                let early = moves < turn.game.size().pow(2) / 3;
                if early || !moves.is_multiple_of(SETTLED_EVERY) { None } else { certain_winner(turn.game) }
            }
            Adjudication::Agreed(rate) => {
                let own = turn.choice.analysis.win_rate;
                let winner = match own {
                    Some(own) if own >= rate => Some(turn.color),
                    Some(own) if 1.0 - own >= rate => Some(turn.color.other()),
                    _ => None,
                };
                self.agreed = winner.map(|winner| match self.agreed {
                    Some((agreed, moves)) if agreed == winner => (winner, moves + 1),
                    _ => (winner, 1),
                });
                self.agreed.filter(|&(_, moves)| moves >= AGREED_MOVES).map(|(winner, _)| winner)
            }
        }
    }
}

/// The side that wins by area even if the other gets every point that is not settled.
fn certain_winner(game: &Game) -> Option<Color> {
    let owner = life::settled(game.board());
    let points = (game.size() * game.size()) as f32;
    let handed_out = game.komi() + game.rules().compensation(game.handicap());
    let least = |color: Color| {
        let own = game.board().points().filter(|&point| owner[point] == Some(color)).count() as f32;
        let lead = own - (points - own);
        if color == Color::Black { lead - handed_out } else { lead + handed_out }
    };
    Color::BOTH.into_iter().find(|&color| least(color) > 0.0)
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};

    use super::*;

    #[test]
    fn what_is_displayed_is_read_back() {
        for rule in [Adjudication::Settled, Adjudication::Agreed(0.98)] {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        for text in ["", "0.5", "2", "always"] {
            assert!(text.parse::<Adjudication>().unwrap_err().to_string().contains("such as 0.98"), "{text}");
        }
    }

    #[test]
    fn life_on_more_than_half_of_the_board_decides_the_game() {
        let board = diagram::board(
            "
            . X . X O
            X X X X O
            X . X . O
            X X X X .
            . O . . .",
        );
        let winner = |komi| certain_winner(&Game::from_board(board, Rules::CHINESE, komi));
        assert_eq!(winner(0.5), Some(Color::Black), "fifteen points for certain, ten for White at most");
        assert_eq!(winner(7.5), None);
    }
}
