//! Figure 8: the number of replies by their duration in the table.

use plot::{Axis, Series};
use stats::Interval;

use super::replies::{
    CountedTable, Durations, ONE_MOVE, REPLIES, all_durations, by_duration, by_game, games_in_words, the_games,
    with_spread,
};
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Finding, Table};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/fig8",
    title: "The number of replies by their duration",
    place: "figure 8, section V-D",
    source: "Over 100 games of Orego against itself on 19x19, with 8,000 playouts per move, the authors counted how \
             many replies survived in the tables of LGR-1 and LGRF-1 for how many playouts. The vertical axis of their \
             figure is logarithmic; its numbers are not in the text.",
    ours: concat!(
        the_games!(),
        "All durations are counted: those below 128 playouts one by one, longer ones in four classes for each \
         doubling. The upper picture has the short durations on a linear axis, the lower one all of them on a \
         logarithmic axis. A reply that was replaced in the playout that stored it has a duration of 0."
    ),
    trials: &[&REPLIES],
    claims: &[
        Claim {
            text: "Most replies are removed from the table very quickly",
            place: "section V-D",
            test: "Student's interval of the mean over games of the share of replies with a duration of less than 10 \
                   playouts (our limit) lies above one half, for LGR-1 and LGRF-1",
            judge: removed_quickly,
        },
        Claim {
            text: "Forgetting sharpens this distribution",
            place: "section V-D",
            test: "Welch's interval of the difference between the shares of replies of LGR-1 and LGRF-1 that last for \
                   at least 10, 100 and 1,024 playouts (our choice): all three are smaller with forgetting",
            judge: sharpened,
        },
    ],
    exhibits,
};

/// The durations at which the share of longer ones is compared.
const LIMITS: [u64; 3] = [10, 100, 1024];

fn removed_quickly(evidence: &Evidence) -> Finding {
    let parts = ONE_MOVE.map(|(policy, name)| {
        let quickly = by_game(evidence, policy, 1, |table| Some(1.0 - table.lasting(LIMITS[0])?));
        Finding::mean_within(name, &quickly, Interval { low: 0.5, high: 1.0 }, ONE_MOVE.len())
    });
    Finding::all(parts)
}

fn sharpened(evidence: &Evidence) -> Finding {
    let parts = LIMITS.map(|limit| {
        let [without, with] = ONE_MOVE.map(|(policy, _)| by_game(evidence, policy, 1, |table| table.lasting(limit)));
        let name = format!("at least {limit} playouts: {}", ONE_MOVE[0].1);
        Finding::mean_higher((&name, &without), (ONE_MOVE[1].1, &with), LIMITS.len())
    });
    Finding::all(parts)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let title = "Number of replies as a function of duration in the reply table";
    let replies = Axis::new("replies per game for each duration").log();
    let series = ONE_MOVE.map(|(policy, name)| Series::new(name, numbers(evidence, policy)));
    let svg = by_duration(title, &replies, &series);
    let mut table = Table::new(
        "The share of replies that last for at least this many playouts, in per cent: the mean over games ± the \
         standard deviation between games",
        ["playouts", ONE_MOVE[0].1, ONE_MOVE[1].1],
    );
    for limit in [1, 2, 5, 10, 20, 50, 100, 1024, 16_384] {
        let lasting = |table: &CountedTable| table.lasting(limit).map(|share| 100.0 * share);
        let cells = ONE_MOVE.map(|(policy, _)| with_spread(&by_game(evidence, policy, 1, lasting), 3));
        table.row([limit.to_string()].into_iter().chain(cells));
    }
    let caption = "The number of replies of one game by their duration, on average over the games. Replies of LGR-1 \
                   and LGRF-1 that were replaced or forgotten.";
    vec![Figure::new("", caption, svg).into(), table.into(), Exhibit::Text(games_in_words(evidence))]
}

/// For each duration, or in the middle of each class of durations, the number of replies with just that duration in a
/// game on average.
fn numbers(evidence: &Evidence, policy: &str) -> Vec<(f64, f64)> {
    let games = evidence.of(policy).count() as f64;
    let number = |class: &Durations| class.2 as f64 / (class.1 - class.0 + 1) as f64 / games;
    all_durations(evidence, policy).iter().map(|class| (class.middle(), number(class))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::replies::CountedGame;
    use super::*;
    use crate::Verdict;

    /// Games of LGR-1 and LGRF-1 in which so many replies of 1,000 lasted for 0, 10, 100 and 1024 playouts.
    fn evidence(games: u64, replies: [[u64; 4]; 2]) -> Evidence {
        let game = |numbers: [u64; 4], number: u64| {
            let class = |(from, to): (u64, u64), replies: u64| Durations(from, to, replies, 5.0 * replies as f64);
            let ranges = [(0, 0), (10, 10), (100, 100), (1024, 1279)];
            let mut durations: Vec<Durations> = ranges.into_iter().zip(numbers).map(|(r, n)| class(r, n)).collect();
            durations[0].2 += number;
            CountedGame { tables: vec![CountedTable { durations, ..Default::default() }], ..Default::default() }
        };
        let condition = |((word, _), numbers): ((&'static str, &str), [u64; 4])| {
            (word, (0..games).map(|number| game(numbers, number)).collect::<Vec<_>>())
        };
        Evidence::made_up(ONE_MOVE.into_iter().zip(replies).map(condition))
    }

    fn verdicts(evidence: &Evidence) -> Vec<Verdict> {
        EXPERIMENT.claims.iter().map(|claim| (claim.judge)(evidence).verdict).collect()
    }

    #[test]
    fn a_sharper_distribution_holds_and_a_flatter_one_does_not() {
        assert_eq!(verdicts(&evidence(5, [[700, 150, 100, 50], [900, 60, 30, 10]])), [Verdict::Holds; 2]);
        assert_eq!(verdicts(&evidence(5, [[400, 300, 200, 100], [300, 300, 200, 200]])), [Verdict::DoesNotHold; 2]);
    }

    #[test]
    fn one_game_decides_nothing() {
        assert_eq!(verdicts(&evidence(1, [[700, 150, 100, 50], [900, 60, 30, 10]])), [Verdict::Undecided; 2]);
    }

    #[test]
    fn a_class_of_durations_counts_as_the_durations_in_it() {
        let evidence = evidence(2, [[700, 150, 100, 512], [900, 60, 30, 10]]);
        let numbers = numbers(&evidence, "lgr1");
        assert_eq!(numbers[..2], [(0.0, 700.5), (10.0, 150.0)]);
        assert_eq!(numbers[3].1, 2.0, "512 replies of 256 durations");
        let exhibits = exhibits(&evidence);
        assert!(matches!(&exhibits[0], Exhibit::Figure(figure) if figure.svg.contains("LGRF-1")));
    }
}
