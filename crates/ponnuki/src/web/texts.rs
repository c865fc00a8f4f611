//! The texts that the server sends to the page, and the page's English catalogue of them.
//!
//! `page/src/catalogue/server.en.ts` is written from the templates of the program. The compiler of the page then asks
//! for the same codes in every other language, and a test of the page for the same arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ::web::Template;
use player::Maker;

use super::lessons::LessonText;
use crate::everyone::Everyone;

/// What the server can say.
fn templates() -> Vec<Template> {
    ::web::templates(Everyone.entries()).into_iter().chain(LessonText::templates()).collect()
}

/// The page's English catalogue of it.
fn catalogue() -> String {
    let by_code: BTreeMap<String, &str> = templates().into_iter().map(|each| (each.code, each.english)).collect();
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let line = |(code, english): (String, &str)| format!("  {}: {},\n", quoted(&code), quoted(english));
    let lines: String = by_code.into_iter().map(line).collect();
    format!(
        "// What the server says, in English. Written from the program by its test:\n\
         // PONNUKI_WRITE_MESSAGES=1 cargo test --workspace english_catalogue\n\
         export const server = {{\n{lines}}} as const;\n"
    )
}

#[test]
fn the_english_catalogue_of_the_page_is_that_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page/src/catalogue/server.en.ts");
    let expected = catalogue();
    if std::env::var_os("PONNUKI_WRITE_MESSAGES").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == expected, "server.en.ts is not what the program says: PONNUKI_WRITE_MESSAGES=1 writes it anew");
}

#[test]
fn a_code_says_one_thing() {
    let mut seen = BTreeMap::new();
    for Template { code, english, .. } in templates() {
        assert_eq!(*seen.entry(code.clone()).or_insert(english), english, "{code}");
    }
}

#[test]
fn a_template_fills_in_its_arguments_and_nothing_else() {
    for Template { code, english, arguments } in templates() {
        let holes = english.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        let names: BTreeSet<&str> = holes.filter_map(|(hole, _)| hole.split('|').next()).collect();
        assert_eq!(names, arguments.iter().copied().collect(), "{code}: {english}");
    }
}

#[test]
fn every_task_of_the_problems_has_a_text() {
    let codes: BTreeSet<String> = templates().into_iter().map(|template| template.code).collect();
    for problem in learn::problems::embedded() {
        assert!(codes.contains(&format!("task.{}", problem.task)), "{}: {}", problem.title, problem.task);
    }
}
