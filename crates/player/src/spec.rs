//! A player as a string: `mcts:playouts=8000,reply=lgrf2`, `stages:opening=[mcts:opening=bias],endgame=[random]`.
//!
//! ```text
//! spec    = name [ ":" setting { "," setting } ]
//! setting = [ key "=" ] ( value | "[" text "]" )
//! ```
//! Brackets nest and hold anything; outside them a value ends at the next comma. A setting without a key, as in
//! `gtp:gnugo`, is for the one parameter that is [`keyless`](crate::Param::keyless). The string is the player's
//! identity wherever players are named, and `parse(display(spec)) == spec`. Whether the name and the keys exist is not
//! asked here: see [`Maker`](crate::Maker).

use std::fmt::{self, Write};
use std::str::FromStr;

use thiserror::Error;

use crate::{Expected, Instead};

/// Brackets deeper than this are refused.
const MAX_DEPTH: usize = 16;

/// The name of a player and its settings, in the order in which they were written.
///
/// ```
/// use player::Spec;
///
/// let spec: Spec = "stages:middle=mcts,endgame=[alphabeta:depth=6,exact=true]".parse().unwrap();
/// assert_eq!(spec.name(), "stages");
/// assert_eq!(spec.get("endgame"), Some("alphabeta:depth=6,exact=true"));
/// assert_eq!(spec.to_string().parse(), Ok(spec));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    name: String,
    settings: Vec<(String, String)>,
}

impl Spec {
    /// A player by name, everything else as it is by default.
    ///
    /// # Errors
    /// If the name is not made of letters, digits, `-`, `_` and `.`.
    pub fn new(name: impl Into<String>) -> Result<Spec, SpecError> {
        let name = name.into();
        if is_word(&name) { Ok(Spec { name, settings: Vec::new() }) } else { Err(SpecError::Name(name)) }
    }

    /// The name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The settings: key and value, without the brackets. The key is empty where none was written.
    pub fn settings(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.settings.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of a key, if it is set.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// Sets a key, in place of what it was set to before. The empty key is the value that is written without one.
    ///
    /// # Errors
    /// If the key is not a word, or the value has brackets without their partners or control characters.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        if !key.is_empty() && !is_word(key) {
            return Err(SpecError::Key(key.to_string()));
        }
        if value.chars().any(char::is_control) {
            return Err(SpecError::Control(value.escape_default().to_string()));
        }
        if depth(value)? >= MAX_DEPTH {
            return Err(SpecError::Depth);
        }
        match self.settings.iter_mut().find(|(k, _)| k == key) {
            Some((_, old)) => *old = value.to_string(),
            None => self.settings.push((key.to_string(), value.to_string())),
        }
        Ok(())
    }

    /// Takes a key back to its default.
    pub fn unset(&mut self, key: &str) {
        self.settings.retain(|(k, _)| k != key);
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.settings.iter().enumerate() {
            f.write_char(if i == 0 { ':' } else { ',' })?;
            if !key.is_empty() {
                write!(f, "{key}=")?;
            }
            let plain = !value.is_empty() && value.trim() == value && !value.contains([',', '[', ']', '=', ':']);
            if plain { f.write_str(value)? } else { write!(f, "[{value}]")? }
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.trim().is_empty() {
            return Err(SpecError::Empty);
        }
        let mut spec = Spec::new(name.trim())?;
        let Some(rest) = rest else { return Ok(spec) };
        for item in split(rest)? {
            let (key, value) = match item.split_once('=') {
                Some((key, value)) if is_word(key.trim()) => (key.trim(), value.trim()),
                _ => ("", item.trim()),
            };
            let value = match value.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
                Some(inner) => inner,
                None if value.contains(['[', ']']) => return Err(SpecError::Half(value.to_string())),
                None if value.is_empty() && key.is_empty() => return Err(SpecError::NoSetting),
                None if value.is_empty() => return Err(SpecError::NoValue(key.to_string())),
                None => value,
            };
            if depth(value).is_err() {
                return Err(SpecError::Half(format!("[{value}]")));
            }
            if let Some(first) = spec.get(key) {
                return Err(if key.is_empty() {
                    SpecError::Keyless(first.into(), value.into())
                } else {
                    SpecError::Twice(key.into())
                });
            }
            spec.set(key, value)?;
        }
        Ok(spec)
    }
}

