//! The names by which records call rules.
//!
//! People write `Japanese` or `NZ`; KataGo writes every rule out, as in `koSIMPLEscoreAREAtaxNONEsui0whbN`. Both are
//! read. Rules that have a name are written by it, others in the second way, with a word or two added for what KataGo
//! does not know.

use goban::{Ending, HandicapBonus, KoRule, Rules, Scoring};

/// Beginnings of what records write, in lower case.
const WORDS: [(&str, Rules); 18] = [
    ("chin", Rules::CHINESE),
    ("cn", Rules::CHINESE),
    ("中国", Rules::CHINESE),
    ("中國", Rules::CHINESE),
    ("japan", Rules::JAPANESE),
    ("jp", Rules::JAPANESE),
    ("日本", Rules::JAPANESE),
    ("korea", Rules::KOREAN),
    ("kr", Rules::KOREAN),
    ("한국", Rules::KOREAN),
    ("aga", Rules::AGA),
    ("bga", Rules::AGA),
    ("french", Rules::AGA),
    ("nz", Rules::NEW_ZEALAND),
    ("new zealand", Rules::NEW_ZEALAND),
    ("new-zealand", Rules::NEW_ZEALAND),
    ("tromp", Rules::TROMP_TAYLOR),
    ("tt", Rules::TROMP_TAYLOR),
];

/// The names under which `RU` is written.
const NAMES: [(Rules, &str); 7] = [
    (Rules::CHINESE, "Chinese"),
    (Rules::JAPANESE, "Japanese"),
    (Rules::AGA, "AGA"),
    (Rules::NEW_ZEALAND, "NZ"),
    (Rules::TROMP_TAYLOR, "Tromp-Taylor"),
    (Rules::SIMPLE, "Simple"),
    (Rules::DEATHMATCH, "Deathmatch"),
];

const KO: [(KoRule, &str); 3] = [
    (KoRule::Simple, "koSIMPLE"),
    (KoRule::PositionalSuperko, "koPOSITIONAL"),
    (KoRule::SituationalSuperko, "koSITUATIONAL"),
];
const SCORE: [(Scoring, &str); 3] = [
    (Scoring::Area, "scoreAREAtaxNONE"),
    (Scoring::Territory, "scoreTERRITORYtaxSEKI"),
    (Scoring::CapturesAndArea, "scoreCAPTURESANDAREA"),
];
const SUICIDE: [(bool, &str); 2] = [(false, "sui0"), (true, "sui1")];
// `whbN` is a prefix of `whbN-1`: the longer one is tried first.
const BONUS: [(HandicapBonus, &str); 3] =
    [(HandicapBonus::StonesLessOne, "whbN-1"), (HandicapBonus::Stones, "whbN"), (HandicapBonus::None, "whb0")];
const ENDING: [(Ending, &str); 2] = [(Ending::NoMoveLeft, "endNOMOVE"), (Ending::TwoPasses, "")];

/// The rules that a record means, if they are known.
pub(crate) fn rules_named(text: &str) -> Option<Rules> {
    let text = text.trim();
    let lower = text.to_lowercase();
    let by_word = || WORDS.iter().find(|(word, _)| lower.starts_with(word)).map(|&(_, rules)| rules);
    text.parse().ok().or_else(by_word).or_else(|| spelt_out(text))
}

/// What to write for `RU`.
pub(crate) fn name_of(rules: Rules) -> String {
    if let Some((_, name)) = NAMES.iter().find(|(known, _)| *known == rules) {
        return name.to_string();
    }
    fn part<T: PartialEq>(words: &[(T, &'static str)], rule: T) -> &'static str {
        words.iter().find(|(known, _)| *known == rule).map_or("", |&(_, word)| word)
    }
    [
        part(&KO, rules.ko),
        part(&SCORE, rules.scoring),
        part(&SUICIDE, rules.suicide),
        part(&BONUS, rules.handicap_bonus),
        part(&ENDING, rules.ending),
    ]
    .concat()
}

fn spelt_out(text: &str) -> Option<Rules> {
    fn part<T: Copy>(words: &[(T, &str)], text: &str) -> Option<T> {
        words.iter().find(|(_, word)| text.contains(word)).map(|&(rule, _)| rule)
    }
    Some(Rules {
        ko: part(&KO, text)?,
        // Taxes other than the usual ones are beyond these rules; the scoring without them comes nearest.
        scoring: part(&SCORE, text)
            .or_else(|| text.contains("scoreAREA").then_some(Scoring::Area))
            .or_else(|| text.contains("scoreTERRITORY").then_some(Scoring::Territory))?,
        suicide: part(&SUICIDE, text)?,
        handicap_bonus: part(&BONUS, text).unwrap_or(HandicapBonus::None),
        ending: part(&ENDING, text)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_go_by_many_names() {
        for name in ["Chinese", "chinese", "Chinese rules", "CN", "中国"] {
            assert_eq!(rules_named(name), Some(Rules::CHINESE), "{name}");
        }
        for name in ["Japanese", "JP", "japan", "日本"] {
            assert_eq!(rules_named(name), Some(Rules::JAPANESE), "{name}");
        }
        for name in ["NZ", "New Zealand", "new-zealand"] {
            assert_eq!(rules_named(name), Some(Rules::NEW_ZEALAND), "{name}");
        }
        for name in ["Tromp-Taylor", "Tromp/Taylor", "tromp taylor"] {
            assert_eq!(rules_named(name), Some(Rules::TROMP_TAYLOR), "{name}");
        }
        assert_eq!(rules_named("AGA"), Some(Rules::AGA));
        assert_eq!(rules_named("Korean"), Some(Rules::KOREAN));
        assert_eq!(rules_named("GOE"), None);
        assert_eq!(rules_named(""), None);
    }

    #[test]
    fn katago_spells_its_rules_out() {
        assert_eq!(rules_named("koSIMPLEscoreAREAtaxNONEsui0whbN"), Some(Rules::CHINESE));
        assert_eq!(rules_named("koSIMPLEscoreTERRITORYtaxSEKIsui0"), Some(Rules::JAPANESE));
        assert_eq!(rules_named("koPOSITIONALscoreAREAtaxNONEsui1whb0"), Some(Rules::TROMP_TAYLOR));
        assert_eq!(rules_named("koSITUATIONALscoreAREAtaxNONEsui0whbN-1friendlyPassOk1"), Some(Rules::AGA));
    }

    #[test]
    fn every_combination_of_rules_can_be_written() {
        for (ko, _) in KO {
            for (scoring, _) in SCORE {
                for (suicide, _) in SUICIDE {
                    for (handicap_bonus, _) in BONUS {
                        for (ending, _) in ENDING {
                            let rules = Rules { ko, suicide, scoring, ending, handicap_bonus };
                            assert_eq!(rules_named(&name_of(rules)), Some(rules), "{}", name_of(rules));
                        }
                    }
                }
            }
        }
    }
}
