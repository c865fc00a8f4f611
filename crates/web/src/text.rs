//! Translatable texts: a code with named arguments, which the page translates into its reader's language.
//!
//! [`texts!`](crate::texts) declares an enum whose variants are texts, each with its English template. The templates
//! are also the page's English catalogue: a test of the program writes `page/src/catalogue/server.en.ts` from them, and
//! the page does not compile while another language lacks a code.
//!
//! In a template `{games}` is an argument, and `{games|game|games}` is the plural form for that argument: one form for
//! each plural category of the language, in the order of CLDR (`one` and `other` in English).

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A translatable text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Text {
    /// Its key in the page's catalogues, such as `refusal.no-game`.
    pub code: String,
    /// The arguments, by name.
    pub arguments: BTreeMap<String, Argument>,
    /// The English sentence, for logs and for clients other than the page.
    pub english: String,
}

/// The English template of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// The code.
    pub code: String,
    /// The sentence, with placeholders for the arguments.
    pub english: &'static str,
    /// The names of the arguments.
    pub arguments: &'static [&'static str],
}

/// An argument of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(untagged)]
pub enum Argument {
    /// A number, formatted by the page for the language.
    Number(f64),
    /// A name, or an untranslated text such as the error of an engine.
    Name(String),
    /// Another text.
    Text(Box<Text>),
}

impl Text {
    /// Fills the arguments into the template.
    pub fn new<'a>(
        code: impl Into<String>,
        template: &str,
        arguments: impl IntoIterator<Item = (&'a str, Argument)>,
    ) -> Text {
        let arguments = arguments.into_iter().map(|(name, argument)| (name.to_string(), argument)).collect();
        let english = fill(template, &arguments);
        Text { code: code.into(), arguments, english }
    }
}

/// The English sentence.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Number(number) => write!(f, "{number}"),
            Argument::Name(name) => f.write_str(name),
            Argument::Text(text) => text.fmt(f),
        }
    }
}

impl From<String> for Argument {
    fn from(name: String) -> Argument {
        Argument::Name(name)
    }
}

impl From<&str> for Argument {
    fn from(name: &str) -> Argument {
        Argument::Name(name.to_string())
    }
}

impl From<Text> for Argument {
    fn from(text: Text) -> Argument {
        Argument::Text(Box::new(text))
    }
}

impl From<Box<Text>> for Argument {
    fn from(text: Box<Text>) -> Argument {
        Argument::Text(text)
    }
}

impl From<f64> for Argument {
    fn from(number: f64) -> Argument {
        Argument::Number(number)
    }
}

/// Converts by way of the decimal form: 0.1 stays 0.1.
impl From<f32> for Argument {
    fn from(number: f32) -> Argument {
        Argument::Number(number.to_string().parse().unwrap_or(f64::from(number)))
    }
}

impl From<u32> for Argument {
    fn from(number: u32) -> Argument {
        Argument::Number(f64::from(number))
    }
}

impl From<u64> for Argument {
    fn from(number: u64) -> Argument {
        Argument::Number(number as f64)
    }
}

impl From<i64> for Argument {
    fn from(number: i64) -> Argument {
        Argument::Number(number as f64)
    }
}

impl From<usize> for Argument {
    fn from(number: usize) -> Argument {
        Argument::Number(number as f64)
    }
}

/// Fills the arguments into an English template.
fn fill(template: &str, arguments: &BTreeMap<String, Argument>) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let Some((placeholder, remainder)) = after.split_once('}') else { break };
        rest = remainder;
        let (name, forms) = placeholder.split_once('|').unzip();
        let name = name.unwrap_or(placeholder);
        match (arguments.get(name), forms.and_then(|forms| forms.split_once('|'))) {
            (Some(Argument::Number(number)), Some((one, other))) => filled += if *number == 1.0 { one } else { other },
            (Some(argument), None) => filled += &argument.to_string(),
            // A test of the program checks that templates name only their arguments.
            _ => filled += name,
        }
    }
    filled + rest
}

/// The code of a variant: `NoGame` of the domain `refusal` is `refusal.no-game`.
#[doc(hidden)]
pub fn code(domain: &str, variant: &str) -> String {
    let mut code = format!("{domain}.");
    for (place, letter) in variant.char_indices() {
        if letter.is_uppercase() && place > 0 {
            code.push('-');
        }
        code.push(letter.to_ascii_lowercase());
    }
    code
}

/// Declares an enum of texts: `enum Name in "domain"`, and each variant with its English template.
#[macro_export]
macro_rules! texts {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident in $domain:literal {
            $($(#[$note:meta])* $variant:ident $({ $($field:ident: $type:ty),+ $(,)? })? => $english:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug)]
        #[allow(missing_docs, reason = "the templates document the variants")]
        $vis enum $name {
            $($(#[$note])* $variant $({ $($field: $type),+ })?,)+
        }

        impl $name {
            /// The text.
            $vis fn text(&self) -> $crate::Text {
                match self {
                    $($name::$variant $({ $($field),+ })? => {
                        let arguments: Vec<(&str, $crate::Argument)> =
                            vec![$($((stringify!($field), $field.clone().into()),)+)?];
                        $crate::Text::new($crate::code($domain, stringify!($variant)), $english, arguments)
                    })+
                }
            }

            /// The English templates of all variants.
            $vis fn templates() -> Vec<$crate::Template> {
                vec![$($crate::Template {
                    code: $crate::code($domain, stringify!($variant)),
                    english: $english,
                    arguments: &[$($(stringify!($field)),+)?],
                },)+]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.text().fmt(f)
            }
        }

        impl From<$name> for $crate::Text {
            fn from(text: $name) -> $crate::Text {
                text.text()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    texts! {
        enum Sample in "sample" {
            NoGame { game: String } => "there is no game {game}",
            GamesLeft { games: u32 } => "{games} {games|game is|games are} left",
            Because { reason: Text } => "not now: {reason}",
        }
    }

    #[test]
    fn a_text_has_a_code_its_arguments_and_the_english_sentence() {
        let text = Sample::NoGame { game: "k7x2".to_string() }.text();
        assert_eq!((text.code.as_str(), text.english.as_str()), ("sample.no-game", "there is no game k7x2"));
        assert_eq!(text.arguments["game"], Argument::Name("k7x2".to_string()));
        let json = r#"{"code":"sample.no-game","arguments":{"game":"k7x2"},"english":"there is no game k7x2"}"#;
        assert_eq!(serde_json::to_string(&text).unwrap(), json);
        assert_eq!(serde_json::from_str::<Text>(json).unwrap(), text);
    }

    #[test]
    fn the_plural_form_depends_on_the_number() {
        assert_eq!(Sample::GamesLeft { games: 1 }.to_string(), "1 game is left");
        assert_eq!(Sample::GamesLeft { games: 0 }.to_string(), "0 games are left");
    }

    #[test]
    fn a_text_is_filled_into_another() {
        let text = Sample::Because { reason: Sample::GamesLeft { games: 2 }.text() }.text();
        assert_eq!(text.to_string(), "not now: 2 games are left");
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text);
    }

    #[test]
    fn every_text_has_a_template() {
        let templates = Sample::templates();
        assert_eq!(templates.len(), 3);
        let expected = Template {
            code: "sample.games-left".to_string(),
            english: "{games} {games|game is|games are} left",
            arguments: &["games"],
        };
        assert_eq!(templates[1], expected);
    }

    #[test]
    fn a_number_keeps_its_decimal_form() {
        assert_eq!(Argument::from(0.1_f32).to_string(), "0.1");
        assert_eq!(Argument::from(10_000_u32).to_string(), "10000");
    }
}
