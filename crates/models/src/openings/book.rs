//! The exact book: expert moves in known positions (Steinmetz and Gini 2015, section 3.1).
//!
//! A position has at most one move under all symmetries: the most frequent.

use std::collections::HashMap;

use goban::{Board, Color, Point, Symmetry};
use serde::{Deserialize, Serialize};

use crate::file::{self, Cursor, ModelError, put_varint};
use crate::mix;

/// Positions, each with the move to play.
#[derive(Clone, Debug)]
pub struct Book {
    size: usize,
    /// The row-major index of the move, under the symmetry of the position's key.
    moves: HashMap<u64, u16>,
    /// A description of the training data.
    pub about: String,
}

/// The kind of model file.
const KIND: &str = "book";
/// The greatest length of the content.
const LONGEST: u64 = 1 << 28;

#[derive(Serialize, Deserialize)]
struct Description {
    size: usize,
    #[serde(default)]
    about: String,
}

/// The key of a position, the same under all symmetries, and the symmetry that yields it.
pub fn position_key(board: &Board) -> (u64, Symmetry) {
    let size = board.size();
    let turn = if board.to_play() == Color::Black { 1 } else { 2 };
    let in_symmetry = |symmetry: Symmetry| {
        let stones = board.points().filter_map(|point| {
            let thing = if board.cell(point).color()? == Color::Black { 1 } else { 2 };
            let image = symmetry.apply(point, size);
            Some(mix(mix((image.row_major(size) as u64) << 2 | thing)))
        });
        (mix(stones.fold(turn, |key, stone| key ^ stone)), symmetry)
    };
    let keys = Symmetry::ALL.into_iter().map(in_symmetry);
    keys.min_by_key(|&(key, _)| key).unwrap_or((0, Symmetry::IDENTITY))
}

impl Book {
    /// A book for boards of this size: for each key the index of the move, under the symmetry of the key.
    pub fn new(size: usize, moves: HashMap<u64, u16>, about: String) -> Book {
        Book { size, moves, about }
    }

    /// The board size.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the book is empty.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move to play in a position, if the book has it. The caller checks that the rules allow it.
    pub fn next(&self, board: &Board) -> Option<Point> {
        if board.size() != self.size {
            return None;
        }
        let (key, symmetry) = position_key(board);
        let place = usize::from(*self.moves.get(&key)?);
        Some(symmetry.inverse().apply(Point::new(place / self.size, place % self.size), self.size))
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let description = Description { size: self.size, about: self.about.clone() };
        let description = serde_json::to_string(&description).unwrap_or_default();
        let mut all: Vec<_> = self.moves.iter().collect();
        all.sort_unstable();
        let (mut content, mut before) = (Vec::new(), 0);
        for (&key, &place) in all {
            put_varint(&mut content, key - before);
            put_varint(&mut content, u64::from(place));
            before = key;
        }
        file::write(KIND, &description, &file::pack(&content))
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Book, ModelError> {
        let nonsense = |what: String| ModelError::Content(what);
        let parts = file::read(bytes, KIND)?;
        let description = serde_json::from_str(parts.description);
        let Description { size, about } = description.map_err(|error| nonsense(error.to_string()))?;
        if !(goban::MIN_SIZE..=goban::MAX_SIZE).contains(&size) {
            return Err(nonsense("there are no boards of that size".to_string()));
        }
        let content = file::unpack(parts.content, LONGEST)?;
        let mut content = Cursor(&content);
        let (mut moves, mut key) = (HashMap::new(), 0u64);
        while !content.0.is_empty() {
            key = key.wrapping_add(content.varint()?);
            let place = content.varint()?;
            if place >= (size * size) as u64 {
                return Err(nonsense("a move is off the board".to_string()));
            }
            moves.insert(key, place as u16);
        }
        Ok(Book { size, moves, about })
    }
}

#[cfg(test)]
mod tests {
    use goban::Move;

    use super::*;

    fn board(symmetry: Symmetry, moves: &str) -> Board {
        let mut board = Board::new(9);
        for name in moves.split(' ') {
            let point = symmetry.apply(Point::from_gtp(name, 9).unwrap(), 9);
            board.play(Move::Play(point)).unwrap();
        }
        board
    }

    #[test]
    fn a_move_is_found_in_every_symmetry_and_survives_in_a_file() {
        let seen = board(Symmetry::IDENTITY, "C3 G6 F8");
        let answer = Point::from_gtp("D7", 9).unwrap();
        let (name, symmetry) = position_key(&seen);
        let image = symmetry.apply(answer, 9);
        let moves = HashMap::from([(name, image.row_major(9) as u16)]);
        let book = Book::read(&Book::new(9, moves, "one position".to_string()).write()).unwrap();
        assert_eq!((book.len(), book.about.as_str()), (1, "one position"));
        for symmetry in Symmetry::ALL {
            assert_eq!(book.next(&board(symmetry, "C3 G6 F8")), Some(symmetry.apply(answer, 9)), "{symmetry:?}");
        }
        assert_eq!(book.next(&board(Symmetry::IDENTITY, "C3 G6")), None);
        assert_eq!(book.next(&board(Symmetry::IDENTITY, "C3 F8 G6")), None, "the same points in other colours");
    }
}
