//! The speed of the search with playouts against that of other programs.

use std::time::Instant;

use goban::{Game, Rules};
use player::{Budget, Spec};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Confidence, mean_estimate};

use super::speed::{self, LGRF2, RAVE, Speed, speeds};
use crate::verdict::{Finding, number};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit};

/// The playouts for a move that the entries of these programs in engines.toml must limit them to.
const PLAYOUTS: u64 = 8_000;

/// The programs: the label in engines.toml, and the name.
const PEERS: [(&str, &str); 4] = [("pachi", "Pachi"), ("fuego", "Fuego"), ("michi", "michi"), ("orego", "Orego")];

const PACHI: Trial = trial("ponnuki/peers-pachi", |scale| conditions("pachi", scale));
const FUEGO: Trial = trial("ponnuki/peers-fuego", |scale| conditions("fuego", scale));
const MICHI: Trial = trial("ponnuki/peers-michi", |scale| conditions("michi", scale));
const OREGO: Trial = trial("ponnuki/peers-orego", |scale| conditions("orego", scale));

/// Each program has a trial, so that one that is missing does not keep the others from running.
const fn trial(name: &'static str, conditions: fn(Scale) -> Vec<Condition>) -> Trial {
    Trial { name, alone: true, conditions, measure }
}

#[derive(Serialize, Deserialize)]
struct Peer {
    player: String,
    size: usize,
    playouts: u64,
}

fn conditions(label: &str, scale: Scale) -> Vec<Condition> {
    let condition = |&size: &usize| {
        let player = scale.pick(format!("gtp:{label}"), "uct:playouts=2".to_string());
        let peer = Peer { player, size, playouts: scale.pick(PLAYOUTS, 2) };
        Condition::new(speed::name(label, size), scale.pick(10, 2), 3.0, &peer)
    };
    scale.pick(&[9, 19][..], &[9][..]).iter().map(condition).collect()
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Peer { player, size, playouts } = unit.settings()?;
    let spec: Spec = player.parse()?;
    let (game, budget) = (Game::new(size, Rules::CHINESE, 7.5), Budget::playouts(playouts));
    let mut player = lab.maker.make_for(&spec, &game, budget)?;
    // The first move warms up the program.
    player.choose(&game, budget, &lab.stop).map_err(LabError::failed)?;
    player.reset(unit.seed());
    let begun = Instant::now();
    player.choose(&game, budget, &lab.stop).map_err(LabError::failed)?;
    let seconds = begun.elapsed().as_secs_f64();
    lab.check_stop()?;
    serde_json::to_value(Speed { count: playouts, seconds }).map_err(LabError::failed)
}

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/peers",
    title: "The speed of the search with playouts, beside other programs",
    place: "docs/players.md, rave",
    source: "Before the lab, the documents compared rave with Orego 8 and Pachi 12.90 on one machine: it was 3.1 to \
             4.9 times as fast.",
    ours: "The other programs are those that the user has, by their labels in engines.toml: pachi, fuego, michi and \
           orego. Each entry must limit its program to 8,000 playouts for a move and to one thread, as the examples \
           there do. The time of one move on the empty board is measured ten times, after a first move that warms the \
           program up; a program that stops before its limit seems faster than it is. The speeds of rave come from \
           ponnuki/speed. A program without a label is not measured.",
    trials: &[&PACHI, &FUEGO, &MICHI, &OREGO, &speed::TRIAL],
    claims: &[
        Claim {
            text: "rave with its defaults is more than three times as fast as Pachi without a network",
            place: "docs/players.md before the lab, speed",
            test: TEST,
            judge: |evidence| faster(evidence, RAVE, "pachi"),
        },
        Claim {
            text: "With MoGo's playouts and LGRF-2 it is more than three times as fast as Orego 8",
            place: "docs/players.md before the lab, speed",
            test: TEST,
            judge: |evidence| faster(evidence, LGRF2, "orego"),
        },
    ],
    exhibits,
};

const TEST: &str = "Welch's 95% interval of the difference between its playouts per second and three times the other's \
                    lies above 0, on 9x9 and 19x19";

fn values(evidence: &Evidence, what: &str, size: usize) -> Vec<f64> {
    speeds(evidence, &speed::name(what, size)).into_iter().map(|(_, speed)| speed).collect()
}

fn faster(evidence: &Evidence, ours: &str, peer: &str) -> Finding {
    Finding::all([9, 19].map(|size| {
        let three_times: Vec<f64> = values(evidence, peer, size).into_iter().map(|speed| 3.0 * speed).collect();
        let other = format!("three times {peer} on {size}x{size}");
        Finding::mean_higher((ours, &values(evidence, ours, size)), (&other, &three_times), 2)
    }))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let mut table = Table::new(
        "Playouts per second of whole searches from the empty board, one thread, with the margins of 95% intervals.",
        ["program", "9x9", "19x19"],
    );
    let cell = |what: &str, size: usize| {
        let mean = mean_estimate(&values(evidence, what, size), Confidence::P95);
        mean.map_or_else(|| "-".to_string(), |mean| format!("{} ± {}", number(mean.value), number(mean.error())))
    };
    let ours = [(RAVE, "rave"), (LGRF2, "rave with MoGo's playouts and LGRF-2")];
    for (what, label) in ours.into_iter().chain(PEERS) {
        table.row([label.to_string(), cell(what, 9), cell(what, 19)]);
    }
    vec![table.into()]
}

#[cfg(test)]
mod tests {
    use super::super::speed::tests::rounds;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn it_is_faster_or_not() {
        for (claim, ours, peer) in [(0, RAVE, "pachi"), (1, LGRF2, "orego")] {
            let verdict = |speed: f64, noise| {
                let evidence =
                    Evidence::made_up(rounds(ours, speed, noise).into_iter().chain(rounds(peer, 10_000.0, 0.01)));
                (EXPERIMENT.claims[claim].judge)(&evidence).verdict
            };
            let verdicts = [verdict(40_000.0, 0.01), verdict(20_000.0, 0.01), verdict(31_000.0, 0.3)];
            assert_eq!(verdicts, [Holds, DoesNotHold, Undecided]);
        }
    }
}
