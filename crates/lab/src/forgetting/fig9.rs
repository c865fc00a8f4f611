//! Figure 9: the distance of replies from the moves that they answer, by their duration in the table.

use plot::{Axis, Series};
use stats::Interval;

use super::replies::{
    CountedTable, ONE_MOVE, REPLIES, all_durations, by_duration, by_game, games_in_words, the_games, with_spread,
};
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Finding, Table};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/fig9",
    title: "Locality: the distance of replies by their duration",
    place: "figure 9, section V-E",
    source: "Over 100 games of Orego against itself on 19x19, with 8,000 playouts per move, the authors measured the \
             Euclidean distance between each reply of LGR-1 and LGRF-1 and the move that it answers, as a function of \
             the reply's duration in the table. The numbers of the figure are not in the text.",
    ours: concat!(
        the_games!(),
        "Distances are those of replies that were replaced or forgotten. Durations below 128 playouts are averaged one \
         by one, longer ones in four classes for each doubling. For the tests, durations are taken in doublings: 1, 2 \
         to 3, 4 to 7 and so on; the mean distance of fewer than 1,000 replies of a game is left out. That number was \
         30 at first, and was raised after two trial games of each policy, which are not part of the evidence."
    ),
    trials: &[&REPLIES],
    claims: &[
        Claim {
            text: "Replies that survive longer in the table are more local",
            place: "section V-E",
            test: "Student's interval of the mean over games of the slope of the distance by doublings of the duration \
                   (least squares) lies below zero, for LGR-1 and LGRF-1",
            judge: longer_is_nearer,
        },
        Claim {
            text: "This effect is stronger with forgetting",
            place: "section V-E",
            test: "Welch's interval of the difference between the slopes of LGR-1 and LGRF-1",
            judge: stronger_with_forgetting,
        },
        Claim {
            text: "Forgetting reduces the mean distance at all durations",
            place: "section V-E",
            test: "Welch's interval of the difference between the mean distances of LGR-1 and LGRF-1, for each \
                   doubling of the duration that two games of each policy have",
            judge: nearer_at_all_durations,
        },
    ],
    exhibits,
};

/// No reply of a game lasts for 2 to this power of playouts.
const DOUBLINGS: u32 = 24;

/// The mean distance in each doubling of the duration from 1 on; `None` where there are too few replies.
fn by_doubling(table: &CountedTable) -> impl Iterator<Item = (u32, f64)> {
    (0..DOUBLINGS).filter_map(|doubling| Some((doubling, table.mean_distance(1 << doubling, 2 << doubling)?)))
}

/// By how much the distance changes with each doubling of the duration, by least squares; `None` with fewer than two
/// doublings.
fn slope(table: &CountedTable) -> Option<f64> {
    let points: Vec<(f64, f64)> = by_doubling(table).map(|(doubling, distance)| (doubling.into(), distance)).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| stats::mean(points.iter().map(of));
    let (x, y) = (mean(|point| point.0)?, mean(|point| point.1)?);
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|point| of(point.0 - x, point.1 - y)).sum::<f64>();
    let squares = sum(&|x, _| x * x);
    (squares > 0.0).then(|| sum(&|x, y| x * y) / squares)
}

fn longer_is_nearer(evidence: &Evidence) -> Finding {
    let parts = ONE_MOVE.map(|(policy, name)| {
        let range = Interval { low: f64::NEG_INFINITY, high: 0.0 };
        let what = format!("{name}, points for each doubling");
        Finding::mean_within(&what, &by_game(evidence, policy, 1, slope), range, ONE_MOVE.len())
    });
    Finding::all(parts)
}

fn stronger_with_forgetting(evidence: &Evidence) -> Finding {
    let [(_, without), (_, with)] = ONE_MOVE.map(|(policy, name)| (name, by_game(evidence, policy, 1, slope)));
    Finding::mean_higher((ONE_MOVE[0].1, &without), (ONE_MOVE[1].1, &with), 1)
}

