//! Bisection with and without refinement.

use super::above;
use super::clusters::{Sample, TRIAL, differences};
use super::compared;
use super::fig1;
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// Refined and plain bisection with the same number of clusters.
const PAIRS: [(&str, &str); 2] = [("64 refined", "64"), ("96 refined", "96")];

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/refined",
    title: "Plain beside refined bisection",
    place: "sections 3.2 and 4.2",
    source: "Cluto's bisection splits clusters in two until there are enough of them. It can then refine the result as \
             a whole, which the paper does not mention. The paper gives one number that depends on the method: with 64 \
             clusters, a cluster after move 8 has about 34 next moves on average.",
    ours: "Both on the same eight samples of 1,046 games and the same test games as in figure 1: bisection alone, as \
           the paper has it, and bisection after which positions move to the nearest centre in up to five rounds, \
           which is the default of our teacher.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "With 64 refined clusters, a cluster after move 8 has about 34 next moves on average",
            place: "section 3.2",
            test: "Student's 95% interval over samples lies within 10% of 34",
            judge: |evidence| fig1::about_34(evidence, "64 refined"),
        },
        Claim {
            text: "Refinement makes the clusters tighter",
            place: "ours",
            test: "the difference of the mean cosine to the centre (moves 2 to 12) on the same samples: Student's 95% \
                   interval lies above zero",
            judge: |evidence| {
                let cosine = |sample: &Sample| sample.mean(|quality| quality.cosine);
                let part = |(first, second): (&str, &str)| {
                    above(
                        &format!("{first} less plain"),
                        &differences(evidence, first, second, cosine),
                        0.0,
                        PAIRS.len(),
                    )
                };
                Finding::all(PAIRS.map(part))
            },
        },
    ],
    exhibits: |evidence| {
        let conditions: Vec<&str> = PAIRS.iter().flat_map(|&(refined, plain)| [plain, refined]).collect();
        vec![compared::table(evidence, &conditions, &PAIRS).into()]
    },
};

#[cfg(test)]
mod tests {
    use super::super::clusters::tests as made;
    use super::*;
    use crate::Evidence;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, gain: f64, noise: f64, listed: u64) -> Verdict {
        let samples = |gain: f64, noise: f64| -> Vec<Sample> {
            let sample = |number: u32| {
                made::made_up(|_| {
                    let mut figures = made::figures(0.5, listed);
                    figures.quality.cosine += gain + noise * (f64::from(number) - 3.5);
                    figures.quality.moves += 100.0 * noise * (f64::from(number) - 3.5);
                    figures
                })
            };
            (0..8).map(sample).collect()
        };
        let conditions =
            PAIRS.iter().flat_map(|&(first, second)| [(first, samples(gain, noise)), (second, samples(0.0, 0.0))]);
        (EXPERIMENT.claims[claim].judge)(&Evidence::made_up(conditions)).verdict
    }

    #[test]
    fn refined_clusters_have_about_34_moves_or_not() {
        assert_eq!(verdict(0, 0.0, 0.001, 34), Holds);
        assert_eq!(verdict(0, 0.0, 0.001, 55), DoesNotHold);
        assert_eq!(verdict(0, 0.0, 0.02, 37), Undecided);
    }

    #[test]
    fn refinement_helps_or_not() {
        assert_eq!(verdict(1, 0.01, 0.001, 34), Holds);
        assert_eq!(verdict(1, -0.01, 0.001, 34), DoesNotHold);
        assert_eq!(verdict(1, 0.0, 0.001, 34), Undecided);
    }
}
