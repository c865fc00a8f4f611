//! RAVE and the exploration term.

use stats::{Confidence, Score, win_rate};

use super::win_rates;
use crate::games::{self, Pairing};
use crate::verdict::{Finding, MARGIN, Verdict};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Trial, percent};

/// The games.
const TRIAL: Trial = Trial { name: "forgetting/exploration", alone: false, conditions, measure: games::measure };

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/exploration",
    title: "RAVE needs no exploration term",
    place: "sections II and III-A",
    source: "The first programs with Monte-Carlo tree search added to the win rate of a move a term that encourages \
             visits to moves that were tried seldom, without which some moves would be abandoned after a few unlucky \
             playouts. With RAVE, the paper says after Chaslot and others (2009), this term becomes unnecessary. It \
             has no experiment of its own on this.",
    ours: "The default policy of orego plays on 9x9 at 8,000 playouts per move, under Chinese rules with a komi of \
           7.5, against itself with UCB1's exploration term, C sqrt(ln N / n), for several weights C: once with RAVE \
           and once without. Both sides are the player rave with the settings of orego, which has no such parameters; \
           a test compares the two players.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "With RAVE the exploration term becomes unnecessary",
            place: "section III-A",
            test: "the 95% interval (Wilson's) of the win rate with the term lies below 55% for every weight; a win \
                   rate significantly above one half, at 5% divided by the number of weights, refutes it",
            judge: |evidence| unnecessary(evidence, &RAVE),
        },
        Claim {
            text: "Without RAVE it is needed",
            place: "section II",
            test: "a win rate with the term that is significantly above one half for some weight, at 5% divided by the \
                   number of weights; 95% intervals below 55% for every weight refute it",
            judge: |evidence| needed(evidence, &PLAIN),
        },
    ],
    exhibits,
};

/// Conditions with RAVE, and without: the name, the visits at which RAVE weighs as much as the win rate, the weights.
struct Kind {
    name: &'static str,
    equivalence: u32,
    weights: [&'static str; 4],
}

const RAVE: Kind = Kind { name: "with RAVE", equivalence: 3_000, weights: ["0.03", "0.1", "0.3", "1"] };
const PLAIN: Kind = Kind { name: "without RAVE", equivalence: 0, weights: ["0.1", "0.3", "0.6", "1"] };

impl Kind {
    fn condition(&self, weight: &str) -> String {
        format!("{}, C = {weight}", self.name)
    }

    fn score(&self, evidence: &Evidence, weight: &str) -> Score {
        games::score(evidence, &self.condition(weight)).different
    }

    /// The default policy of `orego` with a weight of the exploration term.
    fn player(&self, weight: &str, scale: Scale) -> String {
        let (playouts, equivalence) = (scale.pick(8_000, 20), self.equivalence);
        let orego = "policy=mogo,expand=1,priors=false,prior-even=2,mercy=1,self-atari=1000";
        format!("rave:playouts={playouts},{orego},equivalence={equivalence},exploration={weight},early=false")
    }
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |kind: &Kind, weight: &str| {
        let pairing = Pairing::new(kind.player(weight, scale), kind.player("0", scale), scale.pick(9, 5));
        Condition::new(kind.condition(weight), scale.pick(400, 2), 14.0, &pairing)
    };
    [&RAVE, &PLAIN].into_iter().flat_map(|kind| kind.weights.map(|weight| condition(kind, weight))).collect()
}

/// What is known of a win rate: significantly above one half, at a level for one of several; or below 55%.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Helps,
    DoesNotHelp,
    Nothing,
}

fn known(score: &Score, parts: usize) -> Known {
    let strict = Confidence::new(1.0 - 0.05 / parts as f64).unwrap_or_default();
    if score.games() == 0 {
        Known::Nothing
    } else if win_rate(score, strict).interval.low > 0.5 {
        Known::Helps
    } else if win_rate(score, Confidence::P95).interval.high < 0.5 + MARGIN {
        Known::DoesNotHelp
    } else {
        Known::Nothing
    }
}

