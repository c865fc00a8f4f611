//! The teachers on the page: the fields of their forms, and which settings a page may send.
//!
//! A teacher declares its parameters once, in [`learn::teacher`]. The page draws its form from that declaration, and
//! [`Program::admit_lesson`] checks a request by it. A [`PageTeacher`] adds the limits of a page, which keep a lesson
//! within bounded time and memory.

use learn::teacher::{Data, Entry};
use player::{Kind, Param, Role, Settings, Spec, Value};

use crate::message::{NewLesson, ParameterCard, TeacherCard};
use crate::program::{Program, form_field, parameter_code};
use crate::refusal::SettingRefusal;
use crate::{Refusal, Template, Text};

/// A teacher that pages may use.
#[derive(Clone, Copy, Debug)]
pub struct PageTeacher {
    /// The teacher.
    pub entry: &'static Entry,
    /// The most game records of a lesson.
    pub most_records: usize,
    /// Parameters with a smaller range or another default than on the command line.
    pub limits: &'static [PageLimit],
    /// Parameters that a page does not set, besides texts, players, threads and memory.
    pub closed: &'static [&'static str],
}

/// The values of a parameter that a page may send.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PageLimit {
    /// The name of the parameter.
    pub param: &'static str,
    /// The least and the greatest value.
    pub range: (i64, i64),
    /// The default on the page, if it differs from the declared one.
    pub default: Option<&'static str>,
}

/// The most passes over the records.
const PASSES: PageLimit = PageLimit { param: "passes", range: (1, 100), default: None };

/// The teachers of the page. The others of [`TEACHERS`](learn::teacher::TEACHERS) are left out because they need
/// files: `genetic` learns from a library of boards, `library` makes one, and `network` starts from the file of a
/// table. The models of `book` and `clusters` are two parameters of one player, and the store has one kind for each
/// player.
pub const PAGE_TEACHERS: &[PageTeacher] = &[
    PageTeacher {
        entry: &learn::td::TEACHER,
        most_records: 0,
        limits: &[
            PageLimit { param: "games", range: (1, 1_000_000), default: Some("20000") },
            PageLimit { param: "every", range: (10, 1_000_000), default: Some("1000") },
            PageLimit { param: "sample", range: (1, 1000), default: Some("100") },
            PageLimit { param: "population", range: (1, 20), default: None },
            PageLimit { param: "trial", range: (1, 100), default: None },
        ],
        // The page starts games against networks on 5x5.
        closed: &["size"],
    },
    PageTeacher {
        entry: &learn::preference::TEACHER,
        most_records: 10_000,
        // A few games do not fill a larger table.
        limits: &[PASSES, PageLimit { param: "size", range: (16, 10_000_000), default: Some("200003") }],
        closed: &[],
    },
    PageTeacher {
        entry: &learn::intuition::TEACHER,
        most_records: 10_000,
        // Few features occur often in a few games.
        limits: &[PASSES, PageLimit { param: "least", range: (1, 1_000_000_000), default: Some("2") }],
        closed: &[],
    },
    PageTeacher {
        entry: &learn::superiority::TEACHER,
        // All pairs of classes are held in memory.
        most_records: 100,
        limits: &[PageLimit { param: "rounds", range: (1, 1000), default: None }],
        closed: &[],
    },
    PageTeacher { entry: &learn::territory::TEACHER, most_records: 1000, limits: &[], closed: &[] },
];

/// A lesson that passed all checks.
#[derive(Clone, Debug)]
pub struct AdmittedLesson {
    /// The teacher.
    pub teacher: PageTeacher,
    /// Its settings, with the defaults of the page.
    pub settings: Settings,
    /// The game records as SGF; empty if the teacher plays its training games itself.
    pub records: String,
    /// The teacher and the settings that differ from the defaults of the page.
    pub title: String,
}

impl PageTeacher {
    /// Whether it learns from game records that the page must send.
    fn needs_records(&self) -> bool {
        self.entry.data != Data::SelfPlay
    }

    /// Whether pages may set a parameter. Texts may name files, and players may think for any time.
    fn is_open(&self, param: &Param) -> bool {
        !matches!(param.kind, Kind::Text | Kind::Player)
            && !matches!(param.role, Some(Role::Threads | Role::Memory | Role::Model | Role::Ponder))
            && !self.closed.contains(&param.name)
    }

