//! Our policies beside the paper's, under the conditions of figures 6 and 7 at 8,000 playouts.
//!
//! The paper describes other ways to call states similar (section III), and names two that it did not try: three moves
//! of context (section VI) and Softmax-2 (section IV-D).

use super::win_rates::{self, TEST};
use super::{fig6, fig7};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Trial, games};

/// The games on 19x19.
const TRIAL_19: Trial = Trial {
    name: "forgetting/ours",
    alone: false,
    conditions: |scale| conditions(scale, 19, 600),
    measure: games::measure,
};

/// The games on 9x9.
const TRIAL_9: Trial = Trial {
    name: "forgetting/ours9",
    alone: false,
    conditions: |scale| conditions(scale, 9, 1_200),
    measure: games::measure,
};

/// On 19x19.
pub(super) const ON_19: Experiment = Experiment {
    name: "forgetting/ours",
    title: "Other ways to learn replies on 19x19: win rates against GNU Go",
    place: "sections III, IV-D and VI",
    source: "The paper describes policies by which states they call similar: all of them (all moves as first, AMAF), \
             those with the same own last move (contextual Monte Carlo, CMC) and those that share a true predicate \
             (PAST). It names two more without trying them: Softmax-2 and last good replies with three moves of \
             context. It has no numbers for any of these.",
    ours: DESCRIPTION,
    trials: &[&TRIAL_19, &fig6::AT_8000],
    claims: &CLAIMS,
    exhibits: |evidence| exhibits(evidence, "Ways to learn replies on 19x19"),
};

/// On 9x9.
pub(super) const ON_9: Experiment = Experiment {
    name: "forgetting/ours9",
    title: "Other ways to learn replies on 9x9: win rates against GNU Go",
    place: "sections III, IV-D and VI",
    source: "As on 19x19: the paper describes these policies, or names them, without numbers.",
    ours: DESCRIPTION,
    trials: &[&TRIAL_9, &fig7::AT_8000],
    claims: &CLAIMS,
    exhibits: |evidence| exhibits(evidence, "Ways to learn replies on 9x9"),
};

const DESCRIPTION: &str = "The player orego with these policies against GNU Go, under the conditions of figures 6 and \
                           7 at 8,000 playouts per move. AMAF, CMC, PAST and Softmax-2 remember the win rates of moves \
                           in states that they call similar, and sample moves as Softmax-1 does, at its best \
                           temperature in the paper, T = 0.1. The predicates of PAST are the stones on and around the \
                           point of the last move. LGRF-3 keeps replies to three moves too, in a table of about a \
                           million places that is hashed. All of these choices are ours. The games of the paper's own \
                           policies are those of figures 6 and 7.";

/// Our policies: the setting, the name, and what a game takes on 19x19 and on 9x9, in seconds.
const OURS: [(&str, &str, [f64; 2]); 5] = [
    ("lgrf3", "LGRF-3", [180.0, 9.0]),
    ("softmax2", "Softmax-2", [5_000.0, 65.0]),
    ("amaf", "AMAF", [600.0, 14.0]),
    ("cmc", "CMC", [1_200.0, 20.0]),
    ("past", "PAST", [1_800.0, 25.0]),
];

/// Those of them that go by win rates.
const BY_RATES: [&str; 4] = ["softmax2", "amaf", "cmc", "past"];

/// The conditions on a board.
fn conditions(scale: Scale, size: usize, games: u64) -> Vec<Condition> {
    let condition = |(policy, _, seconds): (&str, &str, [f64; 2])| {
        let seconds = if size == 19 { seconds[0] } else { seconds[1] };
        win_rates::condition(scale, size, games, seconds, (policy, 8_000))
    };
    OURS.map(condition).to_vec()
}

fn exhibits(evidence: &Evidence, title: &str) -> Vec<Exhibit> {
    let policies = super::POLICIES.into_iter().chain(OURS.map(|(policy, name, _)| (policy, name)));
    let conditions: Vec<(String, String)> =
        policies.map(|(policy, name)| (name.to_string(), win_rates::name(policy, 8_000))).collect();
    let caption = "Games won against GNU Go at 8,000 playouts per move, with 95% intervals.";
    win_rates::dots(evidence, title, caption, &conditions)
}

const CLAIMS: [Claim; 3] = [
    Claim {
        text: "It may be that three moves of context would fare even better than two",
        place: "section VI",
        test: TEST,
        judge: |evidence| stronger(evidence, &[("lgrf3", "lgrf2")]),
    },
    Claim {
        text: "The ideal neighbourhood of similar states is neither minimal nor maximal: LGRF-2 is stronger than the \
               default, which learns from no other state, and than AMAF, which learns from all",
        place: "section VI",
        test: TEST,
        judge: |evidence| stronger(evidence, &[("lgrf2", "off"), ("lgrf2", "amaf")]),
    },
    Claim {
        text: "Remembering win rates performs worse than not storing replies at all: the paper's claim on Softmax-1, \
               for Softmax-2, AMAF, CMC and PAST",
        place: "abstract",
        test: TEST,
        judge: |evidence| stronger(evidence, &BY_RATES.map(|policy| ("off", policy))),
    },
];

fn stronger(evidence: &Evidence, pairs: &[(&str, &str)]) -> Finding {
    win_rates::stronger(evidence, pairs, &[8_000])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// The verdicts if these policies won so many of 600 games.
    fn verdicts(wins: &[(&str, usize)]) -> [Verdict; 3] {
        let each =
            wins.iter().map(|&(policy, wins)| (win_rates::name(policy, 8_000), games::made_up(wins, 600 - wins)));
        let evidence = Evidence::made_up(each);
        [0, 1, 2].map(|claim: usize| (CLAIMS[claim].judge)(&evidence).verdict)
    }

    #[test]
    fn all_three_outcomes() {
        let with = |off, lgrf2, lgrf3, past| {
            let by_rates = [("softmax2", 5), ("amaf", 10), ("cmc", 2), ("past", past)];
            [by_rates.as_slice(), &[("off", off), ("lgrf2", lgrf2), ("lgrf3", lgrf3)]].concat()
        };
        assert_eq!(verdicts(&with(200, 300, 400, 0)), [Holds; 3]);
        assert_eq!(verdicts(&with(0, 0, 0, 300)), [DoesNotHold; 3]);
        assert_eq!(verdicts(&with(200, 215, 230, 180)), [Undecided; 3]);
        assert_eq!(verdicts(&[]), [Undecided; 3]);
    }
}
