//! The help of every command, compared with the files in `tests/help`.
//!
//! `PONNUKI_BLESS=1 cargo test -p ponnuki --test help` rewrites the files.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::Sandbox;

/// The width of the terminal, in columns.
const WIDTH: &str = "100";

/// The help of a command and of all its subcommands, by file name.
fn pages(command: &[&str], pages: &mut BTreeMap<String, String>) {
    let args = [command, &["--help"]].concat();
    let output = Sandbox::new().command(&args).env("COLUMNS", WIDTH).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !help.is_empty(), "{args:?}");
    let name = [&["ponnuki"], command].concat().join("-") + ".txt";
    for subcommand in subcommands(&help) {
        self::pages(&[command, &[subcommand]].concat(), pages);
    }
    // Lines that are empty but for their indent stay out of the files.
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    pages.insert(name, lines.join("\n") + "\n");
}

/// The names in the list of commands of a help page.
fn subcommands(help: &str) -> Vec<&str> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    names.filter(|name| *name != "help").collect()
}

#[test]
fn every_command_has_the_help_that_is_written_down() {
    let mut found = BTreeMap::new();
    pages(&[], &mut found);
    assert!(found.len() > 30, "only {} commands were found", found.len());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help");
    if std::env::var_os("PONNUKI_BLESS").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        found.iter().for_each(|(name, help)| fs::write(folder.join(name), help).unwrap());
        return;
    }
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let written: BTreeMap<String, String> =
        entries.map(|path| (name(&path), fs::read_to_string(&path).unwrap().replace("\r\n", "\n"))).collect();
    for name in found.keys().chain(written.keys()) {
        assert_eq!(written.get(name), found.get(name), "{name} in tests/help; PONNUKI_BLESS=1 rewrites the files");
    }
}
