//! Rules as KataGo's commands and its analysis protocol write them: a name, or a JSON object.
//!
//! The words are those of KataGo's `docs/GTP_Extensions.md`. Where our rules go further (no passing, captures counted
//! together with area), the object has an additional word: every rule set survives a round trip.

use goban::{Ending, HandicapBonus, KoRule, Rules, Scoring};
use serde_json::{Map, Value, json};
use thiserror::Error;

/// Why rules could not be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// No such name.
    #[error("there are no rules called '{0}': known are {known}, or a JSON object", known = names().join(", "))]
    Name(String),
    /// Rules that exist elsewhere and cannot be expressed here.
    #[error("the rules '{0}' need {1}, which is not supported")]
    Unsupported(String, &'static str),
    /// Not JSON.
    #[error("the rules are not a JSON object: {0}")]
    Json(String),
    /// No such field.
    #[error("rules have no field '{0}': known are {known}", known = FIELDS.join(", "))]
    Field(String),
    /// A value that a field cannot have.
    #[error("the rules' field '{field}' cannot be {value}: expected {expected}")]
    Value {
        /// The field.
        field: String,
        /// What it was given.
        value: String,
        /// What it can be.
        expected: &'static str,
    },
}

const FIELDS: [&str; 8] =
    ["ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk", "passing"];

/// Reads a name (KataGo's further names included) or, where the text starts with a brace, a JSON object, whose
/// missing fields are those of `base`.
///
/// # Errors
/// If the rules are unknown, or cannot be expressed.
pub fn read(text: &str, base: Rules) -> Result<Rules, RulesError> {
    let text = text.trim();
    if !text.starts_with('{') {
        return named(text);
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => from_object(&object, base),
        Ok(_) => Err(RulesError::Json(text.to_string())),
        Err(error) => Err(RulesError::Json(error.to_string())),
    }
}

/// The rules as a JSON object.
pub fn to_json(rules: Rules) -> Value {
    let ko = match rules.ko {
        KoRule::Simple => "SIMPLE",
        KoRule::PositionalSuperko => "POSITIONAL",
        KoRule::SituationalSuperko => "SITUATIONAL",
    };
    let scoring = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
        Scoring::CapturesAndArea => "CAPTURES_AND_AREA",
    };
    let bonus = match rules.handicap_bonus {
        HandicapBonus::None => "0",
        HandicapBonus::StonesLessOne => "N-1",
        HandicapBonus::Stones => "N",
    };
    let tax = tax(rules.scoring);
    let mut object = json!({ "hasButton": false, "ko": ko, "scoring": scoring, "suicide": rules.suicide, "tax": tax,
        "whiteHandicapBonus": bonus });
    if rules.ending == Ending::NoMoveLeft {
        object["passing"] = Value::Bool(false);
    }
    object
}

/// The names that [`read`] accepts.
pub fn names() -> Vec<&'static str> {
    Rules::ALL.iter().map(|(name, _)| *name).chain(FURTHER.iter().map(|(name, _)| *name)).collect()
}

/// KataGo's names for variants of our rule sets.
const FURTHER: [(&str, Rules); 2] = [
    ("chinese-kgs", Rules { ko: KoRule::PositionalSuperko, ..Rules::CHINESE }),
    ("chinese-ogs", Rules { ko: KoRule::PositionalSuperko, ..Rules::CHINESE }),
];

fn named(text: &str) -> Result<Rules, RulesError> {
    let name = text.to_ascii_lowercase().replace('_', "-");
    match name.as_str() {
        "aga-button" => return Err(RulesError::Unsupported(name, "a button")),
        "stone-scoring" => return Err(RulesError::Unsupported(name, "a tax on every group")),
        _ => {}
    }
    match FURTHER.iter().find(|(known, _)| *known == name) {
        Some(&(_, rules)) => Ok(rules),
        None => text.parse().map_err(|_| RulesError::Name(text.to_string())),
    }
}

