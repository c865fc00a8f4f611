//! Table II: the best networks with searches of several moves.

use std::sync::Arc;

use models::td::Network;
use roster::td::{Manner, Td};
use serde::{Deserialize, Serialize};
use stats::{Confidence, Estimate, Interval, RateTest, mean_estimate};

use super::learning::{self, name, written};
use super::matches::{self, Games};
use super::networks::{self, Chosen};
use super::{FAMILY_NAME, OPPONENTS};
use crate::verdict::{Finding, number};
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit, Verdict, papers,
};

/// The games.
pub(crate) const TRIAL: Trial = Trial { name: "representations/table2", alone: false, conditions, measure };

/// The depths of the paper.
const DEPTHS: [u32; 3] = [1, 2, 4];
/// The representations of the two networks.
const NETWORKS: [&str; 2] = ["katatsugi", "koten"];
/// A gain that is too small to speak of: one percentage point.
const MARGIN: f64 = 0.01;
/// The strengths at depth 4 that are comparable, and the win rates that are about 65%.
const COMPARABLE: f64 = 0.03;
const ABOUT: f64 = 0.05;

/// The table.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/table2",
    title: "The best networks with alpha-beta search",
    place: "table II and section IV-D",
    source: "The best creative katatsugi network plays 1,000 games against each of the three programs, with alpha-beta \
             searches of one, two and four moves on top of its values. For the best creative koten network the text \
             gives the strengths alone. The strengths in the table are not the means of the three rows above them; the \
             paper does not say why.",
    ours: "The best network of each kind is chosen by new games between the best networks of its 20 runs, and plays \
           third games here, so that the choice does not flatter it. Its strength is the mean of the three shares of \
           games won. The search is alpha-beta with the network's value at its leaves, in which a finished game counts \
           more than any estimate; games are those of the samples. A network is a sample of one, so the best network \
           of each of the 20 runs plays as well, 100 games at each depth against each opponent. Opponents are our \
           gojen and naive, and Random.",
    trials: &[&learning::TRIAL, &TRIAL],
    claims: &[
        Claim {
            text: "The strength of the best creative katatsugi network increases with the depth of search",
            place: "section IV-D",
            test: "z-test for two proportions over all games, two-sided, p < 0.05, for depths 1 and 2 and for 2 and 4; \
                   refuted at 5% divided by 2, or if the interval of the gain lies below one percentage point",
            judge: |evidence| {
                let at = |depth: u32| best(evidence, "katatsugi", depth, &OPPONENTS);
                Finding::all([(1, 2), (2, 4)].map(|(low, high)| deeper("strength", low, high, at, 2)))
            },
        },
        Claim {
            text: "As can be expected, strength increases with the depth of search",
            place: "section IV-D",
            test: "Student's 95% interval of the mean gain of the best networks of all runs, creative katatsugi and \
                   koten, from depth 1 to 2 and from 2 to 4, lies above 0; refuted at 5% divided by 4",
            judge: |evidence| {
                let parts = NETWORKS.iter().flat_map(|&network| [(network, 1, 2), (network, 2, 4)]);
                let gain = |(network, low, high)| {
                    let name = format!("{network} gains from depth {low} to {high}");
                    let range = Interval { low: 0.0, high: f64::INFINITY };
                    Finding::mean_within(&name, &gains(evidence, network, low, high), range, 4)
                };
                Finding::all(parts.map(gain))
            },
        },
        Claim {
            text: "Against GOjen a deeper search is not always better",
            place: "section IV-D",
            test: "for the best creative katatsugi network, some depth wins fewer games than a smaller one (z-test, \
                   two-sided, p < 0.05 divided by 3); refuted if it wins more at each step, p < 0.05",
            judge: not_always_better,
        },
        Claim {
            text: "The best creative koten network is a bit weaker than the katatsugi one at depth one",
            place: "section IV-D",
            test: "z-test for two proportions over all games, two-sided, p < 0.05; also refuted if the interval of the \
                   difference lies below one percentage point",
            judge: |evidence| {
                let [katatsugi, koten] = NETWORKS.map(|network| best(evidence, network, 1, &OPPONENTS).won());
                Finding::higher_by(("katatsugi", &katatsugi), ("koten", &koten), MARGIN, 1)
            },
        },
        Claim {
            text: "The koten network gains more by increasing the search depth",
            place: "section IV-D",
            test: "the 95% interval of the difference of the gains from depth 1 to 4, by the normal approximation, \
                   lies above 0; below 0 it is refuted",
            judge: |evidence| {
                let [katatsugi, koten] =
                    NETWORKS.map(|network| [1, 4].map(|depth| best(evidence, network, depth, &OPPONENTS)));
                gains_more(("koten", koten), ("katatsugi", katatsugi))
            },
        },
        Claim {
            text: "At depth four the two networks arrive at a comparable level",
            place: "section IV-D",
            test: "the 95% interval of the difference of strengths lies within 0.03; a significant difference refutes it",
            judge: |evidence| {
                let [katatsugi, koten] = NETWORKS.map(|network| best(evidence, network, 4, &OPPONENTS).won());
                Finding::alike(("katatsugi", &katatsugi), ("koten", &koten), COMPARABLE, 1)
            },
        },
        Claim {
            text: "The best networks win 65% of their games against GOjen",
            place: "section V",
            test: "Wilson's 95% interval of the win rate of the best creative katatsugi network at depth one lies \
                   within 60% to 70%, though against our gojen",
            judge: |evidence| {
                let published = papers::value(FAMILY_NAME, "gojen").unwrap_or(0.65);
                let range = Interval { low: published - ABOUT, high: published + ABOUT };
                let games = best(evidence, "katatsugi", 1, &OPPONENTS[..1]);
                Finding::rate_within("katatsugi", &games.won(), range)
            },
        },
    ],
    exhibits,
};

