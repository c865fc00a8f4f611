//! Experiments whose units are games.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use arena::{Colors, Conditions, Digest, Finish, Openings, Played, referee};
use goban::{Color, Game, Rules};
use kifu::{GameInfo, Replay, Tree};
use player::{Budget, Player, Spec, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Confidence, Estimate, Observed, Outcome};

use crate::{Evidence, Lab, LabError, Scale, Unit};

/// GNU Go 3.8 at its default level of 10, which limits itself.
pub const GNUGO: &str = "gtp:[gnugo --mode gtp --level 10 --chinese-rules],own-limit=true";

/// The opponent GNU Go, or a cheap player in its place for a smoke run.
pub fn gnugo(scale: Scale) -> String {
    scale.pick(GNUGO, "random").to_string()
}

/// Two players and what they play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// The player whose results count. It has Black in games of even numbers.
    pub first: String,
    /// The opponent.
    pub second: String,
    /// The size of the board.
    pub size: usize,
    /// The rules.
    pub rules: String,
    /// The komi; that of the rules if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<f32>,
    /// The seconds that each side has for a move; without them the players' own settings decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The number of moves of a generated balanced opening, each played with both colours; 0 for the empty board.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: usize,
    /// Whether the moves are stored, as SGF.
    #[serde(default, skip_serializing_if = "is_false")]
    pub keep: bool,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_false(yes: &bool) -> bool {
    !*yes
}

impl Pairing {
    /// Two players under Chinese rules with a komi of 7.5, from the empty board.
    pub fn new(first: impl Into<String>, second: impl Into<String>, size: usize) -> Pairing {
        let (first, second, rules) = (first.into(), second.into(), Rules::CHINESE.to_string());
        Pairing { first, second, size, rules, komi: None, seconds: None, opening: 0, keep: false }
    }

    /// What is agreed before each game.
    ///
    /// # Errors
    /// If there are no such rules.
    pub fn conditions(&self) -> Result<Conditions, LabError> {
        let rules: Rules = self.rules.parse().map_err(LabError::failed)?;
        let mut conditions = Conditions::new(self.size, rules, 0);
        conditions.komi = self.komi.unwrap_or(conditions.komi);
        if let Some(seconds) = self.seconds {
            conditions.budget = Budget::time(Duration::from_secs_f64(seconds));
        }
        Ok(conditions)
    }
}

/// The outcome of a game, from the view of the first player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameOutcome {
    /// The colour of the first player: `B` or `W`.
    pub first: char,
    /// The result, such as `B+3.5`.
    pub result: String,
    /// How it ended.
    pub finish: String,
    /// The number of moves.
    pub moves: usize,
    /// A digest of the moves: games with the same are the same.
    pub line: String,
    /// The game, where games are few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
}

impl GameOutcome {
    /// The outcome of a game that was played.
    pub fn new(played: &Played, first: Color) -> GameOutcome {
        let moves = played.game.moves();
        let size = played.game.size();
        let line = moves.iter().fold(Digest::new(), |digest, (_, mv)| digest.with(mv.to_gtp(size)));
        GameOutcome {
            first: first.letter(),
            result: played.outcome.to_string(),
            finish: played.finish.to_string(),
            moves: moves.len(),
            line: line.to_string(),
            sgf: None,
        }
    }

    /// Won, lost or drawn by the first player; `None` where a player broke down.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.finish.parse::<Finish>().is_ok_and(Finish::is_forfeit) {
            return None;
        }
        Some(match self.result.chars().next() {
            Some(winner @ ('B' | 'W')) if winner == self.first => Outcome::Win,
            Some('B' | 'W') => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }

    /// The points by which the first player won; negative if it lost, `None` without a count.
    pub fn margin(&self) -> Option<f64> {
        let (winner, points) = self.result.split_once('+').unwrap_or(("", "0"));
        let points: f64 = points.parse().ok()?;
        Some(if winner.starts_with(self.first) { points } else { -points })
    }
}

/// Plays the game of a unit whose settings are a [`Pairing`].
///
/// # Errors
/// If a player cannot be made, or the stop signal came first.
pub fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let pairing: Pairing = unit.settings()?;
    let (played, first) = play(&pairing, unit, lab, &mut |_| {})?;
    let mut outcome = GameOutcome::new(&played, first);
    outcome.sgf = pairing.keep.then(|| sgf(&pairing, &played, first));
    serde_json::to_value(outcome).map_err(LabError::failed)
}

