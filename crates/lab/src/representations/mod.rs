//! Mayer, "Board Representations for Neural Go Players Learning by Temporal Difference" (2007).

mod fig2;
mod fig3;
mod learning;
mod training;

use crate::Family;

/// The family's name, that of its file of published numbers.
pub(crate) const FAMILY_NAME: &str = "representations";

/// The experiments of the paper.
pub(crate) const FAMILY: Family = Family {
    name: FAMILY_NAME,
    source: "Helmut A. Mayer, \"Board Representations for Neural Go Players Learning by Temporal Difference\" (2007)",
    experiments: &[&fig2::EXPERIMENT, &fig3::EXPERIMENT],
};

/// The names of the opponents in tables, the strongest first.
pub(crate) const OPPONENTS: [&str; 3] = ["gojen", "naive", "random"];
