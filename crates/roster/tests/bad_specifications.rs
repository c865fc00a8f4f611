//! What is said to specifications that no player can be made of.

use player::{Kind, Maker, Spec};
use roster::Roster;

fn complaint(text: &str) -> String {
    let made = text.parse::<Spec>().and_then(|spec| Roster.make(&spec));
    made.err().unwrap_or_else(|| panic!("{text} is accepted")).to_string()
}

#[cfg(unix)]
#[test]
fn a_model_that_has_no_end_is_refused() {
    for text in [
        "mcts:model=/dev/zero",
        "mcts:opening=book,book=/dev/zero",
        "rave:opening=book,book=/dev/zero",
        "rave:opening=bias,clusters=/dev/zero",
        "preference:model=/dev/zero",
        "net:model=/dev/zero",
        "td:net=/dev/zero",
        "distance:library=/dev/zero",
        "genetic:model=/dev/zero",
    ] {
        let complaint = complaint(text);
        assert!(complaint.contains("/dev/zero cannot be read: it is a device or a pipe"), "{text}: {complaint}");
    }
}

#[test]
fn every_number_of_every_player_is_held_to_its_range() {
    for entry in Roster.entries() {
        for param in entry.params {
            let bad: &[&str] = match param.kind {
                Kind::Int { .. } | Kind::Seed => &["NaN", "inf", "-1", "1.5", "1e3", "99999999999999999999"],
                Kind::Float { .. } => &["NaN", "inf", "-inf", "-1", "1e999", "many"],
                _ => &[],
            };
            for value in bad {
                let complaint = complaint(&format!("{}:{}={value}", entry.name, param.name));
                let expected = format!("{} cannot have {}={value}: expected a ", entry.name, param.name);
                assert!(complaint.starts_with(&expected), "{complaint}");
            }
        }
    }
    assert_eq!(complaint("mcts:threads=0"), "mcts cannot have threads=0: expected a whole number from 1 to 256");
    assert!(complaint("mcts:memory=9999999").ends_with("expected a whole number from 1 to 1048576"));
}

#[test]
fn every_condition_names_a_parameter_and_values_of_it() {
    for entry in Roster.entries() {
        for condition in entry.params.iter().flat_map(|param| param.conditions).flatten() {
            let other = entry.params.iter().find(|param| param.name == condition.key);
            let other = other.unwrap_or_else(|| panic!("{} has no parameter {}", entry.name, condition.key));
            for value in condition.values {
                let read = other.kind.read(value).unwrap_or_else(|| panic!("{}: {condition}", entry.name));
                assert_eq!(read.to_string(), *value, "{}: {condition}", entry.name);
            }
        }
    }
}

#[test]
fn a_setting_without_effect_is_refused_and_the_reason_given() {
    for (text, sentence) in [
        ("alphabeta:territory=0,influence=chen", "alphabeta's influence has no effect when territory=0"),
        ("td:memory=8", "td's memory has no effect when depth=1"),
        ("net:least=0.1", "net's least has no effect when temperature=0"),
        ("net:seed=5", "net's seed has no effect when temperature=0"),
        ("preference:radius=3", "preference's radius has no effect when window=none"),
        ("preference:window=square,stones=2", "preference's stones has no effect when expand=0"),
        ("preference:window=square,table=map,size=99", "preference's size has no effect when table=map"),
        ("preference:window=square,forget=oldest", "preference's forget has no effect unless table=cache"),
        ("stages:opening=nobody,opening-moves=3", "stages's opening-moves has no effect when opening=[]"),
    ] {
        assert_eq!(complaint(text), sentence);
    }
}

#[test]
fn a_name_that_is_not_known_is_answered_with_one_that_is_near_or_with_all() {
    assert_eq!(complaint("mtcs"), "there is no player called mtcs: did you mean mcts?");
    assert!(complaint("foo").starts_with("there is no player called foo: expected one of random, crawler, "));
    assert_eq!(complaint("mcts:thread=2"), "mcts has no parameter thread: did you mean threads?");
    assert!(complaint("mcts:foo=2").starts_with("mcts has no parameter foo: expected one of playouts, model, "));
    assert_eq!(
        complaint("random:eyes"),
        "random's eyes lacks a value: write eyes=value, where value is one of keep, fill"
    );
}

#[test]
fn nobody_stands_for_no_player_where_none_is_needed() {
    for text in ["stages:opening=nobody,endgame=nobody", "heavy-mc:opponent=nobody"] {
        assert!(Roster.make(&text.parse().unwrap()).is_ok(), "{text}");
    }
    assert_eq!(
        complaint("stages:middle=nobody"),
        "stages is not available: it needs a player for the middle game, as in stages:middle=best"
    );
}