    fn limit(&self, param: &str) -> Option<&'static PageLimit> {
        self.limits.iter().find(|limit| limit.param == param)
    }

    /// The settings of a lesson, by the declaration of the teacher and the limits of the page.
    fn settings(&self, mut spec: Spec) -> Result<Settings, Refusal> {
        let mut settings = self.entry.settings(&spec)?;
        let refuse = |param: &Param, value: &dyn ToString, reason: SettingRefusal| {
            let (player, param, value) = (self.entry.name.to_string(), param.name.to_string(), value.to_string());
            Err(Refusal::Setting { player, param, value, reason: Box::new(reason.text()) })
        };
        let is_given = |param: &Param| spec.get(param.name).is_some() || (param.keyless && spec.get("").is_some());
        for (param, value) in settings.iter().filter(|(param, _)| is_given(param)) {
            if !self.is_open(param) {
                return refuse(param, value, SettingRefusal::Closed);
            }
            if let (&Value::Int(number), Some(&PageLimit { range: (least, most), .. })) =
                (value, self.limit(param.name))
                && !(least..=most).contains(&number)
            {
                return refuse(param, value, SettingRefusal::Range { least, most });
            }
        }
        for &PageLimit { param, default, .. } in self.limits {
            let Some(default) = default.filter(|_| spec.get(param).is_none()) else { continue };
            let mut with_default = spec.clone();
            with_default.set(param, default)?;
            // With some settings, such as a table without a fixed size, the parameter has no effect.
            if let Ok(complete) = self.entry.settings(&with_default) {
                (spec, settings) = (with_default, complete);
            }
        }
        Ok(settings)
    }

    fn card(&self, players: &[player::Entry], teachers: &[PageTeacher]) -> TeacherCard {
        let field = |param: &Param| {
            let about = Text::new(about_code(players, teachers, self.entry.name, param), param.help, []);
            let field = form_field(param, Vec::new(), about).filter(|_| self.is_open(param))?;
            let Some(limit) = self.limit(param.name) else { return Some(field) };
            let default = limit.default.map_or(field.default, str::to_string);
            let range = Some((limit.range.0 as f64, limit.range.1 as f64));
            Some(ParameterCard { default, range, ..field })
        };
        TeacherCard {
            name: self.entry.name.to_string(),
            summary: Text::new(summary_code(self.entry), self.entry.summary, []),
            parameters: self.entry.params.iter().filter_map(field).collect(),
            needs_records: self.needs_records(),
        }
    }
}

impl Program {
    /// Checks a lesson that a page asks for.
    ///
    /// # Errors
    /// If the page has no such teacher, a setting is wrong or not for pages, or the records are missing or not needed.
    pub fn admit_lesson(&self, lesson: NewLesson) -> Result<AdmittedLesson, Refusal> {
        let teachers = self.lessons.teachers();
        let NewLesson { teacher: name, settings, records } = lesson;
        let Some(&teacher) = teachers.iter().find(|teacher| teacher.entry.name == name) else {
            let names: Vec<&str> = teachers.iter().map(|teacher| teacher.entry.name).collect();
            return Err(Refusal::NoTeacher { teacher: name, names: names.join(", ") });
        };
        let mut spec = Spec::new(name.as_str())?;
        for (key, value) in &settings {
            spec.set(key, value)?;
        }
        let title = spec.to_string();
        let settings = teacher.settings(spec)?;
        if let Err(error) = (teacher.entry.build)(&settings) {
            return Err(Refusal::Failure { reason: error.to_string() });
        }
        match (teacher.needs_records(), records.trim().is_empty()) {
            (true, true) => Err(Refusal::NeedsRecords { teacher: name }),
            (false, false) => Err(Refusal::NeedsNoRecords { teacher: name }),
            _ => Ok(AdmittedLesson { teacher, settings, records, title }),
        }
    }

    /// The teachers as the page shows them.
    pub fn teacher_cards(&self) -> Vec<TeacherCard> {
        let (players, teachers) = (self.maker.entries(), self.lessons.teachers());
        teachers.iter().map(|teacher| teacher.card(players, teachers)).collect()
    }
}

/// The summaries of teachers and the descriptions of the parameters in their forms.
pub(crate) fn teacher_templates(players: &[player::Entry], teachers: &[PageTeacher]) -> Vec<Template> {
    let texts = teachers.iter().flat_map(|teacher| {
        let open = teacher.entry.params.iter().filter(|param| teacher.is_open(param));
        let about = open.map(|param| (about_code(players, teachers, teacher.entry.name, param), param.help));
        std::iter::once((summary_code(teacher.entry), teacher.entry.summary)).chain(about)
    });
    texts.map(|(code, english)| Template { code, english, arguments: &[] }).collect()
}

fn summary_code(entry: &Entry) -> String {
    format!("teacher.{}", entry.name)
}

/// The code of a player's parameter with the same name and help, if there is one; else `teaching.passes`, or
/// `teaching.td.games` if an earlier teacher has a parameter of the same name with another help.
fn about_code(players: &[player::Entry], teachers: &[PageTeacher], teacher: &str, param: &Param) -> String {
    if let Some(code) = parameter_code(players, param) {
        return code;
    }
    let is_new = |other: &&Param| other.name == param.name && parameter_code(players, other).is_none();
    let same_name = teachers.iter().flat_map(|teacher| teacher.entry.params).find(is_new);
    match same_name {
        Some(other) if other.help != param.help => format!("teaching.{teacher}.{}", param.name),
        _ => format!("teaching.{}", param.name),
    }
}
