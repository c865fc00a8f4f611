//! Figure 3: strength by games of self-play, with creative selection.

use learn::td::Selection;

use super::learning::{self, END, MIDDLE, OURS, REPRESENTATIONS, SELECTIONS, Span, TRIAL, WELCH, name};
use crate::verdict::Finding;
use crate::{Claim, Evidence, Experiment};

const CREATIVE: Selection = SELECTIONS[1];
/// The samples around 800,000 games, those before it, and the last three.
const LEVEL: Span = (750_000, 850_000);
const LATE: Span = (700_000, 800_000);
const LAST: Span = (900_000, 1_000_000);

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/fig3",
    title: "Networks that learn by creative self-play",
    place: "figure 3 and section IV-B",
    source: "As for figure 2, but with creative selection: of the moves whose values are at most 5% below the best \
             one's, each is played with the same probability. 20 runs of a million games for each of the three \
             representations, sampled every 50,000 games against the same three programs.",
    ours: OURS,
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The three representations are separated in strength: katatsugi is above koten and koten above roban",
            place: "section IV-B",
            test: WELCH,
            judge: |evidence| {
                let [koten, roban, katatsugi] = conditions();
                learning::stronger(evidence, &[(katatsugi, koten.clone()), (koten, roban)], END, 2)
            },
        },
        Claim {
            text: "Koten and roban reach their best level after 800,000 games",
            place: "section IV-B",
            test: "Student's 95% interval of the mean gain of a run lies above 0 from the samples at 450,000 to \
                   550,000 games to those at 750,000 to 850,000, and within 0.02 from there to the last three samples; \
                   a gain below 0.01 is none, and each of the four parts is refuted at 5% divided by 4",
            judge: |evidence| {
                let parts = |condition: &String| {
                    [
                        learning::rises(evidence, condition, MIDDLE, LEVEL, 4),
                        learning::stays(evidence, condition, LEVEL, LAST, 4),
                    ]
                };
                Finding::all(conditions()[..2].iter().flat_map(parts))
            },
        },
        Claim {
            text: "Katatsugi shows potential for further improvement by more games",
            place: "section IV-B",
            test: "Student's 95% interval of the mean gain of a run from the samples at 700,000 to 800,000 games to \
                   those at 900,000 to 1,000,000 lies above 0; below 0.01 it is refuted",
            judge: |evidence| learning::rises(evidence, &conditions()[2], LATE, LAST, 1),
        },
        Claim {
            text: "All representations benefit from creative selection: considerably greater strength than with \
                   epsilon-greedy selection",
            place: "sections IV-B and V",
            test: WELCH,
            judge: |evidence| {
                let pair = |representation: &models::td::Representation| {
                    let [greedy, creative] = SELECTIONS.map(|selection| name(representation.name(), selection.name()));
                    (creative, greedy)
                };
                learning::stronger(evidence, &REPRESENTATIONS.iter().map(pair).collect::<Vec<_>>(), END, 3)
            },
        },
        Claim {
            text: "On average the katatsugi networks outperform those of the other two representations",
            place: "section V",
            test: "Welch's 95% interval of the difference of means over the runs of both selections, each run by the \
                   mean of its last five samples",
            judge: |evidence| {
                let both = |representation: &str| {
                    let of =
                        |selection: Selection| learning::means(evidence, &name(representation, selection.name()), END);
                    SELECTIONS.into_iter().flat_map(of).collect::<Vec<f64>>()
                };
                let best = both("katatsugi");
                let over = |other: &str| Finding::mean_higher(("katatsugi", &best), (other, &both(other)), 2);
                Finding::all(["koten", "roban"].map(over))
            },
        },
        Claim {
            text: "Katatsugi has a strength of 0.68 at the end, koten of 0.6, roban of 0.46",
            place: "section IV-B",
            test: "Student's 95% interval of the mean over runs, of the last five samples, lies within 0.05 of the \
                   paper's strength, though against our gojen and naive",
            judge: |evidence| learning::as_published(evidence, CREATIVE),
        },
    ],
    exhibits: |evidence: &Evidence| learning::exhibits(evidence, CREATIVE, "Strength by games, creative selection"),
};

