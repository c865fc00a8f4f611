//! Games against an earlier version of the program, in equal time.

use super::targets::{self, Match, TEST};
use crate::{Claim, Experiment, Trial, games};

/// A match on one board.
const fn board(name: &'static str, size: usize, games: u64, each: f64, target: Option<f64>) -> Match {
    let opening = size / 4 * 2;
    Match { name, player: "mcts", opponent: "ponnuki-3190330", size, opening, games, seconds: Some(1.0), each, target }
}

/// The matches.
const MATCHES: [Match; 3] = [
    board("19x19", 19, 100, 250.0, Some(0.8)),
    board("9x9", 9, 100, 60.0, Some(0.65)),
    board("13x13", 13, 40, 120.0, None),
];

const TRIAL: Trial = Trial {
    name: "ponnuki/before",
    alone: true,
    conditions: |scale| targets::conditions(&MATCHES, scale),
    measure: games::measure,
};

/// The matches and their aims.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/before",
    title: "The program against an earlier version of itself",
    place: "docs/players.md, mcts",
    source: "Commit 3190330 is the last one before the convolutions multiplied integers and the network large learnt \
             from KataGo's walks.",
    ours: "The old version is a build of that commit, by the label ponnuki-3190330 in engines.toml, which runs its \
           'gtp mcts'. Both have one second for a move and one thread. Chinese rules, komi 7.5, generated balanced \
           openings, each with both colours. The games run one at a time, on a machine that should do nothing else; \
           the result holds for its processor. The games are kept.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "mcts wins 80% of its games against the old version on 19x19",
            place: "what we aim at",
            test: TEST,
            judge: |evidence| targets::reached(evidence, &MATCHES[0]),
        },
        Claim {
            text: "mcts wins 65% of its games against the old version on 9x9",
            place: "what we aim at",
            test: TEST,
            judge: |evidence| targets::reached(evidence, &MATCHES[1]),
        },
    ],
    exhibits: |evidence| targets::exhibits(evidence, &MATCHES, "mcts against commit 3190330"),
};

#[cfg(test)]
mod tests {
    #[test]
    fn aims_are_reached_missed_or_open() {
        super::targets::tests::three_outcomes(&super::MATCHES);
    }
}
