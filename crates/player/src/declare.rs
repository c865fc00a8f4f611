//! [`parameters!`](crate::parameters): a declaration that is a struct too, so that nothing is looked up by name.

use crate::{Param, Spec, Value};

/// Declares the parameters of a player, and the struct that holds their values.
///
/// A field is `name: type = default`, with `in RANGE` for numbers and, where they apply, `role ROLE` and `when KEY
/// VALUE...` or `unless KEY VALUE...`. Its doc comment is the parameter's help; an underscore in its name is a hyphen
/// in the specification. `Spec` declares a player inside (`Option<Spec>`), `Seed` the seed of every game
/// (`Option<u64>`, `None` where each game has its own); any other type implements [`ChoiceOf`]
/// ([`choices!`](crate::choices) declares one). Groups that several players share come last, as `..field: Group;`.
///
/// ```
/// use player::{Settings, parameters};
///
/// parameters! {
///     /// How it searches.
///     pub struct Params {
///         /// playouts for each move
///         pub playouts: u64 = 8000, in 1..=1_000_000;
///         /// the number of threads
///         pub threads: usize = 1, in 1..=256, role Threads;
///         /// whether it explores
///         pub explore: bool = true;
///         /// the weight of exploration
///         pub how_much: f32 = 0.5, in 0.0..=1.0, when explore "true";
///     }
/// }
///
/// let settings = Settings::resolve(&"x:playouts=100,how-much=0.25".parse().unwrap(), Params::PARAMS).unwrap();
/// let params = Params::read(&settings);
/// assert_eq!((params.playouts, params.threads, params.how_much), (100, 1, 0.25));
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$about:meta])*
        $vis:vis struct $Name:ident {
            $(
                $(#[doc = $help:literal])+
                $field_vis:vis $field:ident: $kind:ident = $default:expr
                    $(, in $range:expr)? $(, keyless $keyless:tt)? $(, role $role:ident)?
                    $(, when $when:ident $($value:literal)+)? $(, unless $unless:ident $($other:literal)+)?;
            )*
            $(..$group:ident: $Group:ty;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $Name {
            $($(#[doc = $help])+ $field_vis $field: $crate::parameters!(@type $kind),)*
            $(#[doc = "Parameters that several players share."] $vis $group: $Group,)*
        }

        impl $Name {
            const OWN: &'static [$crate::Param] = &[$({
                const NAME: &[u8] = &$crate::hyphenated::<{ stringify!($field).len() }>(stringify!($field));
                const KEY: &str = match ::std::str::from_utf8(NAME) {
                    Ok(name) => name,
                    Err(_) => panic!("a field is named in ASCII"),
                };
                const HELP: &str = concat!($($help),+).trim_ascii();
                const DEFAULT: &str = $crate::unquoted(stringify!($default));
                #[allow(unused_mut, unused_assignments)]
                const PARAM: $crate::Param = {
                    let mut param = $crate::parameters!(@param $kind KEY, DEFAULT, HELP $(, $range)?);
                    $(param = $crate::parameters!(@keyless $keyless param);)?
                    $(param = param.role($crate::Role::$role);)?
                    $(param = param.when($crate::parameters!(@key $when), &[$($value),+]);)?
                    $(param = param.unless($crate::parameters!(@key $unless), &[$($other),+]);)?
                    param
                };
                PARAM
            }),*];

            const COUNT: usize = Self::OWN.len() $(+ <$Group>::PARAMS.len())*;

            /// The declaration.
            $vis const PARAMS: &'static [$crate::Param] =
                &$crate::concat::<{ Self::COUNT }>(&[Self::OWN $(, <$Group>::PARAMS)*]);

            /// The values of checked settings.
            ///
            /// # Panics
            /// If they were checked against another declaration.
            $vis fn read(settings: &$crate::Settings) -> $Name {
                Self::take(&mut settings.values())
            }

            /// The next values, in the order of declaration.
            $vis fn take(values: &mut ::std::slice::Iter<'_, $crate::Value>) -> $Name {
                $Name {
                    $($field: $crate::FromValue::from_value(values.next().expect("a value for each parameter")),)*
                    $($group: <$Group>::take(values),)*
                }
            }
        }
    };
    (@keyless true $param:ident) => { $param.keyless() };
    (@key $field:ident) => {{
        const NAME: &[u8] = &$crate::hyphenated::<{ stringify!($field).len() }>(stringify!($field));
        match ::std::str::from_utf8(NAME) {
            Ok(name) => name,
            Err(_) => panic!("a field is named in ASCII"),
        }
    }};
    (@type Spec) => { Option<$crate::Spec> };
    (@type Seed) => { Option<u64> };
    (@type $kind:ident) => { $kind };
    (@param bool $name:expr, $default:expr, $help:expr) => { $crate::Param::bool($name, $default, $help) };
    (@param String $name:expr, $default:expr, $help:expr) => { $crate::Param::text($name, $default, $help) };
    (@param Spec $name:expr, $default:expr, $help:expr) => { $crate::Param::player($name, $default, $help) };
    (@param Seed $name:expr, $default:expr, $help:expr) => { $crate::Param::seed($name, $default, $help) };
    (@param f32 $name:expr, $default:expr, $help:expr, $range:expr) => {
        $crate::Param::float($name, *$range.start(), *$range.end(), $default, $help)
    };
    (@param f64 $name:expr, $default:expr, $help:expr, $range:expr) => {
        $crate::Param::float($name, *$range.start(), *$range.end(), $default, $help)
    };
    (@param $int:ident $name:expr, $default:expr, $help:expr, $range:expr) => {
        $crate::Param::int($name, *$range.start(), *$range.end(), $default, $help)
    };
    (@param $choice:ident $name:expr, $default:expr, $help:expr) => {
        $crate::Param::choice($name, <$choice as $crate::ChoiceOf>::WORDS, $default, $help)
    };
}

/// Declares an enum whose variants are the words of a choice, for a field of [`parameters!`](crate::parameters).
///
/// ```
/// use player::{ChoiceOf, choices};
///
/// choices! {
///     /// Which of several equal moves is played.
///     pub enum Ties {
///         /// The first one.
///         First = "first",
///         /// Any, each equally likely.
///         Random = "random",
///     }
/// }
///
/// assert_eq!(Ties::WORDS, ["first", "random"]);
/// assert_eq!(Ties::from_word("random"), Ties::Random);
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$about:meta])*
        $vis:vis enum $Name:ident { $($(#[$doc:meta])* $Variant:ident = $word:literal,)+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Name { $($(#[$doc])* $Variant,)+ }

        impl $crate::ChoiceOf for $Name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn from_word(word: &str) -> $Name {
                match word {
                    $($word => $Name::$Variant,)+
                    other => panic!("{other} is not one of {:?}", Self::WORDS),
                }
            }
        }
    };
}

