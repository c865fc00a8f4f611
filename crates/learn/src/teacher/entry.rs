//! A teacher in the list: what can be said of it before it teaches.

use player::{Param, Settings, Spec, SpecError, instead};

use super::{TEACHERS, TeachError, Teacher};

/// A teacher in the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name on the command line.
    pub name: &'static str,
    /// One sentence, without a full stop.
    pub summary: &'static str,
    /// The method and its source, in a few sentences.
    pub details: &'static str,
    /// The training data.
    pub data: Data,
    /// The player of the model, with `FILE` for the model.
    pub player: &'static str,
    /// Whether an interrupted lesson can be resumed.
    pub resumes: bool,
    /// The parameters that may grow when a lesson is resumed, such as the number of passes.
    pub extends: &'static [&'static str],
    /// Whether it uses several threads.
    pub parallel: bool,
    /// What its learning curve shows, if it has one.
    pub measure: Option<Measure>,
    /// The parameters.
    pub params: &'static [Param],
    /// Checks the settings and makes the teacher.
    pub build: fn(&Settings) -> Result<Box<dyn Teacher>, TeachError>,
}

/// Training data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Data {
    /// Game records.
    Games,
    /// Game records, or games that it plays itself.
    GamesOrSelfPlay,
    /// A library of boards.
    Boards,
    /// Games that it plays itself.
    SelfPlay,
}

/// What a learning curve shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The mean error before learning; see [`metric`](crate::metric).
    RankError,
    /// The mean of -ln p of the moves played.
    Loss,
    /// The share of variance explained.
    Fitness,
    /// The share of games won against other players.
    Strength,
}

impl Entry {
    /// Checks settings, given as the specification of a player would be: `preference:window=square,radius=1`.
    ///
    /// # Errors
    /// If a parameter is unknown, a value is out of range, or a setting has no effect.
    pub fn settings(&self, spec: &Spec) -> Result<Settings, SpecError> {
        Settings::resolve(spec, self.params)
    }

    /// The training data and the settings in words. Two runs resume each other if these are equal, so how long to train
    /// is not part of it.
    ///
    /// # Errors
    /// If a value cannot be written.
    pub fn origin(&self, data: &str, settings: &Settings) -> Result<String, SpecError> {
        let whole = settings.spec()?;
        let mut spec = Spec::new(self.name)?;
        for (key, value) in whole.settings().filter(|(key, _)| !self.extends.contains(key)) {
            spec.set(key, value)?;
        }
        Ok(if data.is_empty() { spec.to_string() } else { format!("{data} {spec}") })
    }

    /// The specification of the player that plays by a model.
    ///
    /// # Errors
    /// If the model's name cannot be written in a specification.
    pub fn plays(&self, model: &str) -> Result<Spec, SpecError> {
        let mut spec: Spec = self.player.parse()?;
        spec.set(self.model_parameter(), model)?;
        Ok(spec)
    }

    /// The name of the player that plays by its models.
    pub fn player_name(&self) -> &'static str {
        self.player.split(':').next().unwrap_or_default()
    }

    /// The parameter of that player which names the model.
    pub fn model_parameter(&self) -> &'static str {
        let key = self.player.strip_suffix("=FILE").unwrap_or_default();
        key.rsplit([':', ',']).next().unwrap_or_default()
    }
}

/// The teacher of this name.
///
/// # Errors
/// If there is none; the error names the nearest.
pub fn teacher(name: &str) -> Result<&'static Entry, TeachError> {
    let found = TEACHERS.iter().find(|entry| entry.name == name);
    found.ok_or_else(|| {
        let known = instead(name, TEACHERS.iter().map(|entry| entry.name));
        TeachError::Conflict(format!("there is no teacher called {name}: {known}"))
    })
}
