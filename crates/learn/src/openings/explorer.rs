//! The opening explorer: a game from the empty board, move by move, with its continuations.

use std::sync::Arc;

use goban::{Game, Move, Rules};
use models::openings::Clusters;

use super::{Continuations, OpeningError};

/// A walk through the opening.
#[derive(Clone, Debug)]
pub struct Explorer {
    clusters: Arc<Clusters>,
    game: Game,
}

impl Explorer {
    /// Starts from the empty board.
    pub fn new(clusters: Arc<Clusters>) -> Explorer {
        let game = Game::new(clusters.size(), Rules::CHINESE, Rules::CHINESE.usual_komi());
        Explorer { clusters, game }
    }

    /// The continuations of the current position.
    ///
    /// # Errors
    /// If the game is past the opening.
    pub fn continuations(&self) -> Result<Continuations, OpeningError> {
        Continuations::of(&self.clusters, &self.game)
    }

    /// Plays a move: a point such as `Q16`, `pass`, or the letter of a continuation.
    ///
    /// # Errors
    /// If there is no such letter or point, or the move is illegal.
    pub fn play(&mut self, name: &str) -> Result<(), OpeningError> {
        let mv = match name.as_bytes() {
            &[letter @ b'a'..=b'z'] => Move::Play(self.continuations()?.by_letter(letter.into())?),
            _ => Move::from_gtp(name, self.game.size())?,
        };
        Ok(self.game.play(mv)?)
    }

    /// Undoes the last move.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), OpeningError> {
        self.game.undo().map(drop).ok_or(OpeningError::NothingToUndo)
    }

    /// Returns to the empty board.
    pub fn clear(&mut self) {
        *self = Explorer::new(self.clusters.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_plays_its_continuation_and_undo_takes_it_back() {
        let mut explorer = Explorer::new(Clusters::embedded("default").unwrap().clone());
        let empty = explorer.continuations().unwrap().to_string();
        explorer.play("a").unwrap();
        assert_ne!(explorer.continuations().unwrap().to_string(), empty);
        explorer.undo().unwrap();
        assert_eq!(explorer.continuations().unwrap().to_string(), empty);
        assert_eq!(explorer.undo(), Err(OpeningError::NothingToUndo));
        assert!(matches!(explorer.play("Z99"), Err(OpeningError::Coordinate(_))));
    }
}
