//! Table I: a tournament of the best networks.

use std::sync::Arc;

use models::td::Network;
use roster::td::{Manner, Td};
use serde::{Deserialize, Serialize};
use stats::{Confidence, mean_estimate};

use super::FAMILY_NAME;
use super::learning::{self, written};
use super::matches::{self, Games};
use super::networks::{self, Chosen, KINDS, Kind};
use crate::verdict::Finding;
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit, Verdict, papers,
};

/// The games.
pub(crate) const TRIAL: Trial = Trial { name: "representations/table1", alone: false, conditions, measure };

/// The condition of the tournaments between networks of one run of each kind.
const RUNS: &str = "tournaments of runs";
/// The test over these tournaments.
const TOURNAMENTS: &str = "Student's 95% interval of the mean difference of scores over 20 tournaments, one for each \
                           run with the best networks of the six runs of its number, lies above 0; each part is \
                           refuted at 5% divided by the number of parts";

/// The tournament.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/table1",
    title: "A tournament of the best networks",
    place: "table I and section IV-C",
    source: "The network of the greatest strength of each of the six conditions (three representations, epsilon-greedy \
             and creative learning) plays 1,000 games against each other one, 500 with each colour, without \
             creativity. The score is the share of games won. Networks without ties between moves repeat the same two \
             games, so that one network can win every game against another.",
    ours: "The best network of a condition is chosen by new games between the best networks of its 20 runs. The 15 \
           pairs play 1,000 games each as in the paper, and once more with the creativity of 0.05 that the networks \
           had while learning, where games differ. A tournament of six networks is a sample of one. So we also play 20 \
           of them, one for each run, with the best network of that run in each condition, 10 games a pair; the claims \
           on the order of the kinds are judged by these. Claims on single pairs are about two particular networks, \
           and are judged by ours.",
    trials: &[&learning::TRIAL, &TRIAL],
    claims: &[
        Claim {
            text: "The order is koten creative, koten epsilon, katatsugi creative, katatsugi epsilon, roban creative, \
                   roban epsilon",
            place: "table I",
            test: TOURNAMENTS,
            judge: |evidence| {
                let pairs: Vec<(Kinds, Kinds)> = (1..6).map(|place| (one(place - 1), one(place))).collect();
                above(evidence, &pairs)
            },
        },
        Claim {
            text: "The koten networks beat the katatsugi networks",
            place: "section IV-C",
            test: TOURNAMENTS,
            judge: |evidence| above(evidence, &[(both("koten"), both("katatsugi"))]),
        },
        Claim {
            text: "For each representation the creative network outperforms the epsilon-greedy one",
            place: "section IV-C",
            test: TOURNAMENTS,
            judge: |evidence| {
                let of = |name: &str| (one(Kind::place(name, "creative")), one(Kind::place(name, "epsilon")));
                above(evidence, &["koten", "katatsugi", "roban"].map(of))
            },
        },
        Claim {
            text: "The roban networks are clearly inferior to the others",
            place: "section IV-C",
            test: TOURNAMENTS,
            judge: |evidence| {
                let others = (0..4).map(|place| (one(place), both("roban"))).collect::<Vec<_>>();
                above(evidence, &others)
            },
        },
        Claim {
            text: "Creative koten beats epsilon-greedy koten in every single game",
            place: "section IV-C",
            test: "all games of our two best networks are won, or not",
            judge: |evidence| every(evidence, ("koten", "creative"), ("koten", "epsilon"), Games::share, 1.0),
        },
        Claim {
            text: "Creative koten wins half of its games against creative katatsugi",
            place: "section IV-C",
            test: "exactly half of the games of our two best networks are won, as by networks that repeat one game \
                   with each colour, or not",
            judge: |evidence| every(evidence, ("koten", "creative"), ("katatsugi", "creative"), Games::share, 0.5),
        },
        Claim {
            text: "Creative katatsugi loses every game to epsilon-greedy katatsugi",
            place: "section IV-C",
            test: "all games of our two best networks are lost, or not",
            judge: |evidence| every(evidence, ("katatsugi", "creative"), ("katatsugi", "epsilon"), Games::lost, 1.0),
        },
        Claim {
            text: "Certain weaknesses of networks are fully exploited by others",
            place: "section IV-C",
            test: "among the six best networks, one wins every game against another that has a greater score in the \
                   table, or none does",
            judge: exploited,
        },
    ],
    exhibits,
};

/// Some of [`KINDS`].
type Kinds = Vec<usize>;

fn one(kind: usize) -> Kinds {
    vec![kind]
}

fn both(representation: &str) -> Kinds {
    (0..KINDS.len()).filter(|&kind| KINDS[kind].representation == representation).collect()
}

