//! Which games of a corpus are wanted: `size=19`, `date=1980..2007`, `player=Shusaku`, `handicap=0`, `result=decided`.
//!
//! A filter reads only a game's header: games are rejected before their moves are read.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::{fmt, fs};

use goban::{Color, Outcome};
use thiserror::Error;

use crate::header::Header;

/// One condition on a game. Several are put together by asking for each.
///
/// | written | wants |
/// |---|---|
/// | `size=19`, `size=9..13` | the size of the board |
/// | `date=1990`, `date=1980..2007`, `date=2024..`, `date=1843-05..` | the date; a game without one is refused |
/// | `player=Shusaku` | a part of either player's name, in any case; also `black=` and `white=` |
/// | `handicap=0`, `handicap=2..` | the number of handicap stones |
/// | `result=B+`, `result=W+R`, `result=decided`, `result=draw`, `result=unknown` | how it ended |
/// | `id=cwi/Shusaku/` | a part of the name of the game or of its file |
/// | `list=games.txt` | a game whose whole name is a line of that file |
/// | `id!=cwi/Shusaku/`, and so with all of them | the games for which it does not hold |
///
/// ```
/// use kifu::corpus::Filter;
/// let filter: Filter = "date=1980..2007".parse()?;
/// assert!("colour=red".parse::<Filter>().unwrap_err().to_string().contains("handicap"));
/// # Ok::<(), kifu::corpus::FilterError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    condition: Condition,
    /// Whether the games are wanted for which it does not hold.
    not: bool,
    /// As it was written.
    text: String,
}

#[derive(Clone, PartialEq, Debug)]
enum Condition {
    Size(RangeInclusive<usize>),
    Date(Date, Date),
    Player(Option<Color>, String),
    Handicap(RangeInclusive<usize>),
    Result(Ended),
    Id(String),
    List(Arc<HashSet<String>>),
}

#[derive(Clone, PartialEq, Debug)]
enum Ended {
    Decided,
    Unknown,
    As(Outcome),
}

/// Why a text is not a filter.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FilterError {
    /// The key is unknown, or `=` is missing.
    #[error(
        "'{0}' is not a filter; filters are size=19, date=1980..2007, player=NAME, black=NAME, white=NAME, handicap=0, \
         result=B+, id=TEXT and list=FILE"
    )]
    UnknownKey(String),
    /// The value does not suit the key.
    #[error("'{value}' does not suit the filter '{key}': expected {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// What stood after the `=`.
        value: String,
        /// What should have.
        expected: &'static str,
    },
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Filter, FilterError> {
        let unknown = || FilterError::UnknownKey(text.to_string());
        let (key, value) = text.split_once('=').ok_or_else(unknown)?;
        let (key, value) = (key.trim(), value.trim());
        let (key, not) = key.strip_suffix('!').map_or((key, false), |key| (key.trim(), true));
        let (condition, expected) = match key {
            "size" => (numbers(value).map(Condition::Size), "a number such as 19 or a range such as 9..13"),
            "handicap" => (numbers(value).map(Condition::Handicap), "a number such as 0 or a range such as 2..9"),
            "date" => (dates(value), "a year, a date such as 1846-07-21, or a range such as 1980..2007 or 2024.."),
            "player" | "black" | "white" | "id" if value.is_empty() => (None, "some text"),
            "player" | "black" | "white" => (Some(Condition::Player(Color::parse(key), value.to_lowercase())), ""),
            "id" => (Some(Condition::Id(value.to_lowercase())), ""),
            "list" => {
                let names = fs::read_to_string(value).ok().map(|text| text.lines().map(str::to_string).collect());
                (names.map(|names| Condition::List(Arc::new(names))), "a file with the name of a game on each line")
            }
            "result" => {
                (ended(value).map(Condition::Result), "B+, W+, B+R, W+3.5 or the like, decided, draw or unknown")
            }
            _ => return Err(unknown()),
        };
        let bad = || FilterError::BadValue { key: key.to_string(), value: value.to_string(), expected };
        let text = text.trim().to_string();
        condition.map(|condition| Filter { condition, not, text }).ok_or_else(bad)
    }
}

