//! The error functions that the thesis considers before the normalised rank (sections 4.1.2 and 4.1.3).

use std::ops::ControlFlow;

use goban::{Game, Move, Point, PointMap};
use learn::measures::ErrorMeasure;
use learn::metric::{RULES, rank_values};
use models::preference::View;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::judge::{self, at, below, from, per_set, within};
use super::learner::Learner;
use super::pools::{Pools, SETS};
use super::show;
use super::study::{STAGE, STAGES, rounded};
use crate::verdict::Finding;
use crate::{Claim, Condition, Experiment, Lab, LabError, Scale, Trial, Unit};

const EQUAL: &str = "all moves equal";
const RANDOM: &str = "random";
const GREEDY: &str = "greedy";
const BEST: &str = "expanded, atari";
const VERY_BAD: &str = "expanded, atari, one very bad move";
const PERFECT: &str = "the expert's move first";
const NAMES: [&str; 6] = [EQUAL, RANDOM, GREEDY, BEST, VERY_BAD, PERFECT];

/// How moves are rated.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Heuristic {
    /// Who rates them; equal without one.
    learner: Option<Learner>,
    /// Whether the expert's move is the only good one.
    perfect: bool,
    /// Whether one move that was not played is rated as very bad.
    very_bad: bool,
}

/// The measurements.
const TRIAL: Trial = Trial {
    name: "preference/measures",
    alone: false,
    conditions: |scale: Scale| {
        let player = |spec: &str| Some(Learner::Player(spec.to_string()));
        let best = || Some(Learner::hashed(View::THESIS));
        let heuristic = |learner, perfect, very_bad| Heuristic { learner, perfect, very_bad };
        let heuristics = [
            heuristic(None, false, false),
            heuristic(player("random:eyes=fill"), false, false),
            heuristic(player("greedy:otherwise=anything"), false, false),
            heuristic(best(), false, false),
            heuristic(best(), false, true),
            heuristic(None, true, false),
        ];
        let condition = |(name, heuristic)| Condition::new(name, scale.pick(SETS, 2), 10.0, &heuristic);
        NAMES.into_iter().zip(heuristics).map(condition).collect()
    },
    measure,
};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/measures",
    title: "Error functions before the normalised rank",
    place: "sections 4.1.2 and 4.1.3",
    source: "The thesis arrives at its error in steps: the share of moves not predicted; sums over all legal moves of \
             h(m) - h(M), of h(m) / h(M) and of exp(h(m) / h(M)), where h rates moves and M was played; the rank of M; \
             and the rank over the number of legal moves, with ties counted half. It argues for each step without \
             numbers.",
    ours: ours!(
        "All functions on the same positions, for six heuristics: equal ratings, the random and the greedy opponent, \
         the classification of chapter 6 as it learns, the same with one move that was not played rated as minus a \
         million, and a heuristic that rates the expert's move above all others. For ratios to make sense, the ratings \
         of each position are brought to the range from 1 to 2."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The failure rate of exact prediction is so large that very few moves actually succeed",
            place: "section 4.1.2",
            test: "with the greedy opponent and with the classification of chapter 6, the 95% interval of the share of \
                   moves not predicted lies above 0.9",
            judge: |evidence| {
                let part = |name| within(name, &judge::figures(evidence, (name, "/missed")), from(0.9));
                Finding::all([GREEDY, BEST].map(part))
            },
        },
        Claim {
            text: "The sum of differences has a trivial perfect solution, a heuristic which rates every move the same",
            place: "section 4.1.2",
            test: "no heuristic here has a lower error than equal ratings: that of chapter 6 does not (t-test over the \
                   five sets, p < 0.05)",
            judge: |evidence| {
                let finding =
                    below(&judge::differences(evidence, (EQUAL, DIFFERENCE), (BEST, DIFFERENCE)), 0.0, 0.0, 1);
                Finding { figures: format!("equal ratings minus chapter 6: {}", finding.figures), ..finding }
            },
        },
        Claim {
            text: "With the sum of ratios, all a heuristic needs for an arbitrarily low error is to rate a single \
                   unselected move as very, very bad",
            place: "section 4.1.2",
            test: "with one very bad move the error is below that of perfect prediction: t-test over the five sets, p \
                   < 0.05",
            judge: |evidence| judge::lower_by(evidence, (VERY_BAD, "/ratio"), (PERFECT, "/ratio"), 0.0, 1),
        },
        Claim {
            text: "The exponential prevents compensation",
            place: "section 4.1.2",
            test: "with one very bad move the error stays above that of perfect prediction: t-test over the five sets, \
                   p < 0.05",
            judge: |evidence| judge::lower_by(evidence, (PERFECT, "/exponential"), (VERY_BAD, "/exponential"), 0.0, 1),
        },
        Claim {
            text: "One cannot simply change the >= to a > because the trivial solution would become feasible",
            place: "section 4.1.3",
            test: "by the strict rank equal ratings have a lower error than chapter 6: t-test over the five sets, p < \
                   0.05",
            judge: |evidence| judge::lower_by(evidence, (EQUAL, "/strict rank"), (BEST, "/strict rank"), 0.0, 1),
        },
        Claim {
            text: "If the ranks are added up, greater error may be produced by the beginning of the game than by the \
                   end",
            place: "section 4.1.3",
            test: "the mean rank by a random rating is higher in moves 1 to 50 than after move 200: paired t-test over \
                   the five sets, p < 0.05",
            judge: |evidence| judge::lower_by(evidence, (RANDOM, "/ranks/4"), (RANDOM, "/ranks/0"), 0.0, 1),
        },
        Claim {
            text: "There can easily be three times as many potential moves at the beginning of the game as at the end",
            place: "section 4.1.3",
            test: "the mean number of legal moves in the first ten moves of a game is more than three times that in \
                   its last ten: t-test over the five sets, p < 0.05",
            judge: |evidence| {
                let values = per_set(evidence, &[EQUAL], |outcomes| {
                    Some(3.0 * at(outcomes[0], "/legal_last")? - at(outcomes[0], "/legal_first")?)
                });
                let finding = below(&values, 0.0, 0.0, 1);
                let figures =
                    format!("three times the number at the end minus that at the beginning: {}", finding.figures);
                Finding { figures, ..finding }
            },
        },
    ],
    exhibits: |evidence| {
        let places = ErrorMeasure::ALL.map(|measure| (measure.name(), format!("/{}", measure.name())));
        let columns: Vec<(&str, &str)> = places.iter().map(|(name, place)| (*name, place.as_str())).collect();
        let caption = "The error functions per position: means over the sets, with 95% intervals";
        vec![
            show::table(evidence, caption, &NAMES, &columns),
            show::table(
                evidence,
                "The mean rank by a random rating, and the number of legal moves: means over the sets",
                &[RANDOM],
                &[
                    ("rank in moves 1 to 50", "/ranks/0"),
                    ("after move 200", "/ranks/4"),
                    ("legal moves in the first ten", "/legal_first"),
                    ("in the last ten", "/legal_last"),
                ],
            ),
        ]
    },
};

