//! Rule sets: the ways in which Go is played differently, and the names of common combinations.
//!
//! Names and meanings are those of KataGo's `kata-set-rules` where it has them. `simple` and `deathmatch` are the
//! rules of Kristen Ying's "Artificial Intelligence for Go" (2009, its third and twelfth week).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// What may not be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KoRule {
    /// A stone may not take back a ko at once: the position before the opponent's last move may not come back.
    Simple,
    /// No earlier position may come back.
    PositionalSuperko,
    /// No earlier position may come back with the same player to move.
    SituationalSuperko,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Stones on the board and the empty points they surround.
    Area,
    /// Surrounded empty points and prisoners; nothing in seki.
    Territory,
    /// Prisoners, stones on the board, and the empty points they surround.
    CapturesAndArea,
}

/// How the game ends, short of a resignation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// When both players have passed, one after the other.
    TwoPasses,
    /// When the player to move has no legal move; passing is not allowed.
    NoMoveLeft,
}

/// What White is given, on top of komi, for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each stone.
    Stones,
    /// A point for each stone after the first.
    StonesLessOne,
}

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// What may not be repeated.
    pub ko: KoRule,
    /// Whether a player may take several of their own stones off the board. A single stone never: it would be a pass.
    pub suicide: bool,
    /// What is counted.
    pub scoring: Scoring,
    /// How the game ends.
    pub ending: Ending,
    /// What White is given for handicap stones.
    pub handicap_bonus: HandicapBonus,
}

impl Rules {
    /// Area, simple ko; a point for White for each handicap stone.
    pub const CHINESE: Rules = Rules {
        ko: KoRule::Simple,
        suicide: false,
        scoring: Scoring::Area,
        ending: Ending::TwoPasses,
        handicap_bonus: HandicapBonus::Stones,
    };
    /// Territory, simple ko.
    pub const JAPANESE: Rules =
        Rules { scoring: Scoring::Territory, handicap_bonus: HandicapBonus::None, ..Rules::CHINESE };
    /// As [`JAPANESE`](Rules::JAPANESE).
    pub const KOREAN: Rules = Rules::JAPANESE;
    /// Area, situational superko; a point for White for each handicap stone after the first.
    pub const AGA: Rules =
        Rules { ko: KoRule::SituationalSuperko, handicap_bonus: HandicapBonus::StonesLessOne, ..Rules::CHINESE };
    /// Area, situational superko, suicide allowed.
    pub const NEW_ZEALAND: Rules = Rules { suicide: true, handicap_bonus: HandicapBonus::None, ..Rules::AGA };
    /// Area, positional superko, suicide allowed.
    pub const TROMP_TAYLOR: Rules = Rules { ko: KoRule::PositionalSuperko, ..Rules::NEW_ZEALAND };
    /// Area, simple ko, no compensation: the rules of Ying's third week.
    pub const SIMPLE: Rules = Rules { handicap_bonus: HandicapBonus::None, ..Rules::CHINESE };
    /// As [`SIMPLE`](Rules::SIMPLE), without passing; prisoners count too: the rules of Ying's twelfth week.
    pub const DEATHMATCH: Rules =
        Rules { scoring: Scoring::CapturesAndArea, ending: Ending::NoMoveLeft, ..Rules::SIMPLE };

    /// The named rule sets. Where two names mean the same, the first is the one that [`name`](Rules::name) gives.
    pub const ALL: [(&'static str, Rules); 8] = [
        ("chinese", Rules::CHINESE),
        ("japanese", Rules::JAPANESE),
        ("korean", Rules::KOREAN),
        ("aga", Rules::AGA),
        ("new-zealand", Rules::NEW_ZEALAND),
        ("tromp-taylor", Rules::TROMP_TAYLOR),
        ("simple", Rules::SIMPLE),
        ("deathmatch", Rules::DEATHMATCH),
    ];

    /// The name of this combination, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        Rules::ALL.iter().find(|(_, rules)| rules == self).map(|&(name, _)| name)
    }

    /// The komi that is usual under these rules on a board of normal size: 7.5 for area, 6.5 for territory, none in a
    /// deathmatch.
    pub fn usual_komi(&self) -> f32 {
        match self.scoring {
            Scoring::Area => 7.5,
            Scoring::Territory => 6.5,
            Scoring::CapturesAndArea => 0.0,
        }
    }

    /// Whether every stone that is on the board in the end is alive, so that dead ones have to be captured: under
    /// Tromp-Taylor rules, and without passing.
    pub fn count_every_stone(&self) -> bool {
        *self == Rules::TROMP_TAYLOR || self.ending == Ending::NoMoveLeft
    }

    /// What White is given, on top of komi, for that many handicap stones.
    pub fn compensation(&self, handicap: usize) -> f32 {
        match self.handicap_bonus {
            HandicapBonus::None => 0.0,
            HandicapBonus::Stones => handicap as f32,
            HandicapBonus::StonesLessOne => handicap.saturating_sub(1) as f32,
        }
    }
}

/// A name that means no rule set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is not a rule set; known are chinese, japanese, korean, aga, new-zealand, tromp-taylor, simple, deathmatch"
)]
pub struct UnknownRules(pub String);

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Rules, UnknownRules> {
        let name = text.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        let name = match name.as_str() {
            "tromptaylor" | "tt" => "tromp-taylor",
            "nz" | "newzealand" => "new-zealand",
            "bga" | "french" => "aga",
            other => other,
        };
        let found = Rules::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, rules)| rules).ok_or_else(|| UnknownRules(text.trim().to_string()))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "{:?}, {:?}, suicide {}, {:?}", self.ko, self.scoring, self.suicide, self.handicap_bonus),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_its_rules() {
        for (name, rules) in Rules::ALL {
            assert_eq!(name.parse(), Ok(rules));
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("Tromp_Taylor".parse(), Ok(Rules::TROMP_TAYLOR));
        assert!("chess".parse::<Rules>().unwrap_err().to_string().contains("japanese"));
    }

    #[test]
    fn white_is_paid_for_handicap_stones_as_the_rules_say() {
        assert_eq!([Rules::CHINESE, Rules::AGA, Rules::JAPANESE].map(|rules| rules.compensation(4)), [4.0, 3.0, 0.0]);
        assert_eq!(Rules::AGA.compensation(0), 0.0);
    }
}