impl Filter {
    /// Whether a game of that name and header is wanted.
    pub fn admits(&self, id: &str, header: &Header) -> bool {
        self.holds(id, header) != self.not
    }

    fn holds(&self, id: &str, header: &Header) -> bool {
        match &self.condition {
            Condition::Size(sizes) => sizes.contains(&header.size),
            Condition::Handicap(numbers) => numbers.contains(&header.handicap),
            Condition::Date(from, to) => {
                Date::found_in(&header.info.date).is_some_and(|date| !date.is_before(*from) && !date.is_after(*to))
            }
            Condition::Player(color, part) => {
                let is = |name: &str| name.to_lowercase().contains(part);
                (*color != Some(Color::White) && is(&header.info.black))
                    || (*color != Some(Color::Black) && is(&header.info.white))
            }
            Condition::Result(ended) => ended.is_of(header),
            Condition::Id(part) => id.to_lowercase().contains(part),
            Condition::List(names) => names.contains(id),
        }
    }
}

impl Ended {
    fn is_of(&self, header: &Header) -> bool {
        let outcome = header.info.outcome();
        match self {
            Ended::Decided => outcome.and_then(Outcome::winner).is_some(),
            Ended::Unknown => matches!(outcome, None | Some(Outcome::Void)),
            Ended::As(Outcome::Won(color)) => outcome.and_then(Outcome::winner) == Some(*color),
            Ended::As(wanted) => outcome == Some(*wanted),
        }
    }
}

fn ended(value: &str) -> Option<Ended> {
    match value.to_ascii_lowercase().as_str() {
        "decided" => Some(Ended::Decided),
        "unknown" | "void" | "?" => Some(Ended::Unknown),
        outcome => outcome.parse().ok().map(Ended::As),
    }
}

/// The two ends of `a..b`, each of which may be missing; `a` alone is both.
fn ends(value: &str) -> (Option<&str>, Option<&str>) {
    let (from, to) = value.split_once("..").unwrap_or((value, value));
    let known = |end: &&str| !end.is_empty();
    match (Some(from).filter(known), Some(to).filter(known)) {
        // An empty text is not a range, and must fail as a number would.
        (None, None) => (Some(value), Some(value)),
        ends => ends,
    }
}

fn numbers(value: &str) -> Option<RangeInclusive<usize>> {
    let (from, to) = ends(value);
    let from = from.map_or(Some(0), |text| text.trim().parse().ok())?;
    let to = to.map_or(Some(usize::MAX), |text| text.trim().parse().ok())?;
    (from <= to).then_some(from..=to)
}

fn dates(value: &str) -> Option<Condition> {
    let (from, to) = ends(value);
    let from = from.map_or(Some(Date::default()), Date::parse)?;
    let to = to.map_or(Some(Date::default()), Date::parse)?;
    (to == Date::default() || !from.is_after(to)).then_some(Condition::Date(from, to))
}

/// Year, month and day; from the first that is not known on, 0. The date of all zeros bounds nothing.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Date([u16; 3]);

