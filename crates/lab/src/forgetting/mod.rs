//! Baier and Drake, "The Power of Forgetting: Improving the Last-Good-Reply Policy in Monte Carlo Go" (2010).

mod durations;
mod exploration;
mod fig10;
mod fig5;
mod fig6;
mod fig7;
mod fig8;
mod fig9;
mod ours;
mod replies;
mod softmax;
mod table1;
mod win_rates;

use crate::{Family, Scale};

/// The experiments of the paper.
pub(crate) const FAMILY: Family = Family {
    name: "forgetting",
    source: "Hendrik Baier and Peter D. Drake, \"The Power of Forgetting: Improving the Last-Good-Reply Policy in \
             Monte Carlo Go\" (2010)",
    experiments: &[
        &fig5::EXPERIMENT,
        &fig6::EXPERIMENT,
        &fig7::EXPERIMENT,
        &softmax::EXPERIMENT,
        &table1::EXPERIMENT,
        &durations::EXPERIMENT,
        &fig8::EXPERIMENT,
        &fig9::EXPERIMENT,
        &fig10::EXPERIMENT,
        &ours::ON_19,
        &ours::ON_9,
        &exploration::EXPERIMENT,
    ],
};

/// The paper's five policies: the setting, and the paper's name.
pub(crate) const POLICIES: [(&str, &str); 5] =
    [("off", "Default"), ("lgr1", "LGR-1"), ("lgr2", "LGR-2"), ("lgrf1", "LGRF-1"), ("lgrf2", "LGRF-2")];

/// Their settings.
pub(crate) const SETTINGS: [&str; POLICIES.len()] = ["off", "lgr1", "lgr2", "lgrf1", "lgrf2"];

/// The paper's numbers of playouts for each move.
pub(crate) const PLAYOUTS: [u64; 3] = [8_000, 16_000, 32_000];

/// The paper's engine with a policy: a constant number of playouts, divided over two threads.
pub(crate) fn orego(reply: &str, playouts: u64, scale: Scale) -> String {
    let playouts = scale.pick(playouts, playouts / 1_000);
    format!("orego:playouts={playouts},reply={reply},threads=2,early=false")
}
