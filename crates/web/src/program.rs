//! What the program gives to the page's server: players, lessons, problems and presets.
//!
//! The server uses players through a [`Maker`] and names none. A [`Program`] also says which texts a page may give to a
//! player, what can be taught and which problems there are.
//!
//! A page is not trusted. [`Program::admit`] accepts a specification only if every text in it is a name that the
//! program offers (a label of an engine, an embedded model), so no page can run a command or read a file; and only if
//! it keeps to the machine's cores and memory.

use std::thread;

use learn::abilities::Abilities;
use learn::problems::Problem;
use player::{Entry, Kind, Maker, Param, Role, Settings, Spec, Stop, Value};
use serde::{Deserialize, Serialize};

use crate::message::{Measure, ParameterCard, ParameterKind, PlayerCard, Preset};
use crate::refusal::SettingRefusal;
use crate::teachers::{AdmittedLesson, PageTeacher};
use crate::{Limits, Refusal, Template, Text, texts};

/// What the program offers to the page.
pub struct Program {
    /// The factory of players.
    pub maker: Box<dyn Maker>,
    /// What their declarations do not say.
    pub guide: Box<dyn Guide>,
    /// The teachers that pages may use, and the models that they made.
    pub lessons: Box<dyn Lessons>,
    /// The problems.
    pub problems: Vec<Problem>,
    /// Opponents with ready-made settings, the weakest first.
    pub presets: Vec<Preset>,
    /// The default player, such as for an estimate.
    pub usual: Option<Spec>,
    /// The version of the program.
    pub version: String,
}

/// What the declarations of players do not say.
pub trait Guide: Send + Sync {
    /// The names that a page may give to a text parameter: labels of engines, embedded models. The default of the
    /// parameter is always allowed.
    fn names(&self, player: &str, param: &str) -> Vec<String> {
        let _ = (player, param);
        Vec::new()
    }

    /// A text of the ledger without the paths that earlier versions wrote into specifications.
    fn public(&self, text: String) -> String {
        text
    }

    /// What the player can do besides choosing a move.
    fn abilities(&self, player: &str) -> Abilities {
        let _ = player;
        Abilities::default()
    }
}

impl Guide for () {}

/// The teachers that pages may use, and the models that they made.
pub trait Lessons: Send + Sync {
    /// The teachers that pages may use.
    fn teachers(&self) -> &'static [PageTeacher] {
        &[]
    }

    /// Trains until the lesson is complete or the stop signal is given; `maker` has the players of training games.
    /// Reports often: while `report` runs, others may
    /// use the pool.
    ///
    /// # Errors
    /// If the lesson fails.
    fn teach(
        &self,
        lesson: &AdmittedLesson,
        maker: &dyn Maker,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        let _ = (lesson, maker, stop, report);
        Err(Lacking::Teacher.text())
    }

    /// Finished lessons with a stored model.
    fn learnt(&self) -> Vec<Learnt> {
        Vec::new()
    }
}

impl Lessons for () {}

/// A finished lesson.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Learnt {
    /// The title.
    pub title: String,
    /// The time of its start, in milliseconds since 1970.
    pub begun: u64,
    /// Its progress.
    pub progress: LessonProgress,
}

/// The progress of a lesson.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LessonProgress {
    /// The games so far.
    pub done: u32,
    /// Games in all.
    pub of: u32,
    /// The learning curve: games and measure.
    pub curve: Vec<(f64, f64)>,
    /// What the curve shows.
    #[serde(default)]
    pub measure: Measure,
    /// The specification of the player of the model, once it is stored.
    pub player: Option<String>,
}

impl Program {
    /// A program with players and nothing else.
    pub fn new(maker: impl Maker + 'static) -> Program {
        Program {
            maker: Box::new(maker),
            guide: Box::new(()),
            lessons: Box::new(()),
            problems: Vec::new(),
            presets: Vec::new(),
            usual: None,
            version: version::version().to_string(),
        }
    }

    /// The shortest form of a specification that a page may name.
    ///
    /// # Errors
    /// If there is no such player, or a setting is not for pages.
    pub fn admit(&self, text: &str, limits: &Limits) -> Result<Spec, Refusal> {
        let spec: Spec = text.parse()?;
        let settings = self.maker.settings(&spec)?;
        self.check(spec.name(), &settings, limits)?;
        Ok(settings.spec()?)
    }

