//! Section IV-B: trained networks often miss important moves.

use learn::td::judge::{Judgement, Source, judge, problems};
use serde::{Deserialize, Serialize};
use stats::{Confidence, Interval, mean_estimate};

use super::learning;
use super::networks::{self, KINDS, Kind};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit, percent};

/// The positions.
pub(crate) const TRIAL: Trial = Trial { name: "representations/missed", alone: false, conditions, measure };

const CONDITION: &str = "solved positions";
/// How many of the decisive positions are often.
const OFTEN: f64 = 0.1;

/// The positions.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/missed",
    title: "Moves that trained networks miss",
    place: "section IV-B",
    source: "In the comment on figure 4 the paper says of moves that would lose the game at once: though this is quite \
             obvious for a human player, trained networks often fail to see important and game-saving moves. No \
             figures are given.",
    ours: "Positions near the end of games, with at most nine empty points, in which our alpha-beta search solves \
           every move to the last point, under area rules without komi. They come from creative games of the networks \
           that the program carries. A position is decisive if some moves win and others do not, or draw and lose. For \
           each of 20 sets of 50 positions, one run of each condition shows its best network. The networks learnt \
           under territory rules, whose result differs by a point in some positions.",
    trials: &[&learning::TRIAL, &TRIAL],
    claims: &[Claim {
        text: "Trained networks often fail to see important and game-saving moves",
        place: "section IV-B",
        test: "Student's 95% interval of the mean share of decisive positions that the best networks of all runs get \
               wrong lies above 10%, or below",
        judge: |evidence| {
            let missed: Vec<f64> = sets(evidence).iter().filter_map(missed).collect();
            Finding::mean_within("decisive positions missed", &missed, Interval { low: OFTEN, high: f64::INFINITY }, 1)
        },
    }],
    exhibits,
};

/// What is solved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Settings {
    positions: usize,
    empties: usize,
    nodes: u64,
}

/// The results of one network.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Judged {
    positions: usize,
    points: usize,
    result: usize,
    decisive: usize,
    decisive_result: usize,
}

impl From<Judgement> for Judged {
    fn from(judgement: Judgement) -> Judged {
        Judged {
            positions: judgement.problems,
            points: judgement.kept_points,
            result: judgement.kept_result,
            decisive: judgement.decisive,
            decisive_result: judgement.kept_decisive,
        }
    }
}

/// The results of the six networks on a set of positions, in the order of [`KINDS`].
type Set = Vec<Judged>;

fn conditions(scale: Scale) -> Vec<Condition> {
    let settings =
        Settings { positions: scale.pick(50, 2), empties: scale.pick(9, 4), nodes: scale.pick(10_000, 2_000) };
    vec![Condition::new(CONDITION, scale.pick(20, 2), scale.pick(30.0, 0.1), &settings)]
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<serde_json::Value, LabError> {
    let Settings { positions, empties, nodes } = unit.settings()?;
    let network = |kind: &Kind| networks::of_run(lab, &kind.condition(), unit.number);
    let six = KINDS.iter().map(network).collect::<Result<Vec<_>, _>>()?;
    let source = Source { number: positions, empties, nodes, seed: unit.seed() };
    let solved = problems(&source, &lab.stop, &mut |_| {});
    lab.check_stop()?;
    let set: Set = six.iter().map(|network| judge(network, &solved, unit.seed()).into()).collect();
    serde_json::to_value(set).map_err(LabError::failed)
}

fn sets(evidence: &Evidence) -> Vec<Set> {
    evidence.outcomes(CONDITION)
}

/// The share of decisive positions that the networks of a set got wrong.
fn missed(set: &Set) -> Option<f64> {
    let decisive: usize = set.iter().map(|judged| judged.decisive).sum();
    let right: usize = set.iter().map(|judged| judged.decisive_result).sum();
    (decisive > 0).then(|| 1.0 - right as f64 / decisive as f64)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let sets = sets(evidence);
    let caption = "Choices of the best networks of all runs in solved positions, as shares of all positions: those \
                   that keep the best score, those that keep the result (win, draw or loss), and those that keep it in \
                   the positions where it matters, with 95% intervals over sets.";
    let header = ["networks", "positions", "best score", "result kept", "decisive positions", "result kept there"];
    let mut table = Table::new(caption, header);
    for (place, kind) in KINDS.iter().enumerate() {
        let of: Vec<Judged> = sets.iter().filter_map(|set| set.get(place).copied()).collect();
        let sum = |count: fn(&Judged) -> usize| of.iter().map(count).sum::<usize>();
        let share = |count: fn(&Judged) -> usize, of_all: fn(&Judged) -> usize| {
            let shares: Vec<f64> = of
                .iter()
                .filter(|judged| of_all(judged) > 0)
                .map(|judged| count(judged) as f64 / of_all(judged) as f64)
                .collect();
            match mean_estimate(&shares, Confidence::P95) {
                None => "-".to_string(),
                Some(mean) if mean.error().is_finite() => {
                    format!("{} ± {}", percent(mean.value), percent(mean.error()))
                }
                Some(mean) => percent(mean.value),
            }
        };
        table.row([
            kind.condition(),
            sum(|judged| judged.positions).to_string(),
            share(|judged| judged.points, |judged| judged.positions),
            share(|judged| judged.result, |judged| judged.positions),
            sum(|judged| judged.decisive).to_string(),
            share(|judged| judged.decisive_result, |judged| judged.decisive),
        ]);
    }
    vec![table.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Sets in which the networks get so many of 20 decisive positions right.
    fn verdict(right: &[usize]) -> Verdict {
        let set = |&decisive_result: &usize| -> Set {
            vec![Judged { positions: 50, points: 40, result: 45, decisive: 20, decisive_result }; 6]
        };
        let evidence = Evidence::made_up([(CONDITION, right.iter().map(set).collect::<Vec<_>>())]);
        assert_eq!(exhibits(&evidence).len(), 1);
        (EXPERIMENT.claims[0].judge)(&evidence).verdict
    }

    #[test]
    fn networks_miss_decisive_moves_often_or_not() {
        assert_eq!(verdict(&[16, 15, 17, 16]), Holds);
        assert_eq!(verdict(&[20, 19, 20, 20]), DoesNotHold);
        assert_eq!(verdict(&[16, 20]), Undecided);
        assert_eq!(verdict(&[]), Undecided);
    }
}
