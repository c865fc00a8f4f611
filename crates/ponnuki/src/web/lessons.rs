//! Small learning runs that a page starts. What is learnt goes into a folder beside the ledger, and can be played at
//! once; beside each model is the story of its lesson, so that it can be told again.
//!
//! Where the folder is remains between the school and the machine. Specifications name a model
//! `learnt/td-1700000000000.model`, which means something only if such a file is in the folder; [`Pupils`] finds it.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ::learn::lessons;
use ::learn::preference::{self, teach};
use ::learn::td::run::{Plan, Run};
use ::learn::td::{Manner, Selection, sample};
use ::web::message::{Measure, NewLesson};
use ::web::{Learnt, LessonProgress, Lessons, Text, texts};
use kifu::corpus::Corpus;
use models::file;
use models::preference::{Forget, Preference, Table, View};
use models::td::Representation;
use player::{Entry, Made, Maker, Spec, Stop};

use crate::everyone::Everyone;

/// Who teaches, and where what was learnt is kept.
#[derive(Clone, Debug)]
pub struct School {
    folder: PathBuf,
}

/// What the names of models begin with that were learnt here.
const LEARNT: &str = "learnt/";
/// A curve has no more points than this; one that grows longer has every second one left out.
const POINTS: usize = 400;
/// How many values a table has: a few games do not fill more.
const CLASSES: u32 = 200_003;
/// By how many games against each opponent the strength of a network is sampled on its way.
const SAMPLE: u32 = 100;
/// The most games that a network teaches itself by on the page.
const MOST_GAMES: u32 = 1_000_000;
/// The board on which networks teach themselves.
const SMALL: usize = 5;

impl School {
    /// A school whose folder is beside a ledger.
    pub fn beside(ledger: &Path) -> School {
        School { folder: ledger.with_extension("learnt") }
    }

    /// The models that were learnt for a player, by the names that specifications have for them.
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

    /// A text in which models have names for pages, where earlier versions wrote the names of their files.
    pub fn without_folder(&self, text: String) -> String {
        let folder = format!("{}/", self.folder.display());
        if text.contains(&folder) { text.replace(&folder, LEARNT) } else { text }
    }

    /// The file of a model that was learnt for a player; nothing if no file of the folder has that name.
    fn file(&self, player: &str, model: &str) -> Option<PathBuf> {
        let is_here = self.learnt_by(player).iter().any(|name| name == model);
        is_here.then(|| self.folder.join(&model[LEARNT.len()..]))
    }

    /// Keeps the model that a pupil has learnt, and how it did.
    fn keep(&self, pupil: Pupil, model: &[u8], mut learnt: Learnt) -> Result<LessonProgress, Text> {
        let name = format!("{}-{}.model", pupil.player, now());
        learnt.progress.player = Some(pupil.spec(&name));
        let kept = self.write(&name, model, &learnt);
        let unkept = |reason: String| LessonText::Unkept { reason: self.without_folder(reason) }.text();
        kept.map(|()| learnt.progress).map_err(unkept)
    }

    /// Writes a model and its story, or neither.
    fn write(&self, name: &str, model: &[u8], learnt: &Learnt) -> Result<(), String> {
        let story = serde_json::to_vec(learnt).map_err(|error| error.to_string())?;
        fs::create_dir_all(&self.folder).map_err(|error| format!("{LEARNT} cannot be made: {error}"))?;
        let path = self.folder.join(name);
        file::save(&path, model).map_err(|error| error.to_string())?;
        file::save(&path.with_extension("json"), &story).map_err(|error| {
            // If that fails too the model is listed by its name, and the error says that something went wrong.
            let _ = fs::remove_file(&path);
            error.to_string()
        })
    }

    /// The story of the lesson in which a model was learnt; of one without a story only what its name says is known.
    fn story(&self, pupil: Pupil, model: &str) -> Learnt {
        let name = model.strip_prefix(LEARNT).unwrap_or(model);
        let path = self.folder.join(name);
        let told = fs::read(path.with_extension("json")).ok().and_then(|story| serde_json::from_slice(&story).ok());
        let mut learnt: Learnt = told.unwrap_or_else(|| {
            let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let begun = title.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or_default();
            Learnt { title, begun, progress: LessonProgress::default() }
        });
        learnt.progress.player = Some(pupil.spec(name));
        learnt
    }
}