    fn check(&self, player: &str, settings: &Settings, limits: &Limits) -> Result<(), Refusal> {
        for (param, value) in settings.iter() {
            let refuse = |reason: SettingRefusal| {
                let (player, param, value) = (player.to_string(), param.name.to_string(), value.to_string());
                Err(Refusal::Setting { player, param, value, reason: Box::new(reason.text()) })
            };
            match (param.kind, value) {
                (Kind::Text, Value::Text(text)) if text != param.default || (param.keyless && text.is_empty()) => {
                    let names = self.guide.names(player, param.name);
                    if !names.contains(text) {
                        return refuse(if names.is_empty() && text.is_empty() {
                            SettingRefusal::Nothing
                        } else if names.is_empty() {
                            SettingRefusal::Closed
                        } else {
                            SettingRefusal::Choices { names: names.join(", ") }
                        });
                    }
                }
                (_, &Value::Int(threads)) if param.role == Some(Role::Threads) && threads > cores() as i64 => {
                    return refuse(SettingRefusal::Cores { cores: cores() });
                }
                (_, &Value::Int(memory)) if param.role == Some(Role::Memory) && memory > limits.memory => {
                    return refuse(SettingRefusal::Memory { most: limits.memory });
                }
                (_, Value::Bool(true)) if param.role == Some(Role::Ponder) => {
                    return refuse(SettingRefusal::Ponder);
                }
                (_, Value::Player(Some(inner))) => {
                    self.check(inner.name(), &self.maker.settings(inner)?, limits)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The largest number of threads of a player and of the players inside it.
    pub(crate) fn threads(&self, spec: &Spec) -> usize {
        let Ok(settings) = self.maker.settings(spec) else { return 1 };
        let inside = settings.iter().filter_map(|(_, value)| match value {
            Value::Player(Some(inner)) => Some(self.threads(inner)),
            _ => None,
        });
        inside.max().unwrap_or(1).max(settings.threads()).clamp(1, cores())
    }

    /// The problem of that name.
    pub(crate) fn problem(&self, name: &str) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.title == name)
    }

    /// The players as the page shows them.
    pub(crate) fn cards(&self) -> Vec<PlayerCard> {
        let card = |entry: &Entry| {
            let Abilities { ranks, analyses: thinks } = self.guide.abilities(entry.name);
            let parameters = entry.params.iter().filter_map(|param| self.parameter(entry.name, param)).collect();
            let summary = Text::new(summary_code(entry), entry.summary, []);
            PlayerCard { name: entry.name.to_string(), summary, parameters, ranks, thinks }
        };
        self.maker.entries().iter().map(card).collect()
    }

    /// A parameter as the page shows it; `None` if the page may not set it.
    fn parameter(&self, player: &str, param: &Param) -> Option<ParameterCard> {
        let names = if param.kind == Kind::Text { self.guide.names(player, param.name) } else { Vec::new() };
        let about = Text::new(about_code(self.maker.entries(), player, param), param.help, []);
        form_field(param, names, about)
    }
}

/// The field of a form for a parameter; `None` if pages may not set it. `names` are the choices of a text parameter.
pub(crate) fn form_field(param: &Param, names: Vec<String>, about: Text) -> Option<ParameterCard> {
    let (mut choices, mut range) = (Vec::new(), None);
    let kind = match param.kind {
        Kind::Bool if param.role == Some(Role::Ponder) => return None,
        Kind::Bool => ParameterKind::Bool,
        Kind::Int { min, max } => {
            let max = if param.role == Some(Role::Threads) { max.min(cores() as i64) } else { max };
            range = Some((min as f64, max as f64));
            ParameterKind::Int
        }
        Kind::Float { min, max } => {
            range = Some((min, max));
            ParameterKind::Float
        }
        Kind::Choice(words) => {
            choices = words.iter().map(|word| word.to_string()).collect();
            ParameterKind::Choice
        }
        Kind::Text if names.is_empty() => return None,
        Kind::Text => {
            choices = names;
            if !choices.iter().any(|name| name == param.default) {
                choices.insert(0, param.default.to_string());
            }
            ParameterKind::Choice
        }
        Kind::Seed => {
            range = Some((0.0, i64::MAX as f64));
            ParameterKind::Int
        }
        Kind::Player => ParameterKind::Player,
    };
    let (name, default) = (param.name.to_string(), param.default.to_string());
    Some(ParameterCard { name, kind, default, range, choices, about })
}

/// The summaries of players and the descriptions of their parameters.
pub(crate) fn player_templates(entries: &[Entry]) -> Vec<Template> {
    let texts = entries.iter().flat_map(|entry| {
        let about = entry.params.iter().map(|param| (about_code(entries, entry.name, param), param.help));
        std::iter::once((summary_code(entry), entry.summary)).chain(about)
    });
    texts.map(|(code, english)| Template { code, english, arguments: &[] }).collect()
}

fn summary_code(entry: &Entry) -> String {
    format!("player.{}", entry.name)
}

/// The code of the first player's parameter with this name, if its help is the same.
pub(crate) fn parameter_code(entries: &[Entry], param: &Param) -> Option<String> {
    let same_name = entries.iter().flat_map(|entry| entry.params).find(|other| other.name == param.name);
    same_name.filter(|other| other.help == param.help).map(|_| format!("parameter.{}", param.name))
}

/// `parameter.threads`, or `parameter.td.net` if an earlier player has a parameter of the same name with another help.
fn about_code(entries: &[Entry], player: &str, param: &Param) -> String {
    parameter_code(entries, param).unwrap_or_else(|| format!("parameter.{player}.{}", param.name))
}

texts! {
    /// What a program does not offer.
    pub(crate) enum Lacking in "lacking" {
        Teacher => "there is no such lesson",
    }
}

/// The number of cores.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}
