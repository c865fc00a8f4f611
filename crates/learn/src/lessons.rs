//! Game records as lessons: what a teacher needs of them, in a few bytes a move.

use std::ops::ControlFlow;

use goban::{Board, Color, Game, Move, Point, Rules};
use kifu::corpus::{Corpus, Tally};

/// The moves of a game.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The position before the first move, where the board was not empty or White began.
    initial: Option<Box<Board>>,
    size: u8,
    /// The point of each move and, in the highest bit, its colour; a pass has no point.
    moves: Box<[u16]>,
}

const PASS: u16 = 0x7fff;
const WHITE: u16 = 0x8000;

impl Lesson {
    /// The lesson of a game.
    pub fn new(game: &Game) -> Lesson {
        let initial = game.initial();
        let is_empty = initial.empties().len() == game.size() * game.size();
        let code = |&(color, mv): &(Color, Move)| {
            let point = mv.point().map_or(PASS, |point| point.index() as u16);
            point | if color == Color::White { WHITE } else { 0 }
        };
        Lesson {
            initial: (!is_empty).then(|| Box::new(*initial)),
            size: game.size() as u8,
            moves: game.moves().iter().map(code).collect(),
        }
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Shows every position in which a stone was played, with that point.
    pub fn each_position(&self, mut see: impl FnMut(&Board, Point)) {
        self.each_move(|board, played| played.into_iter().for_each(|point| see(board, point)));
    }

    /// Shows every position with the point that was played, or nothing for a pass.
    pub fn each_move(&self, mut see: impl FnMut(&Board, Option<Point>)) {
        let mut board = self.initial.as_deref().copied().unwrap_or_else(|| Board::new(usize::from(self.size)));
        for &code in &self.moves {
            board.set_to_play(if code & WHITE == 0 { Color::Black } else { Color::White });
            match code & !WHITE {
                PASS => {
                    see(&board, None);
                    board.pass();
                }
                index => {
                    let point = Point::from_index(usize::from(index));
                    if !board.is_legal(point) {
                        // Rules that allow suicide, or records that break the ko rule, teach nothing from here on.
                        return;
                    }
                    see(&board, Some(point));
                    board.play_unchecked(point);
                }
            }
        }
    }
}

/// Reads all games of a corpus, or so many of them that are wanted; the tally says what could not be read.
pub fn lessons(corpus: &Corpus, most: usize, mut wanted: impl FnMut(&kifu::Record) -> bool) -> (Vec<Lesson>, Tally) {
    let mut lessons = Vec::new();
    let tally = corpus.each_game(Rules::SIMPLE, |record, game| {
        if wanted(&record) {
            lessons.push(Lesson::new(&game));
        }
        if lessons.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (lessons, tally)
}
