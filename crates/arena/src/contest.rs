//! The games to play.
//!
//! A [`Series`] is all that two players have to play against each other under the same [`Conditions`]. Its games are
//! numbered; everything about game 17 (colours, opening, seed, and its key in the ledger) follows from the series and
//! the number. So a plan needs no storing: what is not in the ledger is still to be played.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use goban::{Color, Game};
use player::Spec;

use crate::digest::Digest;
use crate::{Conditions, ConditionsError, Openings};

/// Something that the ledger holds games of: a match, an event of a tournament, or a tuning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    /// Its key in the ledger.
    pub id: String,
    /// `match`, `round robin`, `gauntlet`, `swiss`, `best of` or `tuning`.
    pub kind: String,
    /// What people call it.
    pub name: String,
    /// Everything that its games follow from, but for the players of a tournament.
    pub terms: String,
}

/// Who plays Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colors {
    /// The first player and the second one in turn.
    #[default]
    Alternate,
    /// The first player always has this colour.
    First(Color),
}

impl Colors {
    /// The colour of the first player in the game of that number.
    pub fn of_first(self, number: u64) -> Color {
        match self {
            Colors::Alternate if number.is_multiple_of(2) => Color::Black,
            Colors::Alternate => Color::White,
            Colors::First(color) => color,
        }
    }
}

impl fmt::Display for Colors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Colors::Alternate => f.write_str("alternate"),
            Colors::First(color) => color.fmt(f),
        }
    }
}

impl FromStr for Colors {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Colors, &'static str> {
        match (text, Color::parse(text)) {
            ("alternate", _) => Ok(Colors::Alternate),
            (_, Some(color)) => Ok(Colors::First(color)),
            _ => Err("expected alternate, or the colour of the first player: black or white"),
        }
    }
}

/// All games of two players against each other.
#[derive(Clone, Debug)]
pub struct Series {
    /// The contest that the games belong to; empty until it has one.
    pub contest: Arc<str>,
    /// The round of a Swiss tournament; 0 elsewhere.
    pub round: u32,
    /// The two, each in the shortest form of its specification. They may be the same.
    pub players: [Arc<Spec>; 2],
    /// What is agreed before each game.
    pub conditions: Arc<Conditions>,
    /// The openings.
    pub openings: Openings,
    /// Who plays Black.
    pub colors: Colors,
    /// The random seed.
    pub seed: u64,
}

impl Series {
    /// Everything that the games follow from, in a line.
    pub fn terms(&self) -> String {
        let [first, second] = &self.players;
        format!("{first} v {second}; {}", self.terms_for_all())
    }

    /// The same without the players.
    pub fn terms_for_all(&self) -> String {
        let (openings, Series { conditions, colors, seed, .. }) = (self.openings.describe(), self);
        format!("{conditions}; openings {openings}; colours {colors}; seed {seed}")
    }

    /// A name that belongs to this series alone: the same terms have the same.
    pub fn id(&self) -> String {
        Digest::new().with(self.terms()).to_string()
    }

    /// The game of that number, from 0.
    pub fn fixture(&self, number: u64) -> Fixture {
        let [first, second] = &self.players;
        let pairing = Digest::new().with(self.round).with(first).with(second);
        Fixture {
            key: format!("{}/{pairing}/{number}", self.contest),
            contest: Arc::clone(&self.contest),
            round: self.round,
            number,
            players: self.players.clone(),
            first: self.colors.of_first(number),
            conditions: Arc::clone(&self.conditions),
            openings: self.openings.clone(),
            opening_seed: self.seed,
            seed: pairing.with(self.seed).with(number).seed(),
        }
    }
}

/// One game that is to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The game's key in the ledger.
    pub key: String,
    /// The contest that it belongs to.
    pub contest: Arc<str>,
    /// The round of a Swiss tournament; 0 elsewhere.
    pub round: u32,
    /// Its number in its series.
    pub number: u64,
    /// The two players.
    pub players: [Arc<Spec>; 2],
    /// The colour of the first of them.
    pub first: Color,
    /// What is agreed before the game.
    pub conditions: Arc<Conditions>,
    /// The openings of the series.
    pub openings: Openings,
    opening_seed: u64,
    /// The random seed of this game.
    pub seed: u64,
}

impl Fixture {
    /// The number of the pair of games that have the same opening.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }

    /// Which of the two players has a colour: 0 for the first.
    pub fn seat(&self, color: Color) -> usize {
        usize::from(self.first != color)
    }

    /// The player of a colour.
    pub fn player(&self, color: Color) -> &Spec {
        &self.players[self.seat(color)]
    }

    /// The game at its beginning.
    ///
    /// # Errors
    /// If no game can be played under these conditions.
    pub fn game(&self) -> Result<Game, ConditionsError> {
        self.openings.game(&self.conditions, self.pair(), self.opening_seed)
    }
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    fn series(first: &str, second: &str) -> Series {
        Series {
            contest: "c".into(),
            round: 0,
            players: [first, second].map(|spec| Arc::new(spec.parse().unwrap())),
            conditions: Arc::new(Conditions::new(9, Rules::CHINESE, 0)),
            openings: Openings::Balanced { moves: 4 },
            colors: Colors::Alternate,
            seed: 1,
        }
    }

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let series = series("a", "b");
        let [one, two, three] = [0, 1, 2].map(|number| series.fixture(number));
        assert_eq!([one.first, two.first, three.first], [Color::Black, Color::White, Color::Black]);
        assert_eq!(one.game().unwrap().moves(), two.game().unwrap().moves());
        assert_ne!(one.game().unwrap().moves(), three.game().unwrap().moves());
        assert_eq!((one.player(Color::White).name(), two.player(Color::White).name()), ("b", "a"));
        assert_ne!(one.seed, two.seed);
    }

    #[test]
    fn every_game_has_a_key_of_its_own() {
        let mut keys: Vec<String> = Vec::new();
        for (first, second) in [("a", "b"), ("b", "a"), ("a", "a"), ("a", "b:x=1")] {
            for round in 0..3 {
                let series = Series { round, ..series(first, second) };
                keys.extend((0..10).map(|number| series.fixture(number).key));
            }
        }
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }

    #[test]
    fn everything_that_determines_the_games_is_part_of_the_terms() {
        let base = series("a", "b");
        let others = [
            series("b", "a"),
            Series { seed: 2, ..base.clone() },
            Series { colors: Colors::First(Color::White), ..base.clone() },
            Series { openings: Openings::None, ..base.clone() },
            Series { conditions: Arc::new(Conditions::new(13, Rules::CHINESE, 0)), ..base.clone() },
        ];
        assert!(others.iter().all(|other| other.id() != base.id()));
        assert_eq!(series("a", "b").id(), base.id());
        assert_eq!(
            base.terms(),
            "a v b; 9x9, chinese rules, komi 7.5, at most 810 moves; openings balanced 4; colours alternate; seed 1"
        );
    }
}
