//! Numbers of clusters: do they change the win rate?

use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};

use learn::clusters::teach;
use models::openings::Clusters;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Confidence, Estimate, rate_difference};

use super::clusters::TRAINING_GAMES;
use super::openings::{self, bisection};
use super::tournament::{self, score};
use super::{orego, table2};
use crate::games::{self, GameOutcome, Pairing};
use crate::verdict::{Finding, Verdict};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit};
use crate::{papers, percent};

/// The paper's numbers of clusters but for 96, which table 2 has; and a number that grows with the move number.
const CONDITIONS: [(&str, (usize, usize)); 7] = [
    ("filter 64", (64, 64)),
    ("filter 128", (128, 128)),
    ("filter 160", (160, 160)),
    ("filter 192", (192, 192)),
    ("filter 224", (224, 224)),
    ("filter 256", (256, 256)),
    ("filter 16..112", (16, 112)),
];
/// The conditions of the paper's numbers, in order.
const NAMES: [&str; 7] =
    ["filter 64", table2::FILTER, "filter 128", "filter 160", "filter 192", "filter 224", "filter 256"];
/// The difference of win rates up to which the paper's words are taken to mean a small one.
const SMALL: f64 = 0.05;

/// Games with clusters that are made for them, since only 64 and 96 are embedded.
const TRIAL: Trial = Trial { name: "smartstart/numbers", alone: false, conditions, measure };

/// The games, and the clusters of the first player.
#[derive(Serialize, Deserialize)]
struct Settings {
    pairing: Pairing,
    clusters: (usize, usize),
    training_games: usize,
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |(name, clusters): (&str, (usize, usize))| {
        let first = orego(table2::PLAYOUTS, "opening=filter", scale);
        let pairing = Pairing::new(first, games::gnugo(scale), scale.pick(19, 9));
        let shrink = |clusters: usize| scale.pick(clusters, clusters / 16);
        let settings = Settings {
            pairing,
            clusters: (shrink(clusters.0), shrink(clusters.1)),
            training_games: scale.pick(TRAINING_GAMES, 25),
        };
        Condition::new(name, scale.pick(1_000, 2), table2::SECONDS, &settings)
    };
    CONDITIONS.map(condition).into()
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Settings { mut pairing, clusters, training_games } = unit.settings()?;
    let file = ClustersFile::write(&trained(clusters, 12, training_games, lab)?)?;
    pairing.first = format!("{},clusters=[{}]", pairing.first, file.path.display());
    let (played, first) = games::play(&pairing, unit, lab, &mut |_| {})?;
    serde_json::to_value(GameOutcome::new(&played, first)).map_err(LabError::failed)
}

/// Clusters of the games that the embedded models of the paper's size are made of.
///
/// # Errors
/// If there are no games, or the stop signal came first.
pub(super) fn trained(
    clusters: (usize, usize),
    moves: usize,
    training_games: usize,
    lab: &Lab<'_>,
) -> Result<Clusters, LabError> {
    let openings = openings::professional(lab)?;
    let training = openings::samples(&openings, training_games, 0, 1).training;
    let size = lab.scale.pick(19, 9);
    teach(&training, size, &bisection(clusters, moves, 1), &lab.stop, &mut |_| {}).ok_or(LabError::Stopped)
}

/// A temporary file of clusters, for a player to read.
pub(super) struct ClustersFile {
    pub path: std::path::PathBuf,
}

impl ClustersFile {
    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(clusters: &Clusters) -> Result<ClustersFile, LabError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("ponnuki-lab-{}-{number}.model", process::id()));
        fs::write(&path, clusters.write()).map_err(|reason| LabError::File { path: path.clone(), reason })?;
        Ok(ClustersFile { path })
    }
}