impl Date {
    /// Reads `1846`, `1846-07` or `1846-07-21`.
    fn parse(text: &str) -> Option<Date> {
        let mut date = Date::default();
        let mut parts = text.trim().split('-');
        for slot in &mut date.0 {
            match parts.next() {
                Some(part) if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) => {
                    *slot = part.parse().ok()?
                }
                Some(_) => return None,
                None => break,
            }
        }
        (parts.next().is_none() && date.0[0] > 0).then_some(date)
    }

    /// The first date in a text: from the first number of four digits on.
    fn found_in(text: &str) -> Option<Date> {
        let bytes = text.as_bytes();
        let is_digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
        let year = |i: &usize| (*i..i + 4).all(is_digit) && !is_digit(i + 4) && (*i == 0 || !is_digit(i - 1));
        let start = (0..bytes.len()).find(year)?;
        let two = |i: usize| bytes.get(i) == Some(&b'-') && is_digit(i + 1) && is_digit(i + 2) && !is_digit(i + 3);
        let end = if !two(start + 4) {
            start + 4
        } else if !two(start + 7) {
            start + 7
        } else {
            start + 10
        };
        Date::parse(&text[start..end])
    }

    /// Compares at the precision of `bound`: 1846-07 is not after 1846.
    fn is_after(self, bound: Date) -> bool {
        let known = bound.known();
        self.0[..known] > bound.0[..known]
    }

    fn is_before(self, bound: Date) -> bool {
        let known = bound.known();
        self.0[..known] < bound.0[..known]
    }

    fn known(self) -> usize {
        self.0.iter().take_while(|&&part| part > 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(filter: &str, change: impl FnOnce(&mut Header)) -> bool {
        let mut header = Header::new(19);
        change(&mut header);
        filter.parse::<Filter>().unwrap().admits("cwi/Shusaku/7", &header)
    }

    #[test]
    fn both_ends_of_a_range_of_years_belong_to_it() {
        let played = |filter: &str, date: &str| admits(filter, |header| header.info.date = date.to_string());
        assert!(played("date=1980..2007", "1980-01-01"));
        assert!(played("date=1980..2007", "2007-12-31,2008-01-01"));
        assert!(!played("date=1980..2007", "1979-12-31"));
        assert!(!played("date=1980..2007", "2008"));
        assert!(!played("date=1980..2007", ""));
        assert!(played("date=2024..", "2024-03"));
        assert!(!played("date=2024..", "2023"));
        assert!(played("date=..1950", "1561"));
        assert!(played("date=1846-07", "1846-07-21"));
        assert!(!played("date=1846-07", "1846"));
        assert!(played("date=1846", "played in 1846, published 1900"));
    }

    #[test]
    fn either_player_will_do_in_any_case() {
        let by = |filter: &str| admits(filter, |header| header.info.white = "Honinbo SHUSAKU".to_string());
        assert!(by("player=Shusaku") && by("white=shusaku"));
        assert!(!by("black=shusaku") && !by("player=Shuwa"));
    }

    #[test]
    fn results_are_wanted_by_winner_or_margin() {
        let ended = |filter: &str, result: &str| admits(filter, |header| header.info.result = result.to_string());
        assert!(ended("result=B+", "B+R") && ended("result=B+R", "B+Resign") && ended("result=W+0.5", "W+0.50"));
        assert!(!ended("result=B+", "W+R") && !ended("result=B+R", "B+T") && !ended("result=B+R", "B+2"));
        assert!(ended("result=decided", "W+") && !ended("result=decided", "0"));
        assert!(ended("result=draw", "Jigo") && ended("result=unknown", "Void") && ended("result=unknown", ""));
    }

    #[test]
    fn sizes_and_handicaps_are_numbers_or_ranges() {
        assert!(admits("size=19", |_| ()) && admits("size=9..", |_| ()) && !admits("size=..13", |_| ()));
        assert!(admits("handicap=0", |_| ()) && admits("handicap=2..9", |header| header.handicap = 9));
        assert!(admits("id=shusaku/", |_| ()));
    }

    #[test]
    fn an_unknown_key_is_answered_with_the_known_ones() {
        for text in ["", "19", "siez=19"] {
            let message = text.parse::<Filter>().unwrap_err().to_string();
            assert!(["size", "date", "player", "handicap", "result"].iter().all(|key| message.contains(key)));
        }
        for text in
            ["size=", "size=big", "size=13..9", "date=soon", "date=1990-", "player=", "result=C+", "handicap=-1"]
        {
            assert!(matches!(text.parse::<Filter>(), Err(FilterError::BadValue { .. })), "{text}");
        }
    }

    #[test]
    fn a_condition_can_be_turned_round() {
        let one = |text: &str| text.parse::<Filter>().unwrap();
        let header = Header::new(9);
        assert!(one("size=9").admits("a", &header) && !one("size!=9").admits("a", &header));
        assert!(one("id != fujitsu/03").admits("cwi/Fujitsu/02/19", &header));
        assert!(!one("id!=fujitsu/03").admits("cwi/Fujitsu/03/19", &header));
        assert_eq!(one(" date!=1980..2007 ").to_string(), "date!=1980..2007");
    }
}
