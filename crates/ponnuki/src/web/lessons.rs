//! Small learning runs that a page starts. What is learnt goes into a folder beside the ledger, and can be played at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ::learn::lessons;
use ::learn::preference::{self, teach};
use ::web::message::NewLesson;
use ::web::{Lessons, Progress};
use kifu::corpus::Corpus;
use models::file;
use models::preference::{Forget, Preference, Table, View};
use player::Stop;

/// Who teaches, and where what was learnt is kept.
#[derive(Clone, Debug)]
pub struct School {
    folder: PathBuf,
}

/// A curve has no more points than this; one that grows longer has every second one left out.
const POINTS: usize = 400;
/// How many values a table has: a few games do not fill more.
const CLASSES: u32 = 200_003;

impl School {
    /// A school whose folder is beside a ledger.
    pub fn beside(ledger: &Path) -> School {
        School { folder: ledger.with_extension("learnt") }
    }

    /// The models that were learnt, by the names that specifications have for them.
    pub fn learnt(&self) -> Vec<String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let models = files.filter(|path| path.extension().is_some_and(|ending| ending == "model"));
        let mut names: Vec<String> = models.map(|path| path.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// A pass over records with a table of pattern preference.
    fn preference(
        &self,
        view: View,
        records: &str,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Progress, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let folder = tempfile::tempdir().map_err(|error| told(&error))?;
        let path = folder.path().join("records.sgf");
        fs::write(&path, records).map_err(|error| told(&error))?;
        let corpus = Corpus::open([path]).map_err(|error| told(&error))?;
        let (lessons, tally) = lessons(&corpus, usize::MAX, |_| true);
        if lessons.is_empty() {
            return Err(format!("there are no games to learn from ({tally})"));
        }
        let mut table = Preference::new(view, Table::named("hash", CLASSES, Forget::named("value")))
            .map_err(|error| told(&error))?;
        table.about = "records of the page".to_string();
        let mut progress = Progress { of: lessons.len() as u32, unit: "games".to_string(), ..Progress::default() };
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
        fs::create_dir_all(&self.folder).map_err(|error| told(&error))?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        let path = self.folder.join(format!("preference-{now}.model"));
        file::save(&path, &table.write()).map_err(|error| told(&error))?;
        progress.player = Some(format!("preference:model=[{}]", path.to_string_lossy()));
        Ok(progress)
    }
}

impl Lessons for School {
    fn teach(&self, lesson: &NewLesson, stop: &Stop, report: &mut dyn FnMut(Progress)) -> Result<Progress, String> {
        match lesson {
            NewLesson::Preference { window, radius, records } => {
                let window = window.parse().map_err(|error| format!("{error}"))?;
                let view = View::fixed(window, *radius);
                view.check().map_err(|error| error.to_string())?;
                self.preference(view, records, stop, report)
            }
            NewLesson::Td { .. } => Err("nobody here teaches by temporal difference".to_string()),
        }
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
        let guide = super::super::players::Talented::new(school);
        let program = ::web::Program { guide: Box::new(guide), ..::web::Program::new(crate::everyone::Everyone) };
        let spec = program.admit(&learnt.player.unwrap(), &::web::Limits::default()).unwrap();
        assert!(program.maker.make(&spec).is_ok());
    }

    #[test]
    fn what_cannot_be_taught_is_said() {
        let school = School::beside(Path::new("ledger.db"));
        let lesson = |window: &str, records: &str| NewLesson::Preference {
            window: window.to_string(),
            radius: 2,
            records: records.to_string(),
        };
        let refusal = |lesson: NewLesson| school.teach(&lesson, &Stop::new(), &mut |_| {}).unwrap_err();
        assert!(refusal(lesson("diamond", "nothing")).contains("no games to learn from"));
        assert!(refusal(lesson("circle", "(;SZ[9];B[ee])")).contains("circle"));
    }
}
