//! The generated files of the page are up to date, and messages have the form that the page expects.

use std::collections::BTreeSet;
use std::path::Path;

use ts_rs::{Config, TS};

use super::*;
use crate::{Argument, Refusal, Text};

/// The declarations of all types in messages.
fn declarations() -> String {
    fn one<T: TS>(config: &Config) -> String {
        format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(config))
    }
    let config = Config::new().with_large_int("number");
    let all = [
        one::<Text>,
        one::<Argument>,
        one::<Request>,
        one::<Intention>,
        one::<Terms>,
        one::<Side>,
        one::<OverlayKind>,
        one::<NewContest>,
        one::<System>,
        one::<NewLesson>,
        one::<ServerMessage>,
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
        one::<CountRow>,
        one::<MoveReview>,
        one::<Grade>,
        one::<PlayerCard>,
        one::<TeacherCard>,
        one::<ParameterCard>,
        one::<ParameterKind>,
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
    let head = "// The messages between page and server. Generated from crates/web/src/message by its test:\n\
                // PONNUKI_WRITE_MESSAGES=1 cargo test --workspace messages\n\n";
    format!("{head}{}", parts.join("\n"))
}

#[test]
fn the_messages_of_the_page_are_up_to_date() {
    assert_generated("page/src/messages.ts", &declarations());
}

/// Asserts that a generated file is up to date; `PONNUKI_WRITE_MESSAGES=1` writes it first.
#[track_caller]
fn assert_generated(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("PONNUKI_WRITE_MESSAGES").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == expected, "{file} is out of date: PONNUKI_WRITE_MESSAGES=1 writes it again");
}

/// The star points of every board size, as indices in rows from the top left.
fn star_points() -> String {
    let line = |size: usize| {
        let stars: BTreeSet<usize> =
            goban::diagram::star_points(size).iter().map(|point| point.row() * size + point.col()).collect();
        let stars: Vec<String> = stars.iter().map(usize::to_string).collect();
        format!("  {size}: [{}],\n", stars.join(", "))
    };
    let lines: String = (goban::MIN_SIZE..=goban::MAX_SIZE).map(line).collect();
    format!(
        "// The star points of each board size. Generated from the crate goban by a test of crates/web:\n\
         // PONNUKI_WRITE_MESSAGES=1 cargo test --workspace star_points\n\
         export const STAR_POINTS: Readonly<Record<number, readonly number[]>> = {{\n{lines}}};\n"
    )
}

#[test]
fn the_star_points_of_the_page_are_up_to_date() {
    assert_generated("page/src/core/star-points.ts", &star_points());
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
    let overlay = r#"{"kind":"influence","by":"bouzy"}"#;
    assert_eq!(serde_json::from_str::<OverlayKind>(overlay).unwrap(), OverlayKind::Influence { by: "bouzy".into() });
    let error = ServerMessage { tag: None, event: Event::Error { reason: Refusal::Over.text() } };
    let reason = r#"{"code":"refusal.over","arguments":{},"english":"the game is over"}"#;
    let text = format!(r#"{{"tag":null,"event":{{"kind":"error","reason":{reason}}}}}"#);
    assert_eq!(serde_json::to_string(&error).unwrap(), text);
}
