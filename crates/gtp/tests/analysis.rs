//! KataGo's analysis protocol, spoken to as KaTrain and scripts do.

mod common;

use std::io::BufReader;
use std::sync::mpsc;

use common::{Live, players};
use proptest::prelude::*;
use serde_json::{Value, json};

fn answers(spec: &str, lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    answers_to_text(spec, input.as_bytes())
}

fn answers_to_text(spec: &str, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    gtp::analysis::serve(input, &mut output, &players::Troupe, &spec.parse().expect("a specification"))
        .expect("served");
    let output = String::from_utf8(output).expect("UTF-8");
    assert!(output.is_empty() || output.ends_with('\n'));
    output.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// An engine that is spoken to while it thinks.
fn live(spec: &str) -> Live {
    Live::start_with(spec, |input, output, spec| {
        let spec = spec.parse().expect("a specification");
        gtp::analysis::serve(BufReader::new(input), output, &players::Troupe, &spec).expect("served");
    })
}

#[test]
fn queries_are_dropped_when_the_reader_hangs_up() {
    let (leave, left) = mpsc::channel::<()>();
    let engine = Live::start_with("thinker:visits=1000000000", move |input, output, spec| {
        let (input, spec) = (BufReader::new(input), spec.parse().expect("a specification"));
        let hung_up = move || assert!(left.recv().is_err());
        gtp::analysis::serve_until_hangup(input, output, &players::Troupe, &spec, hung_up).expect("served");
    });
    engine.say(&format!("{}\n", query(json!({ "reportDuringSearchEvery": 0.01 }))));
    engine.say(&format!("{}\n", query(json!({ "id": "waiting" }))));
    engine.wait_until("a report", |heard| heard.contains("isDuringSearch\":true"));
    drop(leave);
    let heard = engine.finish();
    assert!(heard.contains("isDuringSearch\":false") && !heard.contains("waiting"), "{heard}");
}

/// A query on a small board, with some fields changed; a field that is null is taken out.
fn query(changes: Value) -> Value {
    let mut query = json!({ "id": "q", "moves": [["B", "C3"]], "rules": "tromp-taylor", "komi": 7.5,
        "boardXSize": 5, "boardYSize": 5 });
    for (field, value) in changes.as_object().expect("an object") {
        query[field] = value.clone();
    }
    query.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
    query
}

#[test]
fn a_query_is_answered_with_what_the_player_thinks() {
    let replies =
        answers("thinker", &[query(json!({ "includeOwnership": true, "includePolicy": true, "maxVisits": 5 }))]);
    assert_eq!(replies.len(), 1);
    let reply = &replies[0];
    assert_eq!((&reply["id"], &reply["turnNumber"], &reply["isDuringSearch"]), (&json!("q"), &json!(1), &json!(false)));
    let best = &reply["moveInfos"][0];
    assert_eq!((&best["move"], &best["order"], &best["visits"]), (&json!("A5"), &json!(0), &json!(5)));
    assert_eq!(best["pv"], json!(["A5", "pass"]));
    // White is to move and thinks well of White; the protocol tells Black's side.
    assert_eq!((&best["winrate"], &best["scoreLead"]), (&json!(0.25), &json!(-3.5)));
    assert_eq!((&reply["rootInfo"]["winrate"], &reply["rootInfo"]["currentPlayer"]), (&json!(0.25), &json!("W")));
    let ownership = reply["ownership"].as_array().expect("a map");
    assert_eq!((ownership.len(), &ownership[0], &ownership[24]), (25, &json!(1.0), &json!(-1.0)));
    let policy = reply["policy"].as_array().expect("a map and the pass");
    assert_eq!((policy.len(), &policy[12], &policy[25]), (26, &json!(-1.0), &json!(0.25)), "C3 is occupied");
}

#[test]
fn the_side_from_which_things_are_told_can_be_chosen() {
    for (perspective, win_rate) in [("BLACK", 0.25), ("WHITE", 0.75), ("SIDETOMOVE", 0.75)] {
        let settings = json!({ "overrideSettings": { "reportAnalysisWinratesAs": perspective } });
        let replies = answers("thinker", &[query(settings)]);
        assert_eq!(replies[0]["rootInfo"]["winrate"], json!(win_rate), "{perspective}");
    }
}

#[test]
fn what_a_player_does_not_know_is_left_out() {
    let replies = answers("first", &[query(json!({ "includeOwnership": true, "includePolicy": true }))]);
    let reply = &replies[0];
    assert_eq!(reply["moveInfos"], json!([{ "move": "A5", "order": 0, "pv": ["A5"], "visits": 0 }]));
    assert!(reply.get("ownership").is_none() && reply.get("policy").is_none());
    assert!(reply["rootInfo"].get("winrate").is_none());
}

#[test]
fn several_turns_give_several_answers() {
    let moves = json!([["B", "C3"], ["W", "C4"], ["B", "pass"]]);
    let replies = answers("first", &[query(json!({ "moves": moves, "analyzeTurns": [0, 2, 3] }))]);
    let positions: Vec<(Value, Value)> =
        replies.iter().map(|reply| (reply["turnNumber"].clone(), reply["rootInfo"]["currentPlayer"].clone())).collect();
    assert_eq!(positions, [(json!(0), json!("B")), (json!(2), json!("B")), (json!(3), json!("W"))]);
}

#[test]
fn stones_before_the_first_move_and_the_first_player_are_heeded() {
    let handicap = json!({ "initialStones": [["B", "A5"], ["B", "(1,0)"]], "moves": [] });
    let replies = answers("first", &[query(handicap)]);
    assert_eq!(replies[0]["moveInfos"][0]["move"], "C5");
    assert_eq!(replies[0]["rootInfo"]["currentPlayer"], "W", "White moves after a handicap");
    let problem = json!({ "initialStones": [["B", "A5"], ["W", "B5"]], "moves": [], "initialPlayer": "W" });
    let replies = answers("first", &[query(problem)]);
    assert_eq!(replies[0]["rootInfo"]["currentPlayer"], "W");
}

#[test]
fn rules_come_by_name_or_as_an_object() {
    for rules in [json!("japanese"), json!({ "ko": "SIMPLE", "suicide": false }), json!("{\"ko\":\"SIMPLE\"}")] {
        let replies = answers("first", &[query(json!({ "rules": rules, "whiteHandicapBonus": "N-1", "komi": null }))]);
        assert!(replies[0].get("error").is_none(), "{}", replies[0]);
    }
}

#[test]
fn the_urgent_comes_first() {
    let engine = live("thinker");
    let busy = json!({ "id": "busy", "maxVisits": 300, "reportDuringSearchEvery": 0.005 });
    engine.say(&format!("{}\n", query(busy)));
    engine.wait_until("a report", |heard| heard.contains("\"isDuringSearch\":true"));
    let late = query(json!({ "id": "late", "priority": -1 }));
    let usual = query(json!({ "id": "usual" }));
    let urgent = query(json!({ "id": "urgent", "analyzeTurns": [0, 1], "priorities": [1, 2] }));
    engine.say(&format!("{late}\n{usual}\n{urgent}\n"));
    let heard = engine.finish();
    let replies = heard.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let last = replies.filter(|reply| reply["isDuringSearch"] == false);
    let order: Vec<String> = last.map(|reply| format!("{} {}", reply["id"], reply["turnNumber"])).collect();
    assert_eq!(order, ["\"busy\" 1", "\"urgent\" 1", "\"urgent\" 0", "\"usual\" 1", "\"late\" 1"]);
}

#[test]
fn reports_come_on_the_way_if_they_are_asked_for() {
    let replies = answers("thinker", &[query(json!({ "reportDuringSearchEvery": 0.01, "maxVisits": 100 }))]);
    let (last, on_the_way) = replies.split_last().expect("replies");
    assert_eq!(last["isDuringSearch"], false);
    assert!(on_the_way.len() >= 3 && on_the_way.iter().all(|reply| reply["isDuringSearch"] == true));
}

#[test]
fn moves_can_be_avoided_or_kept_to() {
    let best = |changes| answers("thinker", &[query(changes)])[0]["moveInfos"][0]["move"].clone();
    let list = |moves: &[&str]| json!([{ "player": "W", "moves": moves, "untilDepth": 3 }]);
    assert_eq!(best(json!({ "avoidMoves": list(&["A5", "B5"]) })), "C5");
    assert_eq!(best(json!({ "allowMoves": list(&["B5", "pass"]) })), "B5");
}

#[test]
fn actions_are_echoed() {
    let replies = answers(
        "thinker:visits=3",
        &[
            json!({ "id": "v", "action": "query_version" }),
            json!({ "id": "c", "action": "clear_cache" }),
            json!({ "id": "m", "action": "query_models" }),
            json!({ "id": "t", "action": "terminate_all" }),
        ],
    );
    assert_eq!(replies[0]["version"], gtp::version());
    assert!(replies[0]["git_hash"].is_string());
    assert_eq!(replies[1], json!({ "id": "c", "action": "clear_cache" }));
    assert_eq!(replies[2]["models"][0]["name"], "thinker:visits=3");
    assert_eq!(replies[3], json!({ "id": "t", "action": "terminate_all" }));
}

#[test]
fn a_query_can_be_ended_while_it_waits_and_while_it_is_thought_about() {
    let engine = live("thinker");
    let long = json!({ "maxVisits": 1_000_000, "analyzeTurns": [0, 1], "reportDuringSearchEvery": 0.005 });
    engine.say(&format!("{}\n", query(long)));
    engine.wait_until("a report", |heard| heard.contains("\"isDuringSearch\":true"));
    let end = |changes: Value| {
        let mut action = json!({ "id": "t", "action": "terminate", "terminateId": "q" });
        action["turnNumbers"] = changes;
        format!("{action}\n")
    };
    engine.say(&end(json!([1])));
    engine.wait_until("the end of turn 1", |heard| heard.contains("\"noResults\":true,\"turnNumber\":1"));
    engine.say(&end(json!([0])));
    engine.wait_until("the end of turn 0", |heard| {
        heard.lines().any(|line| line.contains("\"isDuringSearch\":false") && line.contains("\"turnNumber\":0"))
    });
    let heard = engine.finish();
    let last: Vec<&str> = heard.lines().filter(|line| line.contains("\"isDuringSearch\":false")).collect();
    assert_eq!(last.len(), 2, "each turn ends once");
    assert_eq!(heard.matches("terminateId").count(), 2, "each action is echoed");
}

#[test]
fn each_mistake_names_its_field() {
    let cases = [
        (json!({ "id": null }), "id", "id must be there, and be a text"),
        (json!({ "moves": null }), "moves", "moves is missing"),
        (json!({ "moves": [["B"]] }), "moves", "moves must be a list of pairs such as [\"B\",\"Q4\"]"),
        (json!({ "moves": [["B", "Z9"]] }), "moves", "Z9 is not on a board of size 5"),
        (json!({ "moves": [["B", "(5,0)"]] }), "moves", "'(5,0)' is not on a board of size 5"),
        (json!({ "moves": [["B", "C3"], ["W", "C3"]] }), "moves", "move 2, C3, is illegal"),
        (json!({ "rules": null }), "rules", "rules is missing"),
        (json!({ "rules": "ludo" }), "rules", "there are no rules called 'ludo'"),
        (json!({ "rules": 5 }), "rules", "must be a name or an object"),
        (json!({ "komi": 0.25 }), "komi", "must be a whole or half number from -150 to 150, not 0.25"),
        (json!({ "komi": "much" }), "komi", "not \"much\""),
        (json!({ "boardXSize": 99 }), "boardXSize", "must be a whole number from 2 to"),
        (json!({ "boardYSize": 7 }), "boardYSize", "5x7 is not square"),
        (json!({ "analyzeTurns": [2] }), "analyzeTurns", "must be a list of one or more whole numbers from 0 to 1"),
        (json!({ "analyzeTurns": [] }), "analyzeTurns", "not []"),
        (json!({ "maxVisits": 0 }), "maxVisits", "must be a whole number from 1"),
        (json!({ "priorities": [1, 2] }), "priorities", "one number for each of analyzeTurns"),
        (json!({ "initialStones": [["B", "A1"], ["W", "A1"]] }), "initialStones", "has A1 twice"),
        (json!({ "initialPlayer": "G" }), "initialPlayer", "must be B or W"),
        (json!({ "avoidMoves": [{ "player": "B" }] }), "avoidMoves", "must be a list of objects with player"),
        (json!({ "reportDuringSearchEvery": -1 }), "reportDuringSearchEvery", "a number of seconds"),
        (json!({ "includeOwnership": "yes" }), "includeOwnership", "must be true or false"),
        (json!({ "action": "dance" }), "action", "must be terminate, terminate_all"),
        (json!({ "action": "terminate" }), "terminateId", "must be there"),
    ];
    for (changes, field, message) in cases {
        let replies = answers("first", &[query(changes)]);
        assert_eq!(replies.len(), 1, "{replies:?}");
        assert_eq!(replies[0]["field"], field, "{}", replies[0]);
        let error = replies[0]["error"].as_str().expect("an error");
        assert!(error.contains(message), "{error:?} lacks {message:?}");
        assert_eq!(replies[0].get("id").is_some(), field != "id");
    }
}

#[test]
fn what_is_asked_in_vain_is_warned_of_and_the_query_is_answered() {
    let changes =
        json!({ "includePVVisits": true, "makeCoffee": true, "overrideSettings": { "cpuctExploration": 1.0 } });
    let replies = answers("first", &[query(changes)]);
    let warned: Vec<&Value> = replies.iter().filter(|reply| reply.get("warning").is_some()).collect();
    let fields: Vec<&str> = warned.iter().filter_map(|reply| reply["field"].as_str()).collect();
    assert_eq!(fields, ["overrideSettings", "includePVVisits", "makeCoffee"]);
    assert!(warned.iter().all(|reply| reply["id"] == "q"));
    assert_eq!(replies.len(), 4);
}

#[test]
fn a_line_that_is_no_query_does_not_end_the_engine() {
    let input = b"\n{\"id\":\n[1]\nnonsense\n\xff\xfe\n{\"id\":\"v\",\"action\":\"query_version\"}\n";
    let replies = answers_to_text("first", input);
    assert_eq!(replies.len(), 5);
    assert!(replies[..4].iter().all(|reply| reply["error"].is_string()));
    assert_eq!(replies[4]["id"], "v");
}

#[test]
fn a_player_that_fails_or_breaks_down_is_told_for_each_query() {
    for (spec, message) in [("mute", "it has lost its voice"), ("panicker", "broke down and was started again")] {
        let replies = answers(spec, &[query(json!({ "id": "a" })), query(json!({ "id": "b" }))]);
        assert_eq!(replies.len(), 2);
        for (reply, id) in replies.iter().zip(["a", "b"]) {
            assert_eq!(reply["id"], id);
            assert!(reply["error"].as_str().is_some_and(|error| error.contains(message)), "{reply}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_bytes_end_the_engine(mut bytes: Vec<u8>) {
        bytes.extend_from_slice(b"\n{\"id\":\"v\",\"action\":\"query_version\"}\n");
        let replies = answers_to_text("first", &bytes);
        prop_assert_eq!(&replies.last().expect("a reply")["id"], "v");
    }

    #[test]
    fn no_value_of_a_field_ends_the_engine(
        field in prop::sample::select(vec!["id", "moves", "initialStones", "rules", "komi", "boardXSize",
            "analyzeTurns", "maxVisits", "priority", "priorities", "avoidMoves", "overrideSettings",
            "reportDuringSearchEvery"]),
        value in prop::sample::select(vec![json!(null), json!(-1), json!(1e300), json!("x"), json!([]), json!({}),
            json!([[]]), json!([["B"]]), json!([{}]), json!([-1]), json!(u64::MAX), json!(true), json!("(99,99)")]),
    ) {
        let mut input = format!("{}\n", query(json!({ field: value })));
        input.push_str("{\"id\":\"v\",\"action\":\"query_version\"}\n");
        let replies = answers_to_text("first", input.as_bytes());
        prop_assert!(replies.iter().any(|reply| reply["id"] == "v"));
        prop_assert!(replies.len() >= 2);
    }
}
