//! The arguments of a command.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use goban::Color;

use super::Refusal;

/// The words after a command's name. What a command does not ask for is ignored, as the standard has it.
pub(super) struct Args<'a>(&'a [String]);

impl<'a> Args<'a> {
    pub(super) fn new(words: &'a [String]) -> Args<'a> {
        Args(words)
    }

    pub(super) fn words(&self) -> &'a [String] {
        self.0
    }

    /// A word, if there is one at that place.
    pub(super) fn get(&self, place: usize) -> Option<&'a str> {
        self.0.get(place).map(String::as_str)
    }

    /// A required word; `what` describes it in errors.
    pub(super) fn word(&self, place: usize, what: &str) -> Result<&'a str, Refusal> {
        self.get(place).ok_or_else(|| Refusal::Syntax(format!("{what} is missing")))
    }

    pub(super) fn color(&self, place: usize) -> Result<Color, Refusal> {
        let word = self.word(place, "the colour (black or white)")?;
        Color::parse(word).ok_or_else(|| Refusal::Syntax(format!("'{word}' is not a colour: expected black or white")))
    }

    /// A number of some type.
    pub(super) fn number<T: FromStr>(&self, place: usize, what: &str) -> Result<T, Refusal> {
        let word = self.word(place, what)?;
        word.parse().map_err(|_| Refusal::Syntax(format!("'{word}' cannot be {what}")))
    }

    /// A number of seconds: not negative, finite, and no more than a century.
    pub(super) fn seconds(&self, place: usize, what: &str) -> Result<Duration, Refusal> {
        const CENTURY: f64 = 100.0 * 366.0 * 86400.0;
        let seconds: f64 = self.number(place, what)?;
        if (0.0..=CENTURY).contains(&seconds) {
            Ok(Duration::from_secs_f64(seconds))
        } else {
            Err(Refusal::Syntax(format!("{seconds} cannot be {what}: expected seconds, not negative")))
        }
    }

    /// Everything from a place on, as one text.
    pub(super) fn rest(&self, place: usize) -> String {
        self.0.get(place..).unwrap_or_default().join(" ")
    }
}

/// Several things, separated by spaces.
pub(super) fn listed<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    words.join(" ")
}
