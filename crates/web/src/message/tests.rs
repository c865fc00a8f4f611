//! The page's types are those of the server, and every message survives the way there and back.

use std::path::Path;

use ts_rs::{Config, TS};

use super::*;

/// Every type that goes over the wire, in the order of this file.
fn declarations() -> String {
    fn one<T: TS>(config: &Config) -> String {
        format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(config))
    }
    let config = Config::new().with_large_int("number");
    let all = [
        one::<Request>,
        one::<Intention>,
        one::<Terms>,
        one::<Side>,
        one::<Look>,
        one::<NewContest>,
        one::<NewLesson>,
        one::<Telling>,
        one::<Event>,
        one::<Position>,
        one::<Phase>,
        one::<SeatCard>,
        one::<ClockCard>,
        one::<Twig>,
        one::<Thought>,
        one::<Candidate>,
        one::<Label>,
        one::<Count>,
        one::<Verdict>,
        one::<PlayerCard>,
        one::<ParameterCard>,
        one::<RuleCard>,
        one::<Preset>,
        one::<GameCard>,
        one::<ContestCard>,
        one::<Standing>,
        one::<ProblemCard>,
        one::<LessonCard>,
        one::<Measure>,
    ];
    let parts: Vec<String> = all.iter().map(|one| one(&config)).collect();
    let head = "// What the page and the server say to each other. Written from crates/web/src/message.rs by its test:\n\
                // PONNUKI_WRITE_MESSAGES=1 cargo test -p web --no-default-features messages\n\n";
    format!("{head}{}", parts.join("\n"))
}

#[test]
fn the_messages_of_the_page_are_those_of_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/src/messages.ts");
    let expected = declarations();
    if std::env::var_os("PONNUKI_WRITE_MESSAGES").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == expected, "messages.ts is not what message.rs says: PONNUKI_WRITE_MESSAGES=1 writes it anew");
}

#[test]
fn messages_are_written_as_the_page_expects_them() {
    let play = Request { tag: 3, intention: Intention::Play { game: "a".into(), node: 2, mv: "D4".into() } };
    let text = r#"{"tag":3,"intention":{"kind":"play","game":"a","node":2,"mv":"D4"}}"#;
    assert_eq!(serde_json::to_string(&play).unwrap(), text);
    assert_eq!(serde_json::from_str::<Request>(text).unwrap(), play);
    let stop = r#"{"tag":4,"intention":{"kind":"move-now","game":"a"}}"#;
    assert!(matches!(serde_json::from_str::<Request>(stop).unwrap().intention, Intention::MoveNow { .. }));
    let seat = r#"{"tag":5,"intention":{"kind":"seat","game":"a","color":"white","who":"human","moves":null}}"#;
    assert!(matches!(serde_json::from_str::<Request>(seat).unwrap().intention, Intention::Seat { moves: None, .. }));
    let list = r#"{"tag":6,"intention":{"kind":"list-contests"}}"#;
    assert_eq!(serde_json::from_str::<Request>(list).unwrap().intention, Intention::ListContests);
    let look = r#"{"kind":"influence","by":"bouzy"}"#;
    assert_eq!(serde_json::from_str::<Look>(look).unwrap(), Look::Influence { by: "bouzy".into() });
    let grown = Telling { tag: None, event: Event::Error { reason: "no".into() } };
    assert_eq!(serde_json::to_string(&grown).unwrap(), r#"{"tag":null,"event":{"kind":"error","reason":"no"}}"#);
}
