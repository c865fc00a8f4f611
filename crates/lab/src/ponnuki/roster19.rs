//! Ratings of the roster on 19x19.

use super::tournament::{GNUGO, NEARLY_ALL, RATED, Tournament, player};
use crate::{Claim, Experiment, Trial, games};

const TOURNAMENT: Tournament = Tournament {
    size: 19,
    games: 10,
    contenders: &[
        player("random", 0.04),
        player("novice", 0.1),
        player("crawler", 0.04),
        player("greedy-score", 0.1),
        player("iku", 0.1),
        player("distance", 4.0),
        player("td", 0.1),
        player("naive", 0.1),
        player("alphabeta:nodes=500", 3.0),
        player("greedy", 0.04),
        player("uct:playouts=2000", 6.0),
        player("greedy-random", 0.04),
        player("mix", 0.1),
        player("naive-mc:games=10", 5.0),
        player("gojen", 0.1),
        player("genetic", 1.0),
        player("orego:playouts=2000", 12.0),
        player("preference", 0.2),
        player(GNUGO, 40.0),
        player("stages:middle=[rave:playouts=2000]", 20.0),
        player(RAVE, 20.0),
        player("net", 0.5),
        player("net:model=large", 1.5),
        player(MCTS, 50.0),
    ],
    named: &[(MCTS, GNUGO), (NET, GNUGO), (MCTS, RAVE)],
};

const NET: &str = "net";
const RAVE: &str = "rave:playouts=2000";
const MCTS: &str = "mcts:playouts=50";

const TRIAL: Trial = Trial {
    name: "ponnuki/roster19",
    alone: false,
    conditions: |scale| TOURNAMENT.conditions(scale),
    measure: games::measure,
};

/// The ratings.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/roster19",
    title: "Ratings of the roster on 19x19",
    place: "docs/players.md",
    source: "Our documents describe every player. They say of net and of mcts that they win nearly all games against \
             GNU Go 3.8 at level 10, and that best chooses the stronger of the two searches.",
    ours: "As on 9x9, with openings of eight moves. heavy-mc is left out, since one of its games would take many \
           minutes, and naive-mc has ten games for each legal move instead of 100. mcts has 50 visits, with the \
           network large: fewer than in the second for each move that README.md speaks of.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "mcts wins nearly all games against GNU Go at level 10",
            place: "README.md, status",
            test: NEARLY_ALL,
            judge: |evidence| TOURNAMENT.nearly_all(evidence, MCTS, GNUGO),
        },
        Claim {
            text: "Without any search, net beats GNU Go at level 10 nearly always",
            place: "docs/players.md, net",
            test: NEARLY_ALL,
            judge: |evidence| TOURNAMENT.nearly_all(evidence, NET, GNUGO),
        },
        Claim {
            text: "The search with the network, which best chooses on this board, is stronger than that with playouts",
            place: "README.md, status",
            test: RATED,
            judge: |evidence| TOURNAMENT.above(evidence, MCTS, &[RAVE]),
        },
    ],
    exhibits: |evidence| TOURNAMENT.exhibits(evidence),
};

#[cfg(test)]
mod tests {
    use super::super::tournament::tests::{check, made_up};
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    #[test]
    fn the_schedule_is_sound() {
        check(&TOURNAMENT);
    }

    fn verdict(claim: usize, games: u64, net: f64, mcts: f64) -> Verdict {
        let place = |name: &str| TOURNAMENT.contenders.iter().position(|contender| contender.name == name).unwrap();
        let elo = |name: &str| match name {
            NET => net,
            MCTS => mcts,
            _ => place(name) as f64 * 100.0,
        };
        (EXPERIMENT.claims[claim].judge)(&made_up(&TOURNAMENT, games, elo)).verdict
    }

    #[test]
    fn networks_may_beat_everybody() {
        assert_eq!([0, 1, 2].map(|claim| verdict(claim, 100, 3_000.0, 3_200.0)), [Holds; 3]);
        assert_eq!([0, 1, 2].map(|claim| verdict(claim, 100, 1_700.0, 1_700.0)), [DoesNotHold; 3]);
        assert_eq!([0, 1, 2].map(|claim| verdict(claim, 10, 2_300.0, 2_050.0)), [Undecided; 3]);
    }
}