/// Plays the game of a unit, and returns it with the colour of the first player. `watch` sees every move.
///
/// # Errors
/// If a player cannot be made, or the stop signal came first.
pub fn play(
    pairing: &Pairing,
    unit: &Unit<'_>,
    lab: &Lab<'_>,
    watch: &mut dyn FnMut(&Turn<'_>),
) -> Result<(Played, Color), LabError> {
    let conditions = pairing.conditions()?;
    let openings = if pairing.opening > 0 { Openings::Balanced { moves: pairing.opening } } else { Openings::None };
    let game = openings.game(&conditions, unit.number / 2, unit.common_seed())?;
    let make = |spec: &str| -> Result<Box<dyn Player>, LabError> {
        let spec: Arc<Spec> = Arc::new(spec.parse()?);
        Ok(lab.maker.make_for(&spec, &game, conditions.budget)?)
    };
    let (mut one, mut other) = (make(&pairing.first)?, make(&pairing.second)?);
    let first = Colors::Alternate.of_first(unit.number);
    let players: [&mut dyn Player; 2] =
        if first == Color::Black { [&mut *one, &mut *other] } else { [&mut *other, &mut *one] };
    let played = referee(game, players, &conditions, unit.seed(), &lab.stop, watch);
    played.map(|played| (played, first)).ok_or(LabError::Stopped)
}

/// The record of a game.
fn sgf(pairing: &Pairing, played: &Played, first: Color) -> String {
    let names = [pairing.first.clone(), pairing.second.clone()];
    let [black, white] = if first == Color::Black { names } else { [names[1].clone(), names[0].clone()] };
    let info = GameInfo { black, white, result: played.outcome.to_string(), ..GameInfo::default() };
    Tree::of(&played.game, &info).to_sgf()
}

/// A game replayed from the SGF of its outcome, where that was kept.
pub fn replay(outcome: &GameOutcome) -> Option<Game> {
    let (collection, _) = kifu::parse(outcome.sgf.as_deref()?).ok()?;
    Replay::new(collection.trees.first()?).game().ok()
}

/// The score of the first player under a condition, each different game also counted once. Games in which a player
/// broke down are left out.
pub fn score(evidence: &Evidence, condition: &str) -> Observed {
    observed(evidence.outcomes::<GameOutcome>(condition).iter())
}

/// The score of the first player with one colour.
pub fn score_with(evidence: &Evidence, condition: &str, color: Color) -> Observed {
    let outcomes = evidence.outcomes::<GameOutcome>(condition);
    observed(outcomes.iter().filter(|outcome| outcome.first == color.letter()))
}

/// The score over some games.
pub fn observed<'a>(outcomes: impl Iterator<Item = &'a GameOutcome>) -> Observed {
    let (mut seen, mut observed) = (HashSet::new(), Observed::default());
    for outcome in outcomes {
        if let Some(result) = outcome.outcome() {
            observed.record(result, seen.insert((outcome.line.clone(), outcome.first)));
        }
    }
    observed
}

/// The number of games in which a player broke down.
pub fn forfeits(evidence: &Evidence) -> usize {
    let entries = evidence.entries.iter();
    entries.filter(|entry| GameOutcome::deserialize(&entry.outcome).is_ok_and(|game| game.outcome().is_none())).count()
}

/// `61.2% of 400 (56.4% to 65.9%)`, or a dash without games.
pub fn rate_in_words(score: &Observed) -> String {
    if score.games() == 0 {
        return "-".to_string();
    }
    let Estimate { value, interval } = score.win_rate(Confidence::P95);
    let percent = crate::percent;
    format!("{} of {} ({} to {})", percent(value), score.games(), percent(interval.low), percent(interval.high))
}

/// Made-up games for tests: so many won and lost by the first player, all of them different.
pub fn made_up(wins: usize, losses: usize) -> Vec<GameOutcome> {
    let game = |number: usize| GameOutcome {
        first: if number.is_multiple_of(2) { 'B' } else { 'W' },
        result: if (number < wins) == number.is_multiple_of(2) { "B+1.5" } else { "W+1.5" }.to_string(),
        finish: Finish::Passes.to_string(),
        moves: 100,
        line: number.to_string(),
        sgf: None,
    };
    (0..wins + losses).map(game).collect()
}