const DIFFERENCE: &str = "/difference";
/// The rating of a very bad move.
const WORST: f32 = -1e6;
/// The moves at either end of a game.
const END: usize = 10;

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let heuristic: Heuristic = unit.settings()?;
    let mut learner = heuristic.learner.as_ref().map(|learner| learner.build(lab)).transpose()?;
    let mut sums = [0.0; ErrorMeasure::ALL.len()];
    let mut ranks = [(0.0, 0u64); STAGES];
    let mut positions = 0u64;
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for (number, record) in Pools::of(lab)?.set(unit.number).iter().enumerate() {
        lab.check_stop()?;
        if let Some(learner) = &mut learner {
            learner.player().reset(number as u64);
        }
        let mut legal = Vec::new();
        let mut visit = |game: &Game, mv: Move| {
            let Move::Play(point) = mv else { return ControlFlow::Continue(()) };
            let values = learner.as_mut().and_then(|learner| rank_values(learner.player(), game));
            let rated = heuristic.ratings(game, point, values);
            for (sum, measure) in sums.iter_mut().zip(ErrorMeasure::ALL) {
                *sum += measure.error(&rated.values, rated.played);
            }
            let stage = &mut ranks[(game.move_number() / STAGE).min(STAGES - 1)];
            stage.0 += ErrorMeasure::Rank.error(&rated.values, rated.played);
            stage.1 += 1;
            positions += 1;
            legal.push(rated.values.len() as f64);
            if let Some(learner) = &mut learner {
                learner.player().learn(game, mv);
            }
            ControlFlow::Continue(())
        };
        record.walk(RULES, &mut visit).map_err(LabError::failed)?;
        first.extend_from_slice(&legal[..legal.len().min(END)]);
        last.extend_from_slice(&legal[legal.len().saturating_sub(END)..]);
    }
    let mut outcome = Map::new();
    for (measure, sum) in ErrorMeasure::ALL.iter().zip(sums) {
        outcome.insert(measure.name().to_string(), rounded(sum / positions.max(1) as f64).into());
    }
    let mean = |values: &[f64]| rounded(stats::mean(values.iter().copied()).unwrap_or_default());
    let ranks = ranks.map(|(sum, count)| rounded(sum / count.max(1) as f64));
    outcome.extend([
        ("ranks".to_string(), json!(ranks)),
        ("legal_first".to_string(), json!(mean(&first))),
        ("legal_last".to_string(), json!(mean(&last))),
    ]);
    Ok(Value::Object(outcome))
}

