//! The search with a network against that with playouts, in equal time.

use crate::games::{self, Pairing};
use crate::verdict::{Finding, MARGIN};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Table, Trial};

/// The boards: size, games, seconds for a move, and seconds that a game takes.
const BOARDS: [(usize, u64, f64, f64); 3] = [(9, 60, 0.3, 18.0), (13, 40, 0.3, 40.0), (19, 20, 0.3, 75.0)];

const TRIAL: Trial = Trial { name: "ponnuki/searches", alone: true, conditions, measure: games::measure };

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |&(size, games, seconds, each): &(usize, u64, f64, f64)| {
        let pairing = Pairing {
            seconds: Some(scale.pick(seconds, 0.001)),
            opening: size / 4 * 2,
            ..Pairing::new("mcts:early=false", "rave:early=false", size)
        };
        Condition::new(name(size), scale.pick(games, 2), each, &pairing)
    };
    scale.pick(&BOARDS[..], &BOARDS[..1]).iter().map(condition).collect()
}

fn name(size: usize) -> String {
    format!("{size}x{size}")
}

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/searches",
    title: "The search with a network against that with playouts, in equal time",
    place: "README.md, status",
    source: "README.md says that best plays the stronger of the two searches for the board at hand: mcts from 9x9 on. \
             Before the lab, mcts won 56 of 60 games on 9x9 and 20 of 20 on 19x19 with 0.3 seconds for a move.",
    ours: "The same, and 13x13, with the whole 0.3 seconds for every move and one thread each, from generated balanced \
           openings, each with both colours; Chinese rules, komi 7.5. The games run one at a time, on a machine that \
           should do nothing else; the result holds for its processor.",
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "On boards of 9x9 and above, the search with the network is the stronger one",
        place: "README.md, status",
        test: "the 95% intervals (Wilson's) of its win rates on 9x9, 13x13 and 19x19 lie above 50%; an interval below \
               55% refutes it, since an advantage below 5 percentage points does not count as one",
        judge: |evidence| {
            Finding::all(BOARDS.map(|(size, ..)| {
                let score = games::score(evidence, &name(size)).different;
                Finding::rate_above(&format!("mcts on {size}x{size}"), &score, 0.5, MARGIN, BOARDS.len())
            }))
        },
    }],
    exhibits,
};

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let mut table =
        Table::new("Games won by mcts against rave in equal time, with 95% intervals.", ["board", "won by mcts"]);
    for (size, ..) in BOARDS {
        table.row([name(size), games::rate_in_words(&games::score(evidence, &name(size)))]);
    }
    vec![table.into()]
}

#[cfg(test)]
mod tests {
    use super::super::ablation::tests::made_up;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn the_search_with_the_network_is_stronger_or_not() {
        let verdict = |wins: [usize; 3]| {
            let names = BOARDS.map(|(size, ..)| name(size));
            (EXPERIMENT.claims[0].judge)(&made_up(names.iter().map(String::as_str).zip(wins), 60)).verdict
        };
        assert_eq!(verdict([55, 50, 58]), Holds);
        assert_eq!(verdict([55, 20, 58]), DoesNotHold);
        assert_eq!(verdict([55, 35, 58]), Undecided);
    }
}