/// A player that can learn here, and the setting that names what it has learnt.
#[derive(Clone, Copy)]
struct Pupil {
    player: &'static str,
    setting: &'static str,
}

const PREFERENCE: Pupil = Pupil { player: "preference", setting: "model" };
const TD: Pupil = Pupil { player: "td", setting: "net" };

impl Pupil {
    /// The specification of one that has learnt this model.
    fn spec(self, model: &str) -> String {
        format!("{}:{}={LEARNT}{model}", self.player, self.setting)
    }
}

/// The maker of everyone, and of those who have learnt in a school.
#[derive(Clone, Debug)]
pub struct Pupils {
    school: School,
}

impl Pupils {
    /// Everyone, and those who have learnt here.
    pub fn of(school: School) -> Pupils {
        Pupils { school }
    }
}

impl Maker for Pupils {
    fn entries(&self) -> &[Entry] {
        Everyone.entries()
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
        Selection { name: String } => "there is no selection {name}: expected epsilon or creative",
        Games { games: u32, most: u32 } => "a network learns from 1 to {most} games, not from {games}",
        Failed { reason: String } => "{reason}",
    }
}

fn failed(error: impl ToString) -> Text {
    LessonText::Failed { reason: error.to_string() }.text()
}

/// What came of a lesson: the model, where anything was learnt.
type Taught = Result<(LessonProgress, Option<Vec<u8>>), Text>;

/// A pass over records with a table of pattern preference.
fn preference(view: View, records: &str, stop: &Stop, report: &mut dyn FnMut(LessonProgress)) -> Taught {
    let put_aside = |error: std::io::Error| LessonText::Records { reason: error.to_string() }.text();
    let folder = tempfile::tempdir().map_err(put_aside)?;
    let path = folder.path().join("records.sgf");
    fs::write(&path, records).map_err(put_aside)?;
    let corpus = Corpus::open([path]).map_err(failed)?;
    let (lessons, tally) = lessons(&corpus, usize::MAX, stop, |_| true);
    let origin = format!("{}/", folder.path().display());
    if let Some((reason, skipped)) = tally.skipped().next() {
        let (count, example) = (tally.total_skipped(), skipped.example.replace(&origin, ""));
        let reason = reason.to_string();
        return Err(LessonText::Skipped { records: count, reason, example }.text());
    }
    if lessons.is_empty() {
        return Err(LessonText::NoGames.text());
    }
    let mut table = Preference::new(view, Table::named("hash", CLASSES, Forget::named("value"))).map_err(failed)?;
    table.about = "records of the page".to_string();
    let of = lessons.len() as u32;
    let mut progress = LessonProgress { of, measure: Measure::Error, ..LessonProgress::default() };
    let mut every = 1;
    teach(&mut table, &lessons, 1, stop, |preference::Progress { games, error, .. }| {
        progress.done = games as u32;
        if games % every == 0 {
            progress.curve.push((games as f64, f64::from(error)));
        }
        if progress.curve.len() > POINTS {
            every *= 2;
            let mut odd = false;
            progress.curve.retain(|_| {
                odd = !odd;
                odd
            });
        }
        report(progress.clone());
    });
    Ok((progress, Some(table.write())))
}

