//! The committed report is what the committed evidence gives.
//!
//! `PONNUKI_BLESS=1 cargo test -p lab --test committed` writes it again, as `ponnuki lab report` does.

use std::fs;
use std::path::{Path, PathBuf};

use lab::{Results, Scale, report};

#[test]
fn the_report_follows_from_the_evidence() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lab");
    let files = report::render(&Results::new(folder.join("results")), Scale::Full).unwrap();
    if std::env::var_os("PONNUKI_BLESS").is_some() {
        report::write(&folder, &files).unwrap();
    }
    let differs = |(path, content): &&(PathBuf, String)| {
        fs::read_to_string(folder.join(path)).map_or(true, |old| old != *content)
    };
    let changed: Vec<String> = files.iter().filter(differs).map(|(path, _)| path.display().to_string()).collect();
    assert!(changed.is_empty(), "run 'ponnuki lab report' and commit the result: {}", changed.join(", "));
}

/// Pages and pictures that no experiment has any more.
#[test]
fn the_report_has_no_files_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lab");
    let files = report::render(&Results::new(folder.join("results")), Scale::Full).unwrap();
    let known: Vec<PathBuf> = files.into_iter().map(|(path, _)| path).collect();
    let below = |folder: PathBuf| {
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect::<Vec<_>>()
    };
    let folders = below(folder.clone()).into_iter().filter(|path| path.is_dir() && !path.ends_with("results"));
    for path in folders.flat_map(below) {
        let name = path.strip_prefix(&folder).unwrap().to_path_buf();
        assert!(known.contains(&name), "{} is no longer part of the report: delete it", name.display());
    }
}
