//! The exact book of openings: for every position that occurs often enough, the move played most often.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use models::openings::{Book, position_key};
use player::parameters;

use crate::teacher::{Data, Entry, Taught, TeachError, Teacher, Training, size_in_words};
use crate::training_game::TrainingGame;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "book",
    summary: "Write the exact book of openings: for each frequent position, the move played most often",
    details: "The baseline to which Steinmetz and Gini (2015) compare their clusters. Positions are recognised in all \
              symmetries.",
    data: Data::Games,
    player: "rave:opening=book,book=FILE",
    resumes: false,
    extends: &[],
    parallel: false,
    measure: None,
    params: Params::PARAMS,
    build: |settings| Ok(Box::new(Params::read(settings))),
};

parameters! {
    /// Which positions go into the book.
    pub struct Params {
        /// the number of moves of each game
        pub moves: usize = 30, in 1..=1000;
        /// the number of games in which a position must occur
        pub least: u32 = 5, in 1..=1_000_000_000;
        /// the size of the board
        pub size: usize = 19, in 2..=19;
    }
}

impl Teacher for Params {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let &mut Params { moves, least, size } = self;
        let mut book = teach(training.games, size, moves, least);
        if book.is_empty() {
            return Err(TeachError::Data(format!("no position on a {size}x{size} board occurs in {least} games")));
        }
        book.about = training.origin.clone();
        let model = book.write();
        let summary = format!("{} positions, {}", book.len(), size_in_words(model.len()));
        Ok(Taught { model: Some(model), complete: true, summary, ..Taught::default() })
    }
}

/// The book of games on a board of this size: the first moves of each, in positions that occur in at least `least`
/// games.
pub fn teach(lessons: &[TrainingGame], size: usize, moves: usize, least: u32) -> Book {
    let mut seen: HashMap<u64, BTreeMap<u16, u32>> = HashMap::new();
    for lesson in lessons.iter().filter(|lesson| lesson.size() == size) {
        let mut number = 0;
        lesson.each_move_while(|board, played| {
            let (true, Some(point)) = (number < moves, played) else { return ControlFlow::Break(()) };
            number += 1;
            let (key, symmetry) = position_key(board);
            let image = symmetry.apply(point, size);
            *seen.entry(key).or_default().entry(image.row_major(size) as u16).or_default() += 1;
            ControlFlow::Continue(())
        });
    }
    let best = |(key, next): (u64, BTreeMap<u16, u32>)| {
        let often = next.values().sum::<u32>() >= least;
        // Of moves that were played equally often, the first in rows from the top.
        let (&place, _) = next.iter().rev().max_by_key(|&(_, times)| times)?;
        often.then_some((key, place))
    };
    Book::new(size, seen.into_iter().filter_map(best).collect(), String::new())
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Rules};

    use super::*;

    /// Three games begin at a star point and the third goes elsewhere: the book knows the first two moves, in any
    /// corner.
    #[test]
    fn the_book_has_what_was_played_most_often() {
        let lesson = |moves: &str| {
            let mut game = Game::new(19, Rules::CHINESE, 7.5);
            moves.split(' ').for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
            TrainingGame::new(&game)
        };
        let games = ["Q16 D4 Q4", "D16 Q4 D4", "Q4 D16 K10", "R16 D4 Q4"].map(lesson);
        let book = teach(&games, 19, 3, 2);
        let next = |moves: &str| {
            let mut game = Game::new(19, Rules::CHINESE, 7.5);
            let names = moves.split(' ').filter(|name| !name.is_empty());
            names.for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
            book.next(game.board()).map(|point| point.to_gtp(19))
        };
        let corners = ["D4", "D16", "Q4", "Q16"].map(String::from);
        assert!(next("").is_some_and(|first| corners.contains(&first)));
        assert_eq!(next("D4").as_deref(), Some("Q16"), "the corner across");
        assert!(next("D4 Q16").is_some_and(|third| ["D16", "Q4"].contains(&third.as_str())));
        assert_eq!(next("R16"), None, "once is not often enough");
    }
}
