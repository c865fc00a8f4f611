//! The committed report is what the committed evidence gives.
//!
//! `PONNUKI_BLESS=1 cargo test -p lab --test committed` writes it again, as `ponnuki lab report` does.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use lab::{Results, Scale, Trial, experiments, report};

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

/// A condition that is renamed would leave its units behind without a word.
#[test]
fn every_committed_unit_belongs_to_a_condition() {
    let results = Results::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lab/results"));
    let trials: Vec<&Trial> = experiments().flat_map(|experiment| experiment.trials.iter().copied()).collect();
    for trial in &trials {
        // Several experiments can show parts of one trial.
        let shown = trials.iter().filter(|other| other.name == trial.name);
        let known: HashSet<String> =
            shown.flat_map(|trial| (trial.conditions)(Scale::Full)).map(|condition| condition.name).collect();
        let left: HashSet<String> = results
            .entries(trial)
            .unwrap()
            .into_iter()
            .map(|entry| entry.condition)
            .filter(|c| !known.contains(c))
            .collect();
        assert!(left.is_empty(), "no condition of {} has these names: {left:?}", trial.name);
    }
}

#[test]
fn every_file_of_results_belongs_to_a_trial() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lab/results");
    let results = Results::new(&folder);
    let trials = experiments().flat_map(|experiment| experiment.trials.iter().copied());
    let known: HashSet<PathBuf> = trials.map(|trial| results.path(trial)).collect();
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")) {
        assert!(known.contains(&path), "no trial stores its results in {}", path.display());
    }
}