/// The conditions: koten, roban, katatsugi.
fn conditions() -> [String; 3] {
    REPRESENTATIONS.map(|representation| name(representation.name(), CREATIVE.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};
    use crate::representations::learning::tests::{made_up, run};

    fn judged(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    /// Constant strengths of koten, roban and katatsugi with each selection.
    fn verdict(claim: usize, spread: f64, greedy: [f64; 3], creative: [f64; 3]) -> Verdict {
        let strength = |representation: &str, selection: &str, _: u64| {
            let place = REPRESENTATIONS.iter().position(|each| each.name() == representation).unwrap();
            if selection == "creative" { creative[place] } else { greedy[place] }
        };
        judged(claim, &made_up(spread, strength))
    }

    /// Runs whose slopes differ, from a common curve.
    fn with_slopes(noise: f64, strength: impl Fn(u64) -> f64) -> Evidence {
        let own = |slope: f64| run(|games| strength(games) + slope * games as f64 / 1e6);
        let five = || (0..5).map(|number| own(noise * (f64::from(number) - 2.0))).collect::<Vec<_>>();
        Evidence::made_up(conditions().map(|condition| (condition, five())))
    }

    const PAPER: ([f64; 3], [f64; 3]) = ([0.5, 0.4, 0.5], [0.6, 0.46, 0.68]);

    #[test]
    fn the_representations_are_separated_or_not() {
        assert_eq!(verdict(0, 0.01, PAPER.0, PAPER.1), Holds);
        assert_eq!(verdict(0, 0.01, PAPER.0, [0.6, 0.7, 0.68]), DoesNotHold);
        assert_eq!(verdict(0, 0.1, PAPER.0, PAPER.1), Undecided);
    }

    #[test]
    fn koten_and_roban_reach_their_level_at_800_000_games_or_not() {
        let until = |end: f64| move |games: u64| 0.2 + 0.4 * (games as f64 / end).min(1.0);
        assert_eq!(judged(1, &with_slopes(0.001, until(8e5))), Holds);
        assert_eq!(judged(1, &with_slopes(0.001, until(4e5))), DoesNotHold);
        assert_eq!(judged(1, &with_slopes(0.2, until(8e5))), Undecided);
    }

    #[test]
    fn katatsugi_still_rises_or_not() {
        let slope = |slope: f64| move |games: u64| 0.4 + slope * games as f64 / 1e6;
        assert_eq!(judged(2, &with_slopes(0.01, slope(0.2))), Holds);
        assert_eq!(judged(2, &with_slopes(0.01, slope(-0.1))), DoesNotHold);
        assert_eq!(judged(2, &with_slopes(0.2, slope(0.05))), Undecided);
    }

    #[test]
    fn creativity_helps_all_or_not() {
        assert_eq!(verdict(3, 0.01, PAPER.0, PAPER.1), Holds);
        assert_eq!(verdict(3, 0.01, PAPER.0, [0.6, 0.3, 0.68]), DoesNotHold);
        assert_eq!(verdict(3, 0.1, PAPER.0, PAPER.1), Undecided);
    }

    #[test]
    fn katatsugi_is_best_on_average_or_not() {
        assert_eq!(verdict(4, 0.01, [0.45, 0.4, 0.6], [0.5, 0.46, 0.68]), Holds);
        assert_eq!(verdict(4, 0.01, [0.7, 0.4, 0.5], [0.8, 0.46, 0.6]), DoesNotHold);
        assert_eq!(verdict(4, 0.1, PAPER.0, PAPER.1), Undecided);
    }

    #[test]
    fn the_strengths_are_the_papers_or_not() {
        assert_eq!(verdict(5, 0.01, PAPER.0, PAPER.1), Holds);
        assert_eq!(verdict(5, 0.01, PAPER.0, [0.8, 0.46, 0.68]), DoesNotHold);
        assert_eq!(verdict(5, 0.1, PAPER.0, PAPER.1), Undecided);
    }
}
