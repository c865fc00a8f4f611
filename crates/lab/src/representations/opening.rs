//! Sections III and V: networks open the game in the centre of the board.

use learn::td::Selection;
use plot::{Axis, LineChart, Series};
use stats::{Confidence, Interval, Score, win_rate};

use super::learning::{REPRESENTATIONS, SELECTIONS, TRIAL, name};
use super::networks;
use super::training::{Strength, TrainedRun};
use crate::verdict::Finding;
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Table, Verdict, percent};

/// The centre of 5x5, from which Black wins everything, and the points beside it, from which he wins by three points
/// (van der Werf, van den Herik and Uiterwijk 2003).
const CENTRE: &str = "C3";
const BESIDE: [&str; 4] = ["C2", "C4", "B3", "D3"];

/// The opening moves.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/opening",
    title: "The opening move of trained networks",
    place: "sections III and V",
    source: "On 5x5 Black wins the whole board from the centre, C3, and by three points from the four points beside it \
             (van der Werf and others, 2003). The paper says that a self-trained network mostly learns the optimal \
             opening move, and in its summary that the best networks always did.",
    ours: "At each sample of the training runs of figures 2 and 3 we store the first move of the network, without \
           creativity. The best network of a run is the one with the greatest sampled strength, and that of a condition \
           the winner of new games between these.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The best networks always learn to play the optimal opening move in the centre",
            place: "section V",
            test: "the best network of each of the six conditions, chosen by new games between the best networks of \
                   its runs, opens at C3; one that does not refutes it, once its runs are finished",
            judge: |evidence| Finding::all(conditions().map(|condition| best_opens(evidence, &condition))),
        },
        Claim {
            text: "A self-trained network mostly learns the optimal opening move",
            place: "section III",
            test: "Wilson's 95% interval of the share of runs whose last network opens at C3 lies above one half, or \
                   below",
            judge: |evidence| {
                let score = last_centred(evidence);
                if score.games() == 0 {
                    return Finding::no_evidence();
                }
                let name = format!("the last networks of {} of {} runs open at C3", score.wins, score.games());
                let range = Interval { low: 0.5, high: f64::INFINITY };
                Finding::within(&name, win_rate(&score, Confidence::P95), range, score.games())
            },
        },
    ],
    exhibits,
};

fn conditions() -> impl Iterator<Item = String> {
    let of = |selection: Selection| REPRESENTATIONS.map(|representation| name(representation.name(), selection.name()));
    SELECTIONS.into_iter().flat_map(of)
}

/// The best network of a condition opens in the centre.
fn best_opens(evidence: &Evidence, condition: &str) -> Finding {
    let runs: Vec<TrainedRun> = evidence.outcomes(condition);
    let units = evidence.conditions.iter().find(|one| one.name == condition).map_or(0, |one| one.units);
    let Some(best) = runs.get(networks::choose(&runs)) else {
        return Finding { figures: format!("{condition}: not measured yet"), ..Finding::no_evidence() };
    };
    let opening = &best.best.again.opening;
    let verdict = match (runs.len() as u64 >= units, opening == CENTRE) {
        (false, _) => Verdict::Undecided,
        (true, true) => Verdict::Holds,
        (true, false) => Verdict::DoesNotHold,
    };
    Finding::new(verdict, format!("{condition}: {opening}, the best of {} runs", runs.len()))
}

/// The runs whose last network opens in the centre.
fn last_centred(evidence: &Evidence) -> Score {
    let runs = conditions().flat_map(|condition| evidence.outcomes::<TrainedRun>(&condition)).collect::<Vec<_>>();
    centred(runs.iter().filter_map(|run| run.samples.last().map(|sample| sample.opening.clone())))
}

