//! Agglomerative clustering beside bisection.

use stats::Interval;

use super::above;
use super::clusters::{Sample, TRIAL, differences};
use super::compared;
use crate::verdict::Finding;
use crate::{Claim, Evidence, Experiment};

/// Bisection and agglomeration with the same number of clusters.
const PAIRS: [(&str, &str); 2] = [("64", "64 agglomerative"), ("96", "96 agglomerative")];
/// Up to this difference, cosines and shares of moves found are taken for very similar.
const SIMILAR: f64 = 0.05;

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/agglomerative",
    title: "Agglomerative clustering beside bisection",
    place: "section 4.2",
    source: "Cluto can split all entries in two again and again, or merge single entries bottom-up. For many entries \
             and many clusters, the paper says after Zhao and Karypis (2002), both end with very similar results, with \
             a slight edge for partitioning. It therefore chose bisection, and shows no figures of the other method.",
    ours: "Both methods on the same eight samples of 1,046 games, into 64 and 96 clusters, and the same test games as \
           in figure 1. Our agglomerative method merges the two clusters with the highest mean cosine between their \
           positions (UPGMA, Cluto's default for this method), with the eight symmetries of each position, as the \
           bisection has them.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "Bisection and agglomerative clustering end with very similar results",
            place: "section 4.2",
            test: "the differences of the mean cosine to the centre and of the share of next moves found (moves 2 to \
                   12) on the same samples: Student's 95% intervals lie within 0.05; refuted if one lies outside, at \
                   5% divided by four",
            judge: |evidence| {
                Finding::all(PAIRS.iter().flat_map(|pair| {
                    [alike(evidence, *pair, "cosine", cosine), alike(evidence, *pair, "share found", Sample::share)]
                }))
            },
        },
        Claim {
            text: "Bisection has a slight edge",
            place: "section 4.2",
            test: "the difference of the mean cosine to the centre (moves 2 to 12) on the same samples: Student's 95% \
                   interval lies above zero",
            judge: |evidence| {
                let part = |(first, second): (&str, &str)| {
                    let name = format!("{first} bisected less {second}");
                    above(&name, &differences(evidence, first, second, cosine), 0.0, PAIRS.len())
                };
                Finding::all(PAIRS.map(part))
            },
        },
    ],
    exhibits: |evidence| {
        let conditions: Vec<&str> = PAIRS.iter().flat_map(|&(first, second)| [first, second]).collect();
        vec![compared::table(evidence, &conditions, &PAIRS).into()]
    },
};

fn cosine(sample: &Sample) -> f64 {
    sample.mean(|quality| quality.cosine)
}

fn alike(evidence: &Evidence, (first, second): (&str, &str), name: &str, figure: fn(&Sample) -> f64) -> Finding {
    let values = differences(evidence, first, second, figure);
    let name = format!("{name}, {first} bisected less {second}");
    Finding::mean_within(&name, &values, Interval { low: -SIMILAR, high: SIMILAR }, 2 * PAIRS.len())
}

#[cfg(test)]
mod tests {
    use super::super::clusters::tests as made;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Eight samples with these mean cosines, which vary by some noise.
    fn verdict(claim: usize, bisected: f64, merged: f64, noise: f64) -> Verdict {
        let samples = |cosine: f64, noise: f64| -> Vec<Sample> {
            let sample = |number: u32| {
                made::made_up(|_| {
                    let mut figures = made::figures(0.5, 30);
                    figures.quality.cosine = cosine + noise * (f64::from(number) - 3.5);
                    figures
                })
            };
            (0..8).map(sample).collect()
        };
        let conditions = PAIRS
            .iter()
            .flat_map(|&(first, second)| [(first, samples(bisected, 0.0)), (second, samples(merged, noise))]);
        (EXPERIMENT.claims[claim].judge)(&Evidence::made_up(conditions)).verdict
    }

    #[test]
    fn both_methods_are_alike_or_not() {
        assert_eq!(verdict(0, 0.6, 0.59, 0.001), Holds);
        assert_eq!(verdict(0, 0.6, 0.5, 0.001), DoesNotHold);
        assert_eq!(verdict(0, 0.6, 0.55, 0.01), Undecided);
    }

    #[test]
    fn bisection_has_an_edge_or_not() {
        assert_eq!(verdict(1, 0.6, 0.59, 0.001), Holds);
        assert_eq!(verdict(1, 0.6, 0.61, 0.001), DoesNotHold);
        assert_eq!(verdict(1, 0.6, 0.6, 0.001), Undecided);
    }
}
