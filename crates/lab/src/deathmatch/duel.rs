//! One game of a deathmatch, and what is kept of it.

use goban::{Color, Game};
use player::{Candidate, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shape::{Deeds, Shape, board_after};
use crate::games::{self, GameOutcome, Pairing};
use crate::{Lab, LabError, Unit};

/// What is measured beside the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Measure {
    /// Nothing.
    Result,
    /// How the stones lie, and what the sides did.
    Shapes,
    /// The two phases of the game.
    Phases,
    /// Both.
    ShapesAndPhases,
}

/// The settings of a condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Duel {
    /// Who plays whom.
    #[serde(flatten)]
    pub(super) pairing: Pairing,
    /// What is measured.
    pub(super) measure: Measure,
}

impl Duel {
    /// A game under Ying's rules: no passing, the game ends when the player to move has no legal move, prisoners count,
    /// and nobody gets komi.
    pub(super) fn new(first: &str, second: &str, size: usize, measure: Measure) -> Duel {
        let pairing = Pairing { rules: goban::Rules::DEATHMATCH.to_string(), ..Pairing::new(first, second, size) };
        Duel { pairing, measure }
    }
}

/// What is kept of a game. Sides are in the order of the pairing, the first player first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct DuelOutcome {
    /// The result.
    #[serde(flatten)]
    pub(super) game: GameOutcome,
    /// How the stones lay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shapes: Option<Shapes>,
    /// What happened in the two phases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) phases: Option<Phases>,
}

/// How the stones of both sides lay during a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Shapes {
    /// When a quarter as many moves were made as the board has points.
    pub(super) quarter: [Shape; 2],
    /// When half as many were made.
    pub(super) half: [Shape; 2],
    /// When as many were made.
    pub(super) full: [Shape; 2],
    /// In the whole game.
    pub(super) game: [Deeds; 2],
}

impl Shapes {
    fn of(game: &Game, first: Color) -> Shapes {
        let points = game.size() * game.size();
        let sides = [first, first.other()];
        let after = |moves: usize| {
            let board = board_after(game, moves);
            sides.map(|color| Shape::of(&board, color))
        };
        Shapes {
            quarter: after(points / 4),
            half: after(points / 2),
            full: after(points),
            game: sides.map(|color| Deeds::of(game, color)),
        }
    }
}

/// The two phases of a game for the first player: its turns before the move [`late_from`], and those from there on.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Phases {
    /// Its turns, early and late.
    pub(super) turns: [u32; 2],
    /// The mean of [`excess_variance`] over its turns, early and late, where it reports win rates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) spread: Option<[f64; 2]>,
}

/// The number of moves after which turns are late: four fifths of the board's points, about the middle of a game.
pub(super) fn late_from(size: usize) -> usize {
    4 * size * size / 5
}

/// How much the win rates of several moves differ beyond what chance makes of so few games: the variance of the win
/// rates less the mean of their sampling variances. It is 0 in the mean if all moves are equally good. `None` without
/// two moves of at least two games each.
fn excess_variance(candidates: &[Candidate]) -> Option<f64> {
    let tried = candidates.iter().filter(|candidate| candidate.visits > 1);
    let rates: Vec<(f64, f64)> = tried.filter_map(|c| Some((f64::from(c.win_rate?), c.visits as f64))).collect();
    if rates.len() < 2 {
        return None;
    }
    let many = rates.len() as f64;
    let mean = rates.iter().map(|(rate, _)| rate).sum::<f64>() / many;
    let variance = rates.iter().map(|(rate, _)| (rate - mean).powi(2)).sum::<f64>() / (many - 1.0);
    let sampling = rates.iter().map(|(rate, games)| rate * (1.0 - rate) / (games - 1.0)).sum::<f64>() / many;
    Some(variance - sampling)
}

