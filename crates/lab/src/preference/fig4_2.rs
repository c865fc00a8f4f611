//! Figure 4.2: the NRM plot of a random opponent.

use super::judge::{self, within};
use super::opponents::{RANDOM, TRIAL};
use super::show;
use super::study::STAGES;
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig4-2",
    title: "NRM plot of a random opponent",
    place: "figure 4.2 and section 4.2",
    source: "An opponent that gives each move a random value predicts the moves of 257 games. The thesis describes the \
             plot; our copy has lost it.",
    ours: ours!("The opponent is `random:eyes=fill`, which gives every legal move a random value, its own eyes too."),
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "The random opponent has an evenly dispersed error as the game progresses; it is equally bad all the \
               time, only with local bumps",
        place: "section 4.2",
        test: "in each stage of 50 moves, the 95% interval of the mean error lies within 0.01 of 0.5, and those of the \
               shares of errors below 0.04 and above 0.96 within 0.01 of 0.04",
        judge: |evidence| {
            let part = |stage: usize, what: &str, expected: f64| {
                let place = format!("/stages/{stage}/{what}");
                let values = judge::figures(evidence, (RANDOM, &place));
                within(&format!("stage {} {what}", stage + 1), &values, judge::around(expected, 0.01))
            };
            let stage = |stage| [part(stage, "error", 0.5), part(stage, "low", 0.04), part(stage, "high", 0.04)];
            Finding::all((0..STAGES).flat_map(stage))
        },
    }],
    exhibits: |evidence| {
        let columns = [
            ("mean error", "/error"),
            ("moves 1 to 50", "/stages/0/error"),
            ("51 to 100", "/stages/1/error"),
            ("101 to 150", "/stages/2/error"),
            ("151 to 200", "/stages/3/error"),
            ("after 200", "/stages/4/error"),
        ];
        vec![
            show::nrm_plots(evidence, "NRM plot of a random opponent", &[RANDOM]),
            show::table(evidence, "Mean errors by stage of the game: means over the sets", &[RANDOM], &columns),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn a_random_ranking_is_even_or_not() {
        let verdict = |error: f64, low: f64| {
            let names: Vec<(String, f64)> = (0..STAGES)
                .flat_map(|stage| [("error", error), ("low", low), ("high", 0.04)].map(|(what, v)| (stage, what, v)))
                .map(|(stage, what, value)| (format!("/stages/{stage}/{what}"), value))
                .collect();
            let values: Vec<(&str, f64)> = names.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            (EXPERIMENT.claims[0].judge)(&places(&[(RANDOM, &values)])).verdict
        };
        assert_eq!(verdict(0.5, 0.04), Holds);
        assert_eq!(verdict(0.47, 0.04), DoesNotHold);
        assert_eq!(verdict(0.5, 0.0498), Undecided);
    }
}
