//! The players' documentation says what the declarations say.
//!
//! Each player has a section in docs/players.md with a table of its parameters, made from its declaration.
//! `PONNUKI_BLESS=1 cargo test --test docs` writes the tables anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use player::{Entry, Kind, Maker, Param};
use roster::Roster;

const HEAD: &str = "| parameter | values | default | |\n|---|---|---|---|\n";

fn values(param: &Param) -> String {
    match param.kind {
        Kind::Bool => "true, false".to_string(),
        Kind::Int { min, max: i64::MAX } => format!("{min} and more"),
        Kind::Int { min, max } => format!("{min} to {max}"),
        Kind::Float { min, max } => format!("{min} to {max}"),
        Kind::Choice(words) => words.join(", "),
        Kind::Text => "any text".to_string(),
        Kind::Seed => "0 and more".to_string(),
        Kind::Player => "a player".to_string(),
    }
}

/// The table of a player's parameters; nothing where it has none.
fn table(entry: &Entry) -> String {
    let mut table = if entry.params.is_empty() { String::new() } else { HEAD.to_string() };
    for param in entry.params {
        let default = if param.default.is_empty() { "[]" } else { param.default };
        let mut help = param.help.to_string();
        for condition in param.conditions.iter().flatten() {
            write!(help, "; no effect {condition}").unwrap();
        }
        writeln!(table, "| `{}` | {} | `{default}` | {help} |", param.name, values(param)).unwrap();
    }
    table
}

/// Where the section of a player begins and ends.
fn section(docs: &str, name: &str) -> Option<(usize, usize)> {
    let heading = format!("\n## `{name}`\n");
    let begin = docs.find(&heading)? + heading.len();
    Some((begin, docs[begin..].find("\n## ").map_or(docs.len(), |end| begin + end)))
}

/// The documentation with the table of each player as it should be.
fn written(docs: &str) -> String {
    let mut docs = docs.to_string();
    for entry in Roster.entries() {
        let (begin, end) =
            section(&docs, entry.name).unwrap_or_else(|| panic!("docs/players.md has no section on {}", entry.name));
        assert!(docs[begin..end].contains("\nStrength: "), "docs/players.md does not say how strong {} is", entry.name);
        if entry.params.is_empty() {
            continue;
        }
        let from = docs[begin..end].find("| parameter |").map(|at| begin + at);
        let from = from.unwrap_or_else(|| panic!("docs/players.md has no table for {}", entry.name));
        let to = docs[from..].find("\n\n").map_or(docs.len(), |at| from + at + 1);
        docs.replace_range(from..to, &table(entry));
    }
    docs
}

#[test]
fn every_player_has_a_section_with_the_table_of_its_parameters() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/players.md");
    let docs = fs::read_to_string(&file).unwrap();
    let written = written(&docs);
    if std::env::var_os("PONNUKI_BLESS").is_some() {
        fs::write(&file, &written).unwrap();
        return;
    }
    for (line, (is, should)) in docs.lines().zip(written.lines()).enumerate() {
        assert_eq!(is, should, "line {} of docs/players.md; PONNUKI_BLESS=1 writes the tables anew", line + 1);
    }
    assert_eq!(docs.lines().count(), written.lines().count());
}