/// Plays the game of a unit.
pub(super) fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Duel { pairing, measure } = unit.settings()?;
    let (shapes, phases) = match measure {
        Measure::Result => (false, false),
        Measure::Shapes => (true, false),
        Measure::Phases => (false, true),
        Measure::ShapesAndPhases => (true, true),
    };
    // The excess variance on each turn of each side.
    let mut spreads: [Vec<Option<f64>>; 2] = Default::default();
    let mut watch = |turn: &Turn<'_>| {
        if phases {
            spreads[turn.color.index()].push(excess_variance(&turn.choice.analysis.candidates));
        }
    };
    let (played, first) = games::play(&pairing, unit, lab, &mut watch)?;
    let outcome = DuelOutcome {
        game: GameOutcome::new(&played, first),
        shapes: shapes.then(|| Shapes::of(&played.game, first)),
        phases: phases.then(|| phases_of(&played.game, first, &spreads[first.index()])),
    };
    serde_json::to_value(outcome).map_err(LabError::failed)
}

/// The phases of a game for one side, with what was found on each of its turns.
fn phases_of(game: &Game, color: Color, spreads: &[Option<f64>]) -> Phases {
    let (mut turns, mut sums, mut counts) = ([0; 2], [0.0; 2], [0u32; 2]);
    let own = game.moves().iter().enumerate().filter(|(_, (mover, _))| *mover == color);
    for ((before, _), spread) in own.zip(spreads.iter().chain(std::iter::repeat(&None))) {
        let phase = usize::from(before >= late_from(game.size()));
        turns[phase] += 1;
        if let Some(spread) = spread {
            sums[phase] += spread;
            counts[phase] += 1;
        }
    }
    let rounded = |phase: usize| (1e5 * sums[phase] / f64::from(counts[phase])).round() / 1e5;
    let spread = (counts[0] > 0 && counts[1] > 0).then(|| [rounded(0), rounded(1)]);
    Phases { turns, spread }
}

#[cfg(test)]
mod tests {
    use goban::{Move, Point, Rules};

    use super::*;

    fn candidates(rates: &[(f32, u64)]) -> Vec<Candidate> {
        let point = Move::Play(Point::new(0, 0));
        rates.iter().map(|&(rate, games)| Candidate { win_rate: Some(rate), ..Candidate::new(point, games) }).collect()
    }

    #[test]
    fn win_rates_that_differ_by_chance_have_no_excess() {
        // All results of two games each of four equal moves: 0, 1, 1 and 2 of 2.
        let by_chance = candidates(&[(0.0, 2), (0.5, 2), (0.5, 2), (1.0, 2)]);
        assert!(excess_variance(&by_chance).unwrap().abs() < 0.05);
        let differing = candidates(&[(0.0, 100), (1.0, 100), (0.5, 100)]);
        assert!(excess_variance(&differing).unwrap() > 0.2);
        assert_eq!(excess_variance(&candidates(&[(0.5, 10)])), None);
        assert_eq!(excess_variance(&candidates(&[(0.0, 1), (1.0, 1)])), None);
    }

    #[test]
    fn turns_are_late_after_four_fifths_of_the_points() {
        let mut game = Game::new(3, Rules::DEATHMATCH, 0.0);
        for (row, col) in [(0, 0), (2, 2), (0, 1), (2, 1), (0, 2), (2, 0), (1, 1), (1, 2), (1, 0)] {
            game.play(Move::Play(Point::new(row, col))).unwrap();
        }
        let phases = phases_of(&game, Color::Black, &[Some(0.1), None, Some(0.3), Some(0.2), Some(0.5)]);
        assert_eq!(phases, Phases { turns: [4, 1], spread: Some([0.2, 0.5]) });
        assert_eq!(phases_of(&game, Color::White, &[]), Phases { turns: [3, 1], spread: None });
    }

    #[test]
    fn a_result_alone_is_a_short_line() {
        let game = GameOutcome { finish: "no move left".to_string(), ..games::made_up(1, 0).remove(0) };
        let outcome = DuelOutcome { game, shapes: None, phases: None };
        let text = serde_json::to_string(&outcome).unwrap();
        assert!(text.len() < 100, "{text}");
        assert_eq!(serde_json::from_str::<DuelOutcome>(&text).unwrap(), outcome);
    }
}
