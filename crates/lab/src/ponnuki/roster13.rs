//! Ratings of the roster on 13x13.

use super::tournament::{GNUGO, NEARLY_ALL, RATED, Tournament, player};
use crate::{Claim, Experiment, Trial, games};

const TOURNAMENT: Tournament = Tournament {
    size: 13,
    games: 20,
    contenders: &[
        player("random", 0.02),
        player("novice", 0.04),
        player("crawler", 0.02),
        player("greedy-score", 0.04),
        player("iku", 0.04),
        player("distance", 1.5),
        player("td", 0.04),
        player("naive", 0.04),
        player("alphabeta:nodes=500", 1.0),
        player("greedy", 0.02),
        player("greedy-random", 0.02),
        player("mix", 0.04),
        player("uct:playouts=2000", 2.0),
        player("gojen", 0.04),
        player("naive-mc:games=50", 4.0),
        player("genetic", 0.2),
        player("heavy-mc:games=1", 8.0),
        player("orego:playouts=2000", 3.0),
        player("preference", 0.08),
        player(GNUGO, 12.0),
        player("stages:middle=[rave:playouts=2000]", 4.0),
        player(RAVE, 4.0),
        player("net", 0.3),
        player("net:model=large", 0.8),
        player(MCTS, 20.0),
    ],
    named: &[(MCTS, GNUGO), (MCTS, RAVE)],
};

const RAVE: &str = "rave:playouts=2000";
const MCTS: &str = "mcts:playouts=50";

const TRIAL: Trial = Trial {
    name: "ponnuki/roster13",
    alone: false,
    conditions: |scale| TOURNAMENT.conditions(scale),
    measure: games::measure,
};

/// The ratings.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/roster13",
    title: "Ratings of the roster on 13x13",
    place: "docs/players.md",
    source: "Our documents describe every player and its strength on 9x9 and 19x19. Before the lab, only the levels of \
             partner were measured on 13x13.",
    ours: "As on 9x9, with openings of six moves. To keep the games short, naive-mc has 50 games for each legal move \
           instead of 100 and heavy-mc one instead of 10; mcts has 50 visits, with the network large.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "mcts wins nearly all games against GNU Go at level 10",
            place: "README.md, status, of 19x19",
            test: NEARLY_ALL,
            judge: |evidence| TOURNAMENT.nearly_all(evidence, MCTS, GNUGO),
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

    fn verdict(claim: usize, games: u64, mcts: f64) -> Verdict {
        let place = |name: &str| TOURNAMENT.contenders.iter().position(|contender| contender.name == name).unwrap();
        let elo = |name: &str| if name == MCTS { mcts } else { place(name) as f64 * 100.0 };
        (EXPERIMENT.claims[claim].judge)(&made_up(&TOURNAMENT, games, elo)).verdict
    }

    #[test]
    fn the_search_with_the_network_may_beat_everybody() {
        assert_eq!([verdict(0, 100, 3_000.0), verdict(1, 100, 3_000.0)], [Holds, Holds]);
        assert_eq!([verdict(0, 100, 1_700.0), verdict(1, 100, 1_700.0)], [DoesNotHold, DoesNotHold]);
        assert_eq!([verdict(0, 10, 2_400.0), verdict(1, 10, 2_150.0)], [Undecided, Undecided]);
    }
}