/// The parts between the commas that are not in brackets.
fn split(text: &str) -> Result<Vec<&str>, SpecError> {
    depth(text)?;
    let mut level = 0;
    Ok(text
        .split(|c| {
            level += i32::from(c == '[') - i32::from(c == ']');
            c == ',' && level == 0
        })
        .collect())
}

/// How deep the brackets nest.
fn depth(text: &str) -> Result<usize, SpecError> {
    let unbalanced = || SpecError::Unbalanced(text.to_string());
    let (mut level, mut deepest) = (0usize, 0);
    for c in text.chars() {
        match c {
            '[' => level += 1,
            ']' => level = level.checked_sub(1).ok_or_else(unbalanced)?,
            _ => {}
        }
        deepest = deepest.max(level);
    }
    if level == 0 { Ok(deepest) } else { Err(unbalanced()) }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_.".contains(&c))
}

/// What is wrong with a specification.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// There is no name.
    #[error("a player needs a name, such as random")]
    Empty,
    /// A name with odd characters.
    #[error("'{0}' cannot be the name of a player: names are letters, digits, -, _ and ., with settings after a colon")]
    Name(String),
    /// A key with odd characters.
    #[error("'{0}' cannot be the name of a parameter: names are letters, digits, -, _ and .")]
    Key(String),
    /// Nothing where a setting should be.
    #[error("a setting after a colon or a comma lacks a value: write key=value, separated by commas")]
    NoSetting,
    /// A key with nothing behind it.
    #[error("{0} lacks a value: write {0}=value, or {0}=[] for an empty one")]
    NoValue(String),
    /// A key of a player with nothing behind it.
    #[error("{player}'s {key} lacks a value: write {key}=value, where value is {expected}")]
    NoValueFor {
        /// The player.
        player: String,
        /// The key.
        key: String,
        /// What the value may be.
        expected: Expected,
    },
    /// A value without a key.
    #[error("'{text}' lacks a key: write key={text}, where key is one of {keys}")]
    NoKey {
        /// What was written.
        text: String,
        /// The known keys.
        keys: String,
    },
    /// A bracket without its partner.
    #[error("the brackets in '{0}' do not match")]
    Unbalanced(String),
    /// Brackets around a part of a value.
    #[error("brackets have to hold a whole value, not a part of '{0}'")]
    Half(String),
    /// Too many brackets in brackets.
    #[error("brackets are nested more than {MAX_DEPTH} deep")]
    Depth,
    /// A line feed or the like.
    #[error("'{0}' holds a control character: leave it out")]
    Control(String),
    /// The same key again.
    #[error("the parameter {0} is given twice")]
    Twice(String),
    /// A second value without a key.
    #[error("'{0}' and '{1}' are both without a key: write key=value, and brackets around a value that has commas")]
    Keyless(String, String),
    /// No player of that name.
    #[error("there is no player called {name}: {instead}")]
    UnknownPlayer {
        /// The name.
        name: String,
        /// The nearest known name, or all names, as [`instead`](crate::instead) finds it.
        instead: Instead,
    },
    /// No parameter of that name.
    #[error("{player} has no parameter {key}: {instead}")]
    UnknownParameter {
        /// The player.
        player: String,
        /// The key.
        key: String,
        /// The nearest known key, or all keys, as [`instead`](crate::instead) finds it.
        instead: Instead,
    },
    /// A player without any parameters was given one.
    #[error("{player} has no parameters, so {key} cannot be set")]
    NoParameters {
        /// The player.
        player: String,
        /// The key.
        key: String,
    },
    /// A value of the wrong type, or out of range.
    #[error("{player} cannot have {key}={value}: expected {expected}")]
    Value {
        /// The player.
        player: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it may be.
        expected: Expected,
    },
    /// A parameter that has another name now, or another player.
    #[error("{player} has no parameter {key} any more: {now}")]
    Renamed {
        /// The player.
        player: String,
        /// The key.
        key: String,
        /// What to write instead.
        now: String,
    },
    /// A value that nothing depends on.
    #[error("{player}'s {key} has no effect {condition}")]
    NoEffect {
        /// The player.
        player: String,
        /// The key.
        key: String,
        /// As a [`Condition`](crate::Condition) is displayed.
        condition: String,
    },
    /// Something is wrong with a specification inside another.
    #[error("in {player}'s {key}: {error}")]
    Inside {
        /// The player.
        player: String,
        /// The key whose value is a specification.
        key: String,
        /// What is wrong with it.
        error: Box<SpecError>,
    },
    /// The player does not play on such a board, by such rules or within such a budget.
    #[error("{0}")]
    Refused(String),
    /// The specification is right, but the player is not available.
    #[error("{player} is not available: {reason}")]
    Unavailable {
        /// The player.
        player: String,
        /// Why: a file that is missing, a program that does not start.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Spec {
        text.parse().unwrap()
    }

    #[test]
    fn a_setting_without_a_key_is_kept_as_such() {
        let spec = read("gtp:gnugo --mode gtp --level 10");
        assert_eq!(spec.get(""), Some("gnugo --mode gtp --level 10"));
        assert_eq!(read("gtp:gnugo --rules=chinese").get(""), Some("gnugo --rules=chinese"));
        assert_eq!(spec.to_string(), "gtp:gnugo --mode gtp --level 10");
    }

    #[test]
    fn white_space_around_the_parts_does_not_count() {
        assert_eq!(read(" random : eyes = fill , pass=uniform "), read("random:eyes=fill,pass=uniform"));
    }

    #[test]
    fn brackets_hold_a_specification_inside_another() {
        let spec = read("mix:a=[stages:opening=[mcts:playouts=8,threads=2],endgame=random],b=random,p=0.5");
        let inner = read(spec.get("a").unwrap());
        assert_eq!(read(inner.get("opening").unwrap()).get("threads"), Some("2"));
        assert_eq!(spec.get("p"), Some("0.5"));
    }

    #[test]
    fn each_mistake_has_its_sentence() {
        for (text, sentence) in [
            ("", "a player needs a name, such as random"),
            (":eyes=keep", "a player needs a name, such as random"),
            ("random:", "a setting after a colon or a comma lacks a value: write key=value, separated by commas"),
            ("random:eyes=", "eyes lacks a value: write eyes=value, or eyes=[] for an empty one"),
            (
                "random:eyes=keep,",
                "a setting after a colon or a comma lacks a value: write key=value, separated by commas",
            ),
            ("random:eyes=[keep", "the brackets in 'eyes=[keep' do not match"),
            ("random:eyes=]keep[", "the brackets in 'eyes=]keep[' do not match"),
            ("random:eyes=[keep]x", "brackets have to hold a whole value, not a part of '[keep]x'"),
            ("random:eyes=[a][b]", "brackets have to hold a whole value, not a part of '[a][b]'"),
            ("random:eyes=keep,eyes=fill", "the parameter eyes is given twice"),
            (
                "random:a,b",
                "'a' and 'b' are both without a key: write key=value, and brackets around a value that has commas",
            ),
            ("random:a=x\ny", "'x\\ny' holds a control character: leave it out"),
            (
                "random,eyes=keep",
                "'random,eyes=keep' cannot be the name of a player: \
                 names are letters, digits, -, _ and ., with settings after a colon",
            ),
        ] {
            assert_eq!(text.parse::<Spec>().unwrap_err().to_string(), sentence, "{text:?}");
        }
        assert!(matches!("ran dom".parse::<Spec>(), Err(SpecError::Name(_))));
        assert_eq!(
            format!("a:b={}x{}", "[".repeat(100_000), "]".repeat(100_000)).parse::<Spec>(),
            Err(SpecError::Depth)
        );
    }

    fn value() -> impl Strategy<Value = String> {
        let leaf = "[ -Z^-~äß囲]{0,8}".prop_map(|text| text.replace(['[', ']'], ""));
        leaf.prop_recursive(4, 24, 3, |inner| {
            (prop::collection::vec(inner, 0..3), "[a-z=,: ]{0,3}")
                .prop_map(|(parts, between)| parts.iter().map(|part| format!("[{part}]{between}")).collect())
        })
    }

    fn spec() -> impl Strategy<Value = Spec> {
        let keys = prop::collection::btree_map("[a-z][a-z0-9_.-]{0,6}|", value(), 0..5);
        ("[a-z][a-z0-9_.-]{0,8}", keys).prop_map(|(name, settings)| {
            let mut spec = Spec::new(name).unwrap();
            settings.iter().for_each(|(key, value)| spec.set(key, value).unwrap());
            spec
        })
    }

    proptest! {
        #[test]
        fn what_is_displayed_is_read_back(spec in spec()) {
            prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
        }

        #[test]
        fn what_is_parsed_survives_the_round_trip(text in "[a-c]{1,2}(:[a-c=,\\[\\] :]{0,20})?") {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
            }
        }

        #[test]
        fn nothing_trips_the_reader(text in "\\PC{0,40}") {
            let _ = text.parse::<Spec>();
        }
    }
}
