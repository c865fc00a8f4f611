//! `distance`: plays the move after which the board is most like boards that were won.
//!
//! The "Distance AI" of Ying's "Artificial Intelligence for Go" (2009, section 5 and weeks 10 and 11 of its work log).
//! A library has boards with their win rates; a board is worth what its nearest neighbours in the library are worth,
//! each by how near it is ([`models::library`] has the distance, the search and the formula).

use std::sync::Arc;

use goban::{Board, Color};
use models::library::{Cells, Library, Portrait};
use player::{Entry, Param, Settings, SpecError};

use crate::appraise::{Appraisal, Appraiser};
use crate::load::load;
use crate::simple::{SEED, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "distance",
    summary: "plays the move after which the board is most like boards of a library that were won",
    params: &[
        Param::int("k", 1, 1000, "30", "how many of the nearest boards of the library a board is judged by"),
        Param::int("depth", 1, 10, "1", "how many moves it looks ahead; beyond one, the opponent's best answers count"),
        Param::text("library", "", "the file of a library; without one, the 9x9 library that comes with the program"),
        Param::int(
            "cells",
            0,
            4096,
            "0",
            "into how many cells the library is put, of which only the nearest is searched; 0 searches all of it",
        ),
        SEED,
    ],
    build: |settings, _| {
        let neighbours = Neighbours::new(settings)?;
        let appraiser = Appraiser::new(neighbours, settings.int("depth") as u32);
        Ok(Box::new(Simple::new(appraiser, settings.int("seed"))))
    },
};

/// Boards that are known.
struct Neighbours {
    library: Arc<Library>,
    cells: Option<Cells>,
    k: usize,
}

impl Neighbours {
    fn new(settings: &Settings) -> Result<Neighbours, SpecError> {
        let library = match settings.text("library") {
            "" => Library::embedded().clone(),
            name => Arc::new(load(ENTRY.name, name, Library::read)?),
        };
        let (k, cells) = (settings.int("k") as usize, settings.int("cells") as usize);
        let cells = (cells > 0).then(|| Cells::new(&library, cells, k, settings.int("seed") as u64));
        Ok(Neighbours { library, cells, k })
    }
}

impl Appraisal for Neighbours {
    fn appraise(&mut self, board: &Board, own: Color) -> f32 {
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
    fn player(won: &[&str], lost: &[&str]) -> Simple<Appraiser<Neighbours>> {
        let sample = |name: &str, half_wins: u32| {
            let mut board = Board::new(5);
            board.play_unchecked(Point::from_gtp(name, 5).unwrap());
            Sample { half_wins, games: 1, ..Sample::of(&board, Color::Black) }
        };
        let samples = won.iter().map(|name| sample(name, 2)).chain(lost.iter().map(|name| sample(name, 0)));
        let library = Arc::new(Library::new(5, samples.collect(), About::default()).unwrap());
        Simple::new(Appraiser::new(Neighbours { library, cells: None, k: 1 }, 1), 1)
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
