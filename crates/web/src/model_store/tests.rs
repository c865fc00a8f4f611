use roster::Roster;

use super::*;
use crate::message::NewLesson;
use crate::program::Guide;
use crate::{Limits, PageLimit, Program, Refusal};

/// A store beside a ledger in a folder.
fn store_in(folder: &tempfile::TempDir) -> ModelStore {
    ModelStore::beside(&folder.path().join("ledger.db"))
}

/// Lets a page name the models of a store.
struct StoredModels(ModelStore);

impl Guide for StoredModels {
    fn names(&self, player: &str, param: &str) -> Vec<String> {
        let is_model = matches!((player, param), ("preference", "model") | ("td", "net"));
        if is_model { self.0.learnt_by(player) } else { Vec::new() }
    }
}

fn program(store: &ModelStore) -> Program {
    let (guide, lessons) = (Box::new(StoredModels(store.clone())), Box::new(store.clone()));
    Program { guide, lessons, ..Program::new(StoredModelMaker::new(Roster, store.clone())) }
}

/// The lesson that a page asks for, as in `td:games=40`.
fn admitted(spec: &str, records: &str) -> Result<AdmittedLesson, Refusal> {
    let spec: Spec = spec.parse().unwrap();
    let settings = spec.settings().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let store = ModelStore::beside(Path::new("ledger.db"));
    let lesson = NewLesson { teacher: spec.name().to_string(), settings, records: records.to_string() };
    program(&store).admit_lesson(lesson)
}

/// Two games in opposite corners, one of which was counted.
const RECORDS: &str = "(;SZ[9];B[ee];W[ec];B[gc];W[cg])(;SZ[9]RE[B+2.5];B[cc];W[gg];B[gc];W[cg])";
/// A lesson of four samples.
const SHORT: &str = "td:representation=koten,selection=epsilon,games=40,every=10,sample=10,seed=3";

#[test]
fn what_was_learnt_on_the_page_can_be_played_and_named_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let lesson = admitted("preference", RECORDS).unwrap();
    let mut reports = 0;
    let learnt = store.teach(&lesson, &Roster, &Stop::new(), &mut |_| reports += 1).unwrap();
    assert_eq!((learnt.done, learnt.of, reports, learnt.curve.len()), (2, 2, 2, 2));
    let player = learnt.player.unwrap();
    let program = program(&store);
    let spec = program.admit(&player, &Limits::default()).unwrap();
    assert_eq!(spec.to_string(), player);
    assert!(program.maker.make(&spec).is_ok());
}

#[test]
fn a_page_names_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let lesson = admitted(SHORT, "").unwrap();
    let player = store.teach(&lesson, &Roster, &Stop::new(), &mut |_| {}).unwrap().player.unwrap();
    let model = player.strip_prefix("td:net=").unwrap();
    let file = store.file("td", model).unwrap();
    assert!(model.starts_with("learnt/td-") && file.is_file());
    fs::copy(&file, folder.path().join("td-2.model")).unwrap();
    let path = file.to_string_lossy().into_owned();
    let program = program(&store);
    let admit = |spec: String| program.admit(&spec, &Limits::default());
    for name in [path.as_str(), "learnt/../td-2.model", "learnt/td-2.model", "learnt/", "td-2.model", "../td-2.model"] {
        assert!(admit(format!("td:net=[{name}]")).is_err(), "{name}");
        assert!(store.file("td", name).is_none(), "{name}");
    }
    let before = format!("td:net={}", file.display());
    assert_eq!(store.without_folder(before), player, "earlier specifications are recognised");
    // A model inside another player is found as well.
    assert!(program.maker.make(&admit(format!("mix:a=[{player}]")).unwrap()).is_ok());
    assert!(store.file("preference", model).is_none());
}

#[test]
fn a_network_teaches_itself_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let lesson = admitted(SHORT, "").unwrap();
    let learnt = store.teach(&lesson, &Roster, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((learnt.done, learnt.of, learnt.curve.len()), (40, 40, 4));
    let player = learnt.player.unwrap();
    assert_eq!(store.learnt_by("td"), [player["td:net=".len()..].to_string()]);
    assert!(store.learnt_by("preference").is_empty());
    let program = program(&store);
    let spec = program.admit(&player, &Limits::default()).unwrap();
    assert!(program.maker.make(&spec).is_ok());
    // A lesson that is stopped at once has no model.
    let stop = Stop::new();
    stop.stop();
    assert_eq!(store.teach(&lesson, &Roster, &stop, &mut |_| {}).unwrap().player, None);
}

#[test]
fn a_lesson_is_listed_as_long_as_its_model_exists() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.db");
    let lesson = admitted(SHORT, "").unwrap();
    let progress = ModelStore::beside(&ledger).teach(&lesson, &Roster, &Stop::new(), &mut |_| {}).unwrap();
    let listed = ModelStore::beside(&ledger).learnt();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].title.as_str(), &listed[0].progress), (SHORT, &progress));
    let in_folder = || fs::read_dir(folder.path().join("ledger.learnt")).unwrap().map(|file| file.unwrap().path());
    let file = |ending: &str| in_folder().find(|path| path.extension().unwrap() == ending).unwrap();
    fs::remove_file(file("json")).unwrap();
    let unnamed = ModelStore::beside(&ledger).learnt();
    assert!(unnamed[0].title.starts_with("td-") && unnamed[0].progress.player == progress.player);
    fs::remove_file(file("model")).unwrap();
    assert!(ModelStore::beside(&ledger).learnt().is_empty());
}

