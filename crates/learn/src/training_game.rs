//! Game records for training, in two bytes per move.

use std::ops::ControlFlow;

use goban::{Board, Color, Game, Move, Outcome, Point, Rules};
use kifu::Mark;
use kifu::corpus::{Corpus, Tally};
use player::Stop;

/// The moves and the outcome of a game.
#[derive(Clone, Debug)]
pub struct TrainingGame {
    /// The position before the first move, if the board was not empty.
    initial: Option<Box<Board>>,
    size: u8,
    /// The point of each move and, in the highest bits, its colour and its mark; a pass has no point.
    moves: Box<[u16]>,
    outcome: Option<Outcome>,
}

const PASS: u16 = 0x0fff;
const GOOD: u16 = 0x2000;
const BAD: u16 = 0x4000;
const WHITE: u16 = 0x8000;

impl TrainingGame {
    /// The moves of a game, without its outcome and marks.
    pub fn new(game: &Game) -> TrainingGame {
        let initial = game.initial();
        let is_empty = initial.empties().len() == game.size() * game.size();
        let code = |&(color, mv): &(Color, Move)| {
            let point = mv.point().map_or(PASS, |point| point.index() as u16);
            point | if color == Color::White { WHITE } else { 0 }
        };
        TrainingGame {
            initial: (!is_empty).then(|| Box::new(*initial)),
            size: game.size() as u8,
            moves: game.moves().iter().map(code).collect(),
            outcome: None,
        }
    }

    /// The same with the outcome of the game.
    #[must_use]
    pub fn with_outcome(self, outcome: Option<Outcome>) -> TrainingGame {
        TrainingGame { outcome, ..self }
    }

    /// The outcome of the game, if it is known.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The same with moves marked as good or bad, by index.
    #[must_use]
    pub fn marked(mut self, marks: &[(usize, Mark)]) -> TrainingGame {
        for &(place, mark) in marks {
            if let Some(code) = self.moves.get_mut(place) {
                *code |= if mark == Mark::Good { GOOD } else { BAD };
            }
        }
        self
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The position after the last move.
    pub fn end(&self) -> Board {
        let mut end = None;
        self.each_move(|board, played, _| {
            let mut board = *board;
            match played {
                Some(point) => board.play_unchecked(point),
                None => board.pass(),
            }
            end = Some(board);
        });
        end.or(self.initial.as_deref().copied()).unwrap_or_else(|| Board::new(usize::from(self.size)))
    }

    /// Visits every position in which a stone was played, with its point.
    pub fn each_position(&self, mut see: impl FnMut(&Board, Point)) {
        self.each_move(|board, played, _| played.into_iter().for_each(|point| see(board, point)));
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Visits every position with the point played (`None` for a pass) and the mark of the move.
    pub fn each_move(&self, mut see: impl FnMut(&Board, Option<Point>, Option<Mark>)) {
        self.walk(|board, played, mark| {
            see(board, played, mark);
            ControlFlow::Continue(())
        });
    }

    /// As [`each_move`](TrainingGame::each_move), without marks and until `see` breaks.
    pub fn each_move_while(&self, mut see: impl FnMut(&Board, Option<Point>) -> ControlFlow<()>) {
        self.walk(|board, played, _| see(board, played));
    }

    fn walk(&self, mut see: impl FnMut(&Board, Option<Point>, Option<Mark>) -> ControlFlow<()>) {
        let mut board = self.initial.as_deref().copied().unwrap_or_else(|| Board::new(usize::from(self.size)));
        for &code in &self.moves {
            board.set_to_play(if code & WHITE == 0 { Color::Black } else { Color::White });
            let mark = match code & (GOOD | BAD) {
                GOOD => Some(Mark::Good),
                BAD => Some(Mark::Bad),
                _ => None,
            };
            match code & PASS {
                PASS => {
                    if see(&board, None, mark).is_break() {
                        return;
                    }
                    board.pass();
                }
                index => {
                    let point = Point::from_index(usize::from(index));
                    if !board.is_legal(point) {
                        // The rest of a game with a suicide or a broken ko is ignored.
                        return;
                    }
                    if see(&board, Some(point), mark).is_break() {
                        return;
                    }
                    board.play_unchecked(point);
                }
            }
        }
    }
}

/// Reads the wanted games of a corpus, at most `most` and until the stop signal; the tally counts the unreadable ones.
pub fn training_games(
    corpus: &Corpus,
    most: usize,
    stop: &Stop,
    mut wanted: impl FnMut(&kifu::Record) -> bool,
) -> (Vec<TrainingGame>, Tally) {
    let mut games = Vec::new();
    let tally = corpus.each_game(Rules::SIMPLE, |record, game| {
        if wanted(&record) {
            let outcome = record.header.info.outcome();
            games.push(TrainingGame::new(&game).marked(&record.marks).with_outcome(outcome));
        }
        if games.len() < most && !stop.is_stopped() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (games, tally)
}
