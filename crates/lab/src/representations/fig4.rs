//! Figure 4: a game of the best creative katatsugi network against gojen, with the network's estimates.

use goban::{Color, Game, Move, Rules};
use learn::picture;
use learn::td::sample::play_game;
use player::{Conclusion, Turn};
use plot::{Axis, LineChart, Reference, Series};
use roster::td::{Manner, Td};
use serde::{Deserialize, Serialize};
use stats::{Interval, Score};

use super::networks::{self, KINDS, Kind};
use super::{FAMILY_NAME, learning};
use crate::verdict::Finding;
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Figure, Lab, LabError, Scale, Table, Trial, Unit, papers, percent,
};

/// The games.
pub(crate) const TRIAL: Trial = Trial { name: "representations/fig4", alone: false, conditions, measure };

const CONDITION: &str = "katatsugi creative with White v gojen";
/// The estimates that are slightly optimistic.
const SLIGHTLY: Interval = Interval { low: 0.5, high: 0.75 };

/// The game.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/fig4",
    title: "A game of the best creative katatsugi network",
    place: "figure 4 and section IV-B",
    source: "The paper shows a game that the best creative katatsugi network (strength 0.7693) wins with White against \
             GOjen by one point, and comments on its moves. After its answer to the opening the network estimates its \
             chances at 0.68; at the end it is slightly optimistic to have won, with 0.61.",
    ours: "Our best creative katatsugi network plays 100 games with White against our gojen. The first game that it \
           wins by points is shown with the network's estimate after each of its moves and with its second choice. The \
           comments are computed from the game. The moves of the paper's game were drawn in a figure that our copy has \
           lost.",
    trials: &[&learning::TRIAL, &TRIAL],
    claims: &[
        Claim {
            text: "The best creative katatsugi network wins against GOjen with White",
            place: "figure 4",
            test: "Wilson's 95% interval of the share of games won lies above one half, or below, though against our gojen",
            judge: |evidence| {
                let score = score(&games(evidence));
                Finding::rate_within("the network", &score, Interval { low: 0.5, high: f64::INFINITY })
            },
        },
        Claim {
            text: "At the end of a game that it wins, the network is slightly optimistic to have won",
            place: "section IV-B",
            test: "Student's 95% interval of the mean estimate after the last move of the network, over different \
                   games that it won, lies within 0.5 to 0.75, or outside",
            judge: |evidence| {
                let mut won: Vec<PlayedGame> = games(evidence).into_iter().filter(|game| game.lead > 0.0).collect();
                won.sort_by_key(|one| one.line());
                won.dedup_by(|one, other| one.line() == other.line());
                let last = |game: &PlayedGame| game.moves.iter().rev().find_map(|one| one.value);
                let estimates: Vec<f64> = won.iter().filter_map(last).collect();
                Finding::mean_within("the last estimate", &estimates, SLIGHTLY, 1)
            },
        },
    ],
    exhibits,
};

/// A move, and what the network says of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct PlayedMove {
    /// The point, or `PASS`.
    #[serde(rename = "move")]
    mv: String,
    /// The network's estimate of its chances after its own move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    /// Its second choice, with the estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second: Option<(String, f64)>,
}

/// A game of the network with White.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct PlayedGame {
    /// White's final lead.
    lead: f32,
    moves: Vec<PlayedMove>,
}