impl Drop for ClustersFile {
    fn drop(&mut self) {
        // A file that stays behind in the temporary folder does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/numbers",
    title: "Numbers of clusters and win rates",
    place: "section 4.2",
    source: "The paper tried 64, 96, 128, 160, 192, 224 and 256 clusters in small tournaments, whose games and win \
             rates it does not give. It found only a small variation in the winning ratio, and so used 64 and 96.",
    ours: "The games of table 2, orego at 8,000 playouts with the filter to move 12 against GNU Go 3.8 at level 10, \
           with each of these numbers of clusters, 1,000 games each; those with 96 clusters are table 2's. All \
           clusters are made of the same 1,046 games of Andries Brouwer's collection by bisection. A number of \
           clusters that grows from 16 after the first move to 112 after the eleventh, of which the paper speaks as \
           future work, plays as well.",
    trials: &[&table2::TRIAL, &TRIAL],
    claims: &[Claim {
        text: "The winning ratio varies only little with the number of clusters",
        place: "section 4.2",
        test: "each number of clusters against 64: the 95% interval of the difference of win rates lies within 5 \
               percentage points; an interval at 5% divided by six that lies outside of that refutes it",
        judge: |evidence| Finding::all(NAMES[1..].iter().map(|name| varies_little(evidence, name, NAMES[0]))),
    }],
    exhibits,
};

/// The win rates of two conditions differ by less than [`SMALL`].
fn varies_little(evidence: &Evidence, name: &str, other: &str) -> Finding {
    let (first, second) = (score(evidence, name), score(evidence, other));
    if first.games() == 0 || second.games() == 0 {
        return Finding { figures: format!("{name} and {other}: not measured yet"), ..Finding::no_evidence() };
    }
    let refuting = Confidence::new(1.0 - 0.05 / (NAMES.len() - 1) as f64).unwrap_or_default();
    let Estimate { value, interval } = rate_difference(&first, &second, Confidence::P95);
    let wider = rate_difference(&first, &second, refuting).interval;
    let verdict = if interval.low > -SMALL && interval.high < SMALL {
        Verdict::Holds
    } else if wider.low > SMALL || wider.high < -SMALL {
        Verdict::DoesNotHold
    } else {
        Verdict::Undecided
    };
    let figures = format!(
        "{name} {} of {}, {other} {} of {}, difference {:+.1} points ({:+.1} to {:+.1})",
        percent(first.rate()),
        first.games(),
        percent(second.rate()),
        second.games(),
        100.0 * value,
        100.0 * interval.low,
        100.0 * interval.high
    );
    let half = (interval.high - interval.low) / 2.0;
    let games = first.games().min(second.games()) as f64;
    Finding::new(verdict, figures).needing(games * (half / (SMALL - value.abs()).abs().max(1e-6)).powi(2))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let caption = "Win rates of orego against GNU Go by the number of clusters, with 95% intervals. The paper gives \
                   win rates for no filter and for 96 clusters only.";
    let mut table = Table::new(caption, ["clusters", "games won", "paper"]);
    let mut row = |label: &str, condition: &str, published: &str| {
        let paper = papers::cell("smartstart", published, |x| format!("{x}%"));
        table.row([label.to_string(), games::rate_in_words(&games::score(evidence, condition)), paper]);
    };
    row("no filter", table2::OFF, "table2.none");
    for name in NAMES {
        let published = if name == table2::FILTER { "table2.filter" } else { "" };
        row(name.trim_start_matches("filter "), name, published);
    }
    row("16 after the first move to 112 after the eleventh", "filter 16..112", "");
    [table.into()].into_iter().chain(tournament::forfeits(evidence).map(Exhibit::Text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(wins: [usize; 7], games: usize) -> Verdict {
        let played = NAMES.into_iter().zip(wins.map(|wins| games::made_up(wins, games - wins)));
        (EXPERIMENT.claims[0].judge)(&Evidence::made_up(played)).verdict
    }

    #[test]
    fn numbers_of_clusters_matter_or_not() {
        assert_eq!(verdict([4_000, 4_050, 4_010, 3_950, 3_980, 4_020, 4_100], 10_000), Holds);
        assert_eq!(verdict([4_000, 4_050, 4_010, 3_950, 3_980, 4_020, 2_900], 10_000), DoesNotHold);
        assert_eq!(verdict([40, 41, 42, 38, 39, 40, 41], 100), Undecided);
    }

    #[test]
    fn a_file_of_clusters_is_removed_when_it_is_not_needed() {
        let file = ClustersFile::write(&Clusters::new(9, Vec::new(), String::new())).unwrap();
        let path = file.path.clone();
        assert!(path.exists());
        drop(file);
        assert!(!path.exists());
    }
}
