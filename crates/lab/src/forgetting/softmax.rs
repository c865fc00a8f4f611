//! Softmax-1, which remembers the win rate of every reply.

use stats::Score;

use super::{fig6, orego, win_rates};
use crate::games::{self, Pairing};
use crate::verdict::{Finding, MARGIN};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Table, Trial, papers};

/// The games.
const TRIAL: Trial = Trial { name: "forgetting/softmax", alone: false, conditions, measure: games::measure };

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/softmax",
    title: "Replies by their win rates: Softmax-1 at four temperatures",
    place: "sections IV-D and V-C",
    source: "Softmax-1 remembers the win rate of every reply to every move, and samples replies with probabilities \
             proportional to exp(win rate / T). At 8,000 playouts per move on 19x19 it played 600 games against GNU Go \
             for each of the temperatures 0.001, 0.01, 0.1 and 1. The paper gives one result, three games won at T = \
             0.1, the best of the four.",
    ours: "The same games with the player orego under the conditions of figure 6. A move that was never made as a \
           reply has a win rate of one half, on which the paper is silent. The games of the default policy are those \
           of figure 6 at 8,000 playouts.",
    trials: &[&TRIAL, &fig6::DEFAULT_AT_8000],
    claims: &[
        Claim {
            text: "Remembering the win rate of every reply performs worse than not storing good replies at all",
            place: "abstract and section VI",
            test: win_rates::TEST,
            judge: |evidence| {
                let default = default_score(evidence);
                Finding::all(TEMPERATURES.map(|temperature| {
                    let softmax = score(evidence, temperature);
                    Finding::higher(("default", &default), (&name(temperature), &softmax), TEMPERATURES.len())
                }))
            },
        },
        Claim {
            text: "T = 0.1 has the most success of the four temperatures",
            place: "section V-C",
            test: win_rates::TEST,
            judge: |evidence| {
                let best = score(evidence, BEST);
                let others = TEMPERATURES.into_iter().filter(|temperature| *temperature != BEST);
                Finding::all(others.map(|temperature| {
                    let other = score(evidence, temperature);
                    Finding::higher_by(("T = 0.1", &best), (&name(temperature), &other), 0.0, 3)
                }))
            },
        },
        Claim {
            text: "Only three games are won out of 600 at T = 0.1",
            place: "section V-C",
            test: "the 95% interval of the difference from three of 600 lies within 5 percentage points; a significant \
                   difference (Fisher's exact test or z-test, p < 0.05) refutes it",
            judge: |evidence| {
                Finding::alike(("T = 0.1", &score(evidence, BEST)), ("the paper's", &published()), MARGIN, 1)
            },
        },
    ],
    exhibits,
};

/// The paper's temperatures.
const TEMPERATURES: [&str; 4] = ["0.001", "0.01", "0.1", "1"];
/// The best of them.
const BEST: &str = "0.1";

fn name(temperature: &str) -> String {
    format!("softmax1 T={temperature}")
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |temperature: &str| {
        let player = format!("{},temperature={temperature}", orego("softmax1", 8_000, scale));
        let pairing = Pairing::new(player, games::gnugo(scale), scale.pick(19, 5));
        Condition::new(name(temperature), scale.pick(600, 2), 1_100.0, &pairing)
    };
    TEMPERATURES.map(condition).to_vec()
}

fn score(evidence: &Evidence, temperature: &str) -> Score {
    games::score(evidence, &name(temperature)).different
}

fn default_score(evidence: &Evidence) -> Score {
    win_rates::score(evidence, "off", 8_000)
}

/// The paper's score at the best temperature.
fn published() -> Score {
    let number = |id| papers::value("forgetting", id).unwrap_or(0.0) as u64;
    let (wins, games) = (number("softmax.0.1.wins"), number("softmax.0.1.games"));
    Score { wins, losses: games.saturating_sub(wins), draws: 0 }
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let mut table = Table::new(
        "Games won against GNU Go on 19x19 at 8,000 playouts per move, with 95% intervals.",
        ["policy", "won", "paper"],
    );
    for temperature in TEMPERATURES {
        let won = games::rate_in_words(&games::score(evidence, &name(temperature)));
        let paper = if temperature == BEST { games::rate_in_words(&published().into()) } else { "-".to_string() };
        table.row([format!("Softmax-1, T = {temperature}"), won, paper]);
    }
    let default = games::rate_in_words(&games::score(evidence, &win_rates::name("off", 8_000)));
    table.row(["Default".to_string(), default, "-".to_string()]);
    vec![table.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// Evidence in which the default and the four temperatures won this many of 600 games.
    fn evidence(default: usize, wins: [usize; 4]) -> Evidence {
        let of = |wins: usize| games::made_up(wins, 600 - wins);
        let each = TEMPERATURES.iter().zip(wins).map(|(temperature, wins)| (name(temperature), of(wins)));
        Evidence::made_up(each.chain([(win_rates::name("off", 8_000), of(default))]))
    }

    fn verdict(claim: usize, default: usize, wins: [usize; 4]) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(&evidence(default, wins)).verdict
    }

    #[test]
    fn win_rates_may_be_worse_than_nothing() {
        assert_eq!(verdict(0, 200, [0, 1, 3, 0]), Holds);
        assert_eq!(verdict(0, 200, [0, 1, 300, 0]), DoesNotHold);
        assert_eq!(verdict(0, 200, [0, 1, 180, 0]), Undecided);
    }

    #[test]
    fn one_temperature_may_be_the_best() {
        assert_eq!(verdict(1, 200, [0, 10, 60, 5]), Holds);
        assert_eq!(verdict(1, 200, [0, 90, 30, 5]), DoesNotHold);
        assert_eq!(verdict(1, 200, [0, 1, 3, 0]), Undecided, "the paper's own result");
    }

    #[test]
    fn three_games_of_six_hundred() {
        assert_eq!(verdict(2, 200, [0, 0, 4, 0]), Holds);
        assert_eq!(verdict(2, 200, [0, 0, 100, 0]), DoesNotHold);
        let few = Evidence::made_up([(name(BEST), games::made_up(0, 10))]);
        assert_eq!((EXPERIMENT.claims[2].judge)(&few).verdict, Undecided);
    }

    #[test]
    fn the_papers_score_stands_beside_ours() {
        let exhibits = exhibits(&evidence(200, [0, 1, 3, 0]));
        let Exhibit::Table(table) = &exhibits[0] else { panic!("no table") };
        assert_eq!(table.rows[2][1], table.rows[2][2]);
    }
}
