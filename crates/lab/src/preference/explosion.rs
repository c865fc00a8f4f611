//! The explosion of classes: how many patterns a window meets in a set of games (sections 5.2 and 5.3).

use std::collections::HashSet;

use models::preference::{Classifier, View};
use serde_json::{Value, json};

use super::judge::{at, below, per_set};
use super::learner::{diamond, graph, square};
use super::pools::{Pools, SETS, training_games};
use super::show;
use super::study::rounded;
use super::windows::{DIAMONDS, GRAPHS, SQUARES};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Experiment, Lab, LabError, Scale, Trial, Unit};

/// Counts classes.
pub(super) const TRIAL: Trial = Trial {
    name: "preference/explosion",
    alone: false,
    conditions: |scale: Scale| {
        let squares = SQUARES.into_iter().zip([3, 5, 7, 9].map(square)).zip([4.0, 6.0, 10.0, 15.0]);
        let diamonds = DIAMONDS.into_iter().zip([1, 2, 3, 4].map(diamond)).zip([3.0, 5.0, 6.0, 8.0]);
        let graphs = GRAPHS.into_iter().zip([1, 2, 3].map(graph)).zip([14.0, 40.0, 80.0]);
        let best = [((BEST, View::THESIS), 6.0)];
        let condition = |((name, view), seconds)| Condition::new(counted(name), scale.pick(SETS, 2), seconds, &view);
        squares.chain(diamonds).chain(graphs).chain(best).map(condition).collect()
    },
    measure,
};

/// The best classification of the thesis.
const BEST: &str = "expanded, atari";

/// The name of a condition of this trial, which differs from that of the study of the same window.
pub(super) fn counted(window: &str) -> String {
    format!("classes of {window}")
}

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/explosion",
    title: "The number of patterns that a window meets",
    place: "sections 5.2 and 5.3",
    source: "The thesis explains the errors of large windows by the number of patterns: it grows exponentially with \
             the number of points in the window, so that most patterns are seen once or never. It gives no numbers.",
    ours: ours!(
        "A unit counts the classes of all legal moves of a set, and the share of the experts' moves whose class no \
         legal move of an earlier position had."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The number of observed patterns generally grows as an exponential function of the number of \
                   positions in the window",
            place: "section 5.3",
            test: "the number of classes grows by at least half for every further point of a window, from each size to \
                   the next: t-test of the logarithms over the five sets, p < 0.05",
            judge: exponential,
        },
        Claim {
            text: "When the database is small, the number of observed instances of each pattern vanishes",
            place: "section 5.3",
            test: "with 9x9, the 95% interval of the share of experts' moves of a class that was never seen before \
                   lies above one half",
            judge: |evidence| {
                let name = counted(SQUARES[3]);
                let values = per_set(evidence, &[&name], |outcomes| Some(0.5 - at(outcomes[0], "/new")?));
                let finding = below(&values, 0.0, 0.0, 1);
                Finding { figures: format!("one half minus the share of new classes: {}", finding.figures), ..finding }
            },
        },
    ],
    exhibits: |evidence| {
        let names: Vec<String> =
            SQUARES.iter().chain(&DIAMONDS).chain(&GRAPHS).chain(&[BEST]).map(|name| counted(name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let columns = [("log10 of classes", "/log"), ("share of experts' moves of a new class", "/new")];
        vec![show::table(
            evidence,
            "Classes of all legal moves of a set of 257 games: means over the sets",
            &names,
            &columns,
        )]
    },
};

/// The numbers of points of the windows.
const POINTS: [(&[&str; 4], [f64; 4]); 2] = [(&SQUARES, [8.0, 24.0, 48.0, 80.0]), (&DIAMONDS, [4.0, 12.0, 24.0, 40.0])];
/// The least factor for one more point.
const FACTOR: f64 = 1.5;

fn exponential(evidence: &Evidence) -> Finding {
    let steps = POINTS.iter().flat_map(|(names, points)| (1..4).map(move |size| (names, points, size)));
    Finding::all(steps.map(|(names, points, size)| {
        let [one, next] = [size - 1, size].map(|size| counted(names[size]));
        let more = points[size] - points[size - 1];
        let growth = per_set(evidence, &[&one, &next], |outcomes| {
            // Below 0 if the growth is fast enough.
            Some(more * FACTOR.log10() - (at(outcomes[1], "/log")? - at(outcomes[0], "/log")?))
        });
        let finding = below(&growth, 0.0, 0.0, 6);
        let (one, next) = (names[size - 1], names[size]);
        Finding { figures: format!("{one} to {next}, lack of growth (log10): {}", finding.figures), ..finding }
    }))
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let mut classifier = Classifier::new(unit.settings()?).map_err(LabError::failed)?;
    let games = training_games(&Pools::of(lab)?.set(unit.number));
    let (mut seen, mut classes, mut points) = (HashSet::new(), Vec::new(), Vec::new());
    let (mut positions, mut new) = (0u64, 0u64);
    for game in &games {
        lab.check_stop()?;
        game.each_position(|board, played| {
            points.clear();
            points.extend(board.points().filter(|&point| board.is_legal(point)));
            classifier.classes(board, &points, &mut classes);
            let own = points.iter().position(|&point| point == played).map(|place| classes[place]);
            positions += 1;
            new += u64::from(own.is_some_and(|own| !seen.contains(&own)));
            seen.extend(classes.iter().copied());
        });
    }
    let share = new as f64 / positions.max(1) as f64;
    let log = (seen.len().max(1) as f64).log10();
    Ok(json!({ "positions": positions, "classes": seen.len(), "log": rounded(log), "new": rounded(share) }))
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn classes_grow_exponentially_or_not() {
        let verdict = |per_point: f64| {
            let names: Vec<(String, f64)> = POINTS
                .iter()
                .flat_map(|(names, points)| names.iter().zip(points))
                .map(|(name, points)| (counted(name), per_point * points))
                .collect();
            let values: Vec<[(&str, f64); 1]> = names.iter().map(|(_, log)| [("/log", *log)]).collect();
            let conditions: Vec<_> = names.iter().zip(&values).map(|((name, _), v)| (name.as_str(), &v[..])).collect();
            exponential(&places(&conditions)).verdict
        };
        assert_eq!((verdict(0.3), verdict(0.05)), (Holds, DoesNotHold));
        assert_eq!(exponential(&places(&[])).verdict, Undecided);
    }

    #[test]
    fn patterns_are_new_or_not() {
        let verdict = |new: f64| {
            let name = counted("9x9");
            (EXPERIMENT.claims[1].judge)(&places(&[(&name, &[("/new", new)])])).verdict
        };
        assert_eq!((verdict(0.8), verdict(0.3), verdict(0.4998)), (Holds, DoesNotHold, Undecided));
    }
}
