//! Section III: how GNU Go plays on 5x5.

use std::collections::BTreeMap;

use goban::{Color, Game, Move, Rules};
use learn::td::sample::play_game;
use player::{Budget, Conclusion, Player};
use roster::td::{Manner, Td};
use serde::{Deserialize, Serialize};
use stats::{Interval, Score};

use super::learning;
use super::networks::{self, KINDS};
use crate::verdict::Finding;
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit, Verdict, percent,
};

/// The moves and games.
pub(crate) const TRIAL: Trial = Trial { name: "representations/gnugo", alone: false, conditions, measure };

/// GNU Go with the seed of a unit.
const GNUGO: &str = "gtp:[gnugo --mode gtp --level 10 --japanese-rules --seed SEED],own-limit=true";
/// The first moves after which the paper's GNU Go passes.
const FIRST_MOVES: [&str; 5] = ["C3", "C2", "C4", "B3", "D3"];
/// The share of games that counts as winning.
const WINNING: f64 = 0.9;

/// The moves and games.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/gnugo",
    title: "GNU Go on 5x5",
    place: "section III",
    source: "The paper does not use GNU Go 3.2 as an opponent: it says that the program opens a game on 5x5 with the \
             optimal move, C3, but passes at once with White after C3, C2, C4, B3 and D3. So a network would only have \
             to learn the opening move to win.",
    ours: "GNU Go 3.8 at level 10, since 3.2 is not available: its first move with Black, and its reply to each of the \
           five moves, under Japanese rules without komi, for 20 seeds each. The best network of each of the six \
           conditions plays 20 games against it, half of them with Black, under the terms of the samples.",
    trials: &[&learning::TRIAL, &TRIAL],
    claims: &[
        Claim {
            text: "GNU Go opens a game on 5x5 with C3",
            place: "section III",
            test: "all seeds give this move; one that does not refutes it",
            judge: |evidence| all(evidence, &[OPENING.to_string()], "C3"),
        },
        Claim {
            text: "GNU Go with White passes at once after C3, C2, C4, B3 and D3",
            place: "section III",
            test: "all seeds give a pass after each of the five moves; one that does not refutes it, for version 3.8",
            judge: |evidence| all(evidence, &FIRST_MOVES.map(reply_name), "pass"),
        },
        Claim {
            text: "A self-trained network only has to learn the optimal opening move to win against GNU Go",
            place: "section III",
            test: "Wilson's 95% interval of the share of games that the best networks win with Black lies above 90%, \
                   or below",
            judge: |evidence| {
                let with_black = games(evidence, &game_names(), Color::Black);
                Finding::rate_within("with Black", &with_black, Interval { low: WINNING, high: f64::INFINITY })
            },
        },
    ],
    exhibits,
};

const OPENING: &str = "opening";

fn reply_name(first: &str) -> String {
    format!("reply to {first}")
}

fn game_names() -> Vec<String> {
    KINDS.iter().map(|kind| game_name(&kind.condition())).collect()
}

fn game_name(network: &str) -> String {
    format!("{network} v GNU Go")
}

/// What a unit does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Settings {
    /// The program's move after these moves.
    Move { after: Vec<String>, program: String },
    /// A game with each colour against the best network of a condition.
    Games { network: String, program: String },
}

/// A move of the program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Reply {
    reply: String,
}

/// The network's final lead with each colour.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Leads {
    black: f32,
    white: f32,
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let program = scale.pick(GNUGO, "random:seed=SEED").to_string();
    let ask = |name: String, after: Vec<String>| {
        let settings = Settings::Move { after, program: program.clone() };
        Condition::new(name, scale.pick(20, 2), scale.pick(0.3, 0.001), &settings)
    };
    let replies = FIRST_MOVES.map(|first| ask(reply_name(first), vec![first.to_string()]));
    let game = |network: String| {
        let settings = Settings::Games { network: network.clone(), program: program.clone() };
        Condition::new(game_name(&network), scale.pick(10, 2), scale.pick(4.0, 0.01), &settings)
    };
    let games = KINDS.iter().map(|kind| game(kind.condition()));
    [ask(OPENING.to_string(), Vec::new())].into_iter().chain(replies).chain(games).collect()
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<serde_json::Value, LabError> {
    let seeded = |program: String| lab.player(&program.replace("SEED", &(unit.number + 1).to_string()));
    let outcome = match unit.settings()? {
        Settings::Move { after, program } => {
            let mut game = Game::new(5, Rules::JAPANESE, 0.0);
            for name in after {
                let mv = Move::from_gtp(&name, game.size()).map_err(LabError::failed)?;
                game.play(mv).map_err(LabError::failed)?;
            }
            let choice = seeded(program)?.choose(&game, Budget::default(), &lab.stop).map_err(LabError::failed)?;
            serde_json::to_value(Reply { reply: choice.mv.to_gtp(game.size()) })
        }
        Settings::Games { network, program } => {
            let (_, network) = networks::best(lab, &network)?;
            let mut player = Td::new(network, Manner::default());
            let mut program = seeded(program)?;
            let mut lead = |color: Color| {
                let program: &mut dyn Player = program.as_mut();
                let players: [&mut dyn Player; 2] =
                    if color == Color::Black { [&mut player, program] } else { [program, &mut player] };
                let (_, lead) =
                    play_game(players, 5, unit.seed(), &lab.stop, &mut |_| {}).map_err(|end| match end {
                        Conclusion::Forfeit { reason, .. } => LabError::failed(reason),
                        _ => LabError::Stopped,
                    })?;
                Ok::<f32, LabError>(if color == Color::Black { lead } else { -lead })
            };
            let (black, white) = (lead(Color::Black)?, lead(Color::White)?);
            serde_json::to_value(Leads { black, white })
        }
    };
    outcome.map_err(LabError::failed)
}

