//! Ratings of the roster on 9x9.

use super::tournament::{GNUGO, NEARLY_ALL, RATED, Tournament, player};
use crate::verdict::Finding;
use crate::{Claim, Experiment, Trial, games};

const TOURNAMENT: Tournament = Tournament {
    size: 9,
    games: 40,
    contenders: &[
        player("iku:pass=value", 0.02),
        player("random", 0.01),
        player("novice", 0.02),
        player("crawler", 0.01),
        player("greedy-score", 0.02),
        player("iku", 0.02),
        player("distance", 0.5),
        player("td", 0.03),
        player("naive", 0.02),
        player("alphabeta:nodes=500", 0.5),
        player("greedy", 0.01),
        player("greedy-random", 0.01),
        player("mix", 0.02),
        player("gojen", 0.02),
        player("uct:playouts=2000", 1.0),
        player("genetic", 0.1),
        player("naive-mc", 1.0),
        player("heavy-mc", 6.0),
        player("preference", 0.04),
        player(GNUGO, 4.0),
        player("orego:playouts=2000", 1.2),
        player(STAGES, 1.5),
        player("rave:playouts=2000", 1.5),
        player("net", 0.1),
        player("net:model=large", 0.3),
        player("mcts:playouts=100", 3.0),
    ],
    named: &[("mcts:playouts=100", GNUGO), ("random", "iku:pass=value")],
};

const STAGES: &str = "stages:middle=[rave:playouts=2000]";

const TRIAL: Trial = Trial {
    name: "ponnuki/roster9",
    alone: false,
    conditions: |scale| TOURNAMENT.conditions(scale),
    measure: games::measure,
};

/// The ratings.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/roster9",
    title: "Ratings of the roster on 9x9",
    place: "docs/players.md",
    source: "Our documents describe every player. Before the lab they also had a round robin of most of them on 9x9, \
             with 100 games of each pair of fast players and 20 of the others, and ratings relative to GNU Go 3.8 at \
             level 10, which has 1800 by definition.",
    ours: "All players of the roster that can play on this board, GNU Go 3.8 at level 10 among them, under Chinese \
           rules with a komi of 7.5, from generated balanced openings of four moves, each played with both colours. \
           The list has the players in the order of strength that we expected. Each meets those that are one, two and \
           four places below it, and a few pairs that claims name have more games: games between players of very \
           different strength say little. The ratings are those under which the results are likeliest (Bradley and \
           Terry), with one imagined draw for each player. partner is left out, since it has levels of its own, and so \
           is best, which is mcts here. mcts has 100 visits for a move, rave, orego and uct have 2,000 playouts; the \
           others have their defaults unless their names say otherwise.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "rave at 2,000 playouts, and stages with it, are stronger than GNU Go at level 10",
            place: "docs/players.md before the lab, the round robin",
            test: RATED,
            judge: |evidence| TOURNAMENT.ordered(evidence, &[("rave:playouts=2000", GNUGO), (STAGES, GNUGO)]),
        },
        Claim {
            text: "mcts wins nearly all games against GNU Go at level 10",
            place: "README.md, status",
            test: NEARLY_ALL,
            judge: |evidence| TOURNAMENT.nearly_all(evidence, "mcts:playouts=100", GNUGO),
        },
        Claim {
            text: "preference is stronger than all players that have neither a search nor a network",
            place: "docs/players.md before the lab, the round robin",
            test: RATED,
            judge: |evidence| {
                let others: Vec<&str> = SIMPLE.iter().copied().chain(["distance", "genetic"]).collect();
                TOURNAMENT.above(evidence, "preference", &others)
            },
        },
        Claim {
            text: "genetic beats all players that do not search, except preference",
            place: "docs/players.md before the lab, Distance and Genetic",
            test: RATED,
            judge: |evidence| {
                let others: Vec<&str> = SIMPLE.iter().copied().chain(["distance"]).collect();
                Finding::all([
                    TOURNAMENT.above(evidence, "genetic", &others),
                    TOURNAMENT.above(evidence, "preference", &["genetic"]),
                ])
            },
        },
        Claim {
            text: "distance is stronger than the players without a plan (random, crawler, novice, greedy-score) and \
                   weaker than nearly all others",
            place: "docs/players.md before the lab, Distance and Genetic",
            test: "ratings as above; the others are naive, greedy, greedy-random, mix, gojen, genetic and preference",
            judge: |evidence| {
                let weaker = ["random", "crawler", "novice", "greedy-score"].map(|other| ("distance", other));
                let others = ["naive", "greedy", "greedy-random", "mix", "gojen", "genetic", "preference"];
                let stronger = others.map(|other| (other, "distance"));
                TOURNAMENT.ordered(evidence, &[&weaker[..], &stronger[..]].concat())
            },
        },
        Claim {
            text: "With pass=value, iku loses even to random",
            place: "docs/players.md, iku",
            test: RATED,
            judge: |evidence| TOURNAMENT.above(evidence, "random", &["iku:pass=value"]),
        },
    ],
    exhibits: |evidence| TOURNAMENT.exhibits(evidence),
};

