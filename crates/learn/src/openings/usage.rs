//! How long games stay in the exact book (Steinmetz and Gini 2015, section 3.1).

use std::ops::ControlFlow;

use goban::{Color, Game, Rules};
use kifu::corpus::Corpus;
use models::openings::Book;

use super::OpeningError;

/// The number of book moves at the start of games, for each colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// For Black and White: the number of games with 0, 1, 2... book moves.
    pub histograms: [Vec<u64>; 2],
}

/// The number of moves of Black and White that are the book's, up to the first of each that is not.
pub fn book_moves(book: &Book, game: &Game) -> [usize; 2] {
    let mut board = *game.initial();
    let (mut moves, mut in_book) = ([0; 2], [true; 2]);
    for &(color, mv) in game.moves() {
        board.set_to_play(color);
        let side = color.index();
        in_book[side] = in_book[side] && mv.point().is_some() && book.next(&board) == mv.point();
        moves[side] += usize::from(in_book[side]);
        if in_book == [false; 2] {
            break;
        }
        match mv.point() {
            Some(point) => board.play_unchecked(point),
            None => board.pass(),
        }
    }
    moves
}

/// Counts the book moves of players whose names contain `player`, up to their first move that is not the book's.
///
/// # Errors
/// If no game has such a player.
pub fn measure(book: &Book, corpus: &Corpus, player: &str) -> Result<Usage, OpeningError> {
    let mut usage = Usage::default();
    let tally = corpus.each_game(Rules::SIMPLE, |record, game| {
        let names = [&record.header.info.black, &record.header.info.white];
        let moves = book_moves(book, &game);
        for color in Color::BOTH.map(Color::index).into_iter().filter(|&color| names[color].contains(player)) {
            let histogram = &mut usage.histograms[color];
            histogram.resize(histogram.len().max(moves[color] + 1), 0);
            histogram[moves[color]] += 1;
        }
        ControlFlow::Continue(())
    });
    match usage.histograms.iter().all(Vec::is_empty) {
        true if player.is_empty() => Err(OpeningError::NoGames(tally)),
        true => Err(OpeningError::NoPlayer { player: player.to_string(), tally }),
        false => Ok(usage),
    }
}

#[cfg(test)]
mod tests {
    use goban::Board;

    use super::*;

    #[test]
    fn moves_count_until_the_first_that_is_not_the_books() {
        let book = Book::embedded();
        let first = book.next(&Board::new(19)).unwrap().to_sgf();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.sgf"), format!("(;SZ[19]PB[Jowa]PW[Gennan];B[{first}];W[aa];B[ss])"))
            .unwrap();
        let corpus = Corpus::open([folder.path()]).unwrap();
        assert_eq!(measure(book, &corpus, "").map(|usage| usage.histograms), Ok([vec![0, 1], vec![1]]));
        assert_eq!(measure(book, &corpus, "Jowa").map(|usage| usage.histograms), Ok([vec![0, 1], vec![]]));
        assert!(matches!(measure(book, &corpus, "Shusaku"), Err(OpeningError::NoPlayer { .. })));
    }
}
