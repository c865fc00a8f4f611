//! Games against KataGo on a processor, in equal time.

use super::targets::{self, Match, TEST};
use crate::{Claim, Experiment, Trial, games};

/// The matches.
const MATCHES: [Match; 3] = [
    Match {
        name: "19x19",
        player: "mcts",
        opponent: "katago",
        size: 19,
        opening: 0,
        games: 100,
        seconds: Some(1.0),
        each: 250.0,
        target: Some(0.5),
    },
    Match {
        name: "9x9",
        player: "mcts",
        opponent: "katago",
        size: 9,
        opening: 4,
        games: 100,
        seconds: Some(1.0),
        each: 60.0,
        target: Some(0.5),
    },
    Match {
        name: "19x19, networks alone",
        player: "net:model=large",
        opponent: "katago-policy",
        size: 19,
        opening: 0,
        games: 40,
        seconds: None,
        each: 120.0,
        target: Some(0.25),
    },
];

const TRIAL: Trial = Trial {
    name: "ponnuki/katago",
    alone: true,
    conditions: |scale| targets::conditions(&MATCHES, scale),
    measure: games::measure,
};

/// The matches and their aims.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/katago",
    title: "Games against KataGo on a processor",
    place: "README.md, status",
    source: "KataGo is the strongest program that is freely available. On a processor without a GPU it evaluates a few \
             positions per second. Before the lab, mcts won 3 of 20 games against it on 19x19 with one second for a \
             move.",
    ours: "KataGo is the program that the user has, by its labels in engines.toml: katago with one second for a move \
           and one thread, katago-policy with one visit for a move, both with the network b10c384. Chinese rules, komi \
           7.5, one thread each, alternating colours; on 9x9 from generated balanced openings, each with both colours. \
           The games run one at a time, on a machine that should do nothing else. The games are kept.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "mcts wins half of its games on 19x19 with one second for a move",
            place: "what we aim at",
            test: TEST,
            judge: |evidence| targets::reached(evidence, &MATCHES[0]),
        },
        Claim {
            text: "mcts wins half of its games on 9x9 with one second for a move",
            place: "what we aim at",
            test: TEST,
            judge: |evidence| targets::reached(evidence, &MATCHES[1]),
        },
        Claim {
            text: "The first choice of the network large wins a quarter of its games against that of KataGo's network",
            place: "what we aim at",
            test: TEST,
            judge: |evidence| targets::reached(evidence, &MATCHES[2]),
        },
    ],
    exhibits: |evidence| targets::exhibits(evidence, &MATCHES, "Ponnuki against KataGo"),
};

#[cfg(test)]
mod tests {
    #[test]
    fn aims_are_reached_missed_or_open() {
        super::targets::tests::three_outcomes(&super::MATCHES);
    }
}