#[test]
fn a_model_that_cannot_be_stored_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    fs::write(&store.folder, "no folder").unwrap();
    let lesson = admitted(SHORT, "").unwrap();
    let refusal = store.teach(&lesson, &Roster, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
    assert!(refusal.starts_with("the model cannot be stored: learnt/ cannot be made: "), "{refusal}");
    fs::remove_file(&store.folder).unwrap();
    // The lesson cannot replace a folder, so the model is removed as well.
    let taken = store.folder.join("td-1.json");
    fs::create_dir_all(taken.join("inside")).unwrap();
    assert!(store.write("td-1.model", b"a model", &Learnt::default()).is_err());
    let left: Vec<PathBuf> = fs::read_dir(&store.folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(left, [taken]);
}

#[test]
fn records_that_cannot_be_played_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let lesson = admitted("preference", "(;SZ[9];B[ee];W[ec])(;SZ[9];B[ee];W[ee])").unwrap();
    let refusal = store.teach(&lesson, &Roster, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
    assert!(refusal.starts_with("1 record cannot be learnt from: illegal move (records.sgf"), "{refusal}");
    assert!(refusal.contains("move 2, white at E5, is illegal"), "{refusal}");
    assert!(store.learnt().is_empty());
}

#[test]
fn a_lesson_with_wrong_settings_is_refused() {
    let refusal = |spec: &str| admitted(spec, "").unwrap_err().to_string();
    assert!(refusal("preference:window=circle").contains("circle"));
    assert!(refusal("preference:seed=3").contains("no effect unless shuffle=true"));
    assert!(refusal("td:representation=hoshi").contains("hoshi"));
    assert!(refusal("td:selection=greedy").contains("greedy"));
    assert!(refusal("td:game=10").contains("did you mean games"));
    assert_eq!(refusal("td:games=10"), "no strength would be sampled in 10 games with every=1000");
    assert_eq!(refusal("td:games=1000001"), "td cannot have games=1000001 here: expected 1 to 1000000");
    assert_eq!(refusal("preference:passes=101"), "preference cannot have passes=101 here: expected 1 to 100");
    for closed in ["td:size=9", "td:hidden=[9,9]", "td:population=2,rival=mcts"] {
        assert!(refusal(closed).ends_with("here: it cannot be set from the page"), "{}", refusal(closed));
    }
    for absent in ["genetic", "library", "network", "karate"] {
        assert!(refusal(absent).starts_with(&format!("there is no teacher {absent} on the page")));
    }
}

#[test]
fn the_default_size_of_a_table_yields_to_a_table_without_a_size() {
    let settings = |spec| admitted(spec, RECORDS).unwrap().settings.spec().unwrap().to_string();
    assert_eq!(settings("preference"), "preference:size=200003");
    assert_eq!(settings("preference:table=map"), "preference:table=map");
}

#[test]
fn every_teacher_of_the_page_makes_a_model_that_plays() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    for PageTeacher { entry, limits, .. } in PAGE_TEACHERS {
        let default = |limit: &PageLimit| {
            let param = entry.params.iter().find(|param| param.name == limit.param).unwrap();
            limit.default.unwrap_or(param.default).parse::<i64>().unwrap()
        };
        let in_range = |limit: &PageLimit| (limit.range.0..=limit.range.1).contains(&default(limit));
        assert!(limits.iter().all(in_range), "{}", entry.name);
        let lesson = if entry.name == "td" { admitted(SHORT, "") } else { admitted(entry.name, RECORDS) };
        let learnt = store.teach(&lesson.unwrap(), &Roster, &Stop::new(), &mut |_| {}).unwrap();
        let spec: Spec = learnt.player.unwrap().parse().unwrap();
        assert!(program(&store).maker.make(&spec).is_ok(), "{spec}");
    }
    let players: Vec<String> = store.learnt().into_iter().filter_map(|learnt| learnt.progress.player).collect();
    assert_eq!(players.len(), store.learnt_by("td").len() + store.learnt_by("preference").len());
}

#[test]
fn records_must_be_games_that_the_teacher_can_use() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let refusal = |spec: &str, records: &str| {
        let lesson = admitted(spec, records).unwrap();
        store.teach(&lesson, &Roster, &Stop::new(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refusal("preference", "nothing").contains("no game"));
    assert_eq!(refusal("territory", "(;SZ[9]RE[B+R];B[ee])"), "there are no games to learn from");
    let many = "(;SZ[9];B[ee];W[gg])".repeat(101);
    assert_eq!(refusal("superiority", &many), "superiority learns from at most 100 games on the page");
}
