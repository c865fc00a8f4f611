//! `distance`: plays the move after which the board is most similar to won boards.
//!
//! The "Distance AI" of Ying's "Artificial Intelligence for Go" (2009, section 5 and weeks 10 and 11 of its work log).
//! A library has boards with their win rates; the value of a board is the mean of its nearest neighbours in the
//! library, weighted by distance ([`models::library`] has the distance, the search and the formula).

use std::sync::Arc;

use goban::{Board, Color};
use models::library::{Cells, Library, Portrait};
use player::{Entry, SpecError, parameters};

use crate::load::load;
use crate::lookahead::{BoardEvaluation, Lookahead};
use crate::seed::SeedParams;
use crate::simple::Simple;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "distance",
    summary: "plays the move after which the board is most similar to won boards of a library",
    params: Params::PARAMS,
    build: |settings, _| {
        let params = Params::read(settings);
        let lookahead = Lookahead::new(Neighbours::new(&params)?, params.depth);
        Ok(Box::new(Simple::new(lookahead, params.seed)))
    },
};

parameters! {
    /// How it evaluates a board.
    pub struct Params {
        /// the number of nearest boards of the library that evaluate a board
        pub k: usize = 30, in 1..=1000;
        /// moves to read ahead; from two on, the opponent's best answers count
        pub depth: u32 = 1, in 1..=10;
        /// the file of a library; without one, the built-in 9x9 library
        pub library: String = "", role Model;
        /// the number of cells that the library is divided into, of which only the nearest is searched; 0 searches all
        pub cells: usize = 0, in 0..=4096;
        ..seed: SeedParams;
    }
}

/// Boards that are known.
struct Neighbours {
    library: Arc<Library>,
    cells: Option<Cells>,
    k: usize,
}

impl Neighbours {
    fn new(params: &Params) -> Result<Neighbours, SpecError> {
        let library = match params.library.as_str() {
            "" => Library::embedded().clone(),
            name => Arc::new(load(ENTRY.name, name, Library::read)?),
        };
        let &Params { k, cells, .. } = params;
        let cells = (cells > 0).then(|| Cells::new(&library, cells, k, params.seed.of_game(0)));
        Ok(Neighbours { library, cells, k })
    }
}

impl BoardEvaluation for Neighbours {
    fn evaluate(&mut self, board: &Board, own: Color) -> f32 {
        self.library.score(board, own, self.k, self.cells.as_ref())
    }

    fn remark(&self, board: &Board, own: Color) -> Option<(&'static str, String)> {
        let score = self.library.score(board, own, self.k, self.cells.as_ref());
        let nearest = self.library.nearest(&Portrait::of(board, own), 1);
        let distance = nearest.neighbours.first()?.distance;
        Some(("library", format!("win rate {:.1}%, the nearest board is {distance:.3} away", 100.0 * score)))
    }
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Point, Rules};
    use models::library::{About, Sample};
    use player::{Budget, Player, Stop};

    use super::*;

    /// Boards with one stone, of which those at the given points were won.
    fn player(won: &[&str], lost: &[&str]) -> Simple<Lookahead<Neighbours>> {
        let sample = |name: &str, half_wins: u32| {
            let mut board = Board::new(5);
            board.play_unchecked(Point::from_gtp(name, 5).unwrap());
            Sample { half_wins, games: 1, ..Sample::of(&board, Color::Black) }
        };
        let samples = won.iter().map(|name| sample(name, 2)).chain(lost.iter().map(|name| sample(name, 0)));
        let library = Arc::new(Library::new(5, samples.collect(), About::default()).unwrap());
        Simple::new(Lookahead::new(Neighbours { library, cells: None, k: 1 }, 1), SeedParams { seed: Some(1) })
    }

    fn first_move(mut player: impl Player) -> Move {
        let game = Game::new(5, Rules::CHINESE, 0.5);
        player.choose(&game, Budget::default(), &Stop::new()).unwrap().mv
    }

    #[test]
    fn it_plays_for_the_board_that_was_won() {
        let others = ["A1", "B1", "C1", "B2", "C2"];
        assert_eq!(first_move(player(&["C3"], &others)), Move::from_gtp("C3", 5).unwrap());
        let corner = first_move(player(&["A1"], &["B1", "C1", "B2", "C2", "C3"])).to_gtp(5);
        assert!(["A1", "A5", "E1", "E5"].contains(&corner.as_str()), "in any symmetry: {corner}");
    }
}
