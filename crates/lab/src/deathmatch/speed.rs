//! How long players take for a move, and claims about it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::conditions::{EQUAL_TIME, NINETEEN, QUICK_UCT, Setup, TEN, equal_time, naive, quick, uct};
use super::duel::{Duel, Measure};
use super::judge::{beats, times_as_long};
use crate::games::{self, Pairing};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Lab, LabError, Scale, Trial, Unit};

/// A game of each player against Random, one after the other.
pub(super) const TRIAL: Trial = Trial { name: "deathmatch/speed", alone: true, conditions, measure };

/// The time that a player took in a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Time {
    /// The mean time of its moves in microseconds.
    pub(super) microseconds: f64,
    /// The number of its moves.
    pub(super) moves: u64,
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let mut all = Vec::new();
    for setup in [TEN, NINETEEN] {
        let mut players: Vec<(String, String, u64)> =
            setup.timed(scale).into_iter().map(|(name, spec, games)| (name.to_string(), spec, games)).collect();
        if setup.size == TEN.size {
            players.push((equal_time(), naive(scale.pick(EQUAL_TIME, 4)), scale.pick(10, 1)));
            players.extend(
                QUICK_UCT
                    .map(|playouts| (quick(playouts), uct(scale.pick(playouts, playouts / 20)), scale.pick(10, 1))),
            );
        }
        all.extend(players.into_iter().map(|(name, spec, games)| {
            let size = scale.pick(setup.size, 5);
            let duel = Duel::new(&spec, &setup.spec("random"), size, Measure::Result);
            let seconds = if name == equal_time() { 4.0 } else { (setup.seconds)(&name).max(0.01) };
            Condition::new(timed(&setup, &name), games, seconds, &duel.pairing)
        }));
    }
    all
}

/// `10x10 naive`: the name of a condition.
pub(super) fn timed(setup: &Setup, player: &str) -> String {
    format!("{0}x{0} {player}", setup.size)
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let pairing: Pairing = unit.settings()?;
    let (played, first) = games::play(&pairing, unit, lab, &mut |_| {})?;
    let own = played.game.moves().iter().zip(&played.times).filter(|((color, _), _)| *color == first);
    let (moves, sum) = own.fold((0, 0.0), |(moves, sum), (_, &time)| (moves + 1, sum + f64::from(time)));
    let microseconds = (10.0 * sum / (moves.max(1) as f64)).round() / 10.0;
    serde_json::to_value(Time { microseconds, moves }).map_err(LabError::failed)
}

/// The mean times of a player's moves in its games, in microseconds.
pub(super) fn times(evidence: &Evidence, setup: &Setup, player: &str) -> Vec<f64> {
    evidence.outcomes::<Time>(&timed(setup, player)).into_iter().map(|time| time.microseconds).collect()
}

/// The first player takes more than `factor` times as long for a move as the second.
fn slower(evidence: &Evidence, setup: &Setup, first: &str, second: &str, factor: f64, parts: usize) -> Finding {
    let [one, other] = [first, second].map(|player| times(evidence, setup, player));
    times_as_long((first, &one), (second, &other), factor, parts)
}

pub(super) const NAIVE_SLOW: Claim = Claim {
    text: "Naive Monte-Carlo is fairly slow, and more watchable on a 10x10 board",
    place: "section 5, and section 7, week 12",
    test: "its time for a move on 19x19 divided by that on 10x10 has a 95% interval (Welch, of logarithms) above 1",
    judge: |evidence| {
        let (large, small) = (times(evidence, &NINETEEN, "naive"), times(evidence, &TEN, "naive"));
        times_as_long(("naive on 19x19", &large), ("naive on 10x10", &small), 1.0, 1)
    },
};

pub(super) const GREEDY_FAST: Claim = Claim {
    text: "Greedy Randomized is very fast: a move takes less than a tenth of Naive Monte-Carlo's time",
    place: "section 5",
    test: "the ratio of their times for a move on 10x10 and on 19x19 has 95% intervals (Welch, of logarithms) above 10",
    judge: |evidence| {
        Finding::all([TEN, NINETEEN].map(|setup| slower(evidence, &setup, "naive", "greedy-random", 10.0, 2)))
    },
};

pub(super) const HEAVY_SLOW: Claim = Claim {
    text: "Heavy playouts make the player very, very slow: more than ten times as slow with as many games",
    place: "section 5",
    test: "the time of Heavy Monte-Carlo for a move on 10x10 divided by that of Naive Monte-Carlo with the same number \
           of simulated games for each move has a 95% interval (Welch, of logarithms) above 10",
    judge: |evidence| slower(evidence, &TEN, "heavy", "naive", 10.0, 1),
};

