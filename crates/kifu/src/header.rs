//! What is known of a game before its first move.
//!
//! [`GameInfo`] is who, when and where; [`Header`] adds what the board and the rules need: size, komi, handicap. Both
//! are read from the root of a tree, and the first is written there too.

use goban::{Color, MAX_SIZE, MIN_SIZE, Outcome, Rules};
use thiserror::Error;

use crate::property::{Value, shortened, size_of};
use crate::ruleset::rules_named;
use crate::tree::Node;

/// Who played, when, where, and how it ended, each as the record has it. What is not known is empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs, reason = "the names are self-explanatory; the list below has the SGF properties")]
pub struct GameInfo {
    pub name: String,
    pub event: String,
    pub round: String,
    pub date: String,
    pub place: String,
    pub black: String,
    pub black_rank: String,
    pub white: String,
    pub white_rank: String,
    pub time: String,
    pub overtime: String,
    pub result: String,
    pub comment: String,
}

type Field = fn(&mut GameInfo) -> &mut String;

/// The properties of one line of text and their fields, in the order in which they are written.
const FIELDS: [(&str, Field); 12] = [
    ("GN", |info| &mut info.name),
    ("EV", |info| &mut info.event),
    ("RO", |info| &mut info.round),
    ("DT", |info| &mut info.date),
    ("PC", |info| &mut info.place),
    ("PB", |info| &mut info.black),
    ("BR", |info| &mut info.black_rank),
    ("PW", |info| &mut info.white),
    ("WR", |info| &mut info.white_rank),
    ("TM", |info| &mut info.time),
    ("OT", |info| &mut info.overtime),
    ("RE", |info| &mut info.result),
];

impl GameInfo {
    /// Reads the game information of a root node.
    pub fn of(root: &Node) -> GameInfo {
        let mut info = GameInfo::default();
        for (key, field) in FIELDS {
            *field(&mut info) = root.simple_text(key).unwrap_or_default();
        }
        info.comment = root.value("GC").map(|comment| comment.text().trim().to_string()).unwrap_or_default();
        info
    }

    /// Puts what is known into a root node, each in its place if it is there already.
    pub fn put(&self, root: &mut Node) {
        let mut info = self.clone();
        for (key, field) in FIELDS {
            let text = std::mem::take(field(&mut info));
            if !text.is_empty() {
                root.set(key, Value::from_text(&text));
            }
        }
        if !info.comment.is_empty() {
            root.set("GC", Value::from_text(&info.comment));
        }
    }

    /// How the game came out, where the result can be read. Remarks after it, as in `W+R (time trouble)`, do not
    /// hinder.
    pub fn outcome(&self) -> Option<Outcome> {
        let first_word = || self.result.split_whitespace().next().unwrap_or_default();
        self.result.parse().or_else(|_| first_word().parse()).ok()
    }
}

/// The game information, and what must be known to set the board up.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// Who, when, where.
    pub info: GameInfo,
    /// The size of the board.
    pub size: usize,
    /// Komi, if the record has it.
    pub komi: Option<f32>,
    /// The number of handicap stones, 0 in an even game.
    pub handicap: usize,
    /// The rules, if the record names some that are known.
    pub rules: Option<Rules>,
    /// The side to move first, if the record has it.
    pub to_play: Option<Color>,
}

/// Why a root node is not that of a game that can be played here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HeaderError {
    /// `GM` names another game.
    #[error("this is not a game of Go: GM[{0}] instead of GM[1]")]
    NotGo(String),
    /// `SZ` is not a number.
    #[error("the board size '{0}' cannot be read: expected a number such as 19")]
    Size(String),
    /// `SZ` is a pair of different numbers.
    #[error("the board is {columns}x{rows}; only square boards can be played")]
    NotSquare {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// `SZ` is too small or too large.
    #[error("the board size {0} cannot be played: boards are {MIN_SIZE} to {MAX_SIZE}")]
    SizeRange(usize),
}

impl Header {
    /// The header of an even game on a board of that size, of which nothing else is known.
    pub fn new(size: usize) -> Header {
        Header { info: GameInfo::default(), size, komi: None, handicap: 0, rules: None, to_play: None }
    }

