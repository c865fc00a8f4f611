//! Lessons that a page starts, with the teachers of the command line. Models go into a folder beside the ledger and can
//! be played at once; each has a file with its title and its learning curve.
//!
//! Pages do not see the folder's path. Specifications name a model `learnt/td-1700000000000.model`, which is valid only
//! if the folder has such a file; [`Pupils`] finds it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ::learn::teacher::{Curve, Entry, Progress, Training};
use ::learn::{Lesson, lessons};
use ::web::message::{Measure, NewLesson};
use ::web::{Learnt, LessonProgress, Lessons, Text, texts};
use kifu::corpus::Corpus;
use models::file;
use player::{Made, Maker, Settings, Spec, Stop};

use crate::all_players::AllPlayers;

/// The folder of models that were learnt on the page.
#[derive(Clone, Debug)]
pub struct School {
    folder: PathBuf,
}

/// The prefix of names of models that were learnt here.
const LEARNT: &str = "learnt/";
/// The number of values of a table: a few games do not fill more.
const CLASSES: u32 = 200_003;
/// The games against each opponent in a sample of a network's strength.
const SAMPLE: u32 = 100;
/// The most games of self-play.
const MOST_GAMES: u32 = 1_000_000;

impl School {
    /// The folder beside a ledger.
    pub fn beside(ledger: &Path) -> School {
        School { folder: ledger.with_extension("learnt") }
    }

    /// The models for a player, by their names in specifications.
    pub fn learnt_by(&self, player: &str) -> Vec<String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_for = |path: &PathBuf| {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy());
            path.extension().is_some_and(|ending| ending == "model")
                && stem.is_some_and(|stem| stem.split('-').next() == Some(player))
        };
        let name = |path: PathBuf| Some(format!("{LEARNT}{}", path.file_name()?.to_str()?));
        let mut names: Vec<String> = files.filter(is_for).filter_map(name).collect();
        names.sort();
        names
    }

    /// Replaces paths of models, which earlier versions wrote, by names for pages.
    pub fn without_folder(&self, text: String) -> String {
        let folder = format!("{}/", self.folder.display());
        if text.contains(&folder) { text.replace(&folder, LEARNT) } else { text }
    }

    /// The file of a model for a player, if the folder has it.
    fn file(&self, player: &str, model: &str) -> Option<PathBuf> {
        let is_here = self.learnt_by(player).iter().any(|name| name == model);
        is_here.then(|| self.folder.join(&model[LEARNT.len()..]))
    }

    /// Stores a model with its lesson.
    fn store(&self, entry: &Entry, model: &[u8], mut learnt: Learnt) -> Result<LessonProgress, Text> {
        let name = format!("{}-{}.model", entry.player_name(), now());
        learnt.progress.player = Some(player(entry, &name));
        let stored = self.write(&name, model, &learnt);
        let unkept = |reason: String| LessonText::Unkept { reason: self.without_folder(reason) }.text();
        stored.map(|()| learnt.progress).map_err(unkept)
    }

    /// Writes a model and its lesson, or neither.
    fn write(&self, name: &str, model: &[u8], learnt: &Learnt) -> Result<(), String> {
        let lesson = serde_json::to_vec(learnt).map_err(|error| error.to_string())?;
        fs::create_dir_all(&self.folder).map_err(|error| format!("{LEARNT} cannot be made: {error}"))?;
        let path = self.folder.join(name);
        file::save(&path, model).map_err(|error| error.to_string())?;
        file::save(&path.with_extension("json"), &lesson).map_err(|error| {
            // If this fails too, the model is listed by its name; the error is reported in any case.
            let _ = fs::remove_file(&path);
            error.to_string()
        })
    }

    /// The lesson of a model; without its file, only what the model's name says.
    fn lesson(&self, entry: &Entry, model: &str) -> Learnt {
        let name = model.strip_prefix(LEARNT).unwrap_or(model);
        let path = self.folder.join(name);
        let read = fs::read(path.with_extension("json")).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut learnt: Learnt = read.unwrap_or_else(|| {
            let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let begun = title.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or_default();
            Learnt { title, begun, progress: LessonProgress::default() }
        });
        learnt.progress.player = Some(player(entry, name));
        learnt
    }
}

/// The teachers whose lessons a page may ask for.
const PREFERENCE: &Entry = &learn::preference::TEACHER;
const TD: &Entry = &learn::td::TEACHER;