/// Reads a JSON object whose missing fields are those of `base`.
///
/// # Errors
/// If there is no such field, or it cannot have that value.
pub fn from_object(object: &Map<String, Value>, base: Rules) -> Result<Rules, RulesError> {
    let mut rules = base;
    for (field, value) in object {
        let word = value.as_str().map(str::to_ascii_uppercase).unwrap_or_else(|| value.to_string());
        let cannot = |expected| RulesError::Value { field: field.clone(), value: value.to_string(), expected };
        match field.as_str() {
            "ko" => {
                rules.ko = match word.as_str() {
                    "SIMPLE" => KoRule::Simple,
                    "POSITIONAL" => KoRule::PositionalSuperko,
                    "SITUATIONAL" => KoRule::SituationalSuperko,
                    _ => return Err(cannot("SIMPLE, POSITIONAL or SITUATIONAL")),
                }
            }
            "scoring" => {
                rules.scoring = match word.as_str() {
                    "AREA" => Scoring::Area,
                    "TERRITORY" => Scoring::Territory,
                    "CAPTURES_AND_AREA" => Scoring::CapturesAndArea,
                    _ => return Err(cannot("AREA or TERRITORY")),
                }
            }
            "whiteHandicapBonus" => {
                rules.handicap_bonus = match word.as_str() {
                    "0" => HandicapBonus::None,
                    "N-1" => HandicapBonus::StonesLessOne,
                    "N" => HandicapBonus::Stones,
                    _ => return Err(cannot("0, N-1 or N")),
                }
            }
            "suicide" => rules.suicide = value.as_bool().ok_or_else(|| cannot("true or false"))?,
            "passing" => {
                let passing = value.as_bool().ok_or_else(|| cannot("true or false"))?;
                rules.ending = if passing { Ending::TwoPasses } else { Ending::NoMoveLeft };
            }
            "hasButton" if *value == Value::Bool(false) => {}
            "hasButton" => return Err(cannot("false")),
            "friendlyPassOk" if value.is_boolean() => {}
            "friendlyPassOk" => return Err(cannot("true or false")),
            "tax" => {}
            _ => return Err(RulesError::Field(field.clone())),
        }
    }
    match object.get("tax") {
        Some(given) if *given != tax(rules.scoring) => {
            let expected = "NONE with area scoring and SEKI with territory scoring";
            Err(RulesError::Value { field: "tax".into(), value: given.to_string(), expected })
        }
        _ => Ok(rules),
    }
}

/// The tax that belongs to a scoring method: territory in seki does not count under territory scoring.
fn tax(scoring: Scoring) -> &'static str {
    if scoring == Scoring::Territory { "SEKI" } else { "NONE" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_rules_can_be_written_and_read_again() {
        for (name, rules) in Rules::ALL {
            let other = if rules == Rules::CHINESE { Rules::JAPANESE } else { Rules::CHINESE };
            let base = Rules { ending: Ending::TwoPasses, ..other };
            assert_eq!(read(&to_json(rules).to_string(), base), Ok(rules), "{name}");
            assert_eq!(read(name, base), Ok(rules), "{name}");
        }
    }

    #[test]
    fn names_are_read_in_kgs_spelling_and_any_case() {
        assert_eq!(read("New_Zealand", Rules::CHINESE), Ok(Rules::NEW_ZEALAND));
        assert_eq!(read(" BGA ", Rules::CHINESE), Ok(Rules::AGA));
        assert_eq!(read("chinese-kgs", Rules::CHINESE).map(|rules| rules.ko), Ok(KoRule::PositionalSuperko));
    }

    #[test]
    fn a_missing_field_stays_as_it_is() {
        let rules = read(r#"{"suicide":true}"#, Rules::JAPANESE);
        assert_eq!(rules, Ok(Rules { suicide: true, ..Rules::JAPANESE }));
    }

    #[test]
    fn what_cannot_be_expressed_is_refused() {
        let refused = |text| read(text, Rules::CHINESE).expect_err(text).to_string();
        assert_eq!(refused("aga-button"), "the rules 'aga-button' need a button, which is not supported");
        assert_eq!(refused(r#"{"hasButton":true}"#), "the rules' field 'hasButton' cannot be true: expected false");
        assert!(refused(r#"{"tax":"ALL"}"#).starts_with("the rules' field 'tax' cannot be \"ALL\""));
        assert!(refused(r#"{"ko":"SPIGHT"}"#).ends_with("expected SIMPLE, POSITIONAL or SITUATIONAL"));
        assert!(refused(r#"{"colour":"red"}"#).starts_with("rules have no field 'colour': known are ko,"));
        assert!(refused(r#"{"ko""#).starts_with("the rules are not a JSON object"));
        assert!(refused("ing").starts_with("there are no rules called 'ing': known are chinese, japanese"));
    }
}
