//! What an experiment consists of.

use arena::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Evidence, Exhibit, Finding, Lab, LabError};

/// The size of what is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// The source's boards, playouts and numbers of games.
    Full,
    /// Seconds in all, with generated games and players of this program: everything runs, and nothing is learnt.
    Smoke,
}

impl Scale {
    /// One of two values.
    pub fn pick<T>(self, full: T, smoke: T) -> T {
        match self {
            Scale::Full => full,
            Scale::Smoke => smoke,
        }
    }
}

/// How evidence is produced. Several experiments can show the evidence of one trial.
pub struct Trial {
    /// Its name, which is that of its file of results: `forgetting/fig7`.
    pub name: &'static str,
    /// Whether its units measure time, and must run one after the other on a quiet machine.
    pub alone: bool,
    /// The conditions that are compared.
    pub conditions: fn(Scale) -> Vec<Condition>,
    /// Measures one unit. The result depends on the condition's settings and the unit's seed alone, unless players of
    /// other programs or the time take part.
    pub measure: fn(&Unit<'_>, &Lab<'_>) -> Result<Value, LabError>,
}

/// One condition of a trial: a player against an opponent, a learner on a set of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// Its name within the trial, such as `lgrf1 8000`. Evidence is stored under it.
    pub name: String,
    /// The number of units at the source's scale.
    pub units: u64,
    /// What one unit takes on one core, in seconds: an estimate, for `lab list`, until there is evidence.
    pub seconds: f64,
    /// Everything that `measure` needs.
    pub settings: Value,
}

impl Condition {
    /// A condition with the settings that its units are measured by.
    pub fn new(name: impl Into<String>, units: u64, seconds: f64, settings: &impl Serialize) -> Condition {
        // Settings are plain structs; one that JSON cannot hold reads as null, and `Unit::settings` says so.
        let settings = serde_json::to_value(settings).unwrap_or_default();
        Condition { name: name.into(), units, seconds, settings }
    }

    /// A short form of the settings: evidence of other settings is not counted.
    pub fn digest(&self) -> String {
        Digest::new().with(&self.settings).to_string()[..8].to_string()
    }

    /// The number of units at a share of the full number: at least one, and an even number where that is even, so that
    /// both colours are played equally often.
    pub fn scaled(&self, share: f64) -> u64 {
        let units = (self.units as f64 * share).ceil() as u64;
        let step = if self.units.is_multiple_of(2) { 2 } else { 1 };
        units.next_multiple_of(step).clamp(1.min(self.units), self.units.max(1))
    }
}

/// One unit of work.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// The name of its trial.
    pub trial: &'static str,
    /// Its condition.
    pub condition: &'a Condition,
    /// Its number within the condition, from 0.
    pub number: u64,
}

impl Unit<'_> {
    /// The seed of this unit.
    pub fn seed(&self) -> u64 {
        Digest::new().with(self.trial).with(&self.condition.name).with(self.number).seed()
    }

    /// The seed that all units of the condition share, for what they have in common.
    pub fn common_seed(&self) -> u64 {
        Digest::new().with(self.trial).with(&self.condition.name).seed()
    }

    /// The settings of the condition.
    ///
    /// # Errors
    /// If the condition was made with other settings.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T, LabError> {
        T::deserialize(&self.condition.settings)
            .map_err(|error| LabError::failed(format!("{} has other settings: {error}", self.condition.name)))
    }
}

/// What is shown and judged: a table or figure of a source with its claims.
pub struct Experiment {
    /// The family and its name: `forgetting/fig7`.
    pub name: &'static str,
    /// What it is about, as a title.
    pub title: &'static str,
    /// Where the source has it: `figure 7 and section V-C`.
    pub place: &'static str,
    /// What the source did.
    pub source: &'static str,
    /// What we did, and where that differs.
    pub ours: &'static str,
    /// Where its evidence comes from.
    pub trials: &'static [&'static Trial],
    /// The claims.
    pub claims: &'static [Claim],
    /// Its tables and figures, from whatever evidence there is.
    pub exhibits: fn(&Evidence) -> Vec<Exhibit>,
}

impl Experiment {
    /// The family that it belongs to.
    pub fn family(&self) -> &'static str {
        self.name.split('/').next().unwrap_or(self.name)
    }

    /// The name as part of a file name: `forgetting-fig7`.
    pub fn file_name(&self) -> String {
        self.name.replace('/', "-")
    }
}

/// A sentence of the source that evidence can judge.
pub struct Claim {
    /// What is claimed, in a sentence.
    pub text: &'static str,
    /// Where.
    pub place: &'static str,
    /// The test that decides.
    pub test: &'static str,
    /// The finding, from whatever evidence there is.
    pub judge: fn(&Evidence) -> Finding,
}