/// What a unit plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Settings {
    /// The best networks of two conditions.
    Best { first: String, second: String, creativity: f32, games: u64 },
    /// The best networks of one run of each condition, every pair.
    Run { games: u64 },
}

/// The outcome of the games of a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct PairOutcome {
    networks: [Chosen; 2],
    #[serde(flatten)]
    games: Games,
}

/// The outcome of a tournament: the pairs in the order of [`pairs`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct RunOutcome {
    pairs: Vec<Games>,
}

/// All pairs of kinds.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..KINDS.len()).flat_map(|first| (first + 1..KINDS.len()).map(move |second| (first, second)))
}

fn pair_name(first: usize, second: usize, variety: bool) -> String {
    let varied = if variety { ", with variety" } else { "" };
    format!("{} v {}{varied}", KINDS[first].condition(), KINDS[second].condition())
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let pair = |variety: bool| {
        pairs().map(move |(first, second)| {
            let settings = Settings::Best {
                first: KINDS[first].condition(),
                second: KINDS[second].condition(),
                creativity: if variety { 0.05 } else { 0.0 },
                games: scale.pick(1_000, 2),
            };
            Condition::new(pair_name(first, second, variety), 1, scale.pick(0.3, 0.01), &settings)
        })
    };
    let tournament = Settings::Run { games: scale.pick(10, 2) };
    let tournaments = Condition::new(RUNS, scale.pick(20, 2), scale.pick(0.1, 0.1), &tournament);
    [tournaments].into_iter().chain(pair(false)).chain(pair(true)).collect()
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<serde_json::Value, LabError> {
    let duel = |first: &Arc<Network>, second: &Arc<Network>, creativity: f32, games: u64, seed: u64| {
        let player = |network: &Arc<Network>| Td::new(network.clone(), Manner { creativity, ..Manner::default() });
        matches::play(&mut player(first), &mut player(second), games, seed, lab)
    };
    let outcome = match unit.settings()? {
        Settings::Best { first, second, creativity, games } => {
            let ((one, first), (other, second)) = (networks::best(lab, &first)?, networks::best(lab, &second)?);
            let games = duel(&first, &second, creativity, games, unit.seed())?;
            serde_json::to_value(PairOutcome { networks: [one, other], games })
        }
        Settings::Run { games } => {
            let network = |kind: &Kind| networks::of_run(lab, &kind.condition(), unit.number);
            let six: Vec<Arc<Network>> = KINDS.iter().map(network).collect::<Result<_, _>>()?;
            let play = |(first, second)| duel(&six[first], &six[second], 0.0, games, unit.seed());
            serde_json::to_value(RunOutcome { pairs: pairs().map(play).collect::<Result<_, _>>()? })
        }
    };
    outcome.map_err(LabError::failed)
}

/// The score of each kind in a tournament: the share of all its games that it won.
fn scores(pairs_played: &[Games]) -> [f64; 6] {
    let mut scores = [0.0; 6];
    for ((first, second), games) in pairs().zip(pairs_played) {
        scores[first] += games.share() / 5.0;
        scores[second] += games.lost() / 5.0;
    }
    scores
}

/// The scores of all tournaments.
fn tournaments(evidence: &Evidence) -> Vec<[f64; 6]> {
    let outcomes = evidence.outcomes::<RunOutcome>(RUNS);
    outcomes.iter().filter(|outcome| outcome.pairs.len() == 15).map(|outcome| scores(&outcome.pairs)).collect()
}

/// The first kinds have greater scores than the second ones, on average over the tournaments.
fn above(evidence: &Evidence, pairs: &[(Kinds, Kinds)]) -> Finding {
    let tournaments = tournaments(evidence);
    let mean = |scores: &[f64; 6], kinds: &Kinds| stats::mean(kinds.iter().map(|&kind| scores[kind])).unwrap_or(0.0);
    Finding::all(pairs.iter().map(|(first, second)| {
        let differences: Vec<f64> =
            tournaments.iter().map(|scores| mean(scores, first) - mean(scores, second)).collect();
        let name = format!("{} above {}", in_words(first), in_words(second));
        let range = stats::Interval { low: 0.0, high: f64::INFINITY };
        Finding::mean_within(&name, &differences, range, pairs.len())
    }))
}

fn in_words(kinds: &Kinds) -> String {
    match kinds.as_slice() {
        [kind] => KINDS[*kind].condition(),
        kinds => kinds.first().map_or_else(String::new, |&kind| KINDS[kind].representation.to_string()),
    }
}

/// The games of two of the best networks, from the view of the first.
fn pair(evidence: &Evidence, first: usize, second: usize, variety: bool) -> Option<Games> {
    let outcomes = evidence.outcomes::<PairOutcome>(&pair_name(first, second, variety));
    outcomes.into_iter().next().map(|outcome| outcome.games)
}

/// A share of the games of two of the best networks is exactly this.
fn every(
    evidence: &Evidence,
    first: (&str, &str),
    second: (&str, &str),
    share: fn(&Games) -> f64,
    expected: f64,
) -> Finding {
    let place = |(representation, selection): (&str, &str)| Kind::place(representation, selection);
    let Some(games) = pair(evidence, place(first), place(second), false) else { return Finding::no_evidence() };
    let verdict = if share(&games) == expected { Verdict::Holds } else { Verdict::DoesNotHold };
    let Games { games: number, wins, draws, different } = games;
    let lost = number - wins - draws;
    let figures =
        format!("{wins} of {number} games won, {draws} drawn, {lost} lost; {different} of the games are different");
    Finding::new(verdict, figures)
}

/// Some network wins every game against one of a greater score.
fn exploited(evidence: &Evidence) -> Finding {
    let played: Vec<Games> = pairs().filter_map(|(first, second)| pair(evidence, first, second, false)).collect();
    if played.len() < 15 {
        return Finding::no_evidence();
    }
    let scores = scores(&played);
    let against = |((first, second), games): ((usize, usize), &Games)| {
        let (winner, loser) = match (games.share(), games.lost()) {
            (1.0, _) => (first, second),
            (_, 1.0) => (second, first),
            _ => return None,
        };
        (scores[winner] < scores[loser])
            .then(|| format!("{} always beats {}", KINDS[winner].condition(), KINDS[loser].condition()))
    };
    let found: Vec<String> = pairs().zip(&played).filter_map(against).collect();
    match found.is_empty() {
        true => Finding::new(Verdict::DoesNotHold, "no network always beats one of a greater score"),
        false => Finding::new(Verdict::Holds, found.join(", ")),
    }
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let mut exhibits: Vec<Exhibit> = vec![table(evidence).into()];
    exhibits.extend([false, true].map(|variety| cross_table(evidence, variety).into()));
    exhibits.push(chosen(evidence).into());
    exhibits
}

/// Table I: scores with and without variety, and over the tournaments of runs.
fn table(evidence: &Evidence) -> Table {
    let caption = "Scores (games won of all games): of the six best networks, the same with a creativity of 0.05, the \
                   mean over 20 tournaments of runs with its 95% interval, and the paper's.";
    let mut table = Table::new(caption, ["network", "best networks", "with variety", "tournaments of runs", "paper"]);
    let best = |variety: bool| {
        let played: Vec<Games> = pairs().filter_map(|(first, second)| pair(evidence, first, second, variety)).collect();
        (played.len() == 15).then(|| scores(&played))
    };
    let (plain, varied, tournaments) = (best(false), best(true), tournaments(evidence));
    for (place, kind) in KINDS.iter().enumerate() {
        let cell =
            |scores: Option<[f64; 6]>| scores.map_or_else(|| "-".to_string(), |all| format!("{:.4}", all[place]));
        let values: Vec<f64> = tournaments.iter().map(|scores| scores[place]).collect();
        let mean = mean_estimate(&values, Confidence::P95).map_or_else(|| "-".to_string(), |mean| written(&mean));
        let paper = papers::cell(FAMILY_NAME, &format!("table1.{}", kind.id()), |value| format!("{value:.4}"));
        table.row([kind.condition(), cell(plain), cell(varied), mean, paper]);
    }
    table
}

fn cross_table(evidence: &Evidence, variety: bool) -> Table {
    let caption = if variety {
        "All pairs with a creativity of 0.05: the share of games that the row won against the column; in parentheses \
         the number of different games of 1,000."
    } else {
        "All pairs as in the paper: the share of games that the row won against the column; in parentheses the number \
         of different games of 1,000."
    };
    let header = ["network".to_string()].into_iter().chain(KINDS.iter().map(|kind| kind.condition()));
    let mut table = Table::new(caption, header);
    for (row, kind) in KINDS.iter().enumerate() {
        let cell = |column: usize| {
            let (games, share): (_, fn(&Games) -> f64) = if row < column {
                (pair(evidence, row, column, variety), Games::share)
            } else {
                (pair(evidence, column, row, variety), Games::lost)
            };
            let shown = games.filter(|_| row != column);
            shown.map_or_else(|| "-".to_string(), |games| format!("{:.3} ({})", share(&games), games.different))
        };
        table.row([kind.condition()].into_iter().chain((0..6).map(cell)));
    }
    table
}

/// The networks that were chosen.
fn chosen(evidence: &Evidence) -> Table {
    let caption = "The best network of each condition: its run, the games of training, its strength in the sample that \
                   made it the best of its run, and in the new games that made it the best of all runs. Both are too \
                   high, since they are maxima; table II measures two of them again.";
    let mut table = Table::new(caption, ["network", "run", "games", "sampled", "new games"]);
    for (place, kind) in KINDS.iter().enumerate() {
        let found = pairs().find_map(|(first, second)| {
            let side = [first, second].iter().position(|&one| one == place)?;
            let outcomes = evidence.outcomes::<PairOutcome>(&pair_name(first, second, false));
            outcomes.into_iter().next().map(|outcome| outcome.networks[side].clone())
        });
        let cells = found.map_or_else(
            || vec!["-".to_string(); 4],
            |Chosen { run, games, sampled, again }| {
                let strengths = [sampled, again].map(|value| format!("{value:.4}"));
                [(run + 1).to_string(), learning::thousands(games)].into_iter().chain(strengths).collect()
            },
        );
        table.row([kind.condition()].into_iter().chain(cells));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    /// Tournaments in which the kinds have these strengths, each against each, give or take some noise.
    fn judged(claim: usize, noise: f64, strength: [f64; 6]) -> Verdict {
        let tournament = |number: u32| {
            let more = noise * (f64::from(number) - 2.0);
            let games = |(first, second): (usize, usize)| {
                let sign = if first % 2 == 0 { 1.0 } else { -1.0 };
                let share = (0.5 + strength[first] - strength[second] + sign * more).clamp(0.0, 1.0);
                Games { games: 1_000, wins: (1_000.0 * share) as u64, draws: 0, different: 2 }
            };
            RunOutcome { pairs: pairs().map(games).collect() }
        };
        let evidence = Evidence::made_up([(RUNS, (0..5).map(tournament).collect::<Vec<_>>())]);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    const PAPER: [f64; 6] = [0.3, 0.25, 0.2, 0.15, 0.05, 0.0];
    const TURNED: [f64; 6] = [0.0, 0.05, 0.15, 0.2, 0.25, 0.3];

    #[test]
    fn the_order_of_the_kinds() {
        for claim in 0..4 {
            assert_eq!(judged(claim, 0.001, PAPER), Holds, "{claim}");
            assert_eq!(judged(claim, 0.001, TURNED), DoesNotHold, "{claim}");
            assert_eq!(
                (EXPERIMENT.claims[claim].judge)(&Evidence::made_up([(RUNS, Vec::<RunOutcome>::new())])).verdict,
                Undecided
            );
        }
        assert_eq!(judged(2, 0.2, PAPER), Undecided);
    }

    /// The six best networks, of which the first of each pair wins this share of 1,000 games.
    fn best(share: impl Fn(usize, usize) -> f64) -> Evidence {
        let chosen = || Chosen { run: 0, games: 50_000, sampled: 0.7, again: 0.7 };
        let outcome = |first: usize, second: usize| PairOutcome {
            networks: [chosen(), chosen()],
            games: Games { games: 1_000, wins: (1_000.0 * share(first, second)) as u64, draws: 0, different: 2 },
        };
        let made = |(first, second)| (pair_name(first, second, false), vec![outcome(first, second)]);
        Evidence::made_up(pairs().map(made).collect::<Vec<_>>())
    }

    fn verdict(claim: usize, share: impl Fn(usize, usize) -> f64) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(&best(share)).verdict
    }

    #[test]
    fn single_pairs_are_as_in_the_paper_or_not() {
        // Katatsugi loses to a network that loses more often to others.
        let paper = |first, second| match (first, second) {
            (0, 1) | (2, 4..) => 1.0,
            (2, 3) => 0.0,
            _ => 0.5,
        };
        let other = |first, _| if first == 0 { 0.9 } else { 0.6 };
        let nothing = Evidence::made_up([("x", Vec::<Games>::new())]);
        for claim in 4..8 {
            assert_eq!(verdict(claim, paper), Holds, "{claim}");
            assert_eq!(verdict(claim, other), DoesNotHold, "{claim}");
            assert_eq!((EXPERIMENT.claims[claim].judge)(&nothing).verdict, Undecided, "{claim}");
        }
    }

    #[test]
    fn a_score_is_the_share_of_all_games_that_a_network_won() {
        let even = Games { games: 10, wins: 5, draws: 1, different: 2 };
        let scores = scores(&vec![even; 15]);
        assert!((scores[0] - 0.5).abs() < 1e-12 && (scores[5] - 0.4).abs() < 1e-12, "{scores:?}");
        let shown = exhibits(&best(|_, _| 0.5));
        assert_eq!(shown.len(), 4);
    }
}
