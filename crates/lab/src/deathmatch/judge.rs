//! The tests behind the verdicts on Ying's words.

use goban::Color;
use stats::{Cluster, Confidence, Estimate, Observed, cluster_mean, mean_difference, mean_estimate};

use super::conditions::versus;
use super::duel::{DuelOutcome, Shapes};
use crate::verdict::{Finding, Verdict, refuting};
use crate::{Evidence, games};

/// The test of claims that a player wins more than a share of its games.
pub(super) const WINS_MORE: &str = "the 95% interval (Wilson) of the win rate, draws as half and each different game \
                                    once, lies above 50%; it is refuted where the interval lies below, at 95% divided \
                                    among the claim's parts; a pair that always plays the same game is judged by that \
                                    game with either colour";

/// The number of games that show that all are the same.
const LEAST: usize = 4;

/// The games of one player against another, in whichever order they are stored.
pub(super) fn score(evidence: &Evidence, first: &str, second: &str) -> Observed {
    let seen = games::score(evidence, &versus(first, second));
    if seen.games() > 0 { seen } else { games::score(evidence, &versus(second, first)).opposite() }
}

/// The outcomes of the games of one player against another, in the order in which they are stored.
pub(super) fn duels(evidence: &Evidence, first: &str, second: &str) -> Vec<DuelOutcome> {
    evidence.outcomes(&versus(first, second))
}

/// The shapes of the games of a pair.
pub(super) fn shapes(evidence: &Evidence, first: &str, second: &str) -> Vec<Shapes> {
    duels(evidence, first, second).into_iter().filter_map(|duel| duel.shapes).collect()
}

/// Whether two players always play the same game, once with each colour.
pub(super) fn always_the_same(seen: &Observed) -> bool {
    seen.games() >= LEAST as u64 && seen.different.games() <= 2
}

/// The finding that a part of a claim has no evidence.
pub(super) fn unmeasured(name: &str) -> Finding {
    Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() }
}

/// The first player wins more than half of its games against the second.
pub(super) fn beats(evidence: &Evidence, first: &str, second: &str, parts: usize) -> Finding {
    wins_above(&versus(first, second), &score(evidence, first, second), 0.5, parts)
}

/// The first player wins more than half of its games against each of the others.
pub(super) fn beats_all(evidence: &Evidence, first: &str, others: &[&str]) -> Finding {
    Finding::all(others.iter().map(|second| beats(evidence, first, second, others.len())))
}

/// A win rate is above a share.
pub(super) fn wins_above(name: &str, seen: &Observed, share: f64, parts: usize) -> Finding {
    if seen.games() == 0 {
        return unmeasured(name);
    }
    if always_the_same(seen) {
        let verdict = if seen.different.rate() > share { Verdict::Holds } else { Verdict::DoesNotHold };
        let repeated = format!("{name}: won {} of the two games that they play", seen.different.points());
        return Finding::new(verdict, repeated);
    }
    Finding::rate_above(name, &seen.different, share, 0.0, parts)
}

/// A win rate is below a share.
pub(super) fn wins_below(name: &str, seen: &Observed, share: f64, parts: usize) -> Finding {
    wins_above(name, seen, share, parts).contrary()
}

/// Values are positive in the mean: Student's interval.
pub(super) fn positive(name: &str, values: &[f64], parts: usize) -> Finding {
    above(name, |confidence| mean_estimate(values, confidence), 0.0, values.len(), parts)
}

/// The first times are more than `factor` times the second, by Welch's interval of the difference of logarithms.
pub(super) fn times_as_long(
    (name, first): (&str, &[f64]),
    (other, second): (&str, &[f64]),
    factor: f64,
    parts: usize,
) -> Finding {
    let logs = |times: &[f64]| times.iter().map(|time| time.max(1e-3).ln()).collect::<Vec<f64>>();
    let (one, two) = (logs(first), logs(second));
    let ratio = |confidence| mean_difference(&one, &two, confidence).map(|difference| difference.map(f64::exp));
    let name = format!("time of {name} divided by that of {other}");
    above(&name, ratio, factor, first.len().min(second.len()), parts)
}

/// A share of events is below a limit: the interval of the jackknife over games.
pub(super) fn share_below(name: &str, clusters: &[Cluster], limit: f64) -> Finding {
    let clusters: Vec<Cluster> = clusters.iter().copied().filter(|cluster| cluster.count > 0.0).collect();
    above(name, |confidence| cluster_mean(&clusters, confidence), limit, clusters.len(), 1).contrary()
}

/// An estimate from so many units is above a limit; undecided with fewer than two.
fn above(
    name: &str,
    estimate: impl Fn(Confidence) -> Option<Estimate>,
    limit: f64,
    units: usize,
    parts: usize,
) -> Finding {
    match (estimate(Confidence::P95), estimate(refuting(parts))) {
        (Some(usual), Some(wider)) if units > 1 => Finding::above(name, usual, wider, limit, units as u64),
        _ => unmeasured(name),
    }
}

/// A statement about every game, which one exception refutes.
pub(super) fn always(name: &str, cases: &[bool]) -> Finding {
    let fitting = cases.iter().filter(|&&fits| fits).count();
    if cases.len() < LEAST {
        return unmeasured(name);
    }
    let verdict = if fitting == cases.len() { Verdict::Holds } else { Verdict::DoesNotHold };
    Finding::new(verdict, format!("{name}: {fitting} of {} games", cases.len()))
}