    /// Reads a root node.
    ///
    /// A board without a size is 19x19. Handicap stones count as such with and without `HA`, if two or more and no
    /// white ones.
    ///
    /// # Errors
    /// If it is another game, or a board that cannot be played.
    pub fn of(root: &Node) -> Result<Header, HeaderError> {
        if let Some(game) = root.value("GM")
            && !matches!(game.trimmed(), "" | "1")
        {
            return Err(HeaderError::NotGo(shortened(game.trimmed())));
        }
        let mut header = Header { info: GameInfo::of(root), ..Header::new(board_size(root)?) };
        header.komi = root.value("KM").and_then(Value::real).map(plain_komi);
        header.rules = root.simple_text("RU").and_then(|name| rules_named(&name));
        header.to_play = root.value("PL").and_then(Value::color);
        let stones = root.get("AB").and_then(|stones| stones.points(header.size).ok()).unwrap_or_default().len();
        header.handicap = match root.value("HA").and_then(Value::number) {
            Some(number) => usize::try_from(number).ok().filter(|&n| n >= 2 || n == stones).unwrap_or(0),
            None if stones >= 2 && root.get("AW").is_none() && header.to_play != Some(Color::Black) => stones,
            None => 0,
        };
        header.handicap = header.handicap.min(header.size * header.size);
        Ok(header)
    }
}

fn board_size(root: &Node) -> Result<usize, HeaderError> {
    let Some(value) = root.value("SZ").filter(|value| !value.trimmed().is_empty()) else { return Ok(19) };
    match size_of(value) {
        None => Err(HeaderError::Size(shortened(value.trimmed()))),
        Some((columns, rows)) if columns != rows => Err(HeaderError::NotSquare { columns, rows }),
        Some((size, _)) if !(MIN_SIZE..=MAX_SIZE).contains(&size) => Err(HeaderError::SizeRange(size)),
        Some((size, _)) => Ok(size),
    }
}

/// Komi in points. Some servers write hundredths of points (`650`) or of Chinese pairs of points (`375`).
fn plain_komi(komi: f32) -> f32 {
    match komi {
        275.0 | 325.0 | 375.0 => komi / 50.0,
        550.0 | 650.0 | 750.0 => komi / 100.0,
        _ => komi,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(root: &str) -> Result<Header, HeaderError> {
        let tree = crate::parse(&format!("(;{root})")).unwrap().0.trees.remove(0);
        Header::of(tree.node(tree.root()))
    }

    #[test]
    fn a_board_without_a_size_is_19x19() {
        assert_eq!(header("").unwrap().size, 19);
        assert_eq!(header("SZ[]").unwrap().size, 19);
        assert_eq!(header("SZ[9:9]").unwrap().size, 9);
    }

    #[test]
    fn boards_that_cannot_be_played_are_told_apart() {
        assert_eq!(header("SZ[nine]"), Err(HeaderError::Size("nine".to_string())));
        assert_eq!(header("SZ[9:13]"), Err(HeaderError::NotSquare { columns: 9, rows: 13 }));
        assert_eq!(header("SZ[37]"), Err(HeaderError::SizeRange(37)));
        assert_eq!(header("GM[2]"), Err(HeaderError::NotGo("2".to_string())));
    }

    #[test]
    fn komi_in_hundredths_is_put_into_points() {
        let komi = |text: &str| header(&format!("KM[{text}]")).unwrap().komi;
        assert_eq!(["6.5", "6,5", "650", "325"].map(komi), [Some(6.5); 4]);
        assert_eq!(["375", "-5.5", "0", "half"].map(komi), [Some(7.5), Some(-5.5), Some(0.0), None]);
    }

    #[test]
    fn black_stones_alone_are_a_handicap() {
        let handicap = |root: &str| header(root).unwrap().handicap;
        assert_eq!(handicap("HA[2]AB[dd][pp]"), 2);
        assert_eq!(handicap("AB[dd][pp]"), 2);
        assert_eq!(handicap("AB[dd:ee]AW[pp]"), 0);
        assert_eq!(handicap("HA[0]AB[dd][pp]"), 0);
        assert_eq!(handicap("HA[-3]"), 0);
        assert_eq!(handicap("AB[dd]"), 0);
        assert_eq!(handicap("HA[1]"), 0);
        assert_eq!(handicap("HA[1]AB[dd]"), 1);
    }

    #[test]
    fn game_information_comes_back_from_a_node() {
        let info = GameInfo {
            black: "Ohashi [9p]".to_string(),
            result: "W+R".to_string(),
            comment: "two\nlines".to_string(),
            ..GameInfo::default()
        };
        let mut node = Node::default();
        info.put(&mut node);
        assert_eq!(GameInfo::of(&node), info);
        assert_eq!(info.outcome(), Some(Outcome::Resignation(Color::White)));
    }
}
