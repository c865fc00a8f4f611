//! Figure 1: how often the nearest cluster has the next move.

use plot::{Axis, LineChart, Series};
use stats::Interval;

use super::clusters::{Found, MoveFigures, NUMBERS, Sample, TRIAL, USED, differences, figures, pooled, samples};
use super::openings::MOVES;
use super::{above, mean_in_words};
use crate::papers;
use crate::verdict::{Finding, number};
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Table, percent};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/fig1",
    title: "Opening clusters: how often the nearest one has the next move",
    place: "figure 1 and sections 3.2, 4.2 and 4.3",
    source: "The paper grouped the opening positions of 1,046 professional games of 1980 to 2007 (Games of Go on \
             Disk), each in its eight symmetries, into 64 to 256 clusters for each move number, by the bisection of \
             the program Cluto with the cosine as similarity. A cluster has the next moves of its positions. In about \
             8,000 other games of the same collection it counted how often the cluster nearest to a position has the \
             move that was played. The percentages are drawn in a figure that our copy of the paper has lost; the text \
             gives two numbers of next moves.",
    ours: "The games are those of Andries Brouwer's collection, since Games of Go on Disk is sold. Eight times, 1,046 \
           games of 1980 to 2007 and 1,000 test games of all years that are not among them are sampled at random; all \
           numbers of clusters share the samples, and intervals are Student's over the eight. Bisection is ours: \
           Cluto's criterion I2, each split by spherical k-means from four random starts. The clusters go to move 20, \
           as in the paper's section 4.1. Beside them stands the share of positions that one of the same 1,046 games \
           has exactly, in some symmetry: what an exact book of them could know at best.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The success rate decreases as the move number increases",
            place: "section 4.2",
            test: "for each number of clusters, the slope of the share found against the move number (2 to 20): \
                   Student's 95% interval over samples lies below zero",
            judge: |evidence| {
                let part = |n: usize| {
                    let fall = |sample: &Sample| -sample.slope(2..=MOVES, share_found).unwrap_or(0.0);
                    let name = format!("{n} clusters, fall per move");
                    above(&name, &figures(evidence, &n.to_string(), fall), 0.0, NUMBERS.len())
                };
                Finding::all(NUMBERS.map(part))
            },
        },
        Claim {
            text: "The success rate decreases with an increasing number of clusters",
            place: "section 4.2",
            test: "for each step of 32 clusters, the difference of the shares found at moves 2 to 12 on the same \
                   samples: Student's 95% interval lies below zero",
            judge: |evidence| steps(evidence, "fall of the share found", Sample::share),
        },
        Claim {
            text: "The fewer clusters, the more next moves each of them has",
            place: "section 4.2",
            test: "for each step of 32 clusters, the difference of the mean numbers of next moves of a cluster (moves \
                   2 to 12) on the same samples: Student's 95% interval lies below zero",
            judge: |evidence| steps(evidence, "fewer moves", |sample| sample.mean(|quality| quality.moves)),
        },
        Claim {
            text: "With 64 clusters, a cluster after move 8 has about 34 next moves on average",
            place: "section 3.2",
            test: "Student's 95% interval over samples lies within 10% of 34",
            judge: |evidence| about_34(evidence, "64"),
        },
        Claim {
            text: "The filter usually leaves ten to forty moves",
            place: "section 4.3",
            test: "64 and 96 clusters: the share of positions at moves 2 to 12 whose nearest cluster has ten to forty \
                   moves; Student's 95% interval over samples lies above one half",
            judge: |evidence| {
                let usual = |sample: &Sample| {
                    let found = sample.found(USED, MoveFigures::found);
                    found.usual as f64 / found.positions.max(1) as f64
                };
                let part = |n: &str| above(&format!("{n} clusters"), &figures(evidence, n, usual), 0.5, 2);
                Finding::all(["64", "96"].map(part))
            },
        },
        Claim {
            text: "Without an exact match, the clusters are effective for a longer sequence of moves than a book",
            place: "abstract and section 3.2",
            test: "64 and 96 clusters at move 12: the share of positions whose nearest cluster has the next move, less \
                   the share of positions that one of the same games has exactly; Student's 95% interval over samples \
                   lies above zero",
            judge: |evidence| {
                let lead = |sample: &Sample| {
                    let found = sample.found(12..=12, MoveFigures::found);
                    found.share() - known(&found)
                };
                let part = |n: &str| above(&format!("{n} clusters, lead"), &figures(evidence, n, lead), 0.0, 2);
                Finding::all(["64", "96"].map(part))
            },
        },
    ],
    exhibits,
};

