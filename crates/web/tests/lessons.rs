//! Lessons that a page asks for are checked by the declaration of the teacher and by the limits of the page.

mod common;

use common::TestServer;
use common::players::{counting, program};
use web::message::{Event, Intention, NewLesson};

const RECORD: &str = "(;SZ[9];B[ee])";

fn lesson(teacher: &str, settings: &[(&str, &str)], records: &str) -> NewLesson {
    let settings = settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    NewLesson { teacher: teacher.to_string(), settings, records: records.to_string() }
}

#[track_caller]
fn refusal(lesson: NewLesson) -> String {
    program().admit_lesson(lesson).unwrap_err().to_string()
}

#[track_caller]
fn settings(lesson: NewLesson) -> String {
    program().admit_lesson(lesson).unwrap().settings.spec().unwrap().to_string()
}

#[test]
fn a_lesson_has_the_settings_of_the_page_and_its_defaults() {
    assert_eq!(settings(counting(7)), "counter:games=7");
    assert_eq!(settings(lesson("counter", &[], "")), "counter:games=100");
    // The default step of the page has an effect only with steps.
    assert_eq!(settings(lesson("counter", &[("steps", "true")], "")), "counter:games=100,steps=true,step=2");
    assert_eq!(program().admit_lesson(counting(7)).unwrap().title, "counter:games=7");
}

#[test]
fn an_unknown_teacher_is_refused() {
    assert_eq!(
        refusal(lesson("master", &[], "")),
        "there is no teacher master on the page: choose one of counter, reader"
    );
}

#[test]
fn a_setting_that_does_not_exist_or_has_no_effect_is_refused() {
    let refusal = |setting| refusal(lesson("counter", &[setting], ""));
    assert!(refusal(("game", "7")).contains("did you mean games"), "{}", refusal(("game", "7")));
    assert!(refusal(("games", "many")).contains("many"));
    assert!(refusal(("games", "0")).contains('0'));
    assert!(refusal(("step", "3")).contains("no effect unless steps=true"));
    assert_eq!(refusal(("games", "13")), "13 games are unlucky");
}

#[test]
fn a_setting_beyond_the_limit_of_the_page_is_refused() {
    let refusal = |setting| refusal(lesson("counter", &[setting], ""));
    let expected = "counter cannot have games=1000001 here: expected 1 to 1000000";
    assert_eq!(refusal(("games", "1000001")), expected);
    for setting in [("from", "/etc/passwd"), ("rival", "random"), ("threads", "2"), ("size", "19")] {
        assert!(refusal(setting).ends_with("here: it cannot be set from the page"), "{}", refusal(setting));
    }
}

#[test]
fn records_are_for_teachers_that_learn_from_records() {
    assert_eq!(refusal(lesson("reader", &[], " ")), "reader learns from game records: choose some");
    let expected = "counter plays its training games itself: leave out the records";
    assert_eq!(refusal(lesson("counter", &[], RECORD)), expected);
    assert!(program().admit_lesson(lesson("reader", &[], RECORD)).is_ok());
}

#[test]
fn the_form_of_a_teacher_has_the_limits_of_the_page() {
    let cards = program().teacher_cards();
    let shown: Vec<_> = cards.iter().map(|card| (card.name.as_str(), card.needs_records)).collect();
    assert_eq!(shown, [("counter", false), ("reader", true)]);
    let names: Vec<_> = cards[0].parameters.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["games", "steps", "step"], "without files, players, threads and the size");
    let games = &cards[0].parameters[0];
    assert_eq!((games.default.as_str(), games.range), ("100", Some((1.0, 1e6))));
    assert_eq!(cards[1].parameters[0].default, "1000", "as declared");
}

#[test]
fn a_refused_lesson_is_not_listed() {
    let server = TestServer::new();
    let mut page = server.page();
    let refused = page.refusal(Intention::Learn { lesson: lesson("master", &[], "") });
    assert!(refused.starts_with("there is no teacher master"), "{refused}");
    let lessons = page.answer(Intention::ListLessons, |event| match event {
        Event::Lessons { lessons } => Some(lessons),
        _ => None,
    });
    assert!(lessons.iter().all(|card| card.title == "long ago"));
}
