//! Lessons that a page starts, with the teachers of the command line. Models go into a folder beside the ledger and can
//! be played at once; each has a file with its title and its learning curve.
//!
//! Pages do not see the folder's path. Specifications name a model `learnt/td-1700000000000.model`, which is valid only
//! if the folder has such a file; [`StoredModelMaker`] finds it.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::corpus::Corpus;
use learn::teacher::{Curve, Entry, Progress, Teacher, Training};
use learn::{TrainingGame, training_games};
use models::file;
use player::{Made, Maker, Spec, Stop};

use crate::message::Measure;
use crate::program::{Learnt, LessonProgress, Lessons};
use crate::session::now;
use crate::teachers::{AdmittedLesson, PAGE_TEACHERS, PageTeacher};
use crate::{Text, texts};

/// The folder of models that were learnt on the page.
#[derive(Clone, Debug)]
pub struct ModelStore {
    folder: PathBuf,
}

/// The prefix of names of models that were learnt here.
const LEARNT: &str = "learnt/";

impl ModelStore {
    /// The folder beside a ledger.
    pub fn beside(ledger: &Path) -> ModelStore {
        ModelStore { folder: ledger.with_extension("learnt") }
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

/// The specification of the player of a model that was learnt here.
fn player(entry: &Entry, model: &str) -> String {
    entry.plays(&format!("{LEARNT}{model}")).map_or_else(|_| String::new(), |spec| spec.to_string())
}

/// A maker of players that also finds the models that were learnt here.
#[derive(Clone, Debug)]
pub struct StoredModelMaker<M> {
    maker: M,
    store: ModelStore,
}

impl<M: Maker> StoredModelMaker<M> {
    /// The players of a maker, and those of the models in a store.
    pub fn new(maker: M, store: ModelStore) -> StoredModelMaker<M> {
        StoredModelMaker { maker, store }
    }
}

impl<M: Maker> Maker for StoredModelMaker<M> {
    fn entries(&self) -> &[player::Entry] {
        self.maker.entries()
    }

    fn make(&self, spec: &Spec) -> Made {
        let mut found = spec.clone();
        for (key, value) in spec.settings() {
            if let Some(file) = self.store.file(spec.name(), value) {
                found.set(key, &file.to_string_lossy())?;
            }
        }
        player::make(self, &found)
    }

    fn renamed(&self, player: &str, key: &str) -> Option<&str> {
        self.maker.renamed(player, key)
    }
}

texts! {
    /// Why a lesson fails.
    pub enum LessonText in "lesson" {
        Unkept { reason: String } => "the model cannot be stored: {reason}",
        Records { reason: String } => "the records cannot be stored for reading: {reason}",
        Skipped { records: u64, reason: String, example: String } =>
            "{records} {records|record|records} cannot be learnt from: {reason} ({example}); leave out what is wrong",
        NoGames => "there are no games to learn from",
        TooMany { teacher: String, most: usize } => "{teacher} learns from at most {most} games on the page",
        Failed { reason: String } => "{reason}",
    }
}

fn failed(error: impl ToString) -> Text {
    LessonText::Failed { reason: error.to_string() }.text()
}

/// Trains; the model is there if anything was learnt.
fn teach(
    lesson: &AdmittedLesson,
    maker: &dyn Maker,
    stop: &Stop,
    report: &mut dyn FnMut(LessonProgress),
) -> Result<(LessonProgress, Option<Vec<u8>>), Text> {
    let entry = lesson.teacher.entry;
    let mut teacher = (entry.build)(&lesson.settings).map_err(failed)?;
    let games = if lesson.records.is_empty() { Vec::new() } else { read(lesson, &*teacher, stop)? };
    let measure = match entry.measure {
        Some(learn::teacher::Measure::RankError) => Measure::Error,
        Some(learn::teacher::Measure::Loss) => Measure::Loss,
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
    let mut training = Training::on_games(&games, maker, stop, &mut forward);
    training.origin = entry.origin("records of the page", &lesson.settings).map_err(failed)?;
    let taught = teacher.teach(&mut training).map_err(failed)?;
    Ok((shown, taught.model))
}

/// The games of the records that the teacher can use; each record must be playable.
fn read(lesson: &AdmittedLesson, teacher: &dyn Teacher, stop: &Stop) -> Result<Vec<TrainingGame>, Text> {
    let unstored = |error: std::io::Error| LessonText::Records { reason: error.to_string() }.text();
    let folder = tempfile::tempdir().map_err(unstored)?;
    let path = folder.path().join("records.sgf");
    fs::write(&path, &lesson.records).map_err(unstored)?;
    let corpus = Corpus::open([path]).map_err(failed)?;
    let most = lesson.teacher.most_records;
    let (games, tally) = training_games(&corpus, most + 1, stop, |record| teacher.admits(record.header.info.outcome()));
    let origin = format!("{}/", folder.path().display());
    if let Some((reason, skipped)) = tally.skipped().next() {
        let (count, example) = (tally.total_skipped(), skipped.example.replace(&origin, ""));
        let reason = reason.to_string();
        return Err(LessonText::Skipped { records: count, reason, example }.text());
    }
    match games.len() {
        0 => Err(LessonText::NoGames.text()),
        number if number > most => {
            Err(LessonText::TooMany { teacher: lesson.teacher.entry.name.to_string(), most }.text())
        }
        _ => Ok(games),
    }
}

impl Lessons for ModelStore {
    fn teachers(&self) -> &'static [PageTeacher] {
        PAGE_TEACHERS
    }

    fn teach(
        &self,
        lesson: &AdmittedLesson,
        maker: &dyn Maker,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        let begun = now();
        let (progress, model) = teach(lesson, maker, stop, report)?;
        let title = lesson.title.clone();
        match model {
            Some(model) => self.store(lesson.teacher.entry, &model, Learnt { title, begun, progress }),
            None => Ok(progress),
        }
    }

    fn learnt(&self) -> Vec<Learnt> {
        let of = |entry: &'static Entry| {
            let models = self.learnt_by(entry.player_name());
            models.into_iter().map(move |model| self.lesson(entry, &model)).collect::<Vec<_>>()
        };
        // Several teachers make models for the same player.
        let first = |place: usize, entry: &Entry| {
            !PAGE_TEACHERS[..place].iter().any(|other| other.entry.player_name() == entry.player_name())
        };
        let entries = PAGE_TEACHERS.iter().map(|teacher| teacher.entry).enumerate();
        entries.filter(|&(place, entry)| first(place, entry)).flat_map(|(_, entry)| of(entry)).collect()
    }
}

#[cfg(test)]
mod tests;
