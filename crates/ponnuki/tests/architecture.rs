//! `docs/architecture.md` is true: the functions of its walks exist, and its table has the dependencies of each crate.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_function_of_the_three_walks_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let (_, section) = text.split_once("## Three walks").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let steps: Vec<(&str, &str)> =
        section.split('`').filter_map(|word| word.split_once("::")).filter(|(file, _)| file.contains('/')).collect();
    assert!(steps.len() > 30, "{} steps", steps.len());
    for (file, function) in steps {
        let code = fs::read_to_string(root.join("crates").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let start = if file.ends_with(".ts") { " " } else { "fn " };
        let is_there = ["(", "<"].iter().any(|end| code.contains(&format!("{start}{function}{end}")));
        assert!(is_there, "{file} has no function {function}");
    }
}

/// The crates of this workspace that a manifest names as dependencies; those of tests do not count.
fn dependencies(manifest: &str, crates: &BTreeSet<String>) -> BTreeSet<String> {
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next()).map(str::to_string);
    names.filter(|name| crates.contains(name)).collect()
}

#[test]
fn the_table_of_crates_has_the_dependencies_of_their_manifests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = fs::read_dir(root.join("crates")).unwrap().map(|folder| folder.unwrap().file_name());
    let crates: BTreeSet<String> = folders.map(|name| name.into_string().unwrap()).collect();
    let text = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let table = text.split("```").nth(1).unwrap();
    for name in &crates {
        let row = table.lines().find(|line| line.split(' ').next() == Some(name));
        let row = row.unwrap_or_else(|| panic!("the table has no row for {name}"));
        let last = row.rsplit("  ").next().unwrap();
        let written: BTreeSet<String> = last.split(' ').map(str::to_string).filter(|it| crates.contains(it)).collect();
        let manifest = fs::read_to_string(root.join("crates").join(name).join("Cargo.toml")).unwrap();
        // The program may use every crate.
        if name != "ponnuki" {
            assert_eq!(written, dependencies(&manifest, &crates), "{name}");
        }
    }
}