/// The finding by what is known of each weight.
fn judge(evidence: &Evidence, kind: &Kind, verdict: impl Fn(&[Known]) -> Verdict) -> Finding {
    let scores = kind.weights.map(|weight| kind.score(evidence, weight));
    let figures = kind.weights.iter().zip(&scores).map(|(weight, score)| {
        let rate = win_rate(score, Confidence::P95);
        let [low, high] = [rate.interval.low, rate.interval.high].map(percent);
        format!("C = {weight} won {} of {} ({low} to {high})", score.points(), score.games())
    });
    let figures = figures.collect::<Vec<_>>().join("; ");
    let verdict = verdict(&scores.map(|score| known(&score, kind.weights.len())));
    // Until the interval of the weight that is the most in doubt excludes one half, or 55%.
    let games = |score: &Score| {
        let rate = score.rate();
        let room = (rate - 0.5).abs().max((0.5 + MARGIN - rate).abs());
        rate * (1.0 - rate) * (2.5 / room).powi(2)
    };
    let open = scores.iter().filter(|score| known(score, kind.weights.len()) == Known::Nothing);
    Finding::new(verdict, figures).needing(open.map(games).fold(0.0, f64::max))
}

fn unnecessary(evidence: &Evidence, kind: &Kind) -> Finding {
    judge(evidence, kind, |known| {
        if known.contains(&Known::Helps) {
            Verdict::DoesNotHold
        } else if known.contains(&Known::Nothing) {
            Verdict::Undecided
        } else {
            Verdict::Holds
        }
    })
}

fn needed(evidence: &Evidence, kind: &Kind) -> Finding {
    judge(evidence, kind, |known| {
        if known.contains(&Known::Helps) {
            Verdict::Holds
        } else if known.contains(&Known::Nothing) {
            Verdict::Undecided
        } else {
            Verdict::DoesNotHold
        }
    })
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let condition = |kind: &Kind, weight: &str| (kind.condition(weight), kind.condition(weight));
    let of = |kind: &'static Kind| kind.weights.map(|weight| condition(kind, weight));
    let conditions = [of(&RAVE), of(&PLAIN)].concat();
    let title = "Games won with an exploration term of weight C against none";
    let caption =
        "Games won with an exploration term of weight C against the same player without it, with 95% intervals.";
    win_rates::dots(evidence, title, caption, &conditions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    /// The verdicts on both claims if each weight, with RAVE and without, won so many of 400 games.
    fn verdicts(wins: [usize; 4]) -> [Verdict; 2] {
        let of = |kind: &Kind| {
            let each = kind.weights.iter().zip(wins);
            each.map(|(weight, wins)| (kind.condition(weight), games::made_up(wins, 400 - wins))).collect::<Vec<_>>()
        };
        let evidence = Evidence::made_up([&RAVE, &PLAIN].into_iter().flat_map(of));
        [0, 1].map(|claim: usize| (EXPERIMENT.claims[claim].judge)(&evidence).verdict)
    }

    #[test]
    fn a_term_that_never_helps_is_unnecessary() {
        assert_eq!(verdicts([190, 150, 100, 10]), [Holds, DoesNotHold]);
        assert_eq!(verdicts([190, 260, 100, 10]), [DoesNotHold, Holds]);
        assert_eq!(verdicts([190, 210, 100, 10]), [Undecided; 2]);
        assert_eq!(verdicts([0; 4]), [Holds, DoesNotHold]);
    }

    #[test]
    fn an_open_question_says_how_many_games_it_takes() {
        let few = Evidence::made_up([(RAVE.condition("0.1"), games::made_up(5, 5))]);
        let finding = unnecessary(&few, &RAVE);
        assert_eq!(finding.verdict, Undecided);
        assert!(finding.needed.is_some());
    }
}