/// The specification of the player of a model that was learnt here.
fn player(entry: &Entry, model: &str) -> String {
    entry.plays(&format!("{LEARNT}{model}")).map_or_else(|_| String::new(), |spec| spec.to_string())
}

/// The maker of all players, including those of models that were learnt here.
#[derive(Clone, Debug)]
pub struct Pupils {
    school: School,
}

impl Pupils {
    /// All players, and those of these models.
    pub fn of(school: School) -> Pupils {
        Pupils { school }
    }
}

impl Maker for Pupils {
    fn entries(&self) -> &[player::Entry] {
        AllPlayers.entries()
    }

    fn make(&self, spec: &Spec) -> Made {
        let mut found = spec.clone();
        for (key, value) in spec.settings() {
            if let Some(file) = self.school.file(spec.name(), value) {
                found.set(key, &file.to_string_lossy())?;
            }
        }
        player::make(self, &found)
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

texts! {
    /// Why a lesson fails.
    pub enum LessonText in "lesson" {
        Unkept { reason: String } => "the model cannot be stored: {reason}",
        Records { reason: String } => "the records cannot be stored for reading: {reason}",
        Skipped { records: u64, reason: String, example: String } =>
            "{records} {records|record|records} cannot be learnt from: {reason} ({example}); leave out what is wrong",
        NoGames => "there are no games to learn from",
        Games { games: u32, most: u32 } => "a network learns from 1 to {most} games, not from {games}",
        Failed { reason: String } => "{reason}",
    }
}

fn failed(error: impl ToString) -> Text {
    LessonText::Failed { reason: error.to_string() }.text()
}

/// A lesson that a page may ask for: a teacher with its settings, and the records that it learns from.
struct Admitted {
    entry: &'static Entry,
    settings: Settings,
    records: Option<String>,
}

impl Admitted {
    fn new(lesson: &NewLesson) -> Result<Admitted, Text> {
        let (entry, settings, records) = match lesson {
            NewLesson::Preference { window, radius, records } => {
                let settings =
                    [("window", window.clone()), ("radius", radius.to_string()), ("size", CLASSES.to_string())];
                (PREFERENCE, settings.to_vec(), Some(records.clone()))
            }
            NewLesson::Td { representation, selection, games, seed } => {
                if !(1..=MOST_GAMES).contains(games) {
                    return Err(LessonText::Games { games: *games, most: MOST_GAMES }.text());
                }
                let samples = (games / 1000).clamp(4, 20);
                let every = (games / samples).max(1);
                let settings = [
                    ("representation", representation.clone()),
                    ("selection", selection.clone()),
                    ("games", (every * samples).to_string()),
                    ("every", every.to_string()),
                    ("sample", SAMPLE.to_string()),
                    ("seed", seed.to_string()),
                ];
                (TD, settings.to_vec(), None)
            }
        };
        let mut spec = Spec::new(entry.name).map_err(failed)?;
        for (key, value) in settings {
            spec.set(key, &value).map_err(failed)?;
        }
        Ok(Admitted { entry, settings: entry.settings(&spec).map_err(failed)?, records })
    }

    /// Trains; the model is there if anything was learnt.
    fn teach(
        &self,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<(LessonProgress, Option<Vec<u8>>), Text> {
        let mut teacher = (self.entry.build)(&self.settings).map_err(failed)?;
        let games = self.records.as_deref().map_or(Ok(Vec::new()), |records| read(records, stop))?;
        let measure = match self.entry.measure {
            Some(learn::teacher::Measure::RankError | learn::teacher::Measure::Loss) => Measure::Error,
            _ => Measure::Won,
        };
        let mut shown = LessonProgress { measure, ..LessonProgress::default() };
        let mut curve = Curve::default();
        let mut forward = |progress: Progress<'_>| {
            (shown.done, shown.of) = (progress.done as u32, progress.total as u32);
            if let Some(point) = progress.point {
                curve.push(point);
                shown.curve = curve.points().to_vec();
            }
            report(shown.clone());
        };
        let mut training = Training::on_games(&games, &AllPlayers, stop, &mut forward);
        training.origin = self.entry.origin("records of the page", &self.settings).map_err(failed)?;
        let taught = teacher.teach(&mut training).map_err(failed)?;
        Ok((shown, taught.model))
    }
}

/// The games of records that were dropped on the page; each must be playable.
fn read(records: &str, stop: &Stop) -> Result<Vec<Lesson>, Text> {
    let unstored = |error: std::io::Error| LessonText::Records { reason: error.to_string() }.text();
    let folder = tempfile::tempdir().map_err(unstored)?;
    let path = folder.path().join("records.sgf");
    fs::write(&path, records).map_err(unstored)?;
    let corpus = Corpus::open([path]).map_err(failed)?;
    let (games, tally) = lessons(&corpus, usize::MAX, stop, |_| true);
    let origin = format!("{}/", folder.path().display());
    if let Some((reason, skipped)) = tally.skipped().next() {
        let (count, example) = (tally.total_skipped(), skipped.example.replace(&origin, ""));
        let reason = reason.to_string();
        return Err(LessonText::Skipped { records: count, reason, example }.text());
    }
    if games.is_empty() { Err(LessonText::NoGames.text()) } else { Ok(games) }
}

impl Lessons for School {
    fn teach(
        &self,
        lesson: &NewLesson,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        let begun = now();
        let admitted = Admitted::new(lesson)?;
        let (progress, model) = admitted.teach(stop, report)?;
        match model {
            Some(model) => self.store(admitted.entry, &model, Learnt { title: lesson.title(), begun, progress }),
            None => Ok(progress),
        }
    }

    fn learnt(&self) -> Vec<Learnt> {
        let of = |entry: &'static Entry| {
            let models = self.learnt_by(entry.player_name());
            models.into_iter().map(move |model| self.lesson(entry, &model)).collect::<Vec<_>>()
        };
        [PREFERENCE, TD].into_iter().flat_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learnt_on_the_page_can_be_played_and_named_by_it() {
        let folder = tempfile::tempdir().unwrap();
        let school = School::beside(&folder.path().join("ledger.db"));
        let records = "(;SZ[9];B[ee];W[ec];B[gc];W[cg])(;SZ[9];B[cc];W[gg];B[gc];W[cg])".to_string();
        let lesson = NewLesson::Preference { window: "diamond".to_string(), radius: 2, records };
        let mut reports = 0;
        let learnt = school.teach(&lesson, &Stop::new(), &mut |_| reports += 1).unwrap();
        assert_eq!((learnt.done, learnt.of, reports, learnt.curve.len()), (2, 2, 2, 2));
        let player = learnt.player.unwrap();
        let program = program(&school);
        let spec = program.admit(&player, &::web::Limits::default()).unwrap();
        assert_eq!(spec.to_string(), player);
        assert!(program.maker.make(&spec).is_ok());
    }

    fn program(school: &School) -> ::web::Program {
        let guide = super::super::players::PlayerGuide::new(school.clone());
        ::web::Program { guide: Box::new(guide), ..::web::Program::new(Pupils::of(school.clone())) }
    }

    #[test]
    fn a_page_names_no_other_file() {
        let folder = tempfile::tempdir().unwrap();
        let school = School::beside(&folder.path().join("ledger.db"));
        let lesson = NewLesson::Td { representation: "koten".into(), selection: "epsilon".into(), games: 4, seed: 3 };
        let player = school.teach(&lesson, &Stop::new(), &mut |_| {}).unwrap().player.unwrap();
        let model = player.strip_prefix("td:net=").unwrap();
        let file = school.file("td", model).unwrap();
        assert!(model.starts_with("learnt/td-") && file.is_file());
        fs::copy(&file, folder.path().join("td-2.model")).unwrap();
        let path = file.to_string_lossy().into_owned();
        let program = program(&school);
        let admit = |spec: String| program.admit(&spec, &::web::Limits::default());
        for name in
            [path.as_str(), "learnt/../td-2.model", "learnt/td-2.model", "learnt/", "td-2.model", "../td-2.model"]
        {
            assert!(admit(format!("td:net=[{name}]")).is_err(), "{name}");
            assert!(school.file("td", name).is_none(), "{name}");
        }
        let before = format!("td:net={}", file.display());
        assert_eq!(school.without_folder(before), player, "what was kept before is found");
        // One that is inside another player is found as well.
        assert!(program.maker.make(&admit(format!("mix:a=[{player}]")).unwrap()).is_ok());
        assert!(school.file("preference", model).is_none());
    }

    #[test]
    fn a_network_teaches_itself_and_plays() {
        let folder = tempfile::tempdir().unwrap();
        let school = School::beside(&folder.path().join("ledger.db"));
        let lesson = |games| NewLesson::Td {
            representation: "koten".to_string(),
            selection: "epsilon".to_string(),
            games,
            seed: 3,
        };
        let learnt = school.teach(&lesson(42), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!((learnt.done, learnt.of, learnt.curve.len()), (40, 40, 4));
        let player = learnt.player.unwrap();
        assert_eq!(school.learnt_by("td"), [player["td:net=".len()..].to_string()]);
        assert!(school.learnt_by("preference").is_empty());
        let program = program(&school);
        let spec = program.admit(&player, &::web::Limits::default()).unwrap();
        assert!(program.maker.make(&spec).is_ok());
        // A lesson that is stopped at once has no model.
        let stop = Stop::new();
        stop.stop();
        assert_eq!(school.teach(&lesson(1000), &stop, &mut |_| {}).unwrap().player, None);
    }

    #[test]
    fn a_lesson_is_listed_as_long_as_its_model_exists() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("ledger.db");
        let lesson = NewLesson::Td { representation: "koten".into(), selection: "epsilon".into(), games: 40, seed: 3 };
        let progress = School::beside(&ledger).teach(&lesson, &Stop::new(), &mut |_| {}).unwrap();
        let told = School::beside(&ledger).learnt();
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].title.as_str(), &told[0].progress), ("koten, epsilon", &progress));
        let in_folder = || fs::read_dir(folder.path().join("ledger.learnt")).unwrap().map(|file| file.unwrap().path());
        let file = |ending: &str| in_folder().find(|path| path.extension().unwrap() == ending).unwrap();
        fs::remove_file(file("json")).unwrap();
        let untold = School::beside(&ledger).learnt();
        assert!(untold[0].title.starts_with("td-") && untold[0].progress.player == progress.player);
        fs::remove_file(file("model")).unwrap();
        assert!(School::beside(&ledger).learnt().is_empty());
    }

    #[test]
    fn a_model_that_cannot_be_stored_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let school = School::beside(&folder.path().join("ledger.db"));
        fs::write(&school.folder, "no folder").unwrap();
        let lesson = NewLesson::Td { representation: "koten".into(), selection: "epsilon".into(), games: 4, seed: 3 };
        let refusal = school.teach(&lesson, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
        assert!(refusal.starts_with("the model cannot be stored: learnt/ cannot be made: "), "{refusal}");
        fs::remove_file(&school.folder).unwrap();
        // The lesson cannot replace a folder, so the model is removed as well.
        let taken = school.folder.join("td-1.json");
        fs::create_dir_all(taken.join("inside")).unwrap();
        assert!(school.write("td-1.model", b"a model", &Learnt::default()).is_err());
        let left: Vec<PathBuf> = fs::read_dir(&school.folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(left, [taken]);
    }

    #[test]
    fn records_that_cannot_be_played_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let school = School::beside(&folder.path().join("ledger.db"));
        let records = "(;SZ[9];B[ee];W[ec])(;SZ[9];B[ee];W[ee])".to_string();
        let lesson = NewLesson::Preference { window: "diamond".to_string(), radius: 2, records };
        let refusal = school.teach(&lesson, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
        assert!(refusal.starts_with("1 record cannot be learnt from: illegal move (records.sgf"), "{refusal}");
        assert!(refusal.contains("move 2, white at E5, is illegal"), "{refusal}");
        assert!(school.learnt().is_empty());
    }

    #[test]
    fn a_lesson_with_wrong_settings_is_refused() {
        let school = School::beside(Path::new("ledger.db"));
        let lesson = |window: &str, records: &str| NewLesson::Preference {
            window: window.to_string(),
            radius: 2,
            records: records.to_string(),
        };
        let refusal = |lesson: NewLesson| school.teach(&lesson, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
        assert!(refusal(lesson("diamond", "nothing")).contains("no game"));
        assert!(refusal(lesson("circle", "(;SZ[9];B[ee])")).contains("circle"));
        let td = |representation: &str, selection: &str| NewLesson::Td {
            representation: representation.to_string(),
            selection: selection.to_string(),
            games: 100,
            seed: 1,
        };
        assert!(refusal(td("hoshi", "epsilon")).contains("hoshi"));
        assert!(refusal(td("koten", "greedy")).contains("greedy"));
        for games in [0, 1_000_001] {
            let NewLesson::Td { representation, selection, seed, .. } = td("koten", "epsilon") else { unreachable!() };
            let lesson = NewLesson::Td { representation, selection, games, seed };
            assert_eq!(refusal(lesson), format!("a network learns from 1 to 1000000 games, not from {games}"));
        }
    }
}
