//! Numbers of clusters that grow with the move number.

use super::clusters::{Sample, TRIAL, differences};
use super::{above, compared};
use crate::{Claim, Experiment};

const GROWING: &str = "16..112";
const CONSTANT: &str = "64";

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/growing",
    title: "Numbers of clusters that grow with the move number",
    place: "section 6",
    source: "Every move number has the same number of clusters in the paper. As future work it names numbers that \
             increase with the move number, to represent the greater possibilities at each move; it has no results.",
    ours: "The number of clusters grows evenly from 16 after the first move to 112 after the eleventh, which makes as \
           many clusters in all as 64 for each move. Both are made of the same eight samples of 1,046 games, and find \
           moves in the same test games as in figure 1. Games with such clusters are part of smartstart/numbers.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Clusters whose number grows find more next moves than the same number of clusters for each move",
            place: "question of section 6",
            test: "the difference of the shares found at moves 2 to 12 on the same samples: Student's 95% interval \
                   lies above zero",
            judge: |evidence| {
                above("growing less constant", &differences(evidence, GROWING, CONSTANT, Sample::share), 0.0, 1)
            },
        },
        Claim {
            text: "Clusters whose number grows are tighter than the same number of clusters for each move",
            place: "question of section 6",
            test: "the difference of the mean cosine to the centre at moves 2 to 12 on the same samples: Student's 95% \
                   interval lies above zero",
            judge: |evidence| {
                let cosine = |sample: &Sample| sample.mean(|quality| quality.cosine);
                above("growing less constant", &differences(evidence, GROWING, CONSTANT, cosine), 0.0, 1)
            },
        },
    ],
    exhibits: |evidence| vec![compared::table(evidence, &[CONSTANT, GROWING], &[(GROWING, CONSTANT)]).into()],
};

#[cfg(test)]
mod tests {
    use super::super::clusters::tests as made;
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// The growing clusters find more or fewer moves, and are more or less tight, by this difference.
    fn verdict(claim: usize, difference: f64, noise: f64) -> Verdict {
        let samples = |difference: f64, noise: f64| -> Vec<Sample> {
            let sample = |number: u32| {
                let own = difference + noise * (f64::from(number) - 3.5);
                made::made_up(|_| {
                    let mut figures = made::figures(0.5 + own, 30);
                    figures.quality.cosine += own;
                    figures
                })
            };
            (0..8).map(sample).collect()
        };
        let conditions = [(CONSTANT, samples(0.0, 0.0)), (GROWING, samples(difference, noise))];
        (EXPERIMENT.claims[claim].judge)(&Evidence::made_up(conditions)).verdict
    }

    #[test]
    fn growing_numbers_are_better_or_not() {
        for claim in [0, 1] {
            assert_eq!(verdict(claim, 0.05, 0.002), Holds);
            assert_eq!(verdict(claim, -0.05, 0.002), DoesNotHold);
            assert_eq!(verdict(claim, 0.0, 0.002), Undecided);
        }
    }
}