fn share_found(figures: &MoveFigures) -> f64 {
    figures.found().share()
}

/// The share of positions that a training game has exactly.
fn known(found: &Found) -> f64 {
    found.known as f64 / found.positions.max(1) as f64
}

/// A figure decreases at every step to the next number of clusters.
fn steps(evidence: &Evidence, name: &str, figure: fn(&Sample) -> f64) -> Finding {
    let part = |pair: &[usize]| {
        let differences = differences(evidence, &pair[0].to_string(), &pair[1].to_string(), figure);
        above(&format!("{name} from {} to {} clusters", pair[0], pair[1]), &differences, 0.0, NUMBERS.len() - 1)
    };
    Finding::all(NUMBERS.windows(2).map(part))
}

/// The mean number of next moves of a cluster after move 8 is about the paper's.
pub(super) fn about_34(evidence: &Evidence, condition: &str) -> Finding {
    let published = papers::value("smartstart", "clusters.moves-after-8").unwrap_or(f64::NAN);
    // After move 8 is before move 9.
    let after_8 = |sample: &Sample| sample.moves.get(8).map_or(0.0, |figures| figures.quality.moves);
    let values = figures(evidence, condition, after_8);
    let name = format!("next moves of {condition} clusters after move 8");
    Finding::mean_within(&name, &values, Interval { low: 0.9 * published, high: 1.1 * published }, 1)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    vec![by_move(evidence).into(), by_era(evidence).into(), chart(evidence).into()]
}

/// The moves of the table's columns.
const SHOWN: [usize; 9] = [1, 2, 4, 6, 8, 9, 12, 16, 20];

fn by_move(evidence: &Evidence) -> Table {
    let header = ["clusters".to_string()].into_iter().chain(SHOWN.map(|n| format!("move {n}")));
    let caption = "Next moves found in the nearest cluster, and the mean number of moves that it has.";
    let mut table = Table::new(caption, header);
    for n in NUMBERS {
        let cell = |at: usize| {
            let found = pooled(evidence, &n.to_string(), at..=at, MoveFigures::found);
            if found.positions == 0 {
                "-".to_string()
            } else {
                format!("{} of {:.0}", percent(found.share()), found.mean_listed())
            }
        };
        table.row([n.to_string()].into_iter().chain(SHOWN.map(cell)));
    }
    let exact = |at: usize| {
        let found = pooled(evidence, "64", at..=at, MoveFigures::found);
        if found.positions == 0 { "-".to_string() } else { percent(known(&found)) }
    };
    table.row(["positions of the same games".to_string()].into_iter().chain(SHOWN.map(exact)));
    table
}

fn by_era(evidence: &Evidence) -> Table {
    let header = ["clusters", "1980 to 2007", "other years", "moves in a cluster after move 8", "of 10 to 40 moves"];
    let caption = "Next moves found at moves 2 to 12 in test games of the training games' years and of others, with \
                   95% intervals over samples; the mean number of next moves of a cluster after move 8 (the paper has \
                   about 34 with 64 clusters); the share of positions whose nearest cluster has 10 to 40 moves.";
    let mut table = Table::new(caption, header);
    for n in NUMBERS.map(|n| n.to_string()) {
        let shares = |part: fn(&MoveFigures) -> Found| {
            mean_in_words(&figures(evidence, &n, |sample| sample.found(USED, part).share()), percent)
        };
        let (in_era, others) = (shares(|figures| figures.in_era), shares(|figures| figures.others));
        let after_8 = figures(evidence, &n, |sample| sample.moves.get(8).map_or(0.0, |at| at.quality.moves));
        let found = pooled(evidence, &n, USED, MoveFigures::found);
        let usual =
            if found.positions == 0 { "-".to_string() } else { percent(found.usual as f64 / found.positions as f64) };
        table.row([n.clone(), in_era, others, mean_in_words(&after_8, number), usual]);
    }
    table
}

fn chart(evidence: &Evidence) -> Figure {
    let line = |condition: &str, part: fn(&Found) -> f64| -> Vec<(f64, f64)> {
        let moves = samples(evidence, condition).values().map(|sample| sample.moves.len()).max().unwrap_or(0);
        let point = |at: usize| (at as f64, part(&pooled(evidence, condition, at..=at, MoveFigures::found)));
        (1..=moves).map(point).collect()
    };
    let mut series: Vec<Series> =
        NUMBERS.map(|n| Series::new(format!("{n} clusters"), line(&n.to_string(), Found::share))).into();
    series.push(Series::new("the same position in a game", line("64", known)));
    let chart = LineChart {
        title: "Percentage of next moves found in the closest cluster".to_string(),
        x: Axis::new("move number"),
        y: Axis::new("next moves found").percent().from(0.0).to(1.0),
        series,
        ..LineChart::default()
    };
    let caption = "Next moves found in the nearest cluster by move number, for 64 to 256 clusters, and the share of \
                   positions that one of the training games has exactly.";
    Figure::new("", caption, chart.svg())
}

