//! The laboratory: every table and figure of the five sources by one command each, with verdicts from data.
//!
//! A [`Trial`] produces evidence: its conditions, and what one unit (a game, a study, a training run) measures. An
//! [`Experiment`] shows evidence: what the source did, what we did, tables and figures, and [`Claim`]s with a
//! [`Finding`] each. Finished units are lines of a file ([`Results`]); a [`Runner`] measures the units that are
//! missing, and [`report`] writes the pages. [`games`] has what experiments with games share, [`papers`] the published
//! numbers.
//!
//! To add an experiment, write one file with an [`Experiment`] and add it to the list of its family. `forgetting/fig7`
//! is the example to copy.

mod collection;
mod deathmatch;
mod error;
mod evidence;
mod exhibit;
mod experiment;
mod forgetting;
pub mod games;
mod lab;
pub mod papers;
mod ponnuki;
mod preference;
pub mod report;
mod representations;
mod results;
mod runner;
mod smartstart;
pub mod verdict;

pub use collection::Collection;
pub use error::LabError;
pub use evidence::{Entry, Evidence};
pub use exhibit::{Exhibit, Figure, Table, percent};
pub use experiment::{Claim, Condition, Experiment, Scale, Trial, Unit};
pub use lab::Lab;
pub use results::Results;
pub use runner::{Observer, Ran, Runner};
pub use verdict::{Finding, Verdict};

/// The families, in the order of the report.
pub const FAMILIES: &[Family] = &[
    forgetting::FAMILY,
    deathmatch::FAMILY,
    smartstart::FAMILY,
    preference::FAMILY,
    representations::FAMILY,
    ponnuki::FAMILY,
];

/// The experiments of one source.
pub struct Family {
    /// The first part of the names of its experiments.
    pub name: &'static str,
    /// Authors, title and year of the source.
    pub source: &'static str,
    /// The experiments, in the order of the source.
    pub experiments: &'static [&'static Experiment],
}

/// All experiments.
pub fn experiments() -> impl Iterator<Item = &'static Experiment> {
    FAMILIES.iter().flat_map(|family| family.experiments.iter().copied())
}

/// The experiments that a name selects: one, a family such as `forgetting`, or `all`.
pub fn select(name: &str) -> Vec<&'static Experiment> {
    let wanted = name.trim_end_matches('/');
    let is_family = |experiment: &Experiment| experiment.name.split('/').next() == Some(wanted);
    experiments()
        .filter(|experiment| wanted.eq_ignore_ascii_case("all") || experiment.name == wanted || is_family(experiment))
        .collect()
}

#[cfg(test)]
mod tests;
