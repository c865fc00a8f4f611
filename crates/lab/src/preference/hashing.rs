//! Hash tables against maps, window by window (sections 5.3 and 7.1).

use super::collisions::{MAPS, mapped};
use super::judge::{self, at, below, per_set};
use super::show;
use super::windows::{self, DIAMONDS, SQUARES};
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// A difference between a hash table and a map up to this is small.
const SMALL: f64 = 0.005;

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/hashing",
    title: "Hash tables against maps",
    place: "sections 5.3 and 7.1",
    source: "A map has a value for each pattern and grows without limit; the hash table has 2,000,003 values for all \
             of them. The thesis calls the hash table very effective, and blames memory for the failure of large \
             windows. It could not run the maps of large windows.",
    ours: ours!("All squares and diamonds, each with a hash table of 2,000,003 values and with a map."),
    trials: &[&windows::TRIAL, &MAPS],
    claims: &[
        Claim {
            text: "The hash-based technique approximated a complete map in a fixed amount of memory and was very \
                   effective",
            place: "section 7.1",
            test: "for each window of up to 12 points (3x3 and diamonds of radius 1 and 2) the 95% interval of the \
                   difference to the map lies within 0.005",
            judge: |evidence| {
                let part = |window: &str| {
                    let values = judge::differences(evidence, (window, "/error"), (&mapped(window), "/error"));
                    judge::within(&format!("{window}, hash minus map"), &values, judge::around(0.0, SMALL))
                };
                Finding::all([SQUARES[0], DIAMONDS[0], DIAMONDS[1]].map(part))
            },
        },
        Claim {
            text: "The size of available memory is not enough to prevent a general failure to cope with the number of \
                   patterns created by large windows, as 7x7 and 9x9 show",
            place: "section 5.3",
            test: "with unlimited memory 7x7 and 9x9 would do better: the error of the map is lower by more than \
                   0.005, t-test over the five sets, p < 0.05",
            judge: |evidence| {
                let part = |window: &str| {
                    let values = judge::differences(evidence, (&mapped(window), "/error"), (window, "/error"));
                    let finding = below(&values, -SMALL, 0.0, 2);
                    Finding { figures: format!("{window}, map minus hash: {}", finding.figures), ..finding }
                };
                Finding::all([SQUARES[2], SQUARES[3]].map(part))
            },
        },
        Claim {
            text: "It would appear that collisions are not the primary mechanism which is losing discriminatory \
                   ability",
            place: "section 5.3",
            test: "what 9x9 loses by collisions (hash minus map) is less than half of what it loses in all (hash minus \
                   the hash table of 3x3): t-test over the five sets, p < 0.05",
            judge: |evidence| {
                let (map, names) = (mapped(SQUARES[3]), [SQUARES[3], SQUARES[0]]);
                let values = per_set(evidence, &[names[0], &map, names[1]], |outcomes| {
                    let error = |place: usize| at(outcomes[place], "/error");
                    Some((error(0)? - error(1)?) - 0.5 * (error(0)? - error(2)?))
                });
                let finding = below(&values, 0.0, 0.0, 1);
                Finding {
                    figures: format!("loss by collisions minus half of the loss: {}", finding.figures),
                    ..finding
                }
            },
        },
    ],
    exhibits: |evidence| {
        let windows = || SQUARES.into_iter().chain(DIAMONDS);
        let names: Vec<String> = windows().flat_map(|window| [window.to_string(), mapped(window)]).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let columns: Vec<(&str, &str)> =
            show::ERRORS.into_iter().chain([("classes with a value", "/classes")]).collect();
        let curves = [SQUARES[1], "5x5, map", SQUARES[2], "7x7, map", SQUARES[3], "9x9, map"];
        vec![
            show::study_plot(evidence, "Study plot of hash tables and maps", &curves),
            show::table(evidence, show::ERRORS_CAPTION, &names, &columns),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    fn none() -> Evidence {
        conditions("/error", &[], 0.0)
    }

    #[test]
    fn the_hash_is_as_good_as_the_map_or_not() {
        let with = |hash: f64| {
            let maps = ["3x3, map", "diamond 1, map", "diamond 2, map"].map(|name| (name, 0.16));
            let means: Vec<_> =
                [("3x3", 0.16), ("diamond 1", 0.16), ("diamond 2", hash)].into_iter().chain(maps).collect();
            verdict(0, &conditions("/error", &means, 0.0))
        };
        assert_eq!((with(0.161), with(0.18), verdict(0, &none())), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn memory_helps_or_not() {
        let with = |map: f64| {
            let means = [("7x7", 0.2), ("7x7, map", 0.15), ("9x9", 0.24), ("9x9, map", map)];
            verdict(1, &conditions("/error", &means, 0.0))
        };
        assert_eq!((with(0.2), with(0.239), verdict(1, &none())), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn collisions_matter_or_not() {
        let with =
            |map: f64| verdict(2, &conditions("/error", &[("9x9", 0.24), ("9x9, map", map), ("3x3", 0.17)], 0.0));
        assert_eq!((with(0.235), with(0.18), verdict(2, &none())), (Holds, DoesNotHold, Undecided));
    }
}