/// A type that is one of some words: the type of a choice.
pub trait ChoiceOf: Sized {
    /// The words.
    const WORDS: &'static [&'static str];

    /// What a word stands for; words that are not in the list are never asked for.
    fn from_word(word: &str) -> Self;
}

/// What can be the type of a parameter's field.
pub trait FromValue {
    /// The value, which is of the declared kind.
    fn from_value(value: &Value) -> Self;
}

impl FromValue for bool {
    fn from_value(value: &Value) -> bool {
        matches!(value, Value::Bool(true))
    }
}

impl FromValue for String {
    fn from_value(value: &Value) -> String {
        value.to_string()
    }
}

impl FromValue for Option<Spec> {
    fn from_value(value: &Value) -> Option<Spec> {
        match value {
            Value::Player(spec) => spec.clone(),
            other => panic!("{other:?} is not a player"),
        }
    }
}

impl FromValue for Option<u64> {
    fn from_value(value: &Value) -> Option<u64> {
        match value {
            &Value::Seed(seed) => seed,
            other => panic!("{other:?} is not a seed"),
        }
    }
}

impl<T: ChoiceOf> FromValue for T {
    fn from_value(value: &Value) -> T {
        match value {
            Value::Text(word) => T::from_word(word),
            other => panic!("{other:?} is not a choice"),
        }
    }
}

macro_rules! whole_numbers {
    ($($int:ident)+) => { $(
        impl FromValue for $int {
            fn from_value(value: &Value) -> $int {
                match value {
                    // The declared range keeps it within the type.
                    &Value::Int(number) => $int::try_from(number).unwrap_or($int::MAX),
                    other => panic!("{other:?} is not a whole number"),
                }
            }
        }
    )+ };
}

whole_numbers!(u8 u32 u64 usize i64);

impl FromValue for f64 {
    fn from_value(value: &Value) -> f64 {
        match value {
            &Value::Float(number) => number,
            other => panic!("{other:?} is not a number"),
        }
    }
}

impl FromValue for f32 {
    fn from_value(value: &Value) -> f32 {
        f64::from_value(value) as f32
    }
}

/// A name with hyphens in place of underscores.
#[doc(hidden)]
pub const fn hyphenated<const N: usize>(name: &str) -> [u8; N] {
    let mut letters = [0; N];
    let mut place = 0;
    while place < N {
        let letter = name.as_bytes()[place];
        letters[place] = if letter == b'_' { b'-' } else { letter };
        place += 1;
    }
    letters
}

/// A literal as it is written in a specification: a string without its quotes, a number without separators.
#[doc(hidden)]
pub const fn unquoted(literal: &'static str) -> &'static str {
    let bytes = literal.as_bytes();
    if bytes.len() >= 2 && bytes[0] == b'"' { literal.split_at(bytes.len() - 1).0.split_at(1).1 } else { literal }
}

/// Several declarations as one.
#[doc(hidden)]
pub const fn concat<const N: usize>(parts: &[&[Param]]) -> [Param; N] {
    let mut all = [Param::text("", "", ""); N];
    let (mut part, mut count) = (0, 0);
    while part < parts.len() {
        let mut place = 0;
        while place < parts[part].len() {
            all[count] = parts[part][place];
            (place, count) = (place + 1, count + 1);
        }
        part += 1;
    }
    all
}
