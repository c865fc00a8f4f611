//! The pattern cache against hashing, at equal size (section 5.4).

use super::collisions::{CACHED, CACHES, FORGETS, cache, hash};
use super::judge::{self, LOWER, at, below, per_set};
use super::show;
use crate::verdict::Finding;
use crate::{Claim, Evidence, Experiment};

/// The flush that the thesis implemented.
const FLUSH: &str = FORGETS[0].1;

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/cache",
    title: "A cache of patterns against hashing",
    place: "section 5.4",
    source: "The cache is a map of limited size. When it exceeds its largest size, it drops all patterns with values \
             near 0, by a limit that assumes a uniform distribution of values and aims at a smallest size. The thesis \
             says that this did not work well in comparison to hashing, without numbers or sizes; it names two other \
             rules, the least recently used and the least useful patterns, and did not try them.",
    ours: ours!(
        "The classification of chapter 6. Caches of 5,000, 20,000 and 100,000 classes that shrink to half their size, \
         with all three rules, and hash tables of as many values. A cache also stores its patterns; a hash table of \
         the same memory has several times as many values, so tables of the next size are tested as well."
    ),
    trials: &[&CACHED],
    claims: &[
        Claim {
            text: "The pattern cache did not work well in comparison to hashing",
            place: "section 5.4",
            test: "with as many values as the cache has classes, hashing has a lower error at each size: paired t-test \
                   over the five sets, p < 0.05; an advantage below 0.002 is none",
            judge: |evidence| {
                let names = CACHES.map(|size| (hash(size), cache(size, FLUSH)));
                let pairs: Vec<_> = names.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
                judge::all_lower(evidence, "/error", &pairs)
            },
        },
        Claim {
            text: "A hash table makes better use of memory than a cache, which has to store its patterns",
            place: "section 5.3",
            test: "a hash table of 20,000 values has a lower error than a cache of 5,000 classes, and one of 100,000 \
                   than a cache of 20,000: paired t-test over the five sets, p < 0.05; an advantage below 0.002 is \
                   none",
            judge: |evidence| {
                let names = [0, 1].map(|size| (hash(CACHES[size + 1]), cache(CACHES[size], FLUSH)));
                let pairs: Vec<_> = names.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
                judge::all_lower(evidence, "/error", &pairs)
            },
        },
        Claim {
            text: "The hashing technique degrades gracefully; the pattern cache doesn't",
            place: "section 5.4",
            test: "from 100,000 to 5,000 classes, the error of the cache rises more than that of the hash table: \
                   paired t-test over the five sets, p < 0.05",
            judge: degradation,
        },
        Claim {
            text: "Replacing the least recently used pattern has little to recommend it from a go perspective",
            place: "section 5.4",
            test: LOWER,
            judge: |evidence| {
                let names = CACHES.map(|size| (cache(size, FLUSH), cache(size, FORGETS[1].1)));
                let pairs: Vec<_> = names.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
                judge::all_lower(evidence, "/error", &pairs)
            },
        },
    ],
    exhibits: |evidence| {
        let of_size = |size: u32| [hash(size)].into_iter().chain(FORGETS.map(|(_, word)| cache(size, word)));
        let names: Vec<String> = CACHES.into_iter().flat_map(of_size).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        vec![
            show::study_plot(evidence, "Study plot of caches and hash tables, 20,000 classes", &names[4..8]),
            show::table(evidence, show::ERRORS_CAPTION, &names, &show::ERRORS),
        ]
    },
};

fn degradation(evidence: &Evidence) -> Finding {
    let [small, large] = [CACHES[0], CACHES[2]];
    let names = [hash(small), hash(large), cache(small, FLUSH), cache(large, FLUSH)];
    let values = per_set(evidence, &names.each_ref().map(String::as_str), |outcomes| {
        let error = |place: usize| at(outcomes[place], "/error");
        Some((error(0)? - error(1)?) - (error(2)? - error(3)?))
    });
    let finding = below(&values, 0.0, 0.0, 1);
    Finding { figures: format!("rise of the hash table minus rise of the cache: {}", finding.figures), ..finding }
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// The verdict if hash tables and caches have these errors, from the smallest to the largest.
    fn verdict(claim: usize, hashes: [f64; 3], caches: [f64; 3], oldest: f64) -> Verdict {
        let names: Vec<(String, f64)> = CACHES
            .into_iter()
            .zip(hashes.into_iter().zip(caches))
            .flat_map(|(size, (one, other))| {
                [(hash(size), one), (cache(size, FLUSH), other), (cache(size, FORGETS[1].1), oldest)]
            })
            .collect();
        let means: Vec<(&str, f64)> = names.iter().map(|(name, mean)| (name.as_str(), *mean)).collect();
        (EXPERIMENT.claims[claim].judge)(&conditions("/error", &means, 0.0)).verdict
    }

    #[test]
    fn hashing_is_better_or_not() {
        let caches = [0.3, 0.25, 0.2];
        for claim in [0, 1] {
            assert_eq!(verdict(claim, [0.2, 0.18, 0.15], caches, 0.3), Holds);
            assert_eq!(verdict(claim, [0.4, 0.4, 0.4], caches, 0.3), DoesNotHold);
        }
    }

    #[test]
    fn the_cache_degrades_more_or_not() {
        assert_eq!(verdict(2, [0.2, 0.18, 0.15], [0.3, 0.25, 0.15], 0.3), Holds);
        assert_eq!(verdict(2, [0.4, 0.18, 0.15], [0.2, 0.17, 0.15], 0.3), DoesNotHold);
    }

    #[test]
    fn the_oldest_go_or_not() {
        assert_eq!(verdict(3, [0.2; 3], [0.2; 3], 0.3), Holds);
        assert_eq!(verdict(3, [0.2; 3], [0.2; 3], 0.1), DoesNotHold);
    }

    #[test]
    fn without_evidence_all_is_open() {
        let none = conditions("/error", &[], 0.0);
        assert!(EXPERIMENT.claims.iter().all(|claim| (claim.judge)(&none).verdict == Undecided));
    }
}
