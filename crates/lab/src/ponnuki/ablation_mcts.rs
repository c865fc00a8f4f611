//! What each part of the search with a network is worth.

use super::ablation::{self, HELPS, Variant, condition, helps, variant};
use crate::games::{self, GameOutcome};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Experiment, Scale, Trial};

const FULL: &str = "mcts:model=small,playouts=100,early=false";
/// The same, played to the end.
const TO_THE_END: &str = "mcts:model=small,playouts=100,early=false,resign=0";

const PARTS: &[Variant] = &[
    variant("without a search", "net:model=small"),
    variant("without first-play urgency", "urgency=0"),
    variant("without the symmetries of the root", "symmetries=false"),
    variant("without points", "points=0"),
    variant("with half the exploration", "exploration=0.5"),
    variant("with twice the exploration", "exploration=2"),
    variant("with the move chosen by its lower confidence bound", "lcb=5"),
    variant("with playouts for half of the value", "playout-share=0.5"),
    variant("with playouts and RAVE", "playout-share=0.5,playout-rave=1000"),
];

/// Games that nobody resigns, for their margins.
const MARGINS: Variant = variant("without points, to the end", "points=0");

const TRIAL: Trial = Trial { name: "ponnuki/ablation-mcts", alone: false, conditions, measure: games::measure };

fn conditions(scale: Scale) -> Vec<Condition> {
    let parts = PARTS.iter().map(|variant| condition(FULL, variant, 300, 6.0, scale));
    parts.chain([condition(TO_THE_END, &MARGINS, 200, 8.0, scale)]).collect()
}

/// The ablation.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/ablation-mcts",
    title: "What each part of the search with a network is worth",
    place: "docs/players.md, mcts",
    source: "The documents describe the parts of mcts and have no such table.",
    ours: "mcts with one part switched off, or with one that is off by default, plays against mcts itself on 9x9, \
           under Chinese rules with a komi of 7.5, from generated balanced openings of four moves, each with both \
           colours. Both have the network small and 100 visits for every move. Without a search, the player net plays \
           the likeliest move of the same network. In one more match, without the weight of points, nobody resigns, so \
           that the margins of the games can be compared.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "A search makes the network stronger, even with few visits",
            place: "docs/players.md, partner, whose strong levels are mcts with few visits",
            test: HELPS,
            judge: |evidence| helps(evidence, &["without a search"]),
        },
        Claim {
            text: "First-play urgency and the symmetries of the root, which are on by default, help",
            place: "docs/players.md, mcts, its defaults",
            test: HELPS,
            judge: |evidence| helps(evidence, &["without first-play urgency", "without the symmetries of the root"]),
        },
        Claim {
            text: "With points in its value the player keeps fighting for points in decided games",
            place: "docs/players.md, mcts",
            test: "the mean margin of the games that it wins is greater with points than without: Welch's 95% interval \
                   of the difference",
            judge: |evidence| {
                let [with, without] = margins(evidence);
                Finding::mean_higher(("margin with points", &with), ("without", &without), 1)
            },
        },
    ],
    exhibits: |evidence| {
        ablation::exhibits(evidence, "mcts with one part changed, against mcts", PARTS.iter().chain([&MARGINS]))
    },
};

/// The margins of the games that were won by the player with points, and by that without.
fn margins(evidence: &Evidence) -> [Vec<f64>; 2] {
    let games = evidence.outcomes::<GameOutcome>(MARGINS.name);
    let all: Vec<f64> = games.iter().filter_map(GameOutcome::margin).collect();
    [all.iter().filter(|&&margin| margin < 0.0).map(|margin| -margin).collect(), {
        all.iter().filter(|&&margin| margin > 0.0).copied().collect()
    }]
}

#[cfg(test)]
mod tests {
    use player::Maker;
    use roster::Roster;

    use super::super::ablation::tests::made_up;
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    #[test]
    fn every_variant_can_be_made() {
        for condition in conditions(Scale::Full) {
            let pairing: games::Pairing = serde_json::from_value(condition.settings).unwrap();
            for spec in [pairing.first, pairing.second] {
                assert!(Roster.make(&spec.parse().unwrap()).is_ok(), "{spec}");
            }
        }
    }

    #[test]
    fn parts_help_or_not() {
        let verdict = |claim: usize, wins: usize| {
            (EXPERIMENT.claims[claim].judge)(&made_up(PARTS.iter().map(|part| (part.name, wins)), 300)).verdict
        };
        for claim in [0, 1] {
            assert_eq!([60, 190, 140].map(|wins| verdict(claim, wins)), [Holds, DoesNotHold, Undecided]);
        }
    }

    /// Games that the variant won by these margins, lost where they are negative.
    fn with_margins(margins: &[f64]) -> Verdict {
        let game = |&margin: &f64| GameOutcome {
            result: format!("{}+{}", if margin > 0.0 { 'B' } else { 'W' }, margin.abs()),
            ..games::made_up(1, 0).remove(0)
        };
        let evidence = Evidence::made_up([(MARGINS.name, margins.iter().map(game).collect())]);
        (EXPERIMENT.claims[2].judge)(&evidence).verdict
    }

    #[test]
    fn points_are_fought_for_or_not() {
        assert_eq!(with_margins(&[1.5, 2.5, 0.5, -10.5, -12.5, -11.5]), Holds);
        assert_eq!(with_margins(&[10.5, 12.5, 11.5, -1.5, -2.5, -0.5]), DoesNotHold);
        assert_eq!(with_margins(&[10.5, 1.5, -1.5, -11.5]), Undecided);
    }
}