/// Players by rules, without a search, a library or a model.
const SIMPLE: [&str; 9] =
    ["random", "novice", "crawler", "greedy-score", "naive", "greedy", "greedy-random", "mix", "gojen"];

#[cfg(test)]
mod tests {
    use super::super::tournament::tests::{check, made_up};
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    #[test]
    fn the_schedule_is_sound() {
        check(&TOURNAMENT);
    }

    /// The ratings of the round robin before the lab, and guesses for the others.
    fn expected(name: &str) -> f64 {
        let place = TOURNAMENT.contenders.iter().position(|contender| contender.name == name).unwrap();
        place as f64 * 100.0
    }

    fn verdict(claim: usize, games: u64, elo: impl Fn(&str) -> f64) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(&made_up(&TOURNAMENT, games, elo)).verdict
    }

    /// With one player's rating changed.
    fn but(changed: &'static str, elo: f64) -> impl Fn(&str) -> f64 {
        move |name| if name == changed { elo } else { expected(name) }
    }

    #[test]
    fn the_search_with_playouts_may_beat_gnugo() {
        assert_eq!(verdict(0, 300, expected), Holds);
        assert_eq!(verdict(0, 300, but("rave:playouts=2000", 1_600.0)), DoesNotHold);
        assert_eq!(verdict(0, 20, but("rave:playouts=2000", 1_920.0)), Undecided);
    }

    #[test]
    fn nearly_all_games_may_be_won() {
        assert_eq!(verdict(1, 100, but("mcts:playouts=100", 3_000.0)), Holds);
        assert_eq!(verdict(1, 100, but("mcts:playouts=100", 2_000.0)), DoesNotHold);
        assert_eq!(verdict(1, 10, but("mcts:playouts=100", 3_000.0)), Undecided);
    }

    #[test]
    fn models_and_libraries_have_their_places() {
        let genetic = |name: &str| if name == "genetic" { 1_600.0 } else { expected(name) };
        assert_eq!([verdict(2, 300, genetic), verdict(3, 300, genetic)], [Holds, Holds]);
        let refuted = but("genetic", 2_000.0);
        assert_eq!([verdict(2, 300, &refuted), verdict(3, 300, &refuted)], [DoesNotHold, DoesNotHold]);
        let close = but("genetic", 1_790.0);
        assert_eq!([verdict(2, 60, &close), verdict(3, 60, &close)], [Undecided, Undecided]);
        assert_eq!(verdict(4, 300, but("distance", 600.0)), Holds);
        assert_eq!(verdict(4, 300, but("distance", 1_500.0)), DoesNotHold);
        assert_eq!(verdict(4, 20, but("distance", 420.0)), Undecided);
    }

    #[test]
    fn who_passes_too_early_may_lose_to_random() {
        assert_eq!(verdict(5, 300, but("iku:pass=value", -200.0)), Holds);
        assert_eq!(verdict(5, 300, but("iku:pass=value", 600.0)), DoesNotHold);
        assert_eq!(verdict(5, 10, but("iku:pass=value", 90.0)), Undecided);
    }
}
