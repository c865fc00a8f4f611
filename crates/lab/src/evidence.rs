//! Evidence: the finished units of an experiment.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Condition, Scale};

/// A finished unit: one line of a file of results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The condition.
    pub condition: String,
    /// The number of the unit within it, from 0.
    pub number: u64,
    /// The seed.
    pub seed: u64,
    /// A short form of the condition's settings.
    pub settings: String,
    /// The version of the program that measured it.
    pub version: String,
    /// The day, in UTC.
    pub date: String,
    /// How long it took.
    pub seconds: f64,
    /// The processor, where the unit measures time.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub machine: String,
    /// What was measured.
    pub outcome: Value,
}

/// The finished units of the trials of an experiment, under the conditions of today's definition.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The conditions of all trials.
    pub conditions: Vec<Condition>,
    /// The units, in the order of conditions and numbers.
    pub entries: Vec<Entry>,
    /// The number of units in the files that were measured under other settings, and do not count.
    pub outdated: usize,
    /// The scale of the conditions.
    pub scale: Scale,
}

impl Evidence {
    /// Evidence from entries. Units of a condition with other settings are counted as outdated. Those of other conditions
    /// may belong to experiments that show more of the same trial. Of two entries for the same unit the first counts.
    pub fn new(conditions: Vec<Condition>, entries: Vec<Entry>, scale: Scale) -> Evidence {
        let digests: Vec<String> = conditions.iter().map(Condition::digest).collect();
        let place = |entry: &Entry| {
            let named = conditions.iter().position(|condition| condition.name == entry.condition)?;
            (digests[named] == entry.settings).then_some(named)
        };
        let named = |entry: &Entry| conditions.iter().any(|condition| condition.name == entry.condition);
        let outdated = entries.iter().filter(|entry| named(entry) && place(entry).is_none()).count();
        let mut placed: Vec<(usize, Entry)> =
            entries.into_iter().filter_map(|entry| Some((place(&entry)?, entry))).collect();
        placed.sort_by_key(|(place, entry)| (*place, entry.number));
        placed.dedup_by_key(|(place, entry)| (*place, entry.number));
        Evidence { entries: placed.into_iter().map(|(_, entry)| entry).collect(), conditions, outdated, scale }
    }

    /// Evidence made up for a test: conditions with the outcomes of their units.
    pub fn made_up<N: Into<String>, T: Serialize>(conditions: impl IntoIterator<Item = (N, Vec<T>)>) -> Evidence {
        let (mut known, mut entries) = (Vec::new(), Vec::new());
        for (name, outcomes) in conditions {
            let condition = Condition::new(name, outcomes.len() as u64, 0.0, &());
            entries.extend(outcomes.iter().zip(0..).map(|(outcome, number)| Entry {
                condition: condition.name.clone(),
                number,
                seed: 0,
                settings: condition.digest(),
                version: "0".to_string(),
                date: "2000-01-01".to_string(),
                seconds: 1.0,
                machine: String::new(),
                outcome: serde_json::to_value(outcome).unwrap_or_default(),
            }));
            known.push(condition);
        }
        Evidence::new(known, entries, Scale::Full)
    }

    /// The units of a condition.
    pub fn of<'a>(&'a self, condition: &'a str) -> impl Iterator<Item = &'a Entry> + Clone {
        self.entries.iter().filter(move |entry| entry.condition == condition)
    }

    /// The outcomes of a condition's units. Outcomes of another form, which older versions may have written, are left
    /// out.
    pub fn outcomes<T: DeserializeOwned>(&self, condition: &str) -> Vec<T> {
        self.of(condition).filter_map(|entry| T::deserialize(&entry.outcome).ok()).collect()
    }

    /// A number of each unit of a condition, by its place in the outcome, such as `/tables/0/legal`.
    pub fn numbers(&self, condition: &str, pointer: &str) -> Vec<f64> {
        self.of(condition).filter_map(|entry| entry.outcome.pointer(pointer)?.as_f64()).collect()
    }

    /// How many units are finished, and how many the source's scale has.
    pub fn progress(&self) -> (u64, u64) {
        let done = |condition: &Condition| (self.of(&condition.name).count() as u64).min(condition.units);
        (self.conditions.iter().map(done).sum(), self.conditions.iter().map(|condition| condition.units).sum())
    }

    /// The seconds of one core that the missing units of the source's scale take, at the mean of the finished ones of
    /// the same condition or, where there is none, by the estimate.
    pub fn remaining_seconds(&self) -> f64 {
        let left = |condition: &Condition| {
            let seconds: Vec<f64> = self.of(&condition.name).map(|entry| entry.seconds).collect();
            let each = stats::mean(seconds.iter().copied()).unwrap_or(condition.seconds);
            each * condition.units.saturating_sub(seconds.len() as u64) as f64
        };
        self.conditions.iter().map(left).sum::<f64>().max(0.0)
    }
}
