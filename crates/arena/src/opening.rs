//! The openings of games: the empty board, a file of openings, or generated ones.
//!
//! Two players that leave nothing to chance would play the same game again and again; openings give them different
//! ones. Each opening is played twice with the colours exchanged, so that neither side gains by it.
//!
//! A generated opening is a few stones of each colour away from the edge and from each other. Of several that are
//! drawn, the one is taken after which uniformly random games come out most evenly: a rough measure, and enough to
//! leave out what is lopsided.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use goban::{Color, Game, Move, Point, Rules, score};
use kifu::Record;
use kifu::corpus::{Corpus, CorpusError};
use player::Rng;
use thiserror::Error;

use crate::digest::Digest;
use crate::{Conditions, ConditionsError};

/// The start of games.
#[derive(Clone, Debug, Default)]
pub enum Openings {
    /// On the board as the conditions lay it.
    #[default]
    None,
    /// From the openings of a file, in order.
    Book(Arc<Book>),
    /// From generated, balanced openings of this number of moves.
    Balanced {
        /// The number of moves.
        moves: usize,
    },
}

/// The openings of a file.
#[derive(Clone, Debug)]
pub struct Book {
    lines: Vec<Record>,
    digest: Digest,
}

/// Why openings are not available.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("the openings cannot be read: {0}")]
    File(#[from] CorpusError),
    /// No game in it can be played on this board.
    #[error(
        "{} holds no opening for a board of size {size}{}",
        path.display(), if reason.is_empty() { String::new() } else { format!(": {reason}") }
    )]
    Empty {
        /// The file.
        path: PathBuf,
        /// The size of the board.
        size: usize,
        /// What is wrong with the first one.
        reason: String,
    },
    /// A number of opening moves, and no openings.
    #[error("a number of opening moves is 1 or more, and needs openings: name some, or leave it out")]
    NoMoves,
    /// Openings start on an empty board.
    #[error("openings and handicap stones cannot be combined: leave out one of them")]
    Handicap,
    /// The board is too small.
    #[error("{moves} moves are too many for a generated opening on a board of size {size}: {most} at most")]
    Moves {
        /// How many were asked for.
        moves: usize,
        /// The size of the board.
        size: usize,
        /// How many there can be.
        most: usize,
    },
}

impl Openings {
    /// The openings that a word means: `none`, `balanced`, or the path of a file of games (or a folder, or an archive).
    /// The number of moves of each: by default all of a game, and about half the board's size of a generated opening.
    ///
    /// # Errors
    /// If the file cannot be read or has no opening for this board, or the conditions leave no room for openings.
    pub fn read(word: &str, moves: Option<usize>, conditions: &Conditions) -> Result<Openings, OpeningsError> {
        if moves == Some(0) || (moves.is_some() && word == "none") {
            return Err(OpeningsError::NoMoves);
        }
        if word != "none" && conditions.handicap > 1 {
            return Err(OpeningsError::Handicap);
        }
        let size = conditions.size;
        match word {
            "none" => Ok(Openings::None),
            "balanced" => {
                let (moves, most) = (moves.unwrap_or(size / 4 * 2), size * size / 8);
                if moves > most {
                    return Err(OpeningsError::Moves { moves, size, most });
                }
                Ok(Openings::Balanced { moves })
            }
            path => {
                Book::read(Path::new(path), moves, size, conditions.rules).map(|book| Openings::Book(Arc::new(book)))
            }
        }
    }

    /// The game at the beginning of the pair of games of that number.
    ///
    /// # Errors
    /// If no game can be played under these conditions.
    pub fn game(&self, conditions: &Conditions, pair: u64, seed: u64) -> Result<Game, ConditionsError> {
        let empty = conditions.game()?;
        Ok(match self {
            Openings::None => empty,
            Openings::Balanced { moves } => balanced(&empty, *moves, Digest::new().with(seed).with(pair).seed()),
            Openings::Book(book) => {
                let line = &book.lines[(pair % book.lines.len() as u64) as usize];
                // Every line was played out when it was read.
                let mut game = line.game(conditions.rules).unwrap_or(empty);
                game.set_komi(conditions.komi);
                game
            }
        })
    }

    /// A short identifier of these openings; equal for equal openings.
    pub fn describe(&self) -> String {
        match self {
            Openings::None => "none".to_string(),
            Openings::Book(book) => format!("book {}", book.digest),
            Openings::Balanced { moves } => format!("balanced {moves}"),
        }
    }
}

