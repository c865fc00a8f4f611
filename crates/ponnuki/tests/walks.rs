//! The walks through the code in `docs/architecture.md` are true: every function that they name exists.

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
