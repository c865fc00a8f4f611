//! The default clusters, of all games: why they need a frequency cut.

use learn::TrainingGame;
use learn::clusters::{Grouping, Method, sample, teach};
use learn::openings::accuracy;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::Interval;

use super::openings;
use super::{above, mean_in_words};
use crate::verdict::{Finding, number};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit, percent};

/// The condition.
const ALL_GAMES: &str = "all games";
/// The cuts that are compared: a next move stays if it was played in this share of the cluster's positions.
const CUTS: [f64; 7] = [0.0, 0.001, 0.002, 0.004, 0.006, 0.008, 0.016];
/// The cut of the embedded model: see models/README.md.
const EMBEDDED: f64 = 0.008;
/// The paper's usual number of moves that a filter leaves.
const MOST: f64 = 40.0;

/// Each unit makes clusters of all games before 2024 and tests them on games from 2024 on.
const TRIAL: Trial = Trial { name: "smartstart/default", alone: false, conditions, measure };

#[derive(Serialize, Deserialize)]
struct Settings {
    clusters: usize,
    moves: usize,
    test_games: usize,
    cuts: Vec<f64>,
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let settings = Settings {
        clusters: scale.pick(96, 4),
        moves: scale.pick(12, 6),
        test_games: scale.pick(1_000, 10),
        cuts: CUTS.to_vec(),
    };
    vec![Condition::new(ALL_GAMES, scale.pick(4, 2), 90.0, &settings)]
}

/// What one unit gave, for each cut.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Outcome {
    training_games: usize,
    cuts: Vec<Cut>,
}

/// Sums over the positions of the test games at moves 2 to 12, and what the clusters have.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Cut {
    /// The positions.
    positions: u64,
    /// Those whose nearest cluster has the move that was played.
    hits: u64,
    /// The moves of the nearest clusters.
    listed: u64,
    /// The mean number of moves of a cluster, by move number from move 1.
    moves: Vec<f64>,
}

impl Cut {
    fn share(&self) -> f64 {
        self.hits as f64 / self.positions.max(1) as f64
    }

    fn mean_listed(&self) -> f64 {
        self.listed as f64 / self.positions.max(1) as f64
    }
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let settings: Settings = unit.settings()?;
    let openings = openings::professional(lab)?;
    let seed = unit.number + 1;
    let earlier = openings.iter().filter(|opening| opening.is_earlier);
    let training: Vec<TrainingGame> = earlier.map(|opening| opening.game.clone()).collect();
    let recent = openings.iter().filter(|opening| opening.is_recent);
    let mut tests: Vec<&TrainingGame> = recent.map(|opening| &opening.game).collect();
    sample(&mut tests, settings.test_games, seed);
    let number = settings.clusters;
    let grouping =
        Grouping { moves: settings.moves, clusters: (number, number), method: Method::Refined, seed, threads: 1 };
    let size = training.first().map_or(19, TrainingGame::size);
    let taught = teach(&training, size, &grouping, &lab.stop, &mut |_| {});
    let mut clusters = taught.ok_or(LabError::Stopped)?;
    let mut cuts = Vec::new();
    for &share in &settings.cuts {
        clusters.cut(share);
        let mut cut = Cut::default();
        // The first move has one cluster.
        let by_move = accuracy::measure_games(&clusters, tests.iter().copied());
        for found in &by_move[1..] {
            cut.positions += found.positions;
            cut.hits += found.hits;
            cut.listed += found.listed;
        }
        let rounded = |length: f64| (length * 100.0).round() / 100.0;
        cuts.push(Cut { moves: by_move.iter().map(|found| rounded(found.cluster_length)).collect(), ..cut });
    }
    serde_json::to_value(Outcome { training_games: training.len(), cuts }).map_err(LabError::failed)
}

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/default",
    title: "Clusters of all games need a frequency cut",
    place: "ours; sections 4.2, 4.3 and 6",
    source: "The paper made its clusters of 1,046 games, whose filter usually leaves ten to forty moves, and names \
             larger samples of games as future work. Both the number of entries and the number of clusters affect the \
             number of next moves of a cluster, it says. A list of next moves has every move that was played at least \
             once.",
    ours: "The default clusters of the program are made of all games of Andries Brouwer's collection before 2024, 96 \
           for each move number. The more games, the more moves have been played once, and the less a filter leaves \
           out. So we measure what remains of the lists if next moves below a share of the cluster's positions are \
           left out: the number of moves, and how often the nearest cluster still has the next move in 1,000 games \
           from 2024 on. Four repetitions differ in the seed of the clusters and in the test games, which overlap.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Without a cut, the clusters of all games leave more moves than the ten to forty of the paper",
            place: "ours",
            test: "the mean number of moves of the nearest cluster at moves 2 to 12: Student's 95% interval over \
                   repetitions lies above 40",
            judge: |evidence| above("moves", &values(evidence, 0.0, Cut::mean_listed), MOST, 1),
        },
        Claim {
            text: "The default cut leaves ten to forty moves",
            place: "ours",
            test: "the mean number of moves of the nearest cluster at moves 2 to 12 with a cut of 0.008: Student's 95% \
                   interval over repetitions lies between 10 and 40",
            judge: |evidence| {
                let range = Interval { low: 10.0, high: MOST };
                Finding::mean_within("moves", &values(evidence, EMBEDDED, Cut::mean_listed), range, 1)
            },
        },
        Claim {
            text: "With the default cut, most next moves are still in the nearest cluster",
            place: "ours",
            test: "the share of next moves found at moves 2 to 12 with a cut of 0.008: Student's 95% interval over \
                   repetitions lies above one half",
            judge: |evidence| above("share found", &values(evidence, EMBEDDED, Cut::share), 0.5, 1),
        },
    ],
    exhibits,
};