/// The moves under a condition, with their numbers, the most frequent first.
fn replies(evidence: &Evidence, condition: &str) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for Reply { reply } in evidence.outcomes(condition) {
        *counts.entry(reply).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

/// All moves under these conditions are this one.
fn all(evidence: &Evidence, conditions: &[String], expected: &str) -> Finding {
    let part = |condition: &String| {
        let replies = replies(evidence, condition);
        let (all, as_expected) = replies.iter().fold((0, 0), |(all, right), (reply, count)| {
            (all + count, right + if reply.eq_ignore_ascii_case(expected) { *count } else { 0 })
        });
        match all {
            0 => Finding { figures: format!("{condition}: not measured yet"), ..Finding::no_evidence() },
            _ => {
                let verdict = if as_expected == all { Verdict::Holds } else { Verdict::DoesNotHold };
                Finding::new(verdict, format!("{condition}: {}", in_words(&replies)))
            }
        }
    };
    Finding::all(conditions.iter().map(part))
}

/// `C3 (18), pass (2)`.
fn in_words(replies: &[(String, usize)]) -> String {
    let each = replies.iter().map(|(reply, count)| format!("{reply} ({count})"));
    each.collect::<Vec<_>>().join(", ")
}

/// The games that networks won with a colour.
fn games(evidence: &Evidence, conditions: &[String], color: Color) -> Score {
    let mut score = Score::default();
    for leads in conditions.iter().flat_map(|condition| evidence.outcomes::<Leads>(condition)) {
        let lead = if color == Color::Black { leads.black } else { leads.white };
        if lead > 0.0 {
            score.wins += 1;
        } else {
            score.losses += 1;
        }
    }
    score
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let caption =
        "Moves of GNU Go 3.8 on 5x5 over seeds, with the number of seeds, and what the paper says of version 3.2.";
    let mut moves = Table::new(caption, ["position", "GNU Go 3.8", "paper"]);
    let row = |condition: &str, paper: &str| {
        let replies = in_words(&replies(evidence, condition));
        let replies = if replies.is_empty() { "-".to_string() } else { replies };
        [condition.to_string(), replies, paper.to_string()]
    };
    moves.row(row(OPENING, "C3"));
    FIRST_MOVES.iter().for_each(|first| moves.row(row(&reply_name(first), "pass")));
    let caption = "Games that the best networks won against GNU Go 3.8 on 5x5, without komi. A draw is not won.";
    let mut table = Table::new(caption, ["network", "with Black", "with White"]);
    for kind in KINDS {
        let rate = |color: Color| {
            let score = games(evidence, &[game_name(&kind.condition())], color);
            match score.games() {
                0 => "-".to_string(),
                games => format!("{} of {games} ({})", score.wins, percent(score.rate())),
            }
        };
        table.row([kind.condition(), rate(Color::Black), rate(Color::White)]);
    }
    vec![moves.into(), table.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    fn made_up(opening: &[&str], replies: &[&str], leads: &[f32]) -> Evidence {
        let of = |moves: &[&str]| -> Vec<serde_json::Value> {
            let value = |reply: &&str| serde_json::to_value(Reply { reply: reply.to_string() }).unwrap();
            moves.iter().map(value).collect()
        };
        let games: Vec<serde_json::Value> =
            leads.iter().map(|&black| serde_json::to_value(Leads { black, white: -black }).unwrap()).collect();
        let moves = [(OPENING.to_string(), of(opening))]
            .into_iter()
            .chain(FIRST_MOVES.map(|first| (reply_name(first), of(replies))));
        Evidence::made_up(moves.chain(game_names().into_iter().map(|name| (name, games.clone()))).collect::<Vec<_>>())
    }

    fn verdicts(evidence: &Evidence) -> [Verdict; 3] {
        [0, 1, 2].map(|claim| (EXPERIMENT.claims[claim].judge)(evidence).verdict)
    }

    #[test]
    fn gnu_go_plays_as_the_paper_says_or_not() {
        assert_eq!(verdicts(&made_up(&["C3", "C3"], &["PASS", "pass"], &[1.0; 20])), [Holds; 3]);
        assert_eq!(verdicts(&made_up(&["C3", "C2"], &["C3", "pass"], &[-1.0; 20])), [DoesNotHold; 3]);
        assert_eq!(verdicts(&made_up(&[], &[], &[1.0])), [Undecided; 3]);
    }

    #[test]
    fn moves_are_counted() {
        let evidence = made_up(&["C3", "C2", "C3"], &[], &[]);
        assert_eq!(in_words(&replies(&evidence, OPENING)), "C3 (2), C2 (1)");
        let Some(Exhibit::Table(table)) = exhibits(&evidence).into_iter().next() else { panic!("no table") };
        assert_eq!(table.rows[1][1..], ["-", "pass"]);
    }
}
