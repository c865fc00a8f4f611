//! Positions of game records as training data: a few files of plain numbers.
//!
//! For each size of board there are files of little-endian numbers, named by the size:
//!
//! | file | for each | what |
//! |---|---|---|
//! | `19.points` | position | a byte for each point, as [`features`] has it |
//! | `19.next` | position | u16: the move played, in row-major order from the top left; size * size for a pass |
//! | `19.ply` | position | u16: the number of moves before it |
//! | `19.game` | position | u32: the number of its game among those of this size |
//! | `19.source` | game | u32: its number among all games read, from 0: the line in a file of one game per line |
//! | `19.komi` | game | i16: twice the komi; [`UNKNOWN`] without one |
//! | `19.winner` | game | i8: 1 for Black, -1 for White, 0 for a draw or unknown |
//! | `19.margin` | game | i16: twice Black's lead if it was counted, else [`UNKNOWN`] |
//! | `19.year` | game | u16: the year; 0 if it is unknown |
//! | `19.name` | game | u32: the CRC of its name, for splits into training and test games |
//!
//! The positions of a game are consecutive, so the last moves before a position are those of the positions before it.
//! `shards.json` has the counts; a folder without it is incomplete.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::thread;

use goban::{Color, Outcome, Rules};
use kifu::Record;
use models::net::features;
use serde::{Deserialize, Serialize};

/// An unknown number.
pub const UNKNOWN: i16 = i16::MAX;

/// The contents of a folder of shards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Contents {
    /// The version of the format.
    pub version: u32,
    /// The sizes of boards.
    pub boards: BTreeMap<usize, Amount>,
}

/// The numbers of games and positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are what they are called")]
pub struct Amount {
    pub games: u32,
    pub positions: u64,
}

/// Writes shards into a folder.
pub struct Writer {
    folder: PathBuf,
    boards: BTreeMap<usize, (Amount, Files)>,
    read: u32,
    waiting: Vec<(u32, Record)>,
    threads: usize,
}

/// The games that are converted at once.
const TOGETHER: usize = 4096;
const VERSION: u32 = 1;

impl Writer {
    /// Starts a folder.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn new(folder: &Path, threads: usize) -> io::Result<Writer> {
        fs::create_dir_all(folder)?;
        // Earlier contents are incomplete from now on.
        match fs::remove_file(folder.join("shards.json")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let boards = BTreeMap::new();
        Ok(Writer { folder: folder.to_path_buf(), boards, read: 0, waiting: Vec::new(), threads: threads.max(1) })
    }

    /// Adds a game; one that is not wanted is only counted.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn add(&mut self, record: Record, is_wanted: bool) -> io::Result<()> {
        if is_wanted {
            self.waiting.push((self.read, record));
        }
        self.read += 1;
        if self.waiting.len() >= TOGETHER { self.write() } else { Ok(()) }
    }

    /// Writes the rest and the counts.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn finish(mut self) -> io::Result<Contents> {
        self.write()?;
        let mut contents = Contents { version: VERSION, boards: BTreeMap::new() };
        for (size, (amount, mut files)) in self.boards {
            files.flush()?;
            contents.boards.insert(size, amount);
        }
        fs::write(self.folder.join("shards.json"), serde_json::to_vec(&contents)?)?;
        Ok(contents)
    }

    fn write(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let part = waiting.len().div_ceil(self.threads).max(1);
        let made: Vec<Vec<Made>> = thread::scope(|scope| {
            let parts = waiting.chunks(part);
            let threads: Vec<_> =
                parts.map(|part| scope.spawn(|| part.iter().filter_map(Made::of).collect::<Vec<_>>())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        });
        for made in made.into_iter().flatten() {
            if !self.boards.contains_key(&made.size) {
                let files = Files::create(&self.folder, made.size)?;
                self.boards.insert(made.size, (Amount::default(), files));
            }
            if let Some((amount, files)) = self.boards.get_mut(&made.size) {
                files.write(&made, amount.games)?;
                amount.games += 1;
                amount.positions += made.next.len() as u64;
            }
        }
        Ok(())
    }
}

/// A game, made into numbers.
struct Made {
    size: usize,
    source: u32,
    points: Vec<u8>,
    next: Vec<u16>,
    komi: i16,
    winner: i8,
    margin: i16,
    year: u16,
    name: u32,
}

