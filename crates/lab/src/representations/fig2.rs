//! Figure 2: strength by games of self-play, with epsilon-greedy selection.

use learn::td::Selection;

use super::learning::{self, END, FIRST, MIDDLE, OURS, SELECTIONS, Span, TRIAL, WELCH, name};
use crate::verdict::Finding;
use crate::{Claim, Evidence, Experiment};

const EPSILON: Selection = SELECTIONS[0];
/// The samples before the point at which koten caught up, and after it.
const BEFORE: Span = (300_000, 400_000);
const AFTER: Span = (600_000, 700_000);

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/fig2",
    title: "Networks that learn by epsilon-greedy self-play",
    place: "figure 2 and section IV-B",
    source: "Networks with random weights learn to value positions of 5x5 by temporal differences, in a million games \
             against themselves: 20 runs for each of three representations of the board, koten (the stones), roban \
             (means of 3x3 squares) and katatsugi (a point with its neighbours). With a probability of 0.05 a move is \
             random. Every 50,000 games each network plays 1,000 games against each of three programs, GOjen, Naive \
             and Random, without komi, half of them with Black; its strength is the share of games won. The figure has \
             the mean strength of the 20 runs.",
    ours: OURS,
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The katatsugi networks are the best until the koten networks catch up at around 500,000 games",
            place: "section IV-B",
            test: "Welch's 95% interval of the difference of means over runs: katatsugi is above koten and roban in \
                   the samples from 50,000 to 150,000 games and above koten from 300,000 to 400,000, and from 600,000 \
                   to 700,000 it is ahead of koten by less than 0.02; each of the four parts is refuted at 5% divided \
                   by 4",
            judge: |evidence| {
                let [koten, roban, katatsugi] = conditions();
                let early = [(katatsugi.clone(), koten.clone()), (katatsugi.clone(), roban)];
                Finding::all([
                    learning::stronger(evidence, &early, FIRST, 4),
                    learning::stronger(evidence, &[(katatsugi.clone(), koten.clone())], BEFORE, 4),
                    learning::caught(evidence, &katatsugi, &koten, AFTER, 4),
                ])
            },
        },
        Claim {
            text: "The roban networks are clearly inferior to both other representations",
            place: "section IV-B",
            test: WELCH,
            judge: |evidence| {
                let [koten, roban, katatsugi] = conditions();
                learning::stronger(evidence, &[(koten, roban.clone()), (katatsugi, roban)], END, 2)
            },
        },
        Claim {
            text: "All three reach their best level at around half a million games and stagnate from there on",
            place: "section IV-B",
            test: "Student's 95% interval of the mean gain of a run lies above 0 from the samples at 50,000 to 150,000 \
                   games to those at 450,000 to 550,000, and within 0.02 from there to the last five samples; a gain \
                   below 0.01 is none, and each of the six parts is refuted at 5% divided by 6",
            judge: |evidence| {
                let parts = |condition: String| {
                    [
                        learning::rises(evidence, &condition, FIRST, MIDDLE, 6),
                        learning::stays(evidence, &condition, MIDDLE, END, 6),
                    ]
                };
                Finding::all(conditions().into_iter().flat_map(parts))
            },
        },
        Claim {
            text: "Koten and katatsugi settle in at a strength of 0.5, roban at 0.4",
            place: "section IV-B",
            test: "Student's 95% interval of the mean over runs, of the last five samples, lies within 0.05 of the \
                   paper's strength, though against our gojen and naive",
            judge: |evidence| learning::as_published(evidence, EPSILON),
        },
    ],
    exhibits: |evidence: &Evidence| {
        learning::exhibits(evidence, EPSILON, "Strength by games, epsilon-greedy selection")
    },
};

/// The conditions: koten, roban, katatsugi.
fn conditions() -> [String; 3] {
    learning::REPRESENTATIONS.map(|representation| name(representation.name(), EPSILON.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};
    use crate::representations::learning::tests::made_up;

    fn verdict(claim: usize, spread: f64, strength: impl Fn(&str, u64) -> f64) -> Verdict {
        let evidence = made_up(spread, |representation, _, games| strength(representation, games));
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    /// Rises to the end of the rise and stays there.
    fn rise(games: u64, from: f64, to: f64, end: f64) -> f64 {
        from + (to - from) * (games as f64 / end).min(1.0)
    }

    #[test]
    fn koten_catches_up_or_not() {
        let paper = |representation: &str, games: u64| match representation {
            "koten" => rise(games, 0.1, 0.5, 5e5),
            "roban" => rise(games, 0.1, 0.4, 5e5),
            _ => rise(games, 0.3, 0.5, 5e5),
        };
        assert_eq!(verdict(0, 0.002, paper), Holds);
        let never = |representation: &str, _: u64| if representation == "katatsugi" { 0.6 } else { 0.5 };
        assert_eq!(verdict(0, 0.002, never), DoesNotHold);
        assert_eq!(verdict(0, 0.1, paper), Undecided);
    }

    #[test]
    fn roban_is_inferior_or_not() {
        let with = |roban: f64| move |kind: &str, _: u64| if kind == "roban" { roban } else { 0.5 };
        assert_eq!(verdict(1, 0.01, with(0.4)), Holds);
        assert_eq!(verdict(1, 0.01, with(0.6)), DoesNotHold);
        assert_eq!(verdict(1, 0.1, with(0.45)), Undecided);
    }

    #[test]
    fn the_networks_stagnate_or_not() {
        let evidence = |strength: &dyn Fn(u64) -> f64, noise: f64| {
            use crate::representations::learning::tests::run;
            let runs = |own: f64| run(|games| strength(games) + own * games as f64 / 1e6);
            let five = || (0..5).map(|number| runs(noise * (f64::from(number) - 2.0))).collect::<Vec<_>>();
            Evidence::made_up(conditions().map(|condition| (condition, five())))
        };
        let judged = |evidence: &Evidence| (EXPERIMENT.claims[2].judge)(evidence).verdict;
        let paper = |games: u64| rise(games, 0.1, 0.5, 5e5);
        assert_eq!(judged(&evidence(&paper, 0.001)), Holds);
        assert_eq!(judged(&evidence(&|games| rise(games, 0.1, 0.5, 1e6), 0.001)), DoesNotHold);
        assert_eq!(judged(&evidence(&paper, 0.1)), Undecided);
    }

    #[test]
    fn the_strengths_are_the_papers_or_not() {
        let with = |more: f64| move |kind: &str, _: u64| more + if kind == "roban" { 0.4 } else { 0.5 };
        assert_eq!(verdict(3, 0.01, with(0.0)), Holds);
        assert_eq!(verdict(3, 0.01, with(0.2)), DoesNotHold);
        assert_eq!(verdict(3, 0.1, with(0.0)), Undecided);
    }
}
