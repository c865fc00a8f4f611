//! Games as reports read them: results and conditions, and whose moves took how long.

use goban::Color;
use kifu::Replay;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::row::{ResultRow, number, unreadable};

/// A game with the time of each move.
#[derive(Clone, PartialEq, Debug)]
pub struct TimedRow {
    /// Who played, and how it came out.
    pub result: ResultRow,
    /// The names and versions that other programs report, Black's first; empty for our players.
    pub engines: [String; 2],
    /// The size of the board.
    pub size: u64,
    /// The rules.
    pub rules: String,
    /// Handicap stones.
    pub handicap: u64,
    /// How long the moves after the opening took, in microseconds: Black's, and White's.
    pub times: [Vec<u32>; 2],
    /// When the game began, in milliseconds since 1970.
    pub begun: u64,
}

impl TimedRow {
    /// The next games of a contest in the order of their keys. Where the opening is out of a book, the record says who
    /// moves first after it.
    pub(super) const SELECT: &str = "SELECT id, contest, round, number, black, white, black_engine, white_engine, \
                                     first, size, rules, handicap, result, finish, moves, times, \
                                     opening, sgf, begun, ended \
                                     FROM games WHERE contest = $1 AND id > $2 ORDER BY id LIMIT 1000";

    pub(super) fn read(row: &SqliteRow) -> Result<TimedRow, sqlx::Error> {
        let result = ResultRow::read(row)?;
        let (times, sgf, opening): (&str, &str, &str) =
            (row.try_get("times")?, row.try_get("sgf")?, row.try_get("opening")?);
        let times: Vec<u32> = serde_json::from_str(times).map_err(|error| unreadable("times", error.to_string()))?;
        let handicap = number(row, "handicap")?;
        let untimed = (result.moves as usize).saturating_sub(times.len());
        let book = opening.starts_with("book ").then(|| mover(sgf, untimed)).flatten();
        let first = book.unwrap_or_else(|| alternating(handicap, untimed));
        Ok(TimedRow {
            result,
            engines: [row.try_get("black_engine")?, row.try_get("white_engine")?],
            size: number(row, "size")?,
            rules: row.try_get("rules")?,
            handicap,
            times: by_color(&times, first),
            begun: number(row, "begun")?,
        })
    }
}

/// The side that makes the move of that number, from 0, in a game with or without handicap.
fn alternating(handicap: u64, number: usize) -> Color {
    let first = if handicap > 1 { Color::White } else { Color::Black };
    if number.is_multiple_of(2) { first } else { first.other() }
}

/// Who makes the move of that number, from 0, in a record.
fn mover(sgf: &str, number: usize) -> Option<Color> {
    let reading = kifu::read(sgf.as_bytes()).ok()?;
    let game = Replay::new(reading.collection.trees.first()?).game().ok()?;
    game.moves().get(number).map(|&(color, _)| color)
}

fn by_color(times: &[u32], first: Color) -> [Vec<u32>; 2] {
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for pair in times.chunks(2) {
        one.extend(pair.first());
        other.extend(pair.get(1));
    }
    if first == Color::Black { [one, other] } else { [other, one] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_belong_to_those_who_moved() {
        assert_eq!(by_color(&[1, 2, 3], Color::Black), [vec![1, 3], vec![2]]);
        assert_eq!(by_color(&[1, 2, 3], Color::White), [vec![2], vec![1, 3]]);
        let movers = [(0, 0), (0, 5), (1, 0), (2, 0), (9, 1)].map(|(handicap, number)| alternating(handicap, number));
        assert_eq!(movers, [Color::Black, Color::White, Color::Black, Color::White, Color::Black]);
    }

    /// White moves first on a board with Black's stones set up, as the records of handicap games begin.
    #[test]
    fn a_record_says_who_moved_first() {
        let sgf = "(;GM[1]SZ[9]AB[cc][gg]PL[W];W[ee];B[cg])";
        assert_eq!([0, 1, 2].map(|number| mover(sgf, number)), [Some(Color::White), Some(Color::Black), None]);
        assert_eq!(mover("", 0), None);
    }
}