impl Made {
    /// `None` for games that do not start on an empty board with Black, or in which a player moves twice in a row: the
    /// number of a move decides its colour.
    fn of((source, record): &(u32, Record)) -> Option<Made> {
        let size = record.header.size;
        let in_turn = record.moves.iter().zip([Color::Black, Color::White].into_iter().cycle());
        if !record.setup.is_empty() || !in_turn.into_iter().all(|((color, _), turn)| *color == turn) {
            return None;
        }
        let mut made = Made {
            size,
            source: *source,
            points: Vec::with_capacity(record.moves.len() * size * size),
            next: Vec::with_capacity(record.moves.len()),
            komi: record.header.komi.map_or(UNKNOWN, |komi| (2.0 * komi).round() as i16),
            winner: 0,
            margin: UNKNOWN,
            year: record.header.info.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0),
            name: crc32fast::hash(record.id.as_bytes()),
        };
        if let Some(outcome) = record.header.info.outcome() {
            made.winner = outcome.winner().map_or(0, |winner| if winner == Color::Black { 1 } else { -1 });
            if let Outcome::Score(_, points) = outcome {
                made.margin = i16::from(made.winner) * (2.0 * points).round() as i16;
            }
        }
        record
            .walk(Rules::SIMPLE, |game, mv| {
                let place = mv.point().map_or(size * size, |point| point.row_major(size));
                let begin = made.points.len();
                made.points.resize(begin + size * size, 0);
                features::see(game.board(), &mut made.points[begin..]);
                made.next.push(place as u16);
                std::ops::ControlFlow::Continue(())
            })
            .ok()?;
        (!made.next.is_empty()).then_some(made)
    }
}

/// The files of one size.
struct Files(BTreeMap<&'static str, BufWriter<File>>);

const NAMES: [&str; 10] = ["points", "next", "ply", "game", "source", "komi", "winner", "margin", "year", "name"];

impl Files {
    fn create(folder: &Path, size: usize) -> io::Result<Files> {
        let create = |name: &'static str| {
            let file = File::create(folder.join(format!("{size}.{name}")))?;
            Ok((name, BufWriter::with_capacity(1 << 18, file)))
        };
        Ok(Files(NAMES.into_iter().map(create).collect::<io::Result<_>>()?))
    }

    fn write(&mut self, made: &Made, number: u32) -> io::Result<()> {
        self.put("points", &made.points)?;
        for (ply, next) in made.next.iter().enumerate() {
            self.put("next", &next.to_le_bytes())?;
            self.put("ply", &(ply as u16).to_le_bytes())?;
            self.put("game", &number.to_le_bytes())?;
        }
        self.put("source", &made.source.to_le_bytes())?;
        self.put("komi", &made.komi.to_le_bytes())?;
        self.put("winner", &made.winner.to_le_bytes())?;
        self.put("margin", &made.margin.to_le_bytes())?;
        self.put("year", &made.year.to_le_bytes())?;
        self.put("name", &made.name.to_le_bytes())
    }

    fn put(&mut self, name: &'static str, bytes: &[u8]) -> io::Result<()> {
        self.0.get_mut(name).map_or(Ok(()), |file| file.write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.values_mut().try_for_each(Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use goban::{Move, Point};
    use kifu::Header;
    use tempfile::TempDir;

    use super::*;

    fn record(result: &str, moves: &[&str]) -> Record {
        let mut header = Header::new(5);
        header.komi = Some(6.5);
        header.info.result = result.into();
        header.info.date = "1990-06-02".into();
        let turns = [Color::Black, Color::White].into_iter().cycle();
        let moves = turns.zip(moves.iter().map(|name| Move::from_gtp(name, 5).unwrap())).collect();
        Record { id: "a".into(), header, setup: Vec::new(), moves, marks: Vec::new() }
    }

    #[test]
    fn a_game_becomes_its_positions_and_what_is_known_of_it() {
        let folder = TempDir::new().unwrap();
        let mut writer = Writer::new(folder.path(), 2).unwrap();
        writer.add(record("B+R", &["C3"]), false).unwrap();
        writer.add(record("W+3.5", &["C3", "D2", "pass"]), true).unwrap();
        let contents = writer.finish().unwrap();
        assert_eq!(contents.boards[&5], Amount { games: 1, positions: 3 });
        let bytes = |name: &str| fs::read(folder.path().join(format!("5.{name}"))).unwrap();
        assert_eq!(bytes("next"), [12, 0, 18, 0, 25, 0], "row by row from the top left; 25 is a pass");
        assert_eq!(bytes("ply"), [0, 0, 1, 0, 2, 0]);
        assert_eq!(bytes("source"), [1, 0, 0, 0], "the second that was read");
        assert_eq!((bytes("komi"), bytes("winner"), bytes("margin")), (vec![13, 0], vec![255], vec![249, 255]));
        assert_eq!(bytes("year"), 1990_u16.to_le_bytes());
        let points = bytes("points");
        let at = |position: usize, name: &str| {
            let point = Point::from_gtp(name, 5).unwrap();
            points[25 * position + 5 * point.row() + point.col()]
        };
        assert_eq!(points[..25], [0; 25], "the empty board");
        assert_eq!((at(1, "C3"), at(2, "C3"), at(2, "D2")), (features::OTHER, features::OWN, features::OTHER));
    }

    #[test]
    fn a_game_in_which_a_player_moves_twice_is_skipped() {
        let folder = TempDir::new().unwrap();
        let mut twice = record("B+R", &["C3", "D2"]);
        twice.moves[1].0 = Color::Black;
        let mut writer = Writer::new(folder.path(), 1).unwrap();
        writer.add(twice, true).unwrap();
        assert!(writer.finish().unwrap().boards.is_empty());
    }
}