/// A figure of each unit with a cut.
fn values(evidence: &Evidence, cut: f64, figure: impl Fn(&Cut) -> f64) -> Vec<f64> {
    let Some(place) = CUTS.iter().position(|&known| known == cut) else { return Vec::new() };
    evidence.outcomes::<Outcome>(ALL_GAMES).iter().filter_map(|unit| Some(figure(unit.cuts.get(place)?))).collect()
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let games = evidence.outcomes::<Outcome>(ALL_GAMES).first().map(|unit| unit.training_games);
    let games = games.map_or_else(|| "all games".to_string(), |games| format!("{games} games"));
    let caption = format!(
        "96 clusters of {games} by the share of a cluster's positions below which a next move is left out: the moves \
         of the nearest cluster and the next moves found at moves 2 to 12, with 95% intervals over repetitions, and \
         the mean number of moves of a cluster by move number. A board has about 350 empty points then."
    );
    let shown = [2, 4, 6, 8, 9, 10, 11, 12];
    let header = ["cut".to_string(), "nearest cluster".to_string(), "next moves found".to_string()]
        .into_iter()
        .chain(shown.map(|at| format!("at move {at}")));
    let mut table = Table::new(caption, header);
    for cut in CUTS {
        let label = if cut == EMBEDDED { format!("{cut} (the default model)") } else { cut.to_string() };
        let first = [
            label,
            mean_in_words(&values(evidence, cut, Cut::mean_listed), number),
            mean_in_words(&values(evidence, cut, Cut::share), percent),
        ];
        let moves = |at: usize| {
            let values = values(evidence, cut, |cut| cut.moves.get(at - 1).copied().unwrap_or(0.0));
            stats::mean(values).map_or_else(|| "-".to_string(), number)
        };
        table.row(first.into_iter().chain(shown.map(moves)));
    }
    vec![table.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Four units whose clusters list this number of moves and find this share, with some noise.
    fn verdict(claim: usize, listed: f64, share: f64, noise: f64) -> Verdict {
        let unit = |number: u32| {
            let wobble = 1.0 + noise * (f64::from(number) - 1.5);
            let [listed, hits] = [listed, share].map(|x| (1_000.0 * x * wobble) as u64);
            let cut = Cut { positions: 1_000, hits, listed, moves: Vec::new() };
            Outcome { training_games: 9, cuts: vec![cut; CUTS.len()] }
        };
        let evidence = Evidence::made_up([(ALL_GAMES, (0..4).map(unit).collect::<Vec<_>>())]);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn too_many_moves_without_a_cut_or_not() {
        assert_eq!(verdict(0, 150.0, 0.9, 0.01), Holds);
        assert_eq!(verdict(0, 30.0, 0.9, 0.01), DoesNotHold);
        assert_eq!(verdict(0, 40.0, 0.9, 0.1), Undecided);
    }

    #[test]
    fn ten_to_forty_with_the_cut_or_not() {
        assert_eq!(verdict(1, 30.0, 0.9, 0.01), Holds);
        assert_eq!(verdict(1, 60.0, 0.9, 0.01), DoesNotHold);
        assert_eq!(verdict(1, 40.0, 0.9, 0.1), Undecided);
    }

    #[test]
    fn most_moves_are_found_or_not() {
        assert_eq!(verdict(2, 30.0, 0.8, 0.01), Holds);
        assert_eq!(verdict(2, 30.0, 0.3, 0.01), DoesNotHold);
        assert_eq!(verdict(2, 30.0, 0.5, 0.1), Undecided);
    }
}