/// The ratings of the legal moves, and that of the move played.
struct Rated {
    values: Vec<f32>,
    played: f32,
}

impl Heuristic {
    /// The ratings in a position, from the values of a learner if there is one.
    fn ratings(&self, game: &Game, played: Point, values: Option<PointMap<f32>>) -> Rated {
        let mut map = values.unwrap_or_else(|| PointMap::new(0.0));
        if self.perfect {
            map[played] = 1.0;
        }
        let points: Vec<Point> = game.legal_points().collect();
        let mut values: Vec<f32> = points.iter().map(|&point| map[point]).collect();
        let (low, high) = values.iter().fold((f32::MAX, f32::MIN), |(low, high), &v| (low.min(v), high.max(v)));
        let unit = if high > low { 1.0 / (high - low) } else { 0.0 };
        values.iter_mut().for_each(|value| *value = 1.0 + (*value - low) * unit);
        let own = points.iter().position(|&point| point == played);
        if self.very_bad
            && let Some(other) = (0..values.len()).find(|&place| Some(place) != own)
        {
            values[other] = WORST;
        }
        let played = own.map_or(1.0, |place| values[place]);
        Rated { values, played }
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::{conditions, places};
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    #[test]
    fn ratings_are_from_one_to_two() {
        let game = Game::new(5, RULES, 0.0);
        let played = Point::from_gtp("C3", 5).unwrap();
        let rated = |perfect, very_bad| {
            let rated = Heuristic { learner: None, perfect, very_bad }.ratings(&game, played, None);
            let sum: f32 = rated.values.iter().sum();
            (rated.played, sum)
        };
        assert_eq!((rated(false, false), rated(true, false)), ((1.0, 25.0), (2.0, 26.0)));
        assert_eq!(rated(true, true), (2.0, 25.0 + WORST));
    }

    #[test]
    fn exact_prediction_fails_or_not() {
        let with = |missed: f64| verdict(0, &conditions("/missed", &[(GREEDY, 0.98), (BEST, missed)], 0.0));
        assert_eq!((with(0.96), with(0.5), with(0.899)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn the_other_claims_compare_two_heuristics() {
        for (claim, place, lower, higher) in [
            (1, DIFFERENCE, EQUAL, BEST),
            (2, "/ratio", VERY_BAD, PERFECT),
            (3, "/exponential", PERFECT, VERY_BAD),
            (4, "/strict rank", EQUAL, BEST),
        ] {
            let with = |difference: f64, noise: f64| {
                verdict(claim, &conditions(place, &[(lower, 1.0), (higher, 1.0 + difference)], noise))
            };
            assert_eq!((with(0.1, 0.01), with(-0.1, 0.01), with(0.1, 5.0)), (Holds, DoesNotHold, Undecided), "{claim}");
        }
    }

    #[test]
    fn the_beginning_has_more_moves_or_not() {
        let ranks = |late: f64| verdict(5, &places(&[(RANDOM, &[("/ranks/0", 170.0), ("/ranks/4", late)])]));
        assert_eq!((ranks(70.0), ranks(200.0), verdict(5, &places(&[]))), (Holds, DoesNotHold, Undecided));
        let legal = |last: f64| verdict(6, &places(&[(EQUAL, &[("/legal_first", 355.0), ("/legal_last", last)])]));
        assert_eq!((legal(100.0), legal(130.0), verdict(6, &places(&[]))), (Holds, DoesNotHold, Undecided));
    }
}
