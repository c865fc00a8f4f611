//! Parameters, declared once: name, type, range, default and a sentence. The help of the command line, the parameter
//! commands of GTP, the form on the page, the documentation, and the check of a specification all come from here.
//!
//! Players declare theirs with [`parameters!`](crate::parameters), which also gives them a struct to read.

use std::fmt;

use serde::Serialize;

use crate::Spec;

/// The declaration of one parameter.
///
/// ```
/// use player::Param;
///
/// const PARAMS: &[Param] = &[
///     Param::choice("eyes", &["keep", "fill"], "keep", "whether own eyes are spared"),
///     Param::seed("seed", "", "the seed of every game"),
/// ];
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Param {
    /// The key in a specification.
    pub name: &'static str,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: Kind,
    /// The value when it is not set, as it would be written.
    pub default: &'static str,
    /// One sentence, without a full stop.
    pub help: &'static str,
    /// Whether it is written without its key, as the program in `gtp:gnugo`. At most one parameter of a player is.
    #[serde(skip)]
    pub keyless: bool,
    /// What it means to others than the player, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The settings without which it has no effect.
    #[serde(skip)]
    pub conditions: [Option<Condition>; 2],
}

/// What a parameter means to the arena, the page and the command line, which manage machines and files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The number of threads that the player computes with.
    Threads,
    /// The memory that it may take, in MiB.
    Memory,
    /// The model that it plays by: a name or a file.
    Model,
    /// Whether it thinks on the opponent's time.
    Ponder,
}

/// A parameter has an effect only while another one has, or does not have, one of some values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Condition {
    /// The other parameter.
    pub key: &'static str,
    /// Its values.
    pub values: &'static [&'static str],
    /// Whether it must have one of them (`true`) or none (`false`).
    pub has: bool,
}

/// As the sentence "has no effect ..." ends: `unless policy=tuned`, `when rave=0`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.has { "unless" } else { "when" })?;
        for (place, value) in self.values.iter().enumerate() {
            let value = if value.is_empty() { "[]" } else { value };
            write!(f, "{} {}={value}", if place > 0 { " or" } else { "" }, self.key)?;
        }
        Ok(())
    }
}

/// The largest seed: other programs and the ledger keep whole numbers as signed 64-bit ones.
const MAX_SEED: u64 = i64::MAX as u64;

