//! Every experiment runs on the smallest scale, resumes, and is reported.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use player::{Entry as PlayerEntry, Made, Maker, Spec, Stop};

use super::*;

struct Roster;

impl Maker for Roster {
    fn entries(&self) -> &[PlayerEntry] {
        roster::PLAYERS
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

fn lab(results: &Results) -> Lab<'_> {
    Lab { maker: &Roster, results, games: Vec::new(), scale: Scale::Smoke, stop: Stop::new() }
}

fn runner<'a>(lab: &'a Lab<'a>, share: f64) -> Runner<'a> {
    Runner { lab, observer: &(), share, only: &[], concurrency: 2, until: None, closing: Stop::new() }
}

fn run(lab: &Lab<'_>, trial: &Trial) -> Ran {
    runner(lab, 1.0).run(trial).unwrap_or_else(|error| panic!("{}: {error}", trial.name))
}

fn report(folder: &Path, results: &Results) -> String {
    let files = report::render(results, Scale::Smoke).unwrap();
    report::write(folder, &files).unwrap();
    fs::read_to_string(folder.join("lab.html")).unwrap()
}

#[test]
fn every_experiment_runs_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let results = Results::new(folder.path().join("results"));
    let empty = report(folder.path(), &results);
    assert!(empty.contains("not measured yet"));
    let lab = lab(&results);
    for experiment in experiments() {
        for trial in experiment.trials {
            let ran = run(&lab, trial);
            assert_eq!(ran.done, ran.all, "{}", trial.name);
            assert!(ran.all > 0, "{}", trial.name);
        }
        let evidence = results.evidence(experiment.trials, Scale::Smoke).unwrap();
        let (done, all) = evidence.progress();
        assert_eq!(done, all, "{}", experiment.name);
        assert!(!(experiment.exhibits)(&evidence).is_empty(), "{} shows nothing", experiment.name);
    }
    let full = report(folder.path(), &results);
    assert!(experiments().all(|experiment| full.contains(experiment.title)));
    // The report is a function of the evidence.
    assert_eq!(report(folder.path(), &results), full);
}

#[test]
fn names_are_unique_and_select_experiments() {
    let mut names: Vec<&str> = experiments().map(|experiment| experiment.name).collect();
    assert!(names.iter().all(|name| select(name).len() == 1));
    assert_eq!(select("ALL").len(), names.len());
    assert!(select("nonsense").is_empty());
    for family in FAMILIES {
        assert_eq!(select(family.name).len(), family.experiments.len());
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), experiments().count());
}

/// Counts its units.
static MEASURED: AtomicU64 = AtomicU64::new(0);

const COUNTING: Trial = Trial {
    name: "test/counting",
    alone: false,
    conditions: |_| vec![Condition::new("a", 10, 0.0, &1), Condition::new("b", 5, 0.0, &2)],
    measure: |unit, _| {
        MEASURED.fetch_add(1, Ordering::Relaxed);
        Ok(unit.number.into())
    },
};

#[test]
fn a_killed_run_continues_and_measures_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let results = Results::new(folder.path());
    let lab = lab(&results);
    assert_eq!(runner(&lab, 0.4).run(&COUNTING).unwrap(), Ran { measured: 6, done: 6, all: 6 });
    // A line that was cut short in its middle.
    let path = results.path(&COUNTING);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    assert_eq!(run(&lab, &COUNTING), Ran { measured: 10, done: 15, all: 15 });
    assert_eq!(run(&lab, &COUNTING).measured, 0);
    assert_eq!(MEASURED.load(Ordering::Relaxed), 16);
    assert_eq!(results.entries(&COUNTING).unwrap().len(), 15);
}

#[test]
fn two_processes_share_a_trial() {
    let folder = tempfile::tempdir().unwrap();
    let results = Results::new(folder.path());
    let conditions = (COUNTING.conditions)(Scale::Full);
    let unit = Unit { trial: COUNTING.name, condition: &conditions[0], number: 3 };
    let claim = results.claim(&unit).unwrap().unwrap();
    assert!(results.claim(&unit).unwrap().is_none(), "the other process is at work");
    drop(claim);
    assert!(results.claim(&unit).unwrap().is_some(), "it ended without a result");
}

#[test]
fn evidence_of_other_settings_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let results = Results::new(folder.path());
    run(&lab(&results), &COUNTING);
    let changed = Trial { conditions: |_| vec![Condition::new("a", 10, 0.0, &"changed")], ..COUNTING };
    let evidence = results.evidence(&[&changed], Scale::Full).unwrap();
    assert_eq!((evidence.entries.len(), evidence.outdated), (0, 10));
}

#[test]
fn a_file_that_is_not_evidence_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let results = Results::new(folder.path());
    fs::write(results.path(&COUNTING), "{\"what\":1}\n").unwrap();
    let error = results.entries(&COUNTING).unwrap_err().to_string();
    assert!(error.contains("test-counting.jsonl, line 1, is not evidence"), "{error}");
}
