//! Ying's open question: does it help to simulate the opponent's moves by the opponent's own algorithm?
//!
//! Four players by flat Monte Carlo, with one simulated game for each legal move. *Plain* simulates both sides by random
//! moves, *knowing* simulates the opponent's moves by the opponent's algorithm, *copying* simulates its own moves by that
//! algorithm too, and *mistaken* takes Random for Greedy Randomized.

use super::conditions::KNOWN;
use super::judge::score;
use crate::verdict::Finding;
use crate::{Claim, Evidence};

const TEST: &str = "z-test for two proportions (Fisher's exact test for small samples), two-sided, p < 0.05, for each \
                    of Crawler, Greedy and Greedy Randomized; an advantage below 5 percentage points is none";

pub(super) const KNOWING_HELPS: Claim = Claim {
    text: "To know how the opponent plays is an advantage: simulating its moves by its own algorithm wins more games \
           than simulating them at random",
    place: "section 5, and section 7, week 12, an open question there",
    test: TEST,
    judge: |evidence| Finding::all(KNOWN.map(|opponent| better(evidence, "knowing", "plain", opponent, KNOWN.len()))),
};

pub(super) const COPYING_HELPS: Claim = Claim {
    text: "Simulating its own moves by the opponent's algorithm as well is better still",
    place: "section 5, and section 7, week 12, an open question there",
    test: TEST,
    judge: |evidence| Finding::all(KNOWN.map(|opponent| better(evidence, "copying", "knowing", opponent, KNOWN.len()))),
};

pub(super) const RANDOM_MODEL: Claim = Claim {
    text: "Naive Monte-Carlo does well against Random because the moves that it simulates for its opponent are random",
    place: "section 5, and section 7, week 12",
    test: "it wins more games against Random than the same player that simulates the opponent's moves by Greedy \
           Randomized: z-test for two proportions (Fisher's exact test for small samples), two-sided, p < 0.05; an \
           advantage below 5 percentage points is none",
    judge: |evidence| better(evidence, "plain", "mistaken", "random", 1),
};

/// The first player wins more often against this opponent than the second.
fn better(evidence: &Evidence, first: &str, second: &str, opponent: &str, parts: usize) -> Finding {
    let [one, other] = [first, second].map(|player| score(evidence, player, opponent).different);
    let finding = Finding::higher((first, &one), (second, &other), parts);
    Finding { figures: format!("against {opponent}: {}", finding.figures), ..finding }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deathmatch::conditions::versus;
    use crate::deathmatch::judge::tests::won;
    use crate::verdict::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// The verdict if two players win so many of 200 games against each opponent.
    fn verdict(claim: &Claim, players: [&str; 2], wins: [usize; 2], opponents: &[&str]) -> Verdict {
        let games = opponents.iter().flat_map(|opponent| {
            players.into_iter().zip(wins).map(|(player, wins)| (versus(player, opponent), won(wins, 200)))
        });
        (claim.judge)(&Evidence::made_up(games)).verdict
    }

    #[test]
    fn a_model_of_the_opponent_helps_hurts_or_neither() {
        for (claim, players, opponents) in [
            (KNOWING_HELPS, ["knowing", "plain"], &KNOWN[..]),
            (COPYING_HELPS, ["copying", "knowing"], &KNOWN[..]),
            (RANDOM_MODEL, ["plain", "mistaken"], &["random"]),
        ] {
            let verdict = |wins| verdict(&claim, players, wins, opponents);
            assert_eq!(
                [verdict([150, 100]), verdict([100, 150]), verdict([104, 100])],
                [Holds, DoesNotHold, Undecided]
            );
        }
        assert_eq!(verdict(&KNOWING_HELPS, ["knowing", "plain"], [150, 100], &KNOWN[..2]), Undecided);
    }
}