/// The games of a pair as Black's: won, lost or drawn by Black.
pub(super) fn blacks(evidence: &Evidence, first: &str, second: &str) -> Observed {
    let with = |color| games::score_with(evidence, &versus(first, second), color);
    let mut seen = with(Color::Black);
    seen += with(Color::White).opposite();
    seen
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::deathmatch::shape::Shape;
    use crate::games::GameOutcome;
    use crate::verdict::Verdict::{DoesNotHold, Holds, Undecided};

    /// Games of which the first player won and lost so many, all of them different.
    pub(in crate::deathmatch) fn won(wins: usize, games: usize) -> Vec<DuelOutcome> {
        let duel = |game: GameOutcome| DuelOutcome { game, shapes: None, phases: None };
        games::made_up(wins, games - wins).into_iter().map(duel).collect()
    }

    /// The same game so often, won by the first player with the colours that are given.
    pub(in crate::deathmatch) fn same(as_black: bool, as_white: bool, games: usize) -> Vec<DuelOutcome> {
        let mut duels = won(games, games);
        for (number, duel) in duels.iter_mut().enumerate() {
            let black = number.is_multiple_of(2);
            let wins = if black { as_black } else { as_white };
            duel.game.result = if wins == black { "B+1" } else { "W+1" }.to_string();
            duel.game.line = "same".to_string();
        }
        duels
    }

    /// Shapes of ten lone stones on either side, changed.
    pub(in crate::deathmatch) fn shapes_with(change: impl Fn(&mut Shapes)) -> Shapes {
        let shape = Shape { stones: 10, chains: 10, largest: 1, clustering: Some(1.0), enclosed: 0, gaps: 0 };
        let both = [shape; 2];
        let mut shapes = Shapes { quarter: both, half: both, full: both, game: Default::default() };
        change(&mut shapes);
        shapes
    }

    #[test]
    fn a_pair_is_found_in_either_order() {
        let evidence = Evidence::made_up([("b v a", won(30, 40))]);
        assert_eq!(score(&evidence, "a", "b").all.wins, 10);
        assert_eq!(score(&evidence, "b", "a").all.wins, 30);
    }

    #[test]
    fn winning_more_than_half_holds_fails_or_is_open() {
        let verdict = |wins| beats(&Evidence::made_up([("a v b", won(wins, 100))]), "a", "b", 1).verdict;
        assert_eq!([verdict(70), verdict(30), verdict(52)], [Holds, DoesNotHold, Undecided]);
        let open = beats(&Evidence::made_up([("a v b", won(52, 100))]), "a", "b", 1);
        assert!(open.needed.unwrap() > 1_000, "{open:?}");
        assert!(unmeasured("a v b").figures.contains("not measured yet"));
    }

    #[test]
    fn one_of_many_parts_is_refuted_only_at_a_stricter_level() {
        let seen = Observed::from(stats::Score { wins: 40, losses: 60, draws: 0 });
        assert_eq!(wins_above("a", &seen, 0.5, 1).verdict, DoesNotHold);
        assert_eq!(wins_above("a", &seen, 0.5, 10).verdict, Undecided);
        assert_eq!(wins_below("a", &seen, 0.5, 10).verdict, Undecided);
    }

    #[test]
    fn players_without_chance_are_judged_by_their_two_games() {
        let verdict = |duels| beats(&Evidence::made_up([("a v b", duels)]), "a", "b", 1).verdict;
        assert_eq!(verdict(same(true, true, 20)), Holds);
        assert_eq!(verdict(same(true, false, 20)), DoesNotHold, "each wins one of the two");
        assert_eq!(verdict(same(true, true, 2)), Undecided, "two games do not show that they are always the same");
    }

    #[test]
    fn times_are_compared_by_their_ratio() {
        let verdict = |slow: f64| {
            let times = |mean: f64| [0.9, 1.0, 1.1].map(|factor| factor * mean);
            times_as_long(("a", &times(slow)), ("b", &times(1.0)), 10.0, 1).verdict
        };
        assert_eq!([verdict(20.0), verdict(5.0), verdict(10.5)], [Holds, DoesNotHold, Undecided]);
        assert_eq!(times_as_long(("a", &[]), ("b", &[1.0]), 10.0, 1).verdict, Undecided);
    }

    #[test]
    fn a_share_of_events_is_below_a_limit() {
        let clusters = |sums: [f64; 4]| sums.map(|sum| Cluster { count: 20.0, sum });
        assert_eq!(share_below("a", &clusters([0.0; 4]), 0.05).verdict, Holds);
        assert_eq!(share_below("a", &clusters([10.0, 11.0, 9.0, 10.0]), 0.05).verdict, DoesNotHold);
        assert_eq!(share_below("a", &clusters([0.0, 4.0, 0.0, 1.0]), 0.05).verdict, Undecided);
        assert_eq!(share_below("a", &[], 0.05).verdict, Undecided);
    }

    #[test]
    fn what_is_always_so_has_no_exception() {
        assert_eq!(always("a", &[true; 5]).verdict, Holds);
        assert_eq!(always("a", &[true, true, true, false]).verdict, DoesNotHold);
        assert_eq!(always("a", &[true]).verdict, Undecided);
    }

    #[test]
    fn means_above_nothing() {
        assert_eq!(positive("a", &[1.0, 1.2, 0.8], 1).verdict, Holds);
        assert_eq!(positive("a", &[-1.0, -1.2, -0.8], 1).verdict, DoesNotHold);
        assert_eq!(positive("a", &[1.0, -1.2, 0.8], 1).verdict, Undecided);
    }
}
