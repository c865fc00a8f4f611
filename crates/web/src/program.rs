//! What the program hands to the page's server: the players there are, and what only the program knows how to do.
//!
//! The server knows players through a [`Maker`] and nothing else. Which texts a page may give to a player, what is laid
//! over a board, what can be learnt and which problems there are come with it in a [`Program`]; so the server never
//! names a player.
//!
//! A page is a stranger. [`Program::admit`] lets through a specification only if every text in it is a name that the
//! program offers (a label of an engine, a model that is compiled in), so that no page has a command run or a file
//! read; and only if it keeps to the machine's cores and memory.

use std::thread;

use goban::{Game, Move, Point};
use player::{Entry, Kind, Maker, Param, Role, Settings, Spec, Stop, Value};
use serde::{Deserialize, Serialize};

use crate::message::{Measure, NewLesson, OverlayKind, ParameterCard, ParameterKind, PlayerCard, Preset};
use crate::refusal::SettingRefusal;
use crate::{Limits, Refusal, Template, Text, texts};

/// What the program hands in.
pub struct Program {
    /// Who makes the players.
    pub maker: Box<dyn Maker>,
    /// What else is known of the players.
    pub guide: Box<dyn Guide>,
    /// Who draws what is laid over boards.
    pub overlays: Box<dyn Overlays>,
    /// The teachers that pages may use, and the models that they made.
    pub lessons: Box<dyn Lessons>,
    /// The problems there are.
    pub problems: Vec<Problem>,
    /// Opponents to choose without thinking about parameters, the weakest first.
    pub presets: Vec<Preset>,
    /// Who is asked where the page names nobody, as for an estimate.
    pub usual: Option<Spec>,
    /// The version of the program.
    pub version: String,
}

/// What is known of the players beside their declarations.
pub trait Guide: Send + Sync {
    /// The names that a page may give to a parameter that takes a text: labels of engines, models that are compiled in.
    /// The default of the parameter is always allowed.
    fn names(&self, player: &str, param: &str) -> Vec<String> {
        let _ = (player, param);
        Vec::new()
    }

    /// A text of the ledger as a page may see it and name players by it: earlier versions wrote where a file lies.
    fn public(&self, text: String) -> String {
        text
    }

    /// Whether the player can rank moves, and whether it tells its thoughts.
    fn talents(&self, player: &str) -> Talents {
        let _ = player;
        Talents::default()
    }
}

impl Guide for () {}

/// What a player can do beside choosing a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Talents {
    /// It ranks all moves.
    pub ranks: bool,
    /// It tells what it thinks.
    pub thinks: bool,
}

/// Who draws what is laid over boards, but for what the board itself and the players tell.
pub trait Overlays: Send + Sync {
    /// What is drawn over the position of a game; `seats` are the programs that play it, the one that is to move first.
    ///
    /// # Errors
    /// Why there is nothing to draw.
    fn draw(&self, kind: &OverlayKind, game: &Game, seats: &[Spec]) -> Result<Drawing, Text> {
        let _ = (kind, game, seats);
        Err(Lacking::Overlay.text())
    }
}

impl Overlays for () {}

/// What is laid over a board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// A number for each point, in rows from the top left.
    pub values: Vec<f32>,
    /// Texts on some points.
    pub labels: Vec<(Point, String)>,
    /// What there is to say about all of it.
    pub remark: Option<Text>,
}

/// The teachers that pages may use, and the models that they made.
pub trait Lessons: Send + Sync {
    /// Trains until the lesson is complete or the stop signal is given. Reports often: while `report` runs, others may
    /// use the pool.
    ///
    /// # Errors
    /// If the lesson fails.
    fn teach(
        &self,
        lesson: &NewLesson,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        let _ = (lesson, stop, report);
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

/// A position with a right answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name, which no other problem has.
    pub name: String,
    /// What is asked: ladder, live, ...
    pub task: String,
    /// The position.
    pub game: Game,
    /// The moves that are right; where there are none, every move but those to avoid.
    pub answer: Vec<Move>,
    /// The moves that are wrong.
    pub avoid: Vec<Move>,
    /// Why.
    pub why: String,
}

impl Problem {
    /// Whether a move is right.
    pub fn is_solved_by(&self, mv: Move) -> bool {
        !self.avoid.contains(&mv) && (self.answer.is_empty() || self.answer.contains(&mv))
    }
}

impl Program {
    /// A program of these players and nothing else.
    pub fn new(maker: impl Maker + 'static) -> Program {
        Program {
            maker: Box::new(maker),
            guide: Box::new(()),
            overlays: Box::new(()),
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

    /// How many threads a player thinks with, or the players inside it.
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
        self.problems.iter().find(|problem| problem.name == name)
    }

    /// The players as the page shows them.
    pub(crate) fn cards(&self) -> Vec<PlayerCard> {
        let card = |entry: &Entry| {
            let Talents { ranks, thinks } = self.guide.talents(entry.name);
            let parameters = entry.params.iter().filter_map(|param| self.parameter(entry.name, param)).collect();
            let summary = Text::new(summary_code(entry), entry.summary, []);
            PlayerCard { name: entry.name.to_string(), summary, parameters, ranks, thinks }
        };
        self.maker.entries().iter().map(card).collect()
    }

    /// A parameter as the page shows it; nothing if the page may not set it.
    fn parameter(&self, player: &str, param: &Param) -> Option<ParameterCard> {
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
            Kind::Text => {
                choices = self.guide.names(player, param.name);
                if choices.is_empty() {
                    return None;
                }
                if !choices.iter().any(|name| name == param.default) {
                    choices.insert(0, param.default.to_string());
                }
                ParameterKind::Choice
            }
            Kind::Player => ParameterKind::Player,
        };
        let (name, default) = (param.name.to_string(), param.default.to_string());
        let about = Text::new(about_code(self.maker.entries(), player, param), param.help, []);
        Some(ParameterCard { name, kind, default, range, choices, about })
    }
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

/// `parameter.threads`, or `parameter.td.net` where a player of this roster before it means something else by the name.
fn about_code(entries: &[Entry], player: &str, param: &Param) -> String {
    let same_name = entries.iter().flat_map(|entry| entry.params).find(|other| other.name == param.name);
    if same_name.is_none_or(|other| other.help == param.help) {
        return format!("parameter.{}", param.name);
    }
    format!("parameter.{player}.{}", param.name)
}

texts! {
    /// What a program does not offer.
    pub(crate) enum Lacking in "lacking" {
        Overlay => "there is no such overlay",
        Teacher => "there is no such lesson",
    }
}

/// How many cores there are.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}
