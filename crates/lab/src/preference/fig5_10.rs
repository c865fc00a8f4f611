//! Figure 5.10: the effect of collisions.

use super::collisions::{self, MAP, SIZES, hash};
use super::improvements::{self, BEST};
use super::judge::{self, LOWER, MARGIN};
use super::show;
use crate::{Claim, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-10",
    title: "The effect of collisions in hash tables",
    place: "figure 5.10 and section 5.3",
    source: "Classes share the values of a hash table without any handling of collisions. The figure shows studies \
             with tables of several sizes and with a complete map. The sizes and the window are not named, and the \
             plot is lost.",
    ours: ours!(
        "We chose the classification of chapter 6 and tables of 1,009 to 2,000,003 values. Patterns are hashed by \
         random keys, not as strings; the experiment on hash functions compares the two."
    ),
    trials: &[&collisions::TRIAL, &improvements::TRIAL],
    claims: &[
        Claim {
            text: "The hash table size is progressively increased; the rate of collisions drops, and learning is more \
                   effective",
            place: "section 5.3",
            test: LOWER,
            judge: |evidence| {
                let names: Vec<String> = SIZES.map(hash).into_iter().chain([BEST.to_string()]).collect();
                let pairs: Vec<_> = names.windows(2).map(|pair| (pair[1].as_str(), pair[0].as_str())).collect();
                judge::all_lower(evidence, "/error", &pairs)
            },
        },
        Claim {
            text: "It approaches the effectiveness of the complete map for a large enough hash table",
            place: "figure 5.10",
            test: "with 2,000,003 values, the 95% interval of the difference to the map lies within 0.002",
            judge: |evidence| {
                let values = judge::differences(evidence, (BEST, "/error"), (MAP, "/error"));
                judge::within("hash 2000003 minus map", &values, judge::around(0.0, MARGIN))
            },
        },
    ],
    exhibits: |evidence| {
        let names: Vec<String> = SIZES.map(hash).into_iter().chain([BEST, MAP].map(str::to_string)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let caption = format!("{}; the table of \"{BEST}\" has 2,000,003 values", show::ERRORS_CAPTION);
        vec![
            show::study_plot(evidence, "Study plot of hash tables and the map", &names),
            show::table(evidence, &caption, &names, &show::ERRORS),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn larger_tables_are_better_or_not() {
        let verdict = |errors: [f64; 5], noise: f64| {
            let names: Vec<String> = SIZES.map(hash).into_iter().chain([BEST.to_string()]).collect();
            let means: Vec<(&str, f64)> = names.iter().map(String::as_str).zip(errors).collect();
            (EXPERIMENT.claims[0].judge)(&conditions("/error", &means, noise)).verdict
        };
        assert_eq!(verdict([0.3, 0.2, 0.16, 0.15, 0.14], 0.001), Holds);
        assert_eq!(verdict([0.3, 0.2, 0.16, 0.16, 0.16], 0.0001), DoesNotHold);
        assert_eq!(verdict([0.3, 0.2, 0.16, 0.15, 0.14], 0.1), Undecided);
    }

    #[test]
    fn a_large_table_is_as_good_as_the_map_or_not() {
        let verdict = |hash: f64, noise: f64| {
            (EXPERIMENT.claims[1].judge)(&conditions("/error", &[(MAP, 0.145), (BEST, hash)], noise)).verdict
        };
        assert_eq!(
            (verdict(0.145, 0.0005), verdict(0.16, 0.0005), verdict(0.145, 0.1)),
            (Holds, DoesNotHold, Undecided)
        );
    }
}
