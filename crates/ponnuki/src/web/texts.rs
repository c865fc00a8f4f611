//! The English catalogue of the texts that the server sends to the page.
//!
//! `page/src/catalogue/server.en.ts` is generated from the templates of the program. The page does not compile unless
//! every other language has the same codes, and a test of the page compares the arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ::web::{PAGE_TEACHERS, Template};
use player::Maker;

use crate::all_players::AllPlayers;

/// The templates of all texts.
fn templates() -> Vec<Template> {
    ::web::templates(AllPlayers.entries(), PAGE_TEACHERS)
}

/// The catalogue.
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
    assert!(written == expected, "server.en.ts is out of date: PONNUKI_WRITE_MESSAGES=1 writes it");
}

#[test]
fn a_code_has_one_template() {
    let mut seen = BTreeMap::new();
    for Template { code, english, .. } in templates() {
        assert_eq!(*seen.entry(code.clone()).or_insert(english), english, "{code}");
    }
}

#[test]
fn a_template_uses_all_its_arguments_and_no_others() {
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
