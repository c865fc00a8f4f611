//! The players' documentation says what the declarations say.

use player::Maker;
use roster::Roster;

const DOCS: &str = include_str!("../../../docs/players.md");

/// What is between the heading of a player and the next one.
fn section(name: &str) -> Option<&'static str> {
    let (_, behind) = DOCS.split_once(&format!("\n## `{name}`\n"))?;
    behind.split("\n## ").next()
}

#[test]
fn every_player_has_a_section_that_names_each_parameter_with_its_default() {
    for entry in Roster.entries() {
        let section = section(entry.name).unwrap_or_else(|| panic!("docs/players.md says nothing of {}", entry.name));
        for param in entry.params {
            let row = section.lines().find(|line| line.starts_with(&format!("| `{}` |", param.name)));
            let row = row.unwrap_or_else(|| panic!("docs/players.md lacks {}'s {}", entry.name, param.name));
            let default = if param.default.is_empty() { "[]" } else { param.default };
            assert!(
                row.contains(&format!(" | `{default}` | ")),
                "{}'s {} is {default} by default: {row}",
                entry.name,
                param.name
            );
        }
        let rows = section.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, entry.params.len(), "docs/players.md has parameters that {} has not", entry.name);
        assert!(section.contains("\nStrength: "), "{}", entry.name);
    }
}
