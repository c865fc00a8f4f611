//! Games of one line each.
//!
//! The fields are separated by tabs: `id date black white black_rank white_rank komi handicap result size moves`. Moves
//! are consecutive SGF pairs, Black first without handicap stones, `tt` for a pass.

use goban::{Color, MAX_SIZE, MIN_SIZE, Move, Point};

use super::tally::Skip;
use crate::header::{GameInfo, Header};
use crate::replay::Record;

const FIELDS: usize = 11;

/// A line whose header has been read and whose moves have not.
pub(super) struct Line<'a> {
    pub id: &'a str,
    pub header: Header,
    moves: &'a str,
}

impl<'a> Line<'a> {
    /// Reads everything but the moves.
    pub fn read(text: &'a str) -> Result<Line<'a>, (Skip, String)> {
        let bad = |what: String| (Skip::BadLine, what);
        let mut fields = [""; FIELDS];
        let mut count = 0;
        for field in text.split('\t') {
            if let Some(slot) = fields.get_mut(count) {
                *slot = field.trim();
            }
            count += 1;
        }
        if count != FIELDS {
            return Err(bad(format!("{count} fields instead of {FIELDS}")));
        }
        let [id, date, black, white, black_rank, white_rank, komi, handicap, result, size, moves] = fields;
        let size: usize = size.parse().map_err(|_| bad(format!("'{size:.20}' is not a board size")))?;
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err((Skip::BadSize, format!("board size {size}")));
        }
        let info = GameInfo {
            date: date.to_string(),
            black: black.to_string(),
            white: white.to_string(),
            black_rank: black_rank.to_string(),
            white_rank: white_rank.to_string(),
            result: result.to_string(),
            ..GameInfo::default()
        };
        let header = Header {
            info,
            komi: komi.parse().ok().filter(|komi: &f32| komi.is_finite()),
            handicap: handicap.parse().unwrap_or(0).min(size * size),
            ..Header::new(size)
        };
        Ok(Line { id, header, moves })
    }

    /// Reads the moves too.
    pub fn record(self) -> Result<Record, (Skip, String)> {
        let size = self.header.size;
        let mut color = if self.header.handicap > 0 { Color::White } else { Color::Black };
        let mut moves = Vec::with_capacity(self.moves.len() / 2);
        for pair in self.moves.as_bytes().chunks(2) {
            let mv = match Point::from_sgf(pair, size) {
                Some(point) => Move::Play(point),
                None if pair == b"tt" => Move::Pass,
                None => {
                    let pair = String::from_utf8_lossy(pair);
                    return Err((Skip::BadMove, format!("'{pair}' names no point of a board of size {size}")));
                }
            };
            moves.push((color, mv));
            color = !color;
        }
        Ok(Record { id: self.id.to_string(), header: self.header, setup: Vec::new(), moves, marks: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(line: &str) -> Result<Record, Skip> {
        Line::read(line).and_then(Line::record).map_err(|(skip, _)| skip)
    }

    #[test]
    fn a_line_is_a_game() {
        let record = record("cwi/1\t1846-07-21\tShusaku\tGennan\t4d\t8d\t\t0\tB+2\t19\tqdttdc").unwrap();
        assert_eq!((record.id.as_str(), record.header.info.black.as_str()), ("cwi/1", "Shusaku"));
        assert_eq!((record.header.komi, record.header.size), (None, 19));
        let played: Vec<String> = record.moves.iter().map(|(c, mv)| format!("{c} {}", mv.to_gtp(19))).collect();
        assert_eq!(played, ["black R16", "white pass", "black D17"]);
    }

    #[test]
    fn bad_lines_are_refused_for_a_reason() {
        assert_eq!(record("1\t2"), Err(Skip::BadLine));
        assert_eq!(record("\t\t\t\t\t\t\t\t\tbig\t"), Err(Skip::BadLine));
        assert_eq!(record("\t\t\t\t\t\t\t\t\t99\t"), Err(Skip::BadSize));
        assert_eq!(record("\t\t\t\t\t\t\t\t\t9\taazz"), Err(Skip::BadMove));
        assert_eq!(record("\t\t\t\t\t\t\t\t\t9\taab"), Err(Skip::BadMove));
    }
}