/// The openings in the centre as wins, and all others as losses.
fn centred(openings: impl Iterator<Item = String>) -> Score {
    openings.fold(Score::default(), |mut score, opening| {
        if opening == CENTRE {
            score.wins += 1;
        } else {
            score.losses += 1;
        }
        score
    })
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let caption = "First moves: the runs whose last network opens in the centre, beside it (where Black wins by three \
                   points) or elsewhere, and the same for the best network of each run.";
    let header = ["networks", "runs", "last: C3", "beside", "elsewhere", "best: C3", "beside", "elsewhere"];
    let mut table = Table::new(caption, header);
    for condition in conditions() {
        let runs: Vec<TrainedRun> = evidence.outcomes(&condition);
        let last: Vec<&Strength> = runs.iter().filter_map(|run| run.samples.last()).collect();
        let best: Vec<&Strength> = runs.iter().map(|run| &run.best.again).collect();
        let counts = |networks: &[&Strength]| {
            let count = |is: &dyn Fn(&str) -> bool| networks.iter().filter(|one| is(&one.opening)).count();
            let (centre, beside) = (count(&|move_| move_ == CENTRE), count(&|move_| BESIDE.contains(&move_)));
            [centre, beside, networks.len() - centre - beside].map(|number| number.to_string())
        };
        table.row([condition, runs.len().to_string()].into_iter().chain(counts(&last)).chain(counts(&best)));
    }
    let share = |condition: String| {
        let runs: Vec<TrainedRun> = evidence.outcomes(&condition);
        let mut games: Vec<u64> = runs.iter().flat_map(|run| run.samples.iter().map(|sample| sample.games)).collect();
        games.sort_unstable();
        games.dedup();
        let at = |games: u64| {
            let samples = runs.iter().flat_map(|run| run.samples.iter().filter(move |sample| sample.games == games));
            (games as f64, centred(samples.map(|sample| sample.opening.clone())).rate())
        };
        Series { marks: true, ..Series::new(condition, games.into_iter().map(at).collect()) }
    };
    let chart = LineChart {
        title: "Runs whose network opens in the centre".to_string(),
        x: Axis::new("games of self-play").from(0.0),
        y: Axis::new("runs").from(0.0).to(1.0).percent(),
        series: conditions().map(share).collect(),
        ..LineChart::default()
    };
    let all = last_centred(evidence);
    let rate = win_rate(&all, Confidence::P95);
    let text = match all.games() {
        0 => "No run is finished.".to_string(),
        games => format!(
            "The last networks of {} of {games} runs open in the centre: {} ({} to {}).",
            all.wins,
            percent(rate.value),
            percent(rate.interval.low),
            percent(rate.interval.high)
        ),
    };
    let figure = Figure::new("", "Share of runs whose network opens at C3, by games of self-play.", chart.svg());
    vec![table.into(), figure.into(), Exhibit::Text(text)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};
    use crate::representations::learning::tests::run;

    /// Runs of each condition of which so many open at C3, and the others at B2.
    fn made_up(centre: usize, of: usize) -> Evidence {
        let made = |number: usize| {
            let mut one = run(|_| 0.5);
            let opening = if number < centre { CENTRE } else { "B2" };
            one.best.again.opening = opening.to_string();
            one.samples.iter_mut().for_each(|sample| sample.opening = opening.to_string());
            one
        };
        Evidence::made_up(conditions().map(|condition| (condition, (0..of).map(made).collect::<Vec<_>>())))
    }

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    #[test]
    fn the_best_networks_open_in_the_centre_or_not() {
        // Equal in new games, the first run has the best network.
        assert_eq!(verdict(0, &made_up(1, 20)), Holds);
        assert_eq!(verdict(0, &made_up(0, 20)), DoesNotHold);
        let mut unfinished = made_up(20, 20);
        unfinished.entries.pop();
        assert_eq!(verdict(0, &unfinished), Undecided);
        assert_eq!(verdict(0, &made_up(0, 0)), Undecided);
    }

    #[test]
    fn most_networks_open_in_the_centre_or_not() {
        assert_eq!(verdict(1, &made_up(15, 20)), Holds);
        assert_eq!(verdict(1, &made_up(5, 20)), DoesNotHold);
        assert_eq!(verdict(1, &made_up(1, 2)), Undecided);
    }

    #[test]
    fn the_table_counts_openings() {
        let Some(Exhibit::Table(table)) = exhibits(&made_up(15, 20)).into_iter().next() else { panic!("no table") };
        assert_eq!(table.rows[0][1..], ["20", "15", "0", "5", "15", "0", "5"].map(String::from));
    }
}
