//! Mayer, "Board Representations for Neural Go Players Learning by Temporal Difference" (2007).

mod fig2;
mod fig3;
mod fig4;
mod gnugo;
mod gojen;
mod learning;
mod matches;
mod missed;
mod networks;
mod opening;
mod random98;
mod readings;
mod table1;
mod table2;
mod training;
mod variants;

use crate::Family;

/// The family's name, that of its file of published numbers.
pub(crate) const FAMILY_NAME: &str = "representations";

/// The experiments of the paper.
pub(crate) const FAMILY: Family = Family {
    name: FAMILY_NAME,
    source: "Helmut A. Mayer, \"Board Representations for Neural Go Players Learning by Temporal Difference\" (2007)",
    experiments: &[
        &fig2::EXPERIMENT,
        &fig3::EXPERIMENT,
        &fig4::EXPERIMENT,
        &table1::EXPERIMENT,
        &table2::EXPERIMENT,
        &random98::EXPERIMENT,
        &opening::EXPERIMENT,
        &missed::EXPERIMENT,
        &variants::EXPERIMENT,
        &readings::EXPERIMENT,
        &gnugo::EXPERIMENT,
        &gojen::EXPERIMENT,
    ],
};

/// The names of the opponents in tables, the strongest first.
pub(crate) const OPPONENTS: [&str; 3] = ["gojen", "naive", "random"];