/// A network that teaches itself; its curve is its strength against the paper's three players.
fn td(
    manner: (Representation, Selection),
    games: u32,
    seed: u32,
    stop: &Stop,
    report: &mut dyn FnMut(LessonProgress),
) -> Taught {
    let (representation, selection) = manner;
    let samples = (games / 1000).clamp(4, 20);
    let plan = Plan {
        size: SMALL,
        representation,
        hidden: representation.hidden(SMALL),
        manner: Manner { selection, ..Manner::default() },
        evolution: None,
        from: None,
        every: u64::from((games / samples).max(1)),
        sample: SAMPLE,
        against: sample::PAPER.map(str::to_string).to_vec(),
        seed: u64::from(seed),
    };
    let mut opponents = plan.opponents(&Everyone).map_err(failed)?;
    let mut run = Run::new(&plan, 1, None);
    let of = plan.every * u64::from(samples);
    let progress = RefCell::new(LessonProgress { of: of as u32, ..LessonProgress::default() });
    let report = RefCell::new(report);
    while run.games() < of {
        let before = run.games();
        let on_the_way = |done: u64| {
            progress.borrow_mut().done = (before + done) as u32;
            report.borrow_mut()(progress.borrow().clone());
        };
        if !run.go_on(&mut opponents, &Everyone, stop, &on_the_way).map_err(failed)? {
            break;
        }
        if let Some(sample) = run.samples.last() {
            progress.borrow_mut().curve.push((sample.games as f64, sample.strength()));
        }
        on_the_way(plan.every);
    }
    let mut progress = progress.into_inner();
    progress.done = run.games() as u32;
    Ok((progress, (run.games() > 0).then(|| run.model())))
}

impl Lessons for School {
    fn teach(
        &self,
        lesson: &NewLesson,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        let begun = now();
        let (pupil, (progress, model)) = match lesson {
            NewLesson::Preference { window, radius, records } => {
                let window = window.parse().map_err(failed)?;
                let view = View::fixed(window, *radius);
                view.check().map_err(failed)?;
                (PREFERENCE, preference(view, records, stop, report)?)
            }
            NewLesson::Td { representation, selection, games, seed } => {
                let representation = representation.parse().map_err(failed)?;
                let selection = match selection.as_str() {
                    "epsilon" => Selection::Epsilon(0.05),
                    "creative" => Selection::Creative(0.05),
                    other => return Err(LessonText::Selection { name: other.to_string() }.text()),
                };
                if !(1..=MOST_GAMES).contains(games) {
                    return Err(LessonText::Games { games: *games, most: MOST_GAMES }.text());
                }
                (TD, td((representation, selection), *games, *seed, stop, report)?)
            }
        };
        match model {
            Some(model) => self.keep(pupil, &model, Learnt { title: lesson.title(), begun, progress }),
            None => Ok(progress),
        }
    }

    fn learnt(&self) -> Vec<Learnt> {
        let stories = |pupil: Pupil| {
            self.learnt_by(pupil.player).into_iter().map(move |model| self.story(pupil, &model)).collect::<Vec<_>>()
        };
        [PREFERENCE, TD].into_iter().flat_map(stories).collect()
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
    fn a_name_of_a_page_leads_to_no_other_file() {
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
        // What is stopped at once has learnt nothing that could be played.
        let stop = Stop::new();
        stop.stop();
        assert_eq!(school.teach(&lesson(1000), &stop, &mut |_| {}).unwrap().player, None);
    }

    #[test]
    fn the_story_of_a_lesson_is_told_as_long_as_its_model_is_there() {
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
    fn what_cannot_be_kept_is_said_and_nothing_of_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let school = School::beside(&folder.path().join("ledger.db"));
        fs::write(&school.folder, "no folder").unwrap();
        let lesson = NewLesson::Td { representation: "koten".into(), selection: "epsilon".into(), games: 4, seed: 3 };
        let refusal = school.teach(&lesson, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
        assert!(refusal.starts_with("the model cannot be stored: learnt/ cannot be made: "), "{refusal}");
        fs::remove_file(&school.folder).unwrap();
        // The story cannot take the place of a folder, so that the model has none and goes as well.
        let taken = school.folder.join("td-1.json");
        fs::create_dir_all(taken.join("inside")).unwrap();
        assert!(school.write("td-1.model", b"a model", &Learnt::default()).is_err());
        let left: Vec<PathBuf> = fs::read_dir(&school.folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(left, [taken]);
    }

    #[test]
    fn records_that_cannot_be_played_are_not_left_out_silently() {
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
    fn what_cannot_be_taught_is_said() {
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
