//! Claims about Naive Monte-Carlo early and late in the game.
//!
//! Two players share a side: Naive Monte-Carlo makes the early moves and Random the late ones, or the other way round.
//! They change places at about the middle of a game, so that each makes about as many moves.

use super::conditions::versus;
use super::judge::{beats, duels, positive, score};
use crate::verdict::Finding;
use crate::{Claim, Evidence};

pub(super) const NAIVE_BETTER_LATE: Claim = Claim {
    text: "Naive Monte-Carlo plays better toward the end of the game, when there are fewer choices left",
    place: "section 5, and section 7, weeks 9 and 12",
    test: "a player that is Random at first and Naive Monte-Carlo when four fifths as many moves are made as the board \
           has points, which is about the middle of a game, beats its contrary (95% interval of Wilson above 50%), and \
           wins more often than it against Random and against Crawler (z-test for two proportions or Fisher's exact \
           test, two-sided, p < 0.05; an advantage below 5 percentage points is none)",
    judge: |evidence| {
        let against = |other: &str| {
            let [late, early] = ["late naive", "early naive"].map(|player| score(evidence, player, other).different);
            let name = |player: &str| versus(player, other);
            Finding::higher((&name("late naive"), &late), (&name("early naive"), &early), 3)
        };
        let head_to_head = beats(evidence, "late naive", "early naive", 3);
        Finding::all([head_to_head, against("random"), against("crawler")])
    },
};

pub(super) const NAIVE_ACQUIRES_POINTS: Claim = Claim {
    text: "Toward the end, Naive Monte-Carlo is better at acquiring points against Crawler",
    place: "section 5, and section 7, week 12",
    test: "the mean margin against Crawler of Naive Monte-Carlo on late turns only is above that on early turns only: \
           95% interval (Welch) of the difference above 0",
    judge: |evidence| {
        let [late, early] = ["late naive", "early naive"].map(|player| margins(evidence, player, "crawler"));
        Finding::mean_higher(("late", &late), ("early", &early), 1)
    },
};

pub(super) const NAIVE_FINDS_DIFFERENCES: Claim = Claim {
    text: "Toward the end, Naive Monte-Carlo is more likely to find differences in win rate between moves",
    place: "section 5, and section 7, week 12",
    test: "the variance of the win rates of its moves, less what chance makes of so few simulated games, is larger on \
           late turns than on early turns of the same games against Random and against Crawler: mean difference with a \
           95% interval (Student) above 0",
    judge: |evidence| Finding::all(["random", "crawler"].map(|other| differences(evidence, other))),
};

fn differences(evidence: &Evidence, other: &str) -> Finding {
    let spreads = duels(evidence, "naive", other).into_iter().filter_map(|duel| duel.phases?.spread);
    let later: Vec<f64> = spreads.map(|[early, late]| late - early).collect();
    positive(&format!("variance late less early against {other}"), &later, 2)
}

/// The margins of the first player's games.
pub(super) fn margins(evidence: &Evidence, first: &str, second: &str) -> Vec<f64> {
    duels(evidence, first, second).iter().filter_map(|duel| duel.game.margin()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deathmatch::duel::{DuelOutcome, Phases};
    use crate::deathmatch::judge::tests::won;
    use crate::verdict::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn naive_is_better_late_or_early() {
        let verdict = |head_to_head, late, early| {
            let evidence = Evidence::made_up([
                ("late naive v early naive", won(head_to_head, 200)),
                ("late naive v random", won(late, 200)),
                ("early naive v random", won(early, 200)),
                ("late naive v crawler", won(late, 200)),
                ("early naive v crawler", won(early, 200)),
            ]);
            (NAIVE_BETTER_LATE.judge)(&evidence).verdict
        };
        assert_eq!(verdict(150, 150, 100), Holds);
        assert_eq!(verdict(150, 100, 150), DoesNotHold);
        assert_eq!(verdict(50, 150, 100), DoesNotHold);
        assert_eq!(verdict(104, 150, 100), Undecided);
        assert_eq!((NAIVE_BETTER_LATE.judge)(&Evidence::made_up::<&str, DuelOutcome>([])).verdict, Undecided);
    }

    #[test]
    fn points_are_acquired_late_or_early() {
        let games = |margins: [i32; 4]| {
            let mut duels = won(4, 4);
            for (duel, margin) in duels.iter_mut().zip(margins) {
                duel.game.result = format!("{}+{margin}", duel.game.first);
            }
            duels
        };
        let verdict = |late, early| {
            let evidence =
                Evidence::made_up([("late naive v crawler", games(late)), ("early naive v crawler", games(early))]);
            (NAIVE_ACQUIRES_POINTS.judge)(&evidence).verdict
        };
        assert_eq!(verdict([40, 41, 42, 43], [10, 11, 12, 13]), Holds);
        assert_eq!(verdict([10, 11, 12, 13], [40, 41, 42, 43]), DoesNotHold);
        assert_eq!(verdict([10, 40, 20, 13], [40, 10, 22, 13]), Undecided);
    }

    #[test]
    fn differences_are_found_late_or_early() {
        let games = |later: [f64; 4]| {
            let mut duels = won(4, 4);
            for (duel, later) in duels.iter_mut().zip(later) {
                duel.phases = Some(Phases { turns: [20, 20], spread: Some([0.01, 0.01 + later]) });
            }
            duels
        };
        let verdict = |later| {
            let evidence = Evidence::made_up([("naive v random", games(later)), ("naive v crawler", games(later))]);
            (NAIVE_FINDS_DIFFERENCES.judge)(&evidence).verdict
        };
        assert_eq!(verdict([0.02, 0.03, 0.02, 0.03]), Holds);
        assert_eq!(verdict([-0.02, -0.03, -0.02, -0.03]), DoesNotHold);
        assert_eq!(verdict([0.02, -0.03, 0.02, -0.03]), Undecided);
    }
}