impl Book {
    fn read(path: &Path, moves: Option<usize>, size: usize, rules: Rules) -> Result<Book, OpeningsError> {
        let mut book = Book { lines: Vec::new(), digest: Digest::new() };
        let mut reason = String::new();
        let tally = Corpus::open([path])?.each(|mut record| {
            let is_point = |&(_, mv): &(Color, Move)| mv.point().is_some();
            let length = record.moves.iter().take_while(|mv| is_point(mv)).count();
            record.moves.truncate(length.min(moves.unwrap_or(usize::MAX)));
            match record.game(rules) {
                Ok(game) if game.size() == size && !game.is_over() => {
                    book.digest = record.setup.iter().fold(book.digest, |digest, (point, stone)| {
                        digest.with(stone.map_or('-', Color::letter)).with(point.to_sgf())
                    });
                    book.digest = record.moves.iter().fold(book.digest.with("moves"), |digest, (color, mv)| {
                        digest.with(color.letter()).with(mv.to_gtp(size))
                    });
                    book.lines.push(record);
                }
                Ok(game) if reason.is_empty() => reason = format!("{} is of size {}", record.id, game.size()),
                Err(error) if reason.is_empty() => reason = format!("{}: {error}", record.id),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        if book.lines.is_empty() {
            let skipped = tally.skipped().next().map(|(_, skipped)| skipped.example.clone()).unwrap_or_default();
            let reason = if reason.is_empty() { skipped } else { reason };
            return Err(OpeningsError::Empty { path: path.to_path_buf(), size, reason });
        }
        Ok(book)
    }
}

/// The number of sampled openings, of which the most even one is taken.
const DRAWN: usize = 8;
/// A lead of less than one point in this number is even: the measure is no finer.
const EVEN: f32 = 30.0;

fn balanced(empty: &Game, moves: usize, seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    let even = (empty.size() * empty.size()) as f32 / EVEN;
    let mut best: Option<(f32, Game)> = None;
    for _ in 0..DRAWN {
        let game = draw(empty, moves, &mut rng);
        let lead = score::random_margin(game.board()).abs();
        if best.as_ref().is_none_or(|(least, _)| lead < *least) {
            best = Some((lead, game));
        }
        if best.as_ref().is_some_and(|(least, _)| *least < even) {
            break;
        }
    }
    best.map_or_else(|| empty.clone(), |(_, game)| game)
}

/// Stones of both colours in turn, each on a point away from the edge that has no stone around it.
fn draw(empty: &Game, moves: usize, rng: &mut Rng) -> Game {
    let mut game = empty.clone();
    let size = game.size();
    let lowest = if size < 7 {
        1
    } else if size < 13 {
        2
    } else {
        3
    };
    for _ in 0..moves {
        let board = game.board();
        let is_free = |point: &Point| {
            let around = point.around();
            point.line(size) >= lowest && around.iter().chain([point]).all(|&n| board.cell(n).color().is_none())
        };
        let free: Vec<Point> = board.points().filter(is_free).collect();
        let Some(&point) = rng.pick(&free) else { break };
        if game.play(Move::Play(point)).is_err() {
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions() -> Conditions {
        Conditions::new(9, Rules::CHINESE, 0)
    }

    #[test]
    fn generated_openings_differ_from_pair_to_pair_and_come_back_with_the_seed() {
        let openings = Openings::read("balanced", None, &conditions()).unwrap();
        let moves = |pair, seed| openings.game(&conditions(), pair, seed).unwrap().moves().to_vec();
        assert_eq!(moves(3, 1), moves(3, 1));
        assert_ne!(moves(3, 1), moves(4, 1));
        assert_ne!(moves(3, 1), moves(3, 2));
        assert_eq!(moves(3, 1).len(), 4);
    }

    #[test]
    fn generated_openings_are_quiet_and_fairly_even() {
        let openings = Openings::Balanced { moves: 6 };
        let margins: Vec<f32> = (0..10)
            .map(|pair| {
                let game = openings.game(&conditions(), pair, 7).unwrap();
                let stones = game.board().points().filter(|&point| game.board().cell(point).color().is_some());
                assert!(stones.clone().all(|point| point.line(9) >= 2), "{game:?}");
                assert_eq!(stones.count(), 6);
                score::random_margin(game.board()).abs()
            })
            .collect();
        assert!(margins.iter().sum::<f32>() / 10.0 < 3.0, "{margins:?}");
    }

    #[test]
    fn a_file_of_games_is_a_book_of_openings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.sgf");
        std::fs::write(&path, "(;SZ[9];B[ee];W[cc];B[])(;SZ[19];B[dd])(;SZ[9];B[gg];W[cc];B[gc])").unwrap();
        let word = path.to_str().unwrap();
        let openings = Openings::read(word, Some(2), &conditions()).unwrap();
        let first = |pair| openings.game(&conditions(), pair, 0).unwrap().moves()[0].1.to_gtp(9);
        assert_eq!([first(0), first(1), first(2)], ["E5", "G3", "E5"]);
        let game = openings.game(&conditions(), 1, 0).unwrap();
        assert_eq!((game.moves().len(), game.komi()), (2, 7.5));
        let all = Openings::read(word, None, &conditions()).unwrap();
        assert_ne!(openings.describe(), all.describe());
        assert_eq!(all.game(&conditions(), 0, 0).unwrap().moves().len(), 2, "a pass is not an opening move");
    }

    #[test]
    fn openings_that_are_not_available_are_explained() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.sgf");
        std::fs::write(&path, "(;SZ[19];B[dd])").unwrap();
        let complaint =
            |word: &str, moves, conditions| Openings::read(word, moves, &conditions).unwrap_err().to_string();
        let wrong_size = complaint(path.to_str().unwrap(), None, conditions());
        assert!(wrong_size.contains("holds no opening for a board of size 9: ") && wrong_size.ends_with("size 19"));
        assert!(complaint("gone.sgf", None, conditions()).contains("there is no file or folder gone.sgf"));
        assert!(complaint("balanced", Some(50), conditions()).contains("10 at most"));
        assert!(complaint("balanced", Some(0), conditions()).contains("1 or more"));
        assert!(complaint("none", Some(4), conditions()).contains("needs openings"));
        assert!(complaint("balanced", None, Conditions::new(9, Rules::CHINESE, 2)).contains("leave out one"));
    }
}
