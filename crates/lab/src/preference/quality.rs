//! The quality component (section 5.3).

use super::collisions::{self, PROBED, QUALITY, hash, probes};
use super::improvements::{self, BEST};
use super::judge;
use super::learner::SIZE;
use super::show;
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// An improvement up to this is negligible.
const NEGLIGIBLE: f64 = 0.005;

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/quality",
    title: "Hash tables with a quality component",
    place: "section 5.3",
    source: "Each class has five entries of the table, by double hashing, and its value is their mean, weighted by a \
             quality that follows the gradient too. Qualities start at 1. The thesis saw a negligible improvement and \
             gives no numbers.",
    ours: ours!(
        "The classification of chapter 6 in tables of 10,007, 100,003 and 2,000,003 entries. Values and qualities \
         change by the gradient with the same rate; a quality stays above 0.01, since the thesis's formula has no \
         value where all are zero."
    ),
    trials: &[&QUALITY, &collisions::TRIAL, &improvements::TRIAL],
    claims: &[Claim {
        text: "The addition of a quality component resulted in negligible improvement",
        place: "section 5.3",
        test: "at each size, the 95% interval of the improvement lies below 0.005",
        judge: |evidence| {
            let part = |size: u32| {
                let values = judge::differences(evidence, (&plain(size), "/error"), (&probes(size), "/error"));
                judge::within(&format!("improvement at {size}"), &values, judge::up_to(NEGLIGIBLE))
            };
            Finding::all(PROBED.map(part))
        },
    }],
    exhibits: |evidence| {
        let names: Vec<String> = PROBED.into_iter().flat_map(|size| [plain(size), probes(size)]).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let caption = format!("{}; the table of \"{BEST}\" has 2,000,003 values", show::ERRORS_CAPTION);
        vec![
            show::study_plot(evidence, "Study plot of tables with and without quality", &names),
            show::table(evidence, &caption, &names, &show::ERRORS),
        ]
    },
};

/// The name of the table of the same size without quality.
fn plain(size: u32) -> String {
    if size == SIZE { BEST.to_string() } else { hash(size) }
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn quality_helps_or_not() {
        let verdict = |quality: f64| {
            let names: Vec<(String, f64)> =
                PROBED.into_iter().flat_map(|size| [(plain(size), 0.15), (probes(size), quality)]).collect();
            let means: Vec<(&str, f64)> = names.iter().map(|(name, mean)| (name.as_str(), *mean)).collect();
            (EXPERIMENT.claims[0].judge)(&conditions("/error", &means, 0.0)).verdict
        };
        assert_eq!((verdict(0.148), verdict(0.152), verdict(0.13)), (Holds, Holds, DoesNotHold));
        assert_eq!((EXPERIMENT.claims[0].judge)(&conditions("/error", &[], 0.0)).verdict, Undecided);
    }
}