pub(super) const NAIVE_BETTER_THAN_HEAVY: Claim = Claim {
    text: "Naive Monte-Carlo is better than Heavy Monte-Carlo because it simulates more games in the same time",
    place: "section 5",
    test: "with so many simulated games that it takes less time for a move than Heavy Monte-Carlo (95% interval, \
           Welch, of logarithms, of the ratio above 1), it wins more than half of its games against it (95% interval, \
           Wilson, above 50%)",
    judge: |evidence| {
        Finding::all([
            slower(evidence, &TEN, "heavy", &equal_time(), 1.0, 2),
            beats(evidence, &equal_time(), "heavy", 2),
        ])
    },
};

pub(super) const UCT_FASTER: Claim = Claim {
    text: "UCT is much, much faster than Naive Monte-Carlo: in less than a quarter of its time it plays better",
    place: "section 5",
    test: "with so few simulations that Naive Monte-Carlo takes more than four times as long for a move (95% interval, \
           Welch, of logarithms), it wins more than half of its games against it (95% interval, Wilson, above 50%)",
    judge: |evidence| {
        let player = quick(QUICK_UCT[0]);
        Finding::all([slower(evidence, &TEN, "naive", &player, 4.0, 2), beats(evidence, &player, "naive", 2)])
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deathmatch::duel::DuelOutcome;
    use crate::deathmatch::judge::tests::won;
    use crate::verdict::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// The verdict if players take such times in the mean, and the first of a pair wins so many of 200 games.
    fn verdict(claim: &Claim, times: &[(&str, f64)], games: Option<(&str, usize)>) -> Verdict {
        let spread = |mean: f64| [0.9, 1.0, 1.1].map(|factor| Time { microseconds: factor * mean, moves: 50 });
        let timed = times
            .iter()
            .map(|&(name, mean)| (name, spread(mean).map(|time| serde_json::to_value(time).unwrap()).to_vec()));
        let played = games.map(|(name, wins)| {
            let outcome = |duel: DuelOutcome| serde_json::to_value(duel).unwrap();
            (name, won(wins, 200).into_iter().map(outcome).collect())
        });
        (claim.judge)(&Evidence::made_up(timed.chain(played))).verdict
    }

    #[test]
    fn naive_is_slower_on_the_large_board_or_not() {
        let on = |large| verdict(&NAIVE_SLOW, &[("19x19 naive", large), ("10x10 naive", 100.0)], None);
        assert_eq!([on(900.0), on(20.0), on(105.0)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn greedy_is_fast_or_not() {
        let naive = |time| {
            let times = [("10x10 naive", time), ("10x10 greedy-random", 1.0)];
            let large = [("19x19 naive", time), ("19x19 greedy-random", 1.0)];
            verdict(&GREEDY_FAST, &[times, large].concat(), None)
        };
        assert_eq!([naive(100.0), naive(3.0), naive(10.5)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn heavy_is_slow_or_not() {
        let heavy = |time| verdict(&HEAVY_SLOW, &[("10x10 heavy", time), ("10x10 naive", 1.0)], None);
        assert_eq!([heavy(100.0), heavy(3.0), heavy(10.5)], [Holds, DoesNotHold, Undecided]);
        assert_eq!(verdict(&HEAVY_SLOW, &[], None), Undecided);
    }

    #[test]
    fn in_the_same_time_naive_is_better_or_not() {
        let naive = |time, wins| {
            let times = [("10x10 heavy", 100.0), ("10x10 naive 200", time)];
            verdict(&NAIVE_BETTER_THAN_HEAVY, &times, Some(("naive 200 v heavy", wins)))
        };
        assert_eq!([naive(70.0, 150), naive(70.0, 50), naive(70.0, 104)], [Holds, DoesNotHold, Undecided]);
        assert_eq!(naive(150.0, 150), DoesNotHold, "it had more time");
    }

    #[test]
    fn uct_is_better_in_a_quarter_of_the_time_or_not() {
        let uct = |time, wins| {
            let times = [("10x10 naive", 100.0), ("10x10 uct 80", time)];
            verdict(&UCT_FASTER, &times, Some(("uct 80 v naive", wins)))
        };
        assert_eq!([uct(15.0, 150), uct(15.0, 50), uct(15.0, 104)], [Holds, DoesNotHold, Undecided]);
        assert_eq!(uct(60.0, 150), DoesNotHold, "it is not so much faster");
    }
}
