//! Our own questions: how strong and how fast the players are, and what each part of them is worth.

mod ablation;
mod ablation_mcts;
mod ablation_rave;
mod before;
mod earlier;
mod expert_moves;
mod experts;
mod katago;
mod network_size;
mod peers;
mod roster13;
mod roster19;
mod roster9;
mod searches;
mod speed;
mod targets;
mod tournament;
mod winners;

use crate::Family;

/// The experiments.
pub(crate) const FAMILY: Family = Family {
    name: "ponnuki",
    source: "Ponnuki's own measurements",
    experiments: &[
        &roster9::EXPERIMENT,
        &roster13::EXPERIMENT,
        &roster19::EXPERIMENT,
        &ablation_rave::EXPERIMENT,
        &ablation_mcts::EXPERIMENT,
        &network_size::EXPERIMENT,
        &searches::EXPERIMENT,
        &katago::EXPERIMENT,
        &before::EXPERIMENT,
        &speed::EXPERIMENT,
        &peers::EXPERIMENT,
        &expert_moves::EXPERIMENT,
        &winners::EXPERIMENT,
        &earlier::EXPERIMENT,
    ],
};