/// What values a parameter takes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "type", content = "range", rename_all = "lowercase")]
pub enum Kind {
    /// `true` or `false`; also yes, no, on, off, 1, 0.
    Bool,
    /// A whole number.
    Int {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A number.
    Float {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Anything.
    Text,
    /// The seed of every game; nothing (`[]`) where each game has its own.
    Seed,
    /// Another player; `nobody`, or nothing (`[]`), for none.
    Player,
}

impl Param {
    const PLAIN: Param =
        Param { name: "", kind: Kind::Text, default: "", help: "", keyless: false, role: None, conditions: [None; 2] };

    /// A switch.
    pub const fn bool(name: &'static str, default: &'static str, help: &'static str) -> Param {
        Param { name, kind: Kind::Bool, default, help, ..Param::PLAIN }
    }

    /// A whole number from `min` to `max`.
    pub const fn int(name: &'static str, min: i64, max: i64, default: &'static str, help: &'static str) -> Param {
        Param { name, kind: Kind::Int { min, max }, default, help, ..Param::PLAIN }
    }

    /// A number from `min` to `max`.
    pub const fn float(name: &'static str, min: f64, max: f64, default: &'static str, help: &'static str) -> Param {
        Param { name, kind: Kind::Float { min, max }, default, help, ..Param::PLAIN }
    }

    /// One of some words.
    pub const fn choice(
        name: &'static str,
        options: &'static [&'static str],
        default: &'static str,
        help: &'static str,
    ) -> Param {
        Param { name, kind: Kind::Choice(options), default, help, ..Param::PLAIN }
    }

    /// Any text.
    pub const fn text(name: &'static str, default: &'static str, help: &'static str) -> Param {
        Param { name, kind: Kind::Text, default, help, ..Param::PLAIN }
    }

    /// A seed.
    pub const fn seed(name: &'static str, default: &'static str, help: &'static str) -> Param {
        Param { name, kind: Kind::Seed, default, help, ..Param::PLAIN }
    }

    /// Another player.
    pub const fn player(name: &'static str, default: &'static str, help: &'static str) -> Param {
        Param { name, kind: Kind::Player, default, help, ..Param::PLAIN }
    }

    /// The same, written without its key.
    pub const fn keyless(self) -> Param {
        Param { keyless: true, ..self }
    }

    /// The same with a role.
    pub const fn role(self, role: Role) -> Param {
        Param { role: Some(role), ..self }
    }

    /// The same, with an effect only while another parameter has one of these values.
    pub const fn when(self, key: &'static str, values: &'static [&'static str]) -> Param {
        Param { conditions: [Some(Condition { key, values, has: true }), self.conditions[1]], ..self }
    }

    /// The same, with an effect only while another parameter has none of these values.
    pub const fn unless(self, key: &'static str, values: &'static [&'static str]) -> Param {
        Param { conditions: [self.conditions[0], Some(Condition { key, values, has: false })], ..self }
    }
}

impl Kind {
    /// Reads a value; `None` if it is not of this kind, or out of range. A player inside is read, not looked up.
    pub fn read(&self, text: &str) -> Option<Value> {
        match *self {
            Kind::Bool => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" | "1" => Some(Value::Bool(true)),
                "false" | "no" | "off" | "0" => Some(Value::Bool(false)),
                _ => None,
            },
            Kind::Int { min, max } => text.parse().ok().filter(|n| (min..=max).contains(n)).map(Value::Int),
            Kind::Float { min, max } => {
                let number = text.parse().ok().filter(|x: &f64| x.is_finite() && (min..=max).contains(x));
                // Minus zero is zero, so that equal values are written alike.
                number.map(|x| Value::Float(x + 0.0))
            }
            Kind::Choice(options) => {
                options.iter().find(|&&option| option == text).map(|&o| Value::Text(o.to_string()))
            }
            Kind::Text => Some(Value::Text(text.to_string())),
            Kind::Seed if text.is_empty() => Some(Value::Seed(None)),
            Kind::Seed => text.parse().ok().filter(|&seed| seed <= MAX_SEED).map(|seed| Value::Seed(Some(seed))),
            Kind::Player if is_nobody(text) => Some(Value::Player(None)),
            Kind::Player => text.parse().ok().map(|spec| Value::Player(Some(spec))),
        }
    }
}

/// What a value may be, as the end of the sentence "expected ...".
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Kind::Bool => f.write_str("true or false"),
            Kind::Int { min: i64::MIN, max: i64::MAX } => f.write_str("a whole number"),
            Kind::Int { min, max: i64::MAX } => write!(f, "a whole number of at least {min}"),
            Kind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Float { min, max } if min.is_finite() && max.is_finite() => write!(f, "a number from {min} to {max}"),
            Kind::Float { min, .. } if min.is_finite() => write!(f, "a number of at least {min}"),
            Kind::Float { .. } => f.write_str("a number"),
            Kind::Choice(options) => write!(f, "one of {}", options.join(", ")),
            Kind::Text => f.write_str("any text"),
            Kind::Seed => f.write_str("a whole number of at least 0"),
            Kind::Player => f.write_str("a player"),
        }
    }
}

/// Bounds are declared, and never NaN.
impl Eq for Kind {}

/// What a value should have been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A value of this kind.
    Kind(Kind),
    /// A smaller number: one may be too large even where no largest one was declared.
    AtMost(i64),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Kind(kind) => kind.fmt(f),
            Expected::AtMost(max) => write!(f, "a whole number of at most {max}"),
        }
    }
}

/// A value that was read and checked. Displayed as it would be written, the same for values that mean the same.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Of a [`Kind::Bool`].
    Bool(bool),
    /// Of a [`Kind::Int`].
    Int(i64),
    /// Of a [`Kind::Float`].
    Float(f64),
    /// Of a [`Kind::Choice`] or a [`Kind::Text`].
    Text(String),
    /// Of a [`Kind::Seed`].
    Seed(Option<u64>),
    /// Of a [`Kind::Player`].
    Player(Option<Spec>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(on) => on.fmt(f),
            Value::Int(n) => n.fmt(f),
            Value::Float(x) => x.fmt(f),
            Value::Text(text) => text.fmt(f),
            Value::Seed(Some(seed)) => seed.fmt(f),
            Value::Player(Some(spec)) => spec.fmt(f),
            Value::Seed(None) | Value::Player(None) => Ok(()),
        }
    }
}

/// Whether this stands for no player.
pub(crate) fn is_nobody(text: &str) -> bool {
    ["", "nobody"].contains(&text.trim())
}