#[cfg(test)]
mod tests {
    use super::super::clusters::tests as made;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Eight samples of each number of clusters, from the share found and the moves listed at a move.
    fn evidence(figures: impl Fn(usize, usize, f64) -> (f64, u64)) -> Evidence {
        Evidence::made_up(NUMBERS.map(|n| {
            let sample = |number: u64| {
                // Samples differ slightly.
                let noise = 0.004 * ((number * 7) % 8) as f64;
                made::made_up(|at| {
                    let (share, listed) = figures(n, at, noise);
                    made::figures(share, listed)
                })
            };
            (n.to_string(), (0..8).map(sample).collect())
        }))
    }

    fn verdict(claim: usize, figures: impl Fn(usize, usize, f64) -> (f64, u64)) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(&evidence(figures)).verdict
    }

    #[test]
    fn success_falls_with_the_move_number_or_not() {
        assert_eq!(verdict(0, |_, at, noise| (0.9 - 0.02 * at as f64 - noise, 30)), Holds);
        assert_eq!(verdict(0, |_, at, noise| (0.4 + 0.02 * at as f64 - noise, 30)), DoesNotHold);
        assert_eq!(verdict(0, |_, at, noise| (0.5 + (noise - 0.014) * at as f64, 30)), Undecided);
        assert_eq!((EXPERIMENT.claims[0].judge)(&Evidence::made_up([("64", Vec::<Sample>::new())])).verdict, Undecided);
    }

    #[test]
    fn success_falls_with_the_number_of_clusters_or_not() {
        assert_eq!(verdict(1, |n, _, noise| (1.0 - 0.002 * n as f64 - noise, 30)), Holds);
        assert_eq!(
            verdict(1, |n, _, noise| (if n == 256 { 0.9 } else { 0.9 - 0.001 * n as f64 } - noise, 30)),
            DoesNotHold
        );
        assert_eq!(
            verdict(1, |n, _, noise| (0.5 + (noise - 0.014) * if n % 64 == 0 { 1.0 } else { -1.0 }, 30)),
            Undecided
        );
    }

    #[test]
    fn more_clusters_have_fewer_moves_or_not() {
        assert_eq!(verdict(2, |n, _, noise| (0.5, 400 - n as u64 + (1_000.0 * noise) as u64)), Holds);
        assert_eq!(verdict(2, |n, _, noise| (0.5, n as u64 + (1_000.0 * noise) as u64)), DoesNotHold);
        assert_eq!(
            verdict(2, |n, _, noise| (0.5, 60 + if n % 64 == 0 { (1_000.0 * noise) as u64 } else { 14 })),
            Undecided
        );
    }

    #[test]
    fn about_34_moves_or_more_or_open() {
        assert_eq!(verdict(3, |_, _, noise| (0.5, 33 + (100.0 * noise) as u64)), Holds);
        assert_eq!(verdict(3, |_, _, noise| (0.5, 53 + (100.0 * noise) as u64)), DoesNotHold);
        assert_eq!(verdict(3, |_, _, noise| (0.5, 25 + (1_000.0 * noise) as u64)), Undecided);
    }

    #[test]
    fn usually_ten_to_forty_or_not() {
        assert_eq!(verdict(4, |_, _, _| (0.5, 30)), Holds);
        assert_eq!(verdict(4, |_, _, _| (0.5, 50)), DoesNotHold);
        let half = |_, at: usize, noise: f64| (0.5, if at as f64 + 250.0 * noise < 10.5 { 30 } else { 50 });
        assert_eq!(verdict(4, half), Undecided);
    }

    #[test]
    fn longer_effective_than_a_book_or_not() {
        // A tenth of the made-up positions is known.
        assert_eq!(verdict(5, |_, _, noise| (0.5 + noise, 30)), Holds);
        assert_eq!(verdict(5, |_, _, noise| (0.05 + noise, 30)), DoesNotHold);
        assert_eq!(verdict(5, |_, _, noise| (0.087 + noise, 30)), Undecided);
    }
}