impl PlayedGame {
    /// The moves, to compare games.
    fn line(&self) -> String {
        self.moves.iter().map(|one| one.mv.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The game as a game.
    fn replay(&self) -> Option<Game> {
        let mut game = Game::new(5, Rules::JAPANESE, 0.0);
        for one in &self.moves {
            game.play(Move::from_gtp(&one.mv, game.size()).ok()?).ok()?;
        }
        Some(game)
    }
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let network = KINDS[Kind::place("katatsugi", "creative")].condition();
    vec![Condition::new(CONDITION, scale.pick(100, 2), 0.02, &network)]
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<serde_json::Value, LabError> {
    let (_, network) = networks::best(lab, &unit.settings::<String>()?)?;
    let mut white = Td::new(network, Manner::default());
    let mut black = lab.player(learn::td::sample::PAPER[0])?;
    let mut moves = Vec::new();
    let mut watch = |turn: &Turn<'_>| {
        let size = turn.game.size();
        let (value, second) = if turn.color == Color::White {
            let mut candidates = turn.choice.analysis.candidates.iter();
            let rounded = |rate: f32| (1_000.0 * f64::from(rate)).round() / 1_000.0;
            let value = candidates.next().and_then(|chosen| chosen.win_rate).map(rounded);
            let second = candidates.next().and_then(|next| Some((next.mv.to_gtp(size), rounded(next.win_rate?))));
            (value, second)
        } else {
            (None, None)
        };
        moves.push(PlayedMove { mv: turn.choice.mv.to_gtp(size), value, second });
    };
    let played = play_game([black.as_mut(), &mut white], 5, unit.seed(), &lab.stop, &mut watch);
    let (_, lead) = played.map_err(|end| match end {
        Conclusion::Forfeit { reason, .. } => LabError::failed(reason),
        _ => LabError::Stopped,
    })?;
    serde_json::to_value(PlayedGame { lead: -lead, moves }).map_err(LabError::failed)
}

fn games(evidence: &Evidence) -> Vec<PlayedGame> {
    evidence.outcomes(CONDITION)
}

/// The games won by the network, and the others.
fn score(games: &[PlayedGame]) -> Score {
    let wins = games.iter().filter(|game| game.lead > 0.0).count() as u64;
    Score { wins, losses: games.len() as u64 - wins, draws: 0 }
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let games = games(evidence);
    let Some(shown) = games.iter().find(|game| game.lead > 0.0).or(games.first()) else {
        return vec![Exhibit::Text("No game has been played.".to_string())];
    };
    let Some(game) = shown.replay() else {
        return vec![Exhibit::Text("The stored game cannot be replayed.".to_string())];
    };
    let score = score(&games);
    let mut lines: Vec<String> = games.iter().map(PlayedGame::line).collect();
    lines.sort_unstable();
    lines.dedup();
    let text = format!(
        "The network won {} of {} games with White ({}), {} of them different. This is the first one that it won, by \
         {} points; the paper's was won by {}. {}",
        score.wins,
        score.games(),
        percent(score.rate()),
        lines.len(),
        shown.lead,
        papers::cell(FAMILY_NAME, "fig4.score", |points| format!("{points}")),
        again_in_words(&game)
    );
    let caption =
        "The game: gojen has Black, the network White. Each point shows the first stone that was played there.";
    vec![
        Exhibit::Text(text),
        Figure::new("game", caption, picture::numbered(&game)).into(),
        estimates(shown).into(),
        comments(shown, &game).into(),
    ]
}

/// `16 at 3.`
fn again_in_words(game: &Game) -> String {
    let again: Vec<String> =
        picture::played_again(game).iter().map(|(number, shown)| format!("{number} at {shown}")).collect();
    if again.is_empty() { String::new() } else { format!("Played again: {}.", again.join(", ")) }
}

/// The network's estimates by move number, beside the paper's two.
fn estimates(shown: &PlayedGame) -> Figure {
    let points = shown.moves.iter().zip(1..).filter_map(|(one, number)| Some((f64::from(number), one.value?)));
    let published = [("fig4.estimate2", "after move 2 in the paper"), ("fig4.estimate", "at the end in the paper")];
    let reference = |(id, label)| papers::value(FAMILY_NAME, id).map(|at| Reference::new(at, label));
    let chart = LineChart {
        title: "The network's estimate of its chances".to_string(),
        x: Axis::new("move").from(0.0),
        y: Axis::new("estimate").from(0.0).to(1.0),
        series: vec![Series { marks: true, ..Series::new("the network, White", points.collect()) }],
        references: published.into_iter().filter_map(reference).collect(),
        ..LineChart::default()
    };
    let caption = "The network's estimate of its chances after each of its moves; the lines are the two that the paper \
                   gives for its game.";
    Figure::new("estimates", caption, chart.svg())
}

/// The moves with estimates and comments.
fn comments(shown: &PlayedGame, game: &Game) -> Table {
    let caption = "The moves. The estimate is the network's chance of winning after its own move.";
    let mut table = Table::new(caption, ["move", "player", "point", "estimate", "second choice", "comment"]);
    let mut before: Option<f64> = None;
    for (number, one) in (1..).zip(&shown.moves) {
        let player = if number % 2 == 1 { "gojen" } else { "network" };
        let value = one.value.map_or_else(String::new, |value| format!("{value:.2}"));
        let second = one.second.as_ref().map_or_else(String::new, |(mv, value)| format!("{mv} ({value:.2})"));
        let comment = comment(game, number, before.zip(one.value));
        before = one.value.or(before);
        table.row([number.to_string(), player.to_string(), one.mv.clone(), value, second, comment]);
    }
    table
}

/// What can be seen of a move: captures, chains in atari, and a change of the estimate by a tenth.
fn comment(game: &Game, number: usize, estimates: Option<(f64, f64)>) -> String {
    let (before, after) = (game.at(number - 1), game.at(number));
    let Some(&(color, mv)) = game.moves().get(number - 1) else { return String::new() };
    let mut words = Vec::new();
    let taken = after.prisoners(color) - before.prisoners(color);
    if taken > 0 {
        words.push(format!("captures {}", stones(taken)));
    }
    if let Some(point) = mv.point() {
        let board = after.board();
        let mut chains: Vec<goban::Point> = Vec::new();
        let neighbors = point.neighbors().into_iter().filter(|next| next.is_on(game.size()));
        for chain in neighbors.filter(|&next| board.cell(next).is(color.other())).map(|next| board.head(next)) {
            if board.in_atari(chain).is_some() && !chains.contains(&chain) {
                chains.push(chain);
            }
        }
        let threatened: u32 = chains.iter().map(|&chain| board.chain_size(chain) as u32).sum();
        if threatened > 0 {
            words.push(format!("atari on {}", stones(threatened)));
        }
        if board.in_atari(point).is_some() {
            words.push("can be captured at once".to_string());
        }
    }
    match estimates {
        Some((old, new)) if new - old >= 0.1 => words.push("the network is much more confident".to_string()),
        Some((old, new)) if old - new >= 0.1 => words.push("the network is much less confident".to_string()),
        _ => {}
    }
    words.join(", ")
}

fn stones(number: u32) -> String {
    if number == 1 { "a stone".to_string() } else { format!("{number} stones") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn game(lead: f32, last: f64, names: &str) -> PlayedGame {
        let all: Vec<&str> = names.split(' ').collect();
        let of = |(name, number): (&&str, usize)| PlayedMove {
            mv: name.to_string(),
            value: (number % 2 == 0).then_some(last),
            second: None,
        };
        PlayedGame { lead, moves: all.iter().zip(1..).map(of).collect() }
    }

    /// Games won and lost, the won ones with this last estimate, give or take some noise.
    fn verdicts(won: usize, lost: usize, last: f64, noise: f64) -> [Verdict; 2] {
        let names = ["A1 B1", "A2 B1", "A3 B1", "A4 B1", "A5 B1", "B2 C1"];
        let of = |number: usize| {
            let value = last + noise * ((number % 6) as f64 - 2.5);
            game(if number < won { 1.0 } else { -1.0 }, value, names[number % 6])
        };
        let evidence = Evidence::made_up([(CONDITION, (0..won + lost).map(of).collect::<Vec<_>>())]);
        [0, 1].map(|claim| (EXPERIMENT.claims[claim].judge)(&evidence).verdict)
    }

    #[test]
    fn the_network_wins_and_knows_it_or_not() {
        assert_eq!(verdicts(60, 20, 0.61, 0.01), [Holds; 2]);
        assert_eq!(verdicts(20, 60, 0.9, 0.01), [DoesNotHold; 2]);
        assert_eq!(verdicts(6, 6, 0.6, 0.3), [Undecided; 2]);
    }

    /// Black's stone in the corner is put into atari and captured.
    #[test]
    fn moves_are_commented() {
        let played = game(3.0, 0.6, "A1 B1 E5 A2 E4 PASS");
        let replayed = played.replay().unwrap();
        assert_eq!(comment(&replayed, 2, None), "atari on a stone");
        assert_eq!(comment(&replayed, 4, Some((0.5, 0.7))), "captures a stone, the network is much more confident");
        assert_eq!(comment(&replayed, 5, None), "");
        let evidence = Evidence::made_up([(CONDITION, vec![game(-1.0, 0.4, "A1 B1"), played])]);
        let shown = exhibits(&evidence);
        assert_eq!(shown.len(), 4);
        assert!(matches!(&shown[3], Exhibit::Table(table) if table.rows.len() == 6 && table.rows[1][3] == "0.60"));
    }
}