/// Whose network plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Who {
    /// The best of all runs.
    Best,
    /// The best of the run of the unit's number.
    Run,
}

/// What a unit plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Settings {
    who: Who,
    network: String,
    depth: u32,
    against: Vec<String>,
    games: u64,
}

/// The results against each of the opponents, and which network it was.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Outcome {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    network: Option<Chosen>,
    games: Vec<Games>,
}

fn best_name(network: &str, depth: u32, opponent: &str) -> String {
    format!("best {network}, depth {depth}, {opponent}")
}

fn runs_name(network: &str, depth: u32) -> String {
    format!("runs of {network}, depth {depth}")
}

fn conditions(scale: Scale) -> Vec<Condition> {
    // What 1,000 games take.
    let seconds = |depth: u32| scale.pick(if depth > 2 { 8.0 } else { 1.0 }, 0.1);
    let settings = |who: Who, network: &str, depth: u32, against: &[&str], games: u64| Settings {
        who,
        network: name(network, "creative"),
        depth,
        against: against.iter().map(|opponent| opponent.to_string()).collect(),
        games,
    };
    let mut all = Vec::new();
    for network in NETWORKS {
        for depth in scale.pick(&DEPTHS[..], &DEPTHS[..2]).iter().copied() {
            for (place, opponent) in OPPONENTS.iter().enumerate() {
                let against = &learn::td::sample::PAPER[place..=place];
                let settings = settings(Who::Best, network, depth, against, scale.pick(1_000, 2));
                all.push(Condition::new(best_name(network, depth, opponent), 1, seconds(depth), &settings));
            }
            let settings = settings(Who::Run, network, depth, &learn::td::sample::PAPER, scale.pick(100, 2));
            all.push(Condition::new(runs_name(network, depth), scale.pick(20, 2), 0.3 * seconds(depth), &settings));
        }
    }
    all
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<serde_json::Value, LabError> {
    let Settings { who, network: condition, depth, against, games } = unit.settings()?;
    let (chosen, network): (Option<Chosen>, Arc<Network>) = match who {
        Who::Best => networks::best(lab, &condition).map(|(chosen, network)| (Some(chosen), network))?,
        Who::Run => (None, networks::of_run(lab, &condition, unit.number)?),
    };
    let mut player = Td::new(network, Manner { depth, ..Manner::default() });
    let play = |opponent: &String| matches::play(&mut player, lab.player(opponent)?.as_mut(), games, unit.seed(), lab);
    let games = against.iter().map(play).collect::<Result<_, _>>()?;
    serde_json::to_value(Outcome { network: chosen, games }).map_err(LabError::failed)
}

/// All games of a best network at a depth against some opponents.
fn best(evidence: &Evidence, network: &str, depth: u32, opponents: &[&str]) -> Games {
    let games = |opponent: &&str| evidence.outcomes::<Outcome>(&best_name(network, depth, opponent));
    Games::sum(opponents.iter().flat_map(games).flat_map(|outcome| outcome.games).collect::<Vec<_>>().iter())
}

/// The strengths of the best networks of the runs at a depth, by run.
fn of_runs(evidence: &Evidence, network: &str, depth: u32) -> Vec<(u64, f64)> {
    let condition = runs_name(network, depth);
    let strength = |entry: &crate::Entry| {
        let outcome = Outcome::deserialize(&entry.outcome).ok()?;
        Some((entry.number, stats::mean(outcome.games.iter().map(Games::share))?))
    };
    evidence.of(&condition).filter_map(strength).collect()
}

/// What each run's network gains from one depth to another.
fn gains(evidence: &Evidence, network: &str, low: u32, high: u32) -> Vec<f64> {
    let (before, after) = (of_runs(evidence, network, low), of_runs(evidence, network, high));
    let gain = |(run, strength): &(u64, f64)| Some(after.iter().find(|(other, _)| other == run)?.1 - strength);
    before.iter().filter_map(gain).collect()
}

/// A greater depth wins more games.
fn deeper(what: &str, low: u32, high: u32, at: impl Fn(u32) -> Games, parts: usize) -> Finding {
    let [one, other] = [high, low].map(|depth| (format!("{what} at depth {depth}"), at(depth).won()));
    Finding::higher_by((&one.0, &one.1), (&other.0, &other.1), MARGIN, parts)
}

/// Some depth wins fewer games against gojen than a smaller one.
fn not_always_better(evidence: &Evidence) -> Finding {
    let at = |depth: u32| best(evidence, "katatsugi", depth, &OPPONENTS[..1]);
    let steps = [(1, 2), (2, 4), (1, 4)];
    let parts: Vec<Finding> = steps.iter().map(|&(low, high)| deeper("against gojen", low, high, at, 3)).collect();
    // Three chances to find a fall are corrected for.
    let falls = |&(low, high): &(u32, u32)| {
        let (before, after) = (at(low).won(), at(high).won());
        let p = RateTest::suited_to(&after, &before).p_value(&after, &before);
        after.rate() < before.rate() && p < 0.05 / steps.len() as f64
    };
    let found = steps.iter().any(falls);
    let rises = parts[..2].iter().all(|rise| rise.verdict == Verdict::Holds);
    let figures = parts.iter().map(|part| part.figures.as_str()).collect::<Vec<_>>().join("; ");
    match (at(1).games * at(2).games * at(4).games, found, rises) {
        (0, ..) => Finding::no_evidence(),
        (_, true, _) => Finding::new(Verdict::Holds, figures),
        (_, _, true) => Finding::new(Verdict::DoesNotHold, figures),
        _ => {
            let needed = parts.iter().filter_map(|part| part.needed).min();
            Finding { needed, ..Finding::new(Verdict::Undecided, figures) }
        }
    }
}

/// The first player's gain, from the first of two results to the second, is greater than the other's.
fn gains_more((name, one): (&str, [Games; 2]), (other, two): (&str, [Games; 2])) -> Finding {
    if one.iter().chain(&two).any(|games| games.games == 0) {
        return Finding::no_evidence();
    }
    let gain = |[before, after]: &[Games; 2]| after.share() - before.share();
    let variance = |games: &Games| {
        let share = (games.wins as f64 + 1.0) / (games.games as f64 + 2.0);
        share * (1.0 - share) / games.games as f64
    };
    let value = gain(&one) - gain(&two);
    let margin = Confidence::P95.deviations() * one.iter().chain(&two).map(variance).sum::<f64>().sqrt();
    let estimate = Estimate { value, interval: Interval { low: value - margin, high: value + margin } };
    let [first, second] = [gain(&one), gain(&two)].map(number);
    let figures = format!("{name} gains {first}, {other} {second}; difference");
    Finding::within(&figures, estimate, Interval { low: 0.0, high: f64::INFINITY }, one[0].games)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    vec![table(evidence).into(), row_means(), runs_table(evidence).into(), chosen(evidence)]
}

/// What the strengths of the paper's table would be as means of its rows.
fn row_means() -> Exhibit {
    let published = |depth: u32, row: &str| papers::value(FAMILY_NAME, &format!("table2.katatsugi.{depth}.{row}"));
    let mean = |depth| {
        let mean = stats::mean(OPPONENTS.iter().filter_map(|opponent| published(depth, opponent)))?;
        Some(format!("{mean:.4} at depth {depth} (printed: {:.4})", published(depth, "strength")?))
    };
    let means: Vec<String> = DEPTHS.into_iter().filter_map(mean).collect();
    Exhibit::Text(format!("The means of the paper's three rows are {}.", means.join(", ")))
}

/// Table II, with the paper's numbers.
fn table(evidence: &Evidence) -> Table {
    let caption = "Games won by the best networks at three depths (in parentheses the number of different games), and \
                   the paper's numbers. The paper gives no rows for koten.";
    let header = ["network", "depth", "gojen", "naive", "random", "strength"];
    let paper = ["paper: gojen", "naive", "random", "strength"];
    let mut table = Table::new(caption, header.into_iter().chain(paper));
    for network in NETWORKS {
        for depth in DEPTHS {
            let each = OPPONENTS.map(|opponent| best(evidence, network, depth, &[opponent]));
            let cell = |games: &Games| match games.games {
                0 => "-".to_string(),
                _ => format!("{:.3} ({})", games.share(), games.different),
            };
            let all = Games::sum(&each);
            let strength = if all.games == 0 { "-".to_string() } else { format!("{:.4}", all.share()) };
            let paper = |row: &str| {
                papers::cell(FAMILY_NAME, &format!("table2.{network}.{depth}.{row}"), |value| format!("{value:.4}"))
            };
            let ours = each.iter().map(cell).chain([strength]);
            let published = OPPONENTS.iter().copied().chain(["strength"]).map(paper);
            table.row([network.to_string(), depth.to_string()].into_iter().chain(ours).chain(published));
        }
    }
    table
}

/// The same for the best networks of all runs.
fn runs_table(evidence: &Evidence) -> Table {
    let caption =
        "Strength of the best network of each run at three depths: the mean over the runs with its 95% interval.";
    let header = ["networks"].into_iter().map(String::from).chain(DEPTHS.map(|depth| format!("depth {depth}")));
    let mut table = Table::new(caption, header);
    for network in NETWORKS {
        let cell = |depth| {
            let strengths: Vec<f64> = of_runs(evidence, network, depth).into_iter().map(|(_, value)| value).collect();
            mean_estimate(&strengths, Confidence::P95).map_or_else(|| "-".to_string(), |estimate| written(&estimate))
        };
        table.row([name(network, "creative")].into_iter().chain(DEPTHS.map(cell)));
    }
    table
}

/// How far the strengths of the choice were too high.
fn chosen(evidence: &Evidence) -> Exhibit {
    let sentence = |network: &str| {
        let outcomes = evidence.outcomes::<Outcome>(&best_name(network, 1, OPPONENTS[0]));
        let Chosen { run, sampled, again, .. } = outcomes.into_iter().next()?.network?;
        let third = best(evidence, network, 1, &OPPONENTS).share();
        Some(format!(
            "The best creative {network} network is that of run {}: {sampled:.4} in the sample that made it the best \
             of its run, {again:.4} in the games that made it the best of all runs, {third:.4} in the games of this \
             table.",
            run + 1
        ))
    };
    let sentences: Vec<String> = NETWORKS.iter().filter_map(|network| sentence(network)).collect();
    Exhibit::Text(if sentences.is_empty() { "No network has played.".to_string() } else { sentences.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    /// Best networks with these shares of wins at the three depths, against every opponent alike.
    fn made_up(games: u64, katatsugi: [f64; 3], koten: [f64; 3]) -> Evidence {
        let mut conditions = Vec::new();
        for (network, shares) in NETWORKS.iter().zip([katatsugi, koten]) {
            for (depth, share) in DEPTHS.iter().zip(shares) {
                for opponent in OPPONENTS {
                    let wins = (games as f64 * share).round() as u64;
                    let games = vec![Games { games, wins, draws: 0, different: games }];
                    conditions.push((best_name(network, *depth, opponent), vec![Outcome { network: None, games }]));
                }
            }
        }
        Evidence::made_up(conditions)
    }

    fn verdict(claim: usize, games: u64, katatsugi: [f64; 3], koten: [f64; 3]) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(&made_up(games, katatsugi, koten)).verdict
    }

    const KATATSUGI: [f64; 3] = [0.75, 0.8, 0.85];
    const KOTEN: [f64; 3] = [0.65, 0.75, 0.85];

    #[test]
    fn a_deeper_search_is_stronger_or_not() {
        assert_eq!(verdict(0, 1_000, KATATSUGI, KOTEN), Holds);
        assert_eq!(verdict(0, 1_000, [0.75, 0.6, 0.85], KOTEN), DoesNotHold);
        assert_eq!(verdict(0, 20, KATATSUGI, KOTEN), Undecided);
    }

    #[test]
    fn deeper_searches_of_all_runs_are_stronger_or_not() {
        let made = |gain: f64, noise: f64| {
            let runs = |depth: u32| {
                let strength = |run: u32| 0.5 + gain * f64::from(depth) + noise * f64::from(depth * (run % 3));
                let games =
                    |run| Games { games: 1_000, wins: (1_000.0 * strength(run)) as u64, draws: 0, different: 9 };
                (0..6).map(|run| Outcome { network: None, games: vec![games(run); 3] }).collect::<Vec<_>>()
            };
            let of = |network: &&str| DEPTHS.map(|depth| (runs_name(network, depth), runs(depth)));
            Evidence::made_up(NETWORKS.iter().flat_map(of))
        };
        let judged = |gain, noise| (EXPERIMENT.claims[1].judge)(&made(gain, noise)).verdict;
        assert_eq!([judged(0.05, 0.001), judged(-0.05, 0.001), judged(-0.01, 0.01)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn against_gojen_deeper_is_not_always_better() {
        assert_eq!(verdict(2, 1_000, [0.65, 0.58, 0.656], KOTEN), Holds);
        assert_eq!(verdict(2, 1_000, [0.5, 0.6, 0.7], KOTEN), DoesNotHold);
        assert_eq!(verdict(2, 100, [0.5, 0.45, 0.6], KOTEN), Undecided);
    }

    #[test]
    fn koten_is_weaker_gains_more_and_arrives_or_not() {
        let claims = |games, koten| [3, 4, 5].map(|claim| verdict(claim, games, KATATSUGI, koten));
        assert_eq!(claims(1_000, KOTEN), [Holds; 3]);
        assert_eq!(claims(1_000, [0.85, 0.8, 0.75]), [DoesNotHold; 3]);
        assert_eq!(claims(30, [0.74, 0.8, 0.85]), [Undecided; 3]);
    }

    #[test]
    fn the_best_network_wins_two_thirds_against_gojen_or_not() {
        assert_eq!(verdict(6, 1_000, [0.65; 3], KOTEN), Holds);
        assert_eq!(verdict(6, 1_000, [0.9; 3], KOTEN), DoesNotHold);
        assert_eq!(verdict(6, 50, [0.65; 3], KOTEN), Undecided);
    }

    #[test]
    fn the_table_has_a_row_for_each_network_and_depth() {
        let shown = table(&made_up(1_000, KATATSUGI, KOTEN));
        assert_eq!(shown.rows.len(), 6);
        assert_eq!(shown.rows[0][5], "0.7500");
        assert_eq!(shown.rows[0][9], "0.7527");
        assert_eq!(shown.rows[3][6], "-", "the paper has no row for koten");
    }
}