fn nearer_at_all_durations(evidence: &Evidence) -> Finding {
    let of_doubling = |doubling: u32| {
        let distance = |table: &CountedTable| table.mean_distance(1 << doubling, 2 << doubling);
        ONE_MOVE.map(|(policy, _)| by_game(evidence, policy, 1, distance))
    };
    let known: Vec<(u32, [Vec<f64>; 2])> = (0..DOUBLINGS)
        .map(|doubling| (doubling, of_doubling(doubling)))
        .filter(|(_, distances)| distances.iter().all(|games| games.len() > 1))
        .collect();
    let part = |(doubling, [without, with]): &(u32, [Vec<f64>; 2])| {
        let name = format!("from {} playouts: {}", 1u64 << doubling, ONE_MOVE[0].1);
        Finding::mean_higher((&name, without), (ONE_MOVE[1].1, with), known.len())
    };
    Finding::all(known.iter().map(part))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let series = ONE_MOVE.map(|(policy, name)| curve(evidence, policy, name));
    let title = "Distance as a function of duration in the reply table";
    let svg = by_duration(title, &Axis::new("mean distance in points").from(0.0), &series);
    let mut table = Table::new(
        "The mean distance of replies from the moves that they answer, in points: the mean over games ± the standard \
         deviation between games",
        ["duration in playouts", ONE_MOVE[0].1, ONE_MOVE[1].1],
    );
    for (from, below) in [(0, 1)].into_iter().chain((0..DOUBLINGS).map(|doubling| (1 << doubling, 2 << doubling))) {
        let distance = |table: &CountedTable| table.mean_distance(from, below);
        let distances = ONE_MOVE.map(|(policy, _)| by_game(evidence, policy, 1, distance));
        if distances.iter().any(|games| !games.is_empty()) {
            let title = if from + 1 >= below { from.to_string() } else { format!("{from} to {}", below - 1) };
            table.row([title].into_iter().chain(distances.map(|games| with_spread(&games, 2))));
        }
    }
    let caption = "The mean distance of replies of LGR-1 and LGRF-1 from the moves that they answer, by their \
                   duration, on average over the games. The bands are the standard deviation between games.";
    vec![Figure::new("", caption, svg).into(), table.into(), Exhibit::Text(games_in_words(evidence))]
}

/// The mean distance by duration, with the standard deviation between games.
fn curve(evidence: &Evidence, policy: &str, name: &str) -> Series {
    let (mut points, mut band) = (Vec::new(), Vec::new());
    for class in all_durations(evidence, policy) {
        let games = by_game(evidence, policy, 1, |table| table.mean_distance(class.0, class.1 + 1));
        if let Some(mean) = stats::mean(games.iter().copied()) {
            points.push((class.middle(), mean));
            let spread = stats::deviation(&games).unwrap_or(f64::NAN);
            band.push((class.middle(), mean - spread, mean + spread));
        }
    }
    Series { band, ..Series::new(name, points) }
}

#[cfg(test)]
mod tests {
    use super::super::replies::{CountedGame, Durations};
    use super::*;
    use crate::Verdict;

    /// Games of LGR-1 and LGRF-1 whose replies have these mean distances after 1, 2 and 4 playouts.
    fn evidence(games: u64, distances: [[f64; 3]; 2]) -> Evidence {
        let game = |distances: [f64; 3], number: u64| {
            let class = |(duration, distance): (u64, f64)| {
                Durations(duration, duration, 1000, 1000.0 * distance + number as f64)
            };
            let durations = [1, 2, 4].into_iter().zip(distances).map(class).collect();
            CountedGame { tables: vec![CountedTable { durations, ..Default::default() }], ..Default::default() }
        };
        let condition = |((word, _), distances): ((&'static str, &str), [f64; 3])| {
            (word, (0..games).map(|number| game(distances, number)).collect::<Vec<_>>())
        };
        Evidence::made_up(ONE_MOVE.into_iter().zip(distances).map(condition))
    }

    fn verdicts(evidence: &Evidence) -> Vec<Verdict> {
        EXPERIMENT.claims.iter().map(|claim| (claim.judge)(evidence).verdict).collect()
    }

    #[test]
    fn nearer_replies_hold_and_farther_ones_do_not() {
        assert_eq!(verdicts(&evidence(5, [[7.0, 6.5, 6.0], [6.5, 5.5, 4.5]])), [Verdict::Holds; 3]);
        assert_eq!(verdicts(&evidence(5, [[6.0, 6.5, 7.0], [7.0, 8.0, 9.0]])), [Verdict::DoesNotHold; 3]);
    }

    #[test]
    fn one_game_decides_nothing() {
        assert_eq!(verdicts(&evidence(1, [[7.0, 6.5, 6.0], [6.5, 5.5, 4.5]])), [Verdict::Undecided; 3]);
    }

    #[test]
    fn a_slope_is_points_for_each_doubling() {
        let evidence = evidence(1, [[7.0, 6.0, 5.0], [6.0, 6.0, 6.0]]);
        assert_eq!(by_game(&evidence, "lgr1", 1, slope), [-1.0]);
        assert_eq!(by_game(&evidence, "lgrf1", 1, slope), [0.0]);
        assert_eq!(curve(&evidence, "lgr1", "LGR-1").points, [(1.0, 7.0), (2.0, 6.0), (4.0, 5.0)]);
        assert_eq!(exhibits(&evidence).len(), 3);
    }
}
